#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A KDIR that is missing or no kernel's gets one line that names it, and status 2.
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# refused WORDS ARGUMENT...
refused() {
	local words=$1 status=0
	shift
	scripts/build-module "$@" >"$work/out" 2>"$work/err" || status=$?
	[ "$status" = 2 ] || { echo "build-module $*: status $status, not 2"; exit 1; }
	[ "$(wc -l <"$work/err")" = 1 ] && [ ! -s "$work/out" ] && grep -qF -- "$words" "$work/err" || {
		echo "build-module $*: not one line with '$words':"
		cat "$work/out" "$work/err"
		exit 1
	}
}

refused "KDIR: there is no folder $work/nowhere" "$work/nowhere"
refused "KDIR: $work is neither" "$work"
refused "unknown option '--frobnicate'" --frobnicate
scripts/build-module --help | grep -q 'Exit status:' || { echo "--help does not tell the exit status"; exit 1; }

! make module KDIR="$work/nowhere" >"$work/out" 2>"$work/err" || { echo "make module succeeded"; exit 1; }
grep -q "KDIR: there is no folder $work/nowhere" "$work/err" || { cat "$work/err"; exit 1; }
