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
[ "$(one '.points[0].metrics.events_coverage.mean == 100')" = true ] || fail "an unlimited recording has gaps"

# Each of the 200 sleeps is woken by its timer, and their parent by their end.
count=$(one '.points[0].metrics.wakeup_latency_command.count')
[ "$count" -ge 300 ] || fail "only $count of some 400 wakeups of the command were found"
[ "$(one '.points[0].metrics | .wakeup_latency.count >= .wakeup_latency_command.count')" = true ] ||
	fail "the command has more wakeups than the machine"

# Every idle period that the counters count, and no other: but for a sleep that began
# before the first event, which only the counters see. On a virtual machine whose
# processors are all busy, some entries have been seen without their events, also by
# perf stat: one recording of five has to agree.
agrees() {
	jq -e '.points[0].idle_durations | group_by(.cpu) |
		map((map(.usage) | add) - (map(.count) | add) | . == 0 or . == 1) | all' \
		"$1"/record-*.json >/dev/null
}
found=$dir/r
for again in 1 2 3 4; do
	! agrees "$found" || break
	found=$dir/again-$again
	bench/record --quiet --budget 100 --output "$found" -- sleep 1 2>"$dir/err" || fail "$(cat "$dir/err")"
done
agrees "$found" ||
	fail "idle periods by events and by counters: $(one '.points[0].idle_durations | map([.cpu, .state, .count, .usage]) | tostring')"
[ "$(one '[.points[0].idle_durations[] | .count == ([.histogram[][1]] | add // 0)] | all')" = true ] ||
	fail "a histogram's sum is not its count"

# A page of ring, a storm of switches: lost events are counted and said. The reader
# may happen to be quick enough; it cannot be five times.
for _ in 1 2 3 4 5; do
	bench/record --quiet --budget 100 --ring 4 --output "$dir/small" -- sh -c \
		'yes | head -c 30000000 | cat | cat >/dev/null' 2>"$dir/err" || fail "$(cat "$dir/err")"
	lost=$(jq '.points[0].events.lost' "$dir"/small/*.json)
	[ "$lost" = 0 ] || break
done
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
