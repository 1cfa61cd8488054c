#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The tracepoints tell each choice and each outcome, in turn, from the table on; what was chosen is
# what the cpuidle core entered; a state disabled at run time is never chosen again, and one enabled
# again is. With utilisation awareness on, the scheduler's figure comes along.
. "$(dirname "$0")/common.sh"

lab trace --cpus 1 --modules tally <<'E'
cd /sys/kernel/tracing
echo 1 >events/tally/enable
echo 1 >events/power/cpu_idle/enable
echo tally >/sys/devices/system/cpu/cpuidle/current_governor
nap() { for i in $(seq 30); do usleep $1; done; }
nap 300; nap 3000; nap 30000
cd /sys/devices/system/cpu/cpu0/cpuidle
echo MARK disabled >/sys/kernel/tracing/trace_marker
echo 1 >state2/disable; echo 1 >state3/disable
nap 300; nap 3000; nap 30000
echo MARK enabled >/sys/kernel/tracing/trace_marker
echo 0 >state2/disable; echo 0 >state3/disable
nap 30000
echo MARK utilisation >/sys/kernel/tracing/trace_marker
echo Y >/sys/module/tally/parameters/util
for i in $(seq 3000); do :; done
nap 300
cat /sys/kernel/tracing/trace >/results/trace
cat /sys/kernel/tracing/events/tally/*/format >/results/formats
E
awk '
function value(key,  at, text) {
	at = match($0, "[ ]" key "=[-0-9a-fx]+")
	if (!at) { print "no " key ": " $0; bad = 1; return "" }
	text = substr($0, RSTART + length(key) + 2, RLENGTH - length(key) - 2)
	return text
}
/MARK/ { phase++; seen = 0 }
/ table: / { tables++; pending = 0 }
/ select: / {
	if (pending) skipped++
	chosen = value("state"); pending = 1; selects++
	split("reason sleep_ns tick_ns age_ns expected_ns tick_stopped stop_tick context latency_req_ns util capacity rule use_context use_util latency_weight util_shift version", keys, " ")
	for (k in keys) value(keys[k])
	# The write to sysfs itself may still be under way at the mark.
	if (phase == 1 && ++seen > 3 && chosen >= 2) { print "disabled state chosen: " $0; bad = 1 }
	# Which are disabled is looked up with each batch of outcomes (64), and for the choice itself.
	if (phase == 1 && seen > 66 && $0 !~ /disabled=0xc /) { print "not told as disabled: " $0; bad = 1 }
	if (phase == 1 && $0 ~ /disabled=0xc /) told++
	if (phase == 2 && ++seen > 3 && $0 !~ /disabled=0x0 /) { print "not usable again at once: " $0; bad = 1 }
	if (phase == 2 && chosen == 3) again++
	if (phase < 3 && value("util") != 0) { print "utilisation while off: " $0; bad = 1 }
	if (phase == 3 && ++seen > 3) {
		if (value("capacity") != 1024) { print "no capacity: " $0; bad = 1 }
		if (value("util") > 0) busy++
	}
}
/ cpu_idle: / && !/4294967295/ && pending {
	match($0, /state=[0-9]+/)
	if (substr($0, RSTART + 6, RLENGTH - 6) != chosen) { print "entered another: " $0; bad = 1 }
}
/ reflect: / {
	reflects++
	if (!pending) { print "reflect without select: " $0; bad = 1 }
	pending = 0
	if (value("verdict") == 0) hits++
}
END {
	printf "%d tables, %d selects, %d reflects, %d hits, %d without outcome, %d deep again, %d with utilisation\n",
		tables, selects, reflects, hits, skipped, again, busy
	exit bad || tables != 1 || selects < 200 || reflects < 200 || hits < 100 || skipped > selects / 10 || again < 10 || told < 10 || busy < 10
}' "$work/trace/trace" || fail "the trace is not as it should be"
for field in sleep_ns tick_ns age_ns expected_ns disabled context measured_ns verdict poll_limit residency_ns; do
	grep -q " $field\(\[10\]\)\?;" "$work/trace/formats" || fail "no tracepoint has a field $field"
done
no_splat trace
