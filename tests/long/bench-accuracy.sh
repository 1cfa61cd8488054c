#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The benches against a truth: with only one state enabled, the median wakeup latency
# that irritator measures is that state's exit latency plus a constant, within 2 us, and a
# second run of the same command writes the same bytes. (The median: a wake-up that comes
# while a tick has the CPU on its way out already waits for the rest only. The period is no
# multiple of the tick.)
. "$(dirname "$0")/../lab/common.sh"
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }

cat >"$work/states.csv" <<'E'
table,cpus,state,name,exit_latency_us,target_residency_us,polling
accuracy,all,0,POLL,0,0,1
accuracy,all,1,S1,1,1,0
accuracy,all,2,S10,10,20,0
accuracy,all,3,S120,120,360,0
accuracy,all,4,S1034,1034,3102,0
E

measure() {
	lab "$1" --states "$work/states.csv" --modules none <<'E'
for state in S1 S10 S120 S1034; do
	others=POLL
	for other in S1 S10 S120 S1034; do
		[ $other = $state ] || others=$others,$other
	done
	bench/irritator --no-workload --period 7300us --duration 0.5 --disable-states $others \
		--setting $state --output out
done
cat /sys/devices/system/cpu/cpu*/cpuidle/state*/disable | tr -d '\n'
E
}

measure first
tail -n 1 "$work/first.out" | grep -qx 0000000000 ||
	fail "states are still disabled: $(tail -n 1 "$work/first.out")"
low=999999999 high=0
for latency in 1 10 120 1034; do
	file=$(echo "$work"/first/out/irritator-*-S$latency-1.json)
	jq -e '[.points[0].idle[] | .valid and ([.states[].time_ns] | add) <= .elapsed_ns] | all' \
		"$file" >/dev/null || fail "S$latency: a residency above 100 %"
	jq -e ".points[0].metrics | .[\"wakeup_latency_ns[S$latency]\"].count == .wakeup_latency_ns.count" \
		"$file" >/dev/null || fail "S$latency: not every wake-up was from S$latency"
	over=$(jq ".points[0].metrics.write_to_read_ns.p50 - 1000 * $latency | floor" "$file")
	printf 'exit latency %4d us: measured %d ns more\n' "$latency" "$over"
	[ "$over" -ge "$low" ] || low=$over
	[ "$over" -le "$high" ] || high=$over
done
[ "$low" -gt 0 ] || fail "a latency below the exit latency"
# Within 2 us of a constant: of the middle between the least and the most.
[ $((high - low)) -le 4000 ] || fail "the overhead is $low to $high ns: no constant within 2 us"

measure second
diff -r "$work/first/out" "$work/second/out" >/dev/null ||
	fail "two runs differ: $(diff -rq "$work/first/out" "$work/second/out")"
