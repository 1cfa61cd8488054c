#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# However lab/run ends, no QEMU of its own stays: on Ctrl-C, on a plain kill, and when it is
# killed outright.
. "$(dirname "$0")/common.sh"

# The QEMU processes below a process.
guests() {
	local child
	for child in $(pgrep -P "$1"); do
		[[ $(cat "/proc/$child/comm" 2>/dev/null) != qemu-system* ]] || echo "$child"
		guests "$child"
	done
}

for signal in INT TERM KILL; do
	# As a group leader with job control's signals, as a terminal would start it.
	setsid env --default-signal=INT lab/run --modules none --output "$work/out" -- sleep 1000000 \
		>"$work/log" 2>&1 &
	leader=$!
	qemu=''
	for _ in $(seq 300); do
		qemu=$(guests "$leader")
		[ -z "$qemu" ] || break
		kill -0 "$leader" 2>/dev/null || break
		sleep 0.2
	done
	if [ -z "$qemu" ]; then
		wait "$leader"
		[ $? != 77 ] || { tail -n 1 "$work/log"; exit 77; }
		fail "no guest was started: $(cat "$work/log")"
	fi
	# A terminal sends Ctrl-C to the whole group.
	if [ "$signal" = INT ]; then kill -INT -- "-$leader"; else kill "-$signal" "$leader"; fi
	for _ in $(seq 50); do
		kill -0 "$qemu" 2>/dev/null || break
		sleep 0.1
	done
	! kill -0 "$qemu" 2>/dev/null || { kill -KILL "$qemu"; fail "QEMU outlives lab/run after SIG$signal"; }
	status=0
	wait "$leader" 2>/dev/null || status=$?
	case "$signal $status" in
	'INT 130' | 'TERM 143' | 'KILL 137') ;;
	*) fail "SIG$signal gives status $status" ;;
	esac
done
