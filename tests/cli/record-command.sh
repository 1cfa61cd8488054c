#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# bench/record runs a command as told: its status, warm-up, time limit, output,
# and one clear line for every wrong argument.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

[ -x bench/record ] || { echo "bench/record is not built (no libperf here)"; exit 77; }
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
fail() {
	printf 'record-command: %s\n' "$*"
	failed=1
}

# expect STATUS PATTERN ARGUMENT...: one line on stderr that matches, or none.
expect() {
	local want=$1 pattern=$2 status
	shift 2
	bench/record --quiet "$@" >"$dir/out" 2>"$dir/all"
	status=$?
	# Notes about this machine are no errors.
	grep -v '^record: note:' "$dir/all" >"$dir/err"
	[ "$status" = "$want" ] || fail "'$*' ended with $status, not $want: $(cat "$dir/err")"
	if [ -z "$pattern" ]; then
		[ ! -s "$dir/err" ] || fail "'$*' says: $(cat "$dir/err")"
	else
		[ "$(wc -l <"$dir/err")" = 1 ] || fail "'$*' says more or less than one line: $(cat "$dir/err")"
		grep -q -- "$pattern" "$dir/err" || fail "'$*' does not say '$pattern': $(cat "$dir/err")"
	fi
}

expect 0 "" -- true
expect 7 "ended with status 7" -- sh -c 'exit 7'
expect 143 "ended with status 143" -- sh -c 'kill -TERM $$'
expect 0 "" --ignore-status -- false
expect 127 "'no-such-program' is not there" -- no-such-program
expect 126 "cannot be run" -- /
expect 2 "COMMAND is missing"
expect 2 "COMMAND is missing" --
expect 2 "--budget" --budget 0 -- true
expect 2 "--budget" --budget 1x -- true
expect 2 "--ring" --ring 3000 -- true
expect 2 "--ring" --ring big -- true
expect 2 "--runs" --runs none -- true
expect 2 "--cpus" --cpus 99999 -- true

# Options after the command are the command's.
expect 0 "" --output "$dir/own" sh -c 'echo "$0 $1" >'"$dir/args" --runs 5
[ "$(cat "$dir/args")" = "--runs 5" ] || fail "the command got '$(cat "$dir/args")', not '--runs 5'"

# A warm-up run that is not recorded, then three that are.
expect 0 "" --runs 3 --warmup 0.001 --output "$dir/r" --command-output "$dir/log" -- sh -c 'echo ran; sleep 0.2'
[ "$(wc -l <"$dir/log")" = 6 ] || fail "3 runs with a warm-up each printed $(wc -l <"$dir/log") lines, not 6"
[ ! -s "$dir/out" ] || fail "--command-output leaves: $(cat "$dir/out")"
set -- "$dir"/r/record-*.json
[ $# = 3 ] || fail "$# result files, not 3"
jq -e '.format == "tally-result" and .complete and (.points | length == 1)
	and .points[0].metrics.elapsed.mean > 0.2 and .points[0].metrics.elapsed.mean < 60
	and .points[0].metrics.user.unit == "s" and .points[0].metrics.system.mean >= 0
	and .points[0].metrics.cpu.mean >= 0 and .points[0].events.exit_status == 0
	and .parameters.record_command[0] == "sh"
	and (.notes | type == "array")' "$1" >/dev/null || fail "$1 lacks something"

# CPU time is that of the command and its children.
expect 0 "" --output "$dir/cpu" -- sh -c 'sh -c "i=0; while [ \$i -lt 100000 ]; do i=\$((i+1)); done"'
jq -e '.points[0].metrics | .user.mean > 0.01 and .cpu.mean > 1' "$dir"/cpu/*.json >/dev/null ||
	fail "a busy grandchild's time is missing: $(jq -c .points[0].metrics.user "$dir"/cpu/*.json)"

# --duration ends it, and says so.
start=$SECONDS
expect 0 "" --duration 0.3 --output "$dir/limit" -- sleep 30
[ $((SECONDS - start)) -lt 15 ] || fail "--duration 0.3 took $((SECONDS - start)) s"
jq -e '.notes | any(test("ended by --duration"))' "$dir"/limit/*.json >/dev/null ||
	fail "a result does not say that --duration ended the command"

# A failing run leaves the finished ones.
expect 3 "status 3" --runs 2 --output "$dir/part" -- sh -c "[ ! -e $dir/flag ] || exit 3; : >$dir/flag"
[ "$(ls "$dir/part")" = "$(basename "$(ls "$dir"/part/*-1.json)")" ] || fail "after a failure of run 2: $(ls "$dir/part")"

# --cpus binds the command.
cpu=$(taskset -pc $$ | sed 's/.*: *//; s/[-,].*//')
expect 0 "" --cpus "$cpu" --command-output "$dir/bound" -- sh -c 'taskset -pc $$'
grep -q ": $cpu\$" "$dir/bound" || fail "--cpus $cpu: $(cat "$dir/bound")"

# It gets none of the recorder's descriptors.
expect 0 "" --runs 2 --command-output "$dir/fds" -- ls -l /proc/self/fd
! grep -q 'perf_event\|/sys/\|eventpoll' "$dir/fds" || fail "the command inherits: $(grep -m1 'perf_event\|/sys/\|eventpoll' "$dir/fds")"

# A signal to record ends the command as well.
bench/record --quiet -- sh -c "echo \$\$ >$dir/pid; exec sleep 60" 2>"$dir/err" &
recorder=$!
for _ in $(seq 100); do
	[ ! -s "$dir/pid" ] || break
	sleep 0.1
done
kill -TERM "$recorder"
wait "$recorder"
status=$?
[ "$status" = 130 ] || fail "SIGTERM: status $status, not 130: $(cat "$dir/err")"
! kill -0 "$(cat "$dir/pid")" 2>/dev/null || fail "SIGTERM: the command runs on"

exit "$failed"
