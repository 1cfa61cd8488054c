#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The benches against a truth. With only one state enabled, the wakeup latency that
# irritator measures is that state's exit latency plus a constant, within 2 us; a residency
# is within 0.5 points of what the idle driver itself counts; the recorder's histogram of
# idle durations has as many entries as the kernel counts.
. "$(dirname "$0")/common.sh"
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }

cat >"$work/states.csv" <<'E'
table,cpus,state,name,exit_latency_us,target_residency_us,polling
accuracy,all,0,POLL,0,0,1
accuracy,all,1,S1,1,1,0
accuracy,all,2,S10,10,20,0
accuracy,all,3,S120,120,360,0
accuracy,all,4,S1034,1034,3102,0
E

lab latency --states "$work/states.csv" --modules none <<'E'
for state in S1 S10 S120 S1034; do
	others=POLL
	for other in S1 S10 S120 S1034; do
		[ $other = $state ] || others=$others,$other
	done
	bench/irritator --no-workload --period 7300us --duration 0.7 \
		--disable-states $others --setting $state --output .
done
cat /sys/devices/system/cpu/cpu*/cpuidle/state*/disable | tr -d '\n'
E
[ "$(tail -n 1 "$work/latency.out")" = 0000000000 ] ||
	fail "states are still disabled: $(tail -n 1 "$work/latency.out")"

[ -x bench/record ] || { echo "bench/record is not built (no libperf here)"; exit 77; }
lab counts --cpus 3 --states "$work/states.csv" --modules none <<'E'
# The driver's own count from just after the recorder's first reading to just before its last.
bench/record --quiet --no-events --output residency -- sh -c '
	cat /sys/module/lab_idle/parameters/counted >before
	bench/pingpong --cpus 0,1 --work 150us --duration 1.5 --output none
	cat /sys/module/lab_idle/parameters/counted >after'
bench/record --quiet --budget 100 --output record -- \
	bench/pingpong --cpus 0,1 --work 150us --duration 0.3
E
out=$work/counts

# Of wake-ups that took the whole exit latency; the percentiles' resolution is 6 %, so the
# mean as well. Within 2 us of a constant: of the middle between the least and the most.
for what in p50 mean; do
	low=999999999 high=0
	for latency in 1 10 120 1034; do
		file=$(echo "$work"/latency/irritator-*-S$latency-1.json)
		metric=".points[0].metrics.\"beyond_exit_latency_ns[S$latency]\""
		jq -e "$metric.count >= 60" "$file" >/dev/null || fail "S$latency: too few wake-ups"
		jq -e ".points[0].metrics | .\"wakeup_latency_ns[S$latency]\".count == .wakeup_latency_ns.count" \
			"$file" >/dev/null || fail "S$latency: not every wake-up was from S$latency"
		over=$(jq "$metric.$what | floor" "$file")
		printf 'exit latency %4d us: %s %d ns more\n' "$latency" "$what" "$over"
		[ "$over" -ge "$low" ] || low=$over
		[ "$over" -le "$high" ] || high=$over
	done
	[ $((high - low)) -le 4000 ] || fail "the overhead is $low to $high ns ($what): no constant within 2 us"
done

# driver CPU: share of the time that the driver says it spent in its states, in 1/100 %.
driver() {
	awk -v cpu="$1" 'FNR == 1 { now[FILENAME] = $1; next } $1 == cpu { ns[FILENAME] += $4 }
		END { printf "%.0f\n", 10000 * (ns[ARGV[2]] - ns[ARGV[1]]) / (now[ARGV[2]] - now[ARGV[1]]) }' \
		"$out/before" "$out/after"
}
for cpu in 0 1; do
	bench=$(jq ".points[0].idle[0] | (.elapsed_ns / (.cpus | length)) as \$all | .per_cpu[] |
		select(.cpu == $cpu) | 10000 * ([.states[].time_ns] | add) / \$all | round" "$out"/residency/*.json)
	own=$(driver "$cpu")
	printf 'CPU %d: residency %d.%02d %%, the driver says %d.%02d %%\n' "$cpu" \
		$((bench / 100)) $((bench % 100)) $((own / 100)) $((own % 100))
	[ "$bench" -gt 1000 ] || fail "CPU $cpu was hardly idle"
	off=$((bench > own ? bench - own : own - bench))
	[ "$off" -le 50 ] || fail "CPU $cpu: the residency is not within 0.5 points of the driver's own count"
done

jq -e '.points[0].events.lost == 0' "$out"/record/*.json >/dev/null || fail "events were lost"
jq -r '.points[0].idle_durations | group_by(.cpu)[] |
	"CPU \(.[0].cpu): \(map(.count) | add) durations in the histogram, \(map(.usage) | add) counted"' \
	"$out"/record/*.json
# A sleep under way at the beginning is in the counters only.
jq -e '.points[0].idle_durations | length > 0 and ([group_by(.cpu)[] |
	(map(.usage) | add) - (map(.count) | add) | . == 0 or . == 1] | all) and
	([.[] | .count == ([.histogram[][1]] | add // 0)] | all)' "$out"/record/*.json >/dev/null ||
	fail "the histograms' totals are not the counters'"
