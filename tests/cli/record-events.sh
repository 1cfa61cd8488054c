#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Tracepoints around a command: idle durations agree with the kernel's counters,
# the command's wakeups are found, nothing is lost, little rings lose and say so.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

[ -x bench/record ] || { echo "bench/record is not built (no libperf here)"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
fail() {
	printf 'record-events: %s\n' "$*"
	failed=1
}

# one FILTER: of the newest result
one() {
	jq -r "$1" "$dir"/r/record-*.json
}

bench/record --quiet --budget 100 --output "$dir/r" -- sh -c \
	'i=0; while [ $i -lt 200 ]; do sleep 0.005; i=$((i+1)); done' 2>"$dir/err" || {
	fail "$(cat "$dir/err")"
	exit 1
}
why=$(one '.notes[] | select(startswith("no tracepoints: "))')
if [ -n "$why" ]; then
	echo "$why"
	exit 77
fi

[ "$(one '.points[0].events.lost')" = 0 ] || fail "$(one '.points[0].events.lost') events were lost"
[ "$(one '.points[0].events.samples > 1000')" = true ] || fail "only $(one '.points[0].events.samples') samples"
[ "$(one '.points[0].events.context_switches > 400')" = true ] ||
	fail "only $(one '.points[0].events.context_switches') context switches"
[ "$(one '.points[0].events.interrupts > 0')" = true ] || fail "no interrupts"

# perf's counter and the kernel's own: the latter is read a little earlier and later.
before=$(awk '$1 == "ctxt" { print $2 }' /proc/stat)
bench/record --quiet --no-wake --output "$dir/switches" -- sh -c '
	awk "\$1 == \"ctxt\" { print \$2 }" /proc/stat >"$0.from"
	i=0; while [ $i -lt 200 ]; do sleep 0.005; i=$((i+1)); done
	awk "\$1 == \"ctxt\" { print \$2 }" /proc/stat >"$0.to"' "$dir/ctxt" || fail "recording switches fails"
after=$(awk '$1 == "ctxt" { print $2 }' /proc/stat)
jq -e --argjson least "$(($(cat "$dir/ctxt.to") - $(cat "$dir/ctxt.from")))" --argjson most "$((after - before))" \
	'.points[0].events.context_switches | . >= $least and . <= $most' "$dir"/switches/*.json >/dev/null ||
	fail "context switches: $(jq '.points[0].events.context_switches' "$dir"/switches/*.json) by perf, $(cat "$dir/ctxt.from") to $(cat "$dir/ctxt.to") inside, $before to $after outside"
bench/record --quiet --proc-switches --output "$dir/proc" -- sleep 0.3 || fail "--proc-switches fails"
jq -e '.points[0].events.context_switches > 0 and .parameters.proc_switches' "$dir"/proc/*.json >/dev/null ||
	fail "--proc-switches counts none"
[ "$(one '.points[0].metrics.events_coverage.mean == 100')" = true ] || fail "an unlimited recording has gaps"

# Each of the 200 sleeps is woken by its timer, and their parent by their end.
count=$(one '.points[0].metrics.wakeup_latency_command.count')
[ "$count" -ge 300 ] || fail "only $count of some 400 wakeups of the command were found"
[ "$(one '.points[0].metrics | .wakeup_latency.count >= .wakeup_latency_command.count')" = true ] ||
	fail "the command has more wakeups than the machine"

# Every idle period that the counters count, and no other: but for a sleep that began
# before the first event, which only the counters see. A CPU whose events never come (a
# virtual machine's has been seen to do that, to perf and ftrace alike) is named in a
# note, and perf's own count has to say the same of it.
idle_periods_agree() {
	jq -e '[.points[0].idle_durations | group_by(.cpu)[] | select((map(.count) | add) > 0)] |
		map((map(.usage) | add) - (map(.count) | add) | . == 0 or . == 1) | all' \
		"$dir"/r/record-*.json >/dev/null ||
		fail "idle periods by events and by counters: $(one '.points[0].idle_durations | map([.cpu, .state, .count, .usage]) | tostring')"
	untraced=$(one '.points[0].idle_durations | group_by(.cpu)[] |
		select((map(.count) | add) == 0 and (map(.usage) | add) >= 10) | .[0].cpu')
	if [ -n "$untraced" ]; then
		[ "$(one '[.notes[] | select(test("^CPUs .*traces none of them"))] | length')" = 1 ] ||
			fail "CPUs $untraced have no events, and no note says so"
		perf stat -a -A -x , -e power:cpu_idle -o "$dir/perf" -- sleep 1
		for cpu in $untraced; do
			grep -q "^CPU$cpu,0," "$dir/perf" ||
				fail "CPU $cpu: no events, but perf has some: $(grep "^CPU$cpu," "$dir/perf")"
		done
	fi
}

# A machine that others keep busy all the time has no idle period to compare.
if [ "$(one '[.points[0].idle[].states[].usage] | add')" = 0 ]; then
	[ "$(one '[.points[0].idle_durations[].count] | add // 0')" = 0 ] || fail "idle periods that no counter has"
else
	idle_periods_agree
fi
[ "$(one '[.points[0].idle_durations[] | .count == ([.histogram[][1]] | add // 0)] | all')" = true ] ||
	fail "a histogram's sum is not its count"

# A page of ring, and a reader that is stopped for some time: events are lost, and said.
bench/record --quiet --budget 100 --ring 4 --output "$dir/small" -- sh -c \
	'kill -STOP $PPID; i=0; while [ $i -lt 100 ]; do sleep 0.005; i=$((i+1)); done; kill -CONT $PPID' \
	2>"$dir/err" || fail "$(cat "$dir/err")"
jq -e '.points[0].events.lost > 0 and (.notes | any(startswith("events were lost")))' \
	"$dir"/small/*.json >/dev/null || fail "a ring of 4 KiB lost nothing, or does not say so"

# A tiny budget pauses, and says how much it saw.
bench/record --quiet --budget 0.01 --output "$dir/budget" -- sh -c \
	'i=0; while [ $i -lt 600 ]; do /bin/true; i=$((i+1)); done' 2>"$dir/err" || fail "$(cat "$dir/err")"
jq -e '.points[0].events.recorder_pauses > 0 and .points[0].metrics.events_coverage.mean < 100
	and (.notes | any(test("distributions cover")))' "$dir"/budget/*.json >/dev/null ||
	fail "a budget of 0.01 % did not pause: $(jq -c '[.points[0].events, .points[0].metrics.events_coverage]' "$dir"/budget/*.json)"

bench/record --quiet --no-events --output "$dir/none" -- true || fail "--no-events fails"
jq -e '(.points[0].metrics | has("wakeup_latency") | not) and (.notes | any(test("--no-events")))' \
	"$dir"/none/*.json >/dev/null || fail "--no-events has events"

exit "$failed"
