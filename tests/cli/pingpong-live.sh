#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# On this machine's own cpuidle: a sweep under each governor, residencies at most 100 %, and
# the governor is as before, also after Ctrl-C and SIGKILL.
cd "$(dirname "$0")/../.." || exit 1
file=/sys/devices/system/cpu/cpuidle/current_governor
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
[ -w $file ] || { echo "no cpuidle governor that can be switched here"; exit 77; }
[ "$(nproc)" -ge 2 ] || { echo "one CPU only"; exit 77; }
read -ra names </sys/devices/system/cpu/cpuidle/available_governors
[ ${#names[@]} -ge 2 ] || { echo "one governor only"; exit 77; }
compgen -G '/sys/devices/system/cpu/cpu0/cpuidle/state*' >/dev/null || { echo "no idle states here"; exit 77; }

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TALLY_JOURNAL=$work/journal
exec 9>"${TMPDIR:-/tmp}/tally-native.lock"
flock 9
before=$(cat $file)

fail() {
	printf '%s\n' "$*"
	exit 1
}

bench/pingpong --governors all --work 1us:1ms:3 --duration 0.2 --output "$work/out" >"$work/log" 2>&1 ||
	fail "status $?: $(cat "$work/log")"
[ "$(cat $file)" = "$before" ] || fail "governor is $(cat $file), was $before"
[ "$(find "$work/out" -name '*.json' | wc -l)" = ${#names[@]} ] || fail "files: $(ls "$work/out")"
for result in "$work"/out/*.json; do
	jq -e '[.points[].idle[] | .valid and ([.states[].time_ns] | add) <= .elapsed_ns] | all' "$result" \
		>/dev/null || fail "$result: a residency above 100 %, or an invalid interval"
	jq -e '[.points[].idle[].per_cpu[] | ([.states[].time_ns] | add) <= .elapsed_ns] | all' "$result" \
		>/dev/null || fail "$result: a residency of a CPU above 100 %"
done

for other in "${names[@]}"; do
	[ "$other" = "$before" ] || break
done
for signal in INT KILL; do
	bench/pingpong --governors "$other" --work 1us --duration 60 >"$work/log" 2>&1 9>&- &
	pid=$!
	for ((i = 0; i < 300; i++)); do
		[ "$(cat $file)" != "$other" ] || break
		sleep 0.1
	done
	[ "$(cat $file)" = "$other" ] || fail "governor was not switched: $(cat "$work/log")"
	kill -s $signal $pid
	wait $pid 2>/dev/null && fail "status 0 after $signal"
	[ $signal = INT ] || bench/restore >"$work/log" || fail "restore: $(cat "$work/log")"
	[ "$(cat $file)" = "$before" ] || fail "governor is $(cat $file) after $signal, was $before"
done
