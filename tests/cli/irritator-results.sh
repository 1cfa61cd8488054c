#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The irritator's numbers: latencies from when a wake-up was due, by idle state, none lost
# without being counted.
. "$(dirname "$0")/pingpong-tree.bash"
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
[ "$(nproc)" -ge 2 ] || { echo "one CPU only"; exit 77; }
tree_make 2

bench/irritator --no-workload --period 100us,2ms --duration 0.3 --output "$work/out" >"$work/log" 2>&1 ||
	fail "status $?: $(cat "$work/log")"
file=$work/out/irritator-menu-1.json
check() {
	jq -e "$1" "$file" >/dev/null || fail "not true: $1"
}
check '[.points[].axis.value] == [100000, 2000000] and .points[0].axis.name == "period_ns"'
check '.points[].metrics.wakeup_latency_ns | .count > 0 and .min > 0 and has("p999") and has("histogram")'
check '[.points[] | .metrics.wakeup_latency_ns.mean >= .metrics.write_to_read_ns.mean] | all'
# Each time of the timetable was measured, dropped, or left out and counted.
check '.points[0] | .metrics.wakeup_latency_ns.count + .events.dropped_wakeups + .events.skipped_wakeups | . >= 2999 and . <= 3002'
# The made-up counters stand still: no state was entered, and that is said.
check '[.points[].metrics | .["wakeup_latency_ns[not idle]"].count == .wakeup_latency_ns.count] | all'
check '.notes | any(test("no SMT siblings"))'
check '[.groups[].name] == ["irritators", "waker"]'
check '.points[0].metrics.workload_mops == null'

status=0
bench/irritator --period 1ms --duration 0.1 >"$work/log" 2>"$work/err" || status=$?
equal "status with 2 CPUs and a workload" "$status" 77
grep -q -- "--no-workload" "$work/err" || fail "says: $(cat "$work/err")"
