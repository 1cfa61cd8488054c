#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# scripts/record-idle writes traces that are read again, and takes down whatever
# it has set up, however it ends.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
fail() {
	printf 'record-idle: %s\n' "$*"
	failed=1
}

expect() {
	local want=$1 pattern=$2 status
	shift 2
	scripts/record-idle "$@" >"$dir/out" 2>"$dir/err"
	status=$?
	[ "$status" = "$want" ] || fail "'$*' ended with $status, not $want: $(cat "$dir/err")"
	grep -q -- "$pattern" "$dir/err" || fail "'$*' does not say '$pattern': $(cat "$dir/err")"
}

expect 2 "-s: 'never'" -s never
expect 2 "-b: '0'" -b 0
expect 2 "-o needs a value" -o
expect 2 "unknown option" -x

scripts/record-idle -o "$dir/try.txt" -- true >"$dir/out" 2>"$dir/err"
status=$?
if [ "$status" = 77 ]; then
	cat "$dir/err"
	exit 77
fi
[ "$status" = 0 ] || fail "-- true ended with $status: $(cat "$dir/err")"
expect 2 "cannot be written" -o "$dir/nowhere/x.dat" -s 1

# A tracefs that record-idle had to mount is unmounted again: have one to look at.
tracefs=
for each in /sys/kernel/tracing /sys/kernel/debug/tracing; do
	[ ! -d "$each/instances" ] || tracefs=$each
done
left() {
	[ -n "$tracefs" ] || return 0
	find "$tracefs/instances" -mindepth 1 -maxdepth 1 -name 'tally_idle_*'
	[ ! -e "$tracefs/kprobe_events" ] || grep tally_idle "$tracefs/kprobe_events"
	return 0
}
before=$(left)

# Both formats hold the same kinds of events, and the command's status is passed on.
work='i=0; while [ $i -lt 50 ]; do sleep 0.01; i=$((i+1)); done'
scripts/record-idle -o "$dir/a.txt" -- sh -c "$work" >"$dir/out" 2>"$dir/err" || fail "text: $(cat "$dir/err")"
scripts/record-idle -o "$dir/a.dat" -- sh -c "$work" >"$dir/out" 2>"$dir/err" || fail "binary: $(cat "$dir/err")"
[ "$(grep -c sched_waking "$dir/a.txt")" -gt 50 ] || fail "the text has $(grep -c sched_waking "$dir/a.txt") wakeups"
if [ -d /sys/devices/system/cpu/cpu0/cpuidle ]; then
	grep -q '/cpuidle/state0/name:' "$dir/a.sysfs_before.txt" || fail "no idle states in the dump"
	[ -s "$dir/a.sysfs_after.txt" ] || fail "no second dump"
fi
expect 5 "ended with status 5" -o "$dir/b.txt" -- sh -c 'exit 5'

# The binary file is read by others, and has the text's events.
if command -v trace-cmd >/dev/null; then
	trace-cmd report -R "$dir/a.dat" >"$dir/report" 2>"$dir/err" || fail "trace-cmd: $(cat "$dir/err")"
	[ "$(grep -c sched_waking "$dir/report")" -gt 50 ] ||
		fail "trace-cmd finds $(grep -c sched_waking "$dir/report") wakeups: $(head -n 3 "$dir/err")"
	! grep -q -i 'corrupt\|unknown event' "$dir/report" || fail "trace-cmd: $(grep -i -m1 'corrupt\|unknown event' "$dir/report")"
fi
if [ -x replay/replay ]; then
	for trace in "$dir/a.txt" "$dir/a.dat"; do
		replay/replay --summary "$trace" >"$dir/summary" 2>&1 ||
			fail "replay --summary $(basename "$trace"): $(tail -n 1 "$dir/summary")"
	done
fi

# A buffer of 8 KiB loses, and says how much.
expect 3 "events were lost" -b 8 -o "$dir/small.dat" -- sh -c 'yes | head -c 20000000 | cat >/dev/null'

# However it ends, nothing is left.
for signal in TERM INT HUP; do
	rm -f "$dir/started"
	# A background process of a script ignores SIGINT: env takes that back.
	env --default-signal=INT scripts/record-idle -o "$dir/k.dat" -- sh -c ": >$dir/started; exec sleep 2" >"$dir/out" 2>&1 &
	pid=$!
	for _ in $(seq 100); do
		[ ! -e "$dir/started" ] || break
		sleep 0.1
	done
	kill -"$signal" "$pid"
	wait "$pid"
	[ "$(left)" = "$before" ] || fail "after SIG$signal: $(left)"
done
rm -f "$dir/started"
scripts/record-idle -o "$dir/k.dat" -- sh -c ": >$dir/started; exec sleep 1" >"$dir/out" 2>&1 &
pid=$!
for _ in $(seq 100); do
	[ ! -e "$dir/started" ] || break
	sleep 0.1
done
{
	kill -KILL "$pid"
	wait "$pid"
} 2>/dev/null
[ -z "$tracefs" ] || [ -n "$(left)" ] || fail "SIGKILL left nothing: the test tests nothing"
scripts/record-idle -c 2>"$dir/err" || fail "-c: $(cat "$dir/err")"
[ "$(left)" = "$before" ] || fail "after SIGKILL and -c: $(left)"

exit "$failed"
