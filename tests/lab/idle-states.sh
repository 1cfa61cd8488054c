#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The synthetic driver shows the table it was given, and each state costs its exit latency: in the
# kernel's trace, an idle period ends that much after the interrupt that woke the CPU.
. "$(dirname "$0")/common.sh"

lab table --states i5-10600k --modules none <<'E'
cd /sys/devices/system/cpu/cpu0/cpuidle
for state in 0 1 2 3; do
	echo "$(cat state$state/name) $(cat state$state/latency) $(cat state$state/residency)"
done
all() { for file in /sys/devices/system/cpu/cpu*/cpuidle/state$1/disable; do echo $2 >$file; done; }
cd /sys/kernel/tracing
echo 1 >events/power/cpu_idle/enable
for event in events/irq_vectors/*_entry/enable; do echo 1 >$event; done
# Only one state is enabled at a time: each sleep ends in it.
for state in 1 2 3; do
	for other in 0 1 2 3; do all $other 1; done
	all $state 0
	usleep 20000
	echo >trace
	for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do usleep 5000; done
	cat trace >/results/state$state
done
E
diff - "$work/table.out" <<'E' || fail "the guest's table is not the catalogue's"
POLL 0 0
C1_ACPI 1 1
C2_ACPI 120 360
C3_ACPI 1034 3102
E
no_splat table

# check STATE TOLD_US: from the first interrupt of an idle period to the period's end.
check() {
	awk -v state="$1" -v told="$2" '
	{
		match($0, /\[[0-9]+\]/)
		cpu = substr($0, RSTART, RLENGTH)
		match($0, / [0-9]+\.[0-9]+:/)
		now = substr($0, RSTART + 1, RLENGTH - 2) * 1e6
	}
	/cpu_idle: state=4294967295/ && idle[cpu] && woken[cpu] {
		took = now - woken[cpu]
		count++
		sum += took
		if (count == 1 || took < least) least = took
	}
	/cpu_idle:/ { idle[cpu] = index($0, "state=" state " "); woken[cpu] = 0 }
	/_entry:/ && !woken[cpu] { woken[cpu] = now }
	END {
		mean = count ? sum / count : 0
		printf "state %d: %d wake-ups, least %.1f us, mean %.1f us; %d us were told\n",
			state, count, least, mean, told
		exit !(count >= 20 && least > told - 0.5 && mean <= told + 20)
	}' "$work/table/state$1" || fail "the exit latency is not what the table tells"
}
check 1 1
check 2 120
check 3 1034
