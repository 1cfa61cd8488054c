#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Polling ends after the target residency of the first enabled state that does not poll, from 10 us
# to a sixteenth of the tick's period, as in mainline (case S40); a fixup of that state counts, and
# so does a state disabled or enabled just now. That it ended so is no evidence of a short sleep (case S32).
. "$(dirname "$0")/common.sh"

cat >"$work/states.csv" <<'E'
table,cpus,state,name,exit_latency_us,target_residency_us,polling
two,all,0,POLL,0,0,1
two,all,1,C1,1,1,0
E
cat >"$work/four.csv" <<'E'
table,cpus,state,name,exit_latency_us,target_residency_us,polling
four,all,0,POLL,0,0,1
four,all,1,C1,1,1,0
four,all,2,C1E,10,20,0
four,all,3,C6,50,150,0
E
lab poll --cpus 1 --states "$work/states.csv" --modules tally <<'E'
echo tally >/sys/devices/system/cpu/cpuidle/current_governor
cd /sys/kernel/tracing
echo 1 >events/tally/reflect/enable
# Not even C1 is quick enough: only POLL is left.
poll() {
	echo n/a >/sys/devices/system/cpu/cpu0/power/pm_qos_resume_latency_us
	echo >trace
	usleep 10000
	usleep 10000
	grep 'entered=0' trace | grep 'verdict=3' >/results/$1
	echo 0 >/sys/devices/system/cpu/cpu0/power/pm_qos_resume_latency_us
	grep -c intercept trace >/results/$1.intercepts
}
poll driver
echo C1:1:100 >/sys/module/tally/parameters/fixup
poll fixup
E
lab four --cpus 1 --states "$work/four.csv" --modules tally <<'E'
echo tally >/sys/devices/system/cpu/cpuidle/current_governor
cd /sys/kernel/tracing
echo 1 >events/tally/reflect/enable
state=/sys/devices/system/cpu/cpu0/cpuidle/state
poll() {
	echo >trace
	usleep 10000
	usleep 10000
	grep 'entered=0' trace | grep 'verdict=3' >/results/$1
}
echo n/a >/sys/devices/system/cpu/cpu0/power/pm_qos_resume_latency_us
poll all
# Between two choices, with POLL chosen before and after.
echo 1 >${state}2/disable
poll without-C1E
echo 1 >${state}3/disable
poll without-both
echo 0 >${state}2/disable
poll with-C1E
E
# limit NAME US [LAB]: polling took that long, and not much longer.
limit() {
	local lab=${3:-poll}

	awk -v name="$1" -v limit="$2" '
	{
		match($0, /measured_ns=[0-9]+/)
		ns = substr($0, RSTART + 12, RLENGTH - 12)
		if (!count++ || ns < least) least = ns
		if (ns > most) most = ns
	}
	END {
		printf "%s: %d time-outs, %d to %d us; the limit is %d us\n", name, count,
			least / 1000, most / 1000, limit
		exit !(count >= 10 && least >= limit * 1000 && most < limit * 1000 + 60000)
	}' "$work/$lab/$1" || fail "polling did not end at its limit"
}
limit driver 250
limit fixup 100
limit all 20 four
limit without-C1E 150 four
limit without-both 250 four
limit with-C1E 20 four
no_splat poll
no_splat four
