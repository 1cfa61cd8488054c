#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# T07: no cpuidle, one governor only, a read-only current_governor, not root: a clear
# sentence and status 77; what can still be measured is measured.
. "$(dirname "$0")/pingpong-tree.bash"

# not_here TEXT ARGUMENT...
not_here() {
	local text=$1 status=0
	shift
	bench/pingpong --cpus 0,0 --work 1us --duration 0.02 "$@" >"$work/out" 2>"$work/err" || status=$?
	equal "status of $*" "$status" 77
	equal "lines of $*" "$(wc -l <"$work/err")" 1
	grep -q -- "$text" "$work/err" || fail "'$(cat "$work/err")' does not say '$text'"
}

tree_make 1
rm -r "$cpu_dir/cpuidle" "$cpu_dir/cpu0/cpuidle"
not_here "no cpuidle governor" --governors all
not_here "no CPU has idle states" --disable-states C6
bench/pingpong --cpus 0,0 --work 1us --duration 0.02 --output "$work/out1" >"$work/out" 2>"$work/err" ||
	fail "without --governors it can be measured: $(cat "$work/err")"
grep -q "note: no CPU has idle states" "$work/err" || fail "not said: $(cat "$work/err")"
[ -e "$work/out1/pingpong-current-1.json" ] || fail "no result file: $(ls "$work/out1")"

tree_make 1
rm "$cpu_dir/cpuidle/current_governor" "$cpu_dir/cpuidle/available_governors"
put "$cpu_dir/cpuidle/current_governor_ro" menu
bench/pingpong --cpus 0,0 --work 1us --duration 0.02 --governors menu >"$work/out" 2>&1 &&
	fail "a governor that cannot be written was set"
put "$cpu_dir/cpuidle/available_governors" "ladder menu"
not_here "only menu can be measured" --governors all

if [ "$(id -u)" = 0 ] && command -v setpriv >/dev/null; then
	rm "$cpu_dir/cpuidle/current_governor_ro"
	put "$cpu_dir/cpuidle/current_governor" menu
	chmod -R a+rX "$work"
	unset TALLY_JOURNAL
	status=0
	setpriv --reuid 65534 --regid 65534 --clear-groups bench/pingpong --cpus 0,0 --work 1us \
		--duration 0.02 --governors all >"$work/out" 2>"$work/err" || status=$?
	equal "status without root" "$status" 77
	grep -q "not root" "$work/err" || fail "says: $(cat "$work/err")"
fi

# CPU 0 offline (T05): the others are measured.
tree_make 2
export TALLY_JOURNAL=$work/journal
rm -r "$cpu_dir/cpu0/cpuidle" "$cpu_dir/cpu0/topology"
put "$cpu_dir/online" 1
put "$cpu_dir/cpu0/online" 0
status=0
bench/pingpong --cpus 0,1 --work 1us --duration 0.02 >"$work/out" 2>"$work/err" || status=$?
equal "status with an offline CPU" "$status" 2
grep -q "CPU 0 is not there, is offline" "$work/err" || fail "says: $(cat "$work/err")"
