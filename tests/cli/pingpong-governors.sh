#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A sweep under each governor: a result file a governor and run, in the documented format;
# the governor, states and limits are afterwards as before.
. "$(dirname "$0")/pingpong-tree.bash"
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
tree_make 2

bench/pingpong --cpus 0,0 --governors all --reference teo --work 1us:4us:3 --duration 0.02 \
	--runs 2 --disable-states C6 --resume-latency 50 --output "$work/out/deep" \
	>"$work/log" 2>"$work/err" || fail "status $?: $(cat "$work/err")"
equal governor "$(governor)" menu
equal "disabled states" "$(cat "$cpu_dir"/cpu*/cpuidle/state*/disable | tr -d '\n')" 000000
equal "latency limits" "$(cat "$cpu_dir"/cpu*/power/pm_qos_resume_latency_us | tr -d '\n')" 00
equal files "$(cd "$work/out/deep" && echo *)" \
	"pingpong-ladder-1.json pingpong-ladder-2.json pingpong-menu-1.json pingpong-menu-2.json pingpong-teo-1.json pingpong-teo-2.json"

check() {
	jq -e "$2" "$1" >/dev/null || fail "$(basename "$1"): not true: $2"
}
for file in "$work"/out/deep/*.json; do
	check "$file" '.format == "tally-result" and .version == 1 and .program == "pingpong"'
	check "$file" '.complete and .reference == "teo" and (.points | length) == 3'
	check "$file" '[.points[].axis.value] == [1000, 2000, 4000]'
	check "$file" '.points[].metrics.loop_ns | .unit == "ns" and .better == "lower" and .count > 0 and .min <= .p50 and .p50 <= .p99 and .p99 <= .max'
	check "$file" '[.points[].metrics.loop_ns | .count == ([.histogram[][1]] | add)] | all'
	check "$file" '.cpuidle.tables == [{"cpus": [0, 1], "states": .cpuidle.tables[0].states}]'
	check "$file" '.cpuidle.tables[0].states | map(.name) == ["POLL", "C1", "C6"]'
	check "$file" '.cpuidle.tables[0].states[2].disabled and (.cpuidle.tables[0].states[1].disabled | not)'
	check "$file" '.groups == [{"name": "participants", "cpus": [0, 0]}, {"name": "others", "cpus": [1]}]'
	check "$file" '[.points[].idle[].group] == ["participants", "others", "participants", "others", "participants", "others"]'
	check "$file" '.parameters.resume_latency_us == 50 and .parameters.mode == "futex"'
	check "$file" '.host.kernel_release and .host.hz > 0 and .host.timer_slack_ns == 1'
done
for governor in ladder menu teo; do
	for run in 1 2; do
		check "$work/out/deep/pingpong-$governor-$run.json" ".governor == \"$governor\" and .run == $run"
	done
done
grep -q "ns/loop" "$work/log" || fail "no summary: $(cat "$work/log")"

# --calibration makes the amount of work, and so the parameters, the same everywhere.
bench/pingpong --cpus 0,0 --work 0 --duration 0.01 --calibration 500 --timer-slack 50us --quiet --output "$work/q" \
	>"$work/log" 2>&1 || fail "status $? with --quiet"
[ ! -s "$work/log" ] || fail "--quiet printed: $(cat "$work/log")"
check "$work/q/pingpong-menu-1.json" '.parameters.calibration_ps == 500 and .host.timer_slack_ns == 50000'
