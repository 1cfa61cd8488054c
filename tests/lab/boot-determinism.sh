#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The same command in two guests, at the same time where there are two processors, gives the same
# bytes: idle counters of every governor, the kernel's log with its time stamps, and the result
# files.
. "$(dirname "$0")/common.sh"

cat >"$work/commands" <<'E'
cd /sys/devices/system/cpu
cat cpuidle/current_driver cpuidle/available_governors
for governor in tally teo menu ladder; do
	echo $governor >cpuidle/current_governor || exit 1
	for us in 50 3000 200 9000 120 700 20000 400 60 5000 1500 90; do usleep $us; done
	grep . cpu*/cpuidle/state*/usage cpu*/cpuidle/state*/time >/results/$governor.txt
done
E
guests=()
for run in 1 2; do
	# The subshell must not take the work folder away.
	(trap - EXIT; lab "run$run" --states i5-10600k --modules tally,teo <"$work/commands") &
	guests+=($!)
done
for guest in "${guests[@]}"; do
	wait "$guest" || exit $?
done

grep -q '^tally_lab$' "$work/run1.out" || fail "the synthetic driver is not there: $(cat "$work/run1.out")"
[ "$(find "$work/run1" -name '*.txt' | wc -l)" = 5 ] || fail "not every result file came out: $(ls "$work/run1")"
cmp "$work/run1.out" "$work/run2.out" || fail "two runs print different text"
diff -r "$work/run1" "$work/run2" || fail "two runs give different files"
# Counters moved between governors, or the comparison above compares nothing.
! cmp -s "$work/run1/tally.txt" "$work/run1/teo.txt" || fail "no idle period was counted"
