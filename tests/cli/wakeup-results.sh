#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Wakeup's numbers: the published cost is the 90th percentile of the loops' means, arrival
# and service time both count, no outlier is thrown away.
. "$(dirname "$0")/pingpong-tree.bash"
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
tree_make 1

bench/wakeup --cpus 0 --threads 10 --arrival 1ms --duration 0.5 --waker sleep --output "$work/out" >"$work/log" 2>&1 ||
	fail "status $?: $(cat "$work/log")"
file=$work/out/wakeup-menu-1.json
check() {
	jq -e "$1" "$file" >/dev/null || fail "not true: $1"
}
check '.points[0].metrics | .wakeup_cost_ns.mean == .loop_mean_ns.p90'
check '.points[0] | .metrics.wakeup_latency_ns.count + .events.dropped_wakeups + .events.skipped_wakeups | . >= 499 and . <= 502'
check '.points[0].metrics.wakeup_latency_ns | .count == ([.histogram[][1]] | add) and .max >= .p999'
check '.points[0].metrics.loop_mean_ns.count <= 51'

# Ten threads with 5 ms of service each, one due every ms, on one CPU: they must queue.
bench/wakeup --cpus 0 --threads 10 --arrival 1ms --service 5ms --duration 0.5 --waker sleep --setting busy \
	--output "$work/out" >"$work/log" 2>&1 || fail "status $?: $(cat "$work/log")"
idle=$(jq '.points[0].metrics.wakeup_latency_ns.p50' "$file")
busy=$(jq '.points[0].metrics.wakeup_latency_ns.p50' "$work/out/wakeup-menu-busy-1.json")
[ "$busy" -gt "$idle" ] || fail "p50 with service time: $busy ns, without: $idle ns"
