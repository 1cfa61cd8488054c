# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the lab's tests share.

cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
work=$(mktemp -d "${TMPDIR:-/tmp}/tally-test.XXXXXX")
trap 'rm -rf "$work"' EXIT

fail() {
	printf '%s: %s\n' "$(basename "$0" .sh)" "$*"
	exit 1
}

# lab NAME [OPTION...]: runs the commands on standard input in a guest; what they print is in
# $work/NAME.out, the result files in $work/NAME.
lab() {
	local name=$1 status=0
	shift
	lab/run --quiet --output "$work/$name" "$@" -- sh -c "$(cat)" \
		>"$work/$name.out" 2>"$work/$name.err" || status=$?
	if [ "$status" = 77 ]; then
		tail -n 1 "$work/$name.err"
		exit 77
	fi
	if [ "$status" != 0 ]; then
		cat "$work/$name.err" "$work/$name.out"
		fail "the guest's commands ended with status $status"
	fi
}

# A line of the kernel's log that tells of a mistake in it or in a module.
splat='WARNING|BUG:|BUG |Oops|general protection|Call Trace|KASAN|UBSAN|KCSAN|lockdep|INFO: (rcu|task|trying)|soft lockup|hung|stall|refcount|leaked|unreferenced'

# no_splat NAME: fails, with the lines, when that run's log tells of one.
no_splat() {
	if grep -nE "$splat" "$work/$1/dmesg.txt" | grep -vE 'lockdep is turned|Lock dependency|KASLR|nvram corruption detected'; then
		fail "the kernel's log has the lines above"
	fi
}
