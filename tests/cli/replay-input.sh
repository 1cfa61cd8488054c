#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# replay --summary on the project's own samples and on those handed to it; damaged files
# name the place, and what came before it is reported.
set -euo pipefail

cd "$(dirname "$0")/../.."
shared=${TALLY_SHARED:-../shared}
traces=$shared/data/traces
samples=tests/cases/traces
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
	echo "FAIL: $*"
	exit 1
}

# summary FILE: into $work/out; its status into $status
summary() {
	status=0
	replay/replay --summary "$1" >"$work/out" 2>"$work/err" || status=$?
}

# says TEXT: the summary has this line, spaces squeezed
says() {
	tr -s ' ' <"$work/out" | sed 's/^ //; s/ $//' | grep -qxF -- "$1" || {
		cat "$work/out" "$work/err"
		fail "$file: not in the summary: $1"
	}
}

# --- the project's own samples: FILE, then what the summary must say
while IFS='|' read -r name expected; do
	case "$name" in '#'* | '') continue ;; esac
	file=$samples/$name
	summary "$file"
	[ "$status" = 0 ] || fail "$file: status $status: $(cat "$work/err")"
	IFS='~' read -ra lines <<<"$expected"
	for line in "${lines[@]}"; do says "$line"; done
done <"$samples/expected.txt"

# --- a pipe, where the format allows it
file=$samples/flags.txt
replay/replay --summary - <"$file" >"$work/out" || fail "standard input"
replay/replay --summary "$file" | cmp - "$work/out" || fail "standard input reads otherwise"

# --- damage
file=$samples/lab.dat
size=$(stat -c %s "$file")
head -c $((size - 5000)) "$file" >"$work/cut.dat"
summary "$work/cut.dat"
[ "$status" = 3 ] || fail "cut trace.dat: status $status"
grep -q "cut.dat: damaged at byte $((size - 5000)): the file ends within the events of CPU" "$work/err" ||
	fail "cut trace.dat: $(cat "$work/err")"
[ "$(wc -l <"$work/err")" = 1 ] || fail "more than one line about one fault"
[ "$(awk '$1 == "events" { print $2; exit }' "$work/out")" -gt 100 ] || fail 'cut trace.dat: nothing read before it'

file=$samples/flags.txt
head -c 640 "$file" >"$work/cut.txt"
summary "$work/cut.txt"
[ "$status" = 3 ] || fail "cut text: status $status"
grep -Eq 'cut.txt: damaged at byte [0-9]+: the file ends within this event' "$work/err" ||
	fail "cut text: $(cat "$work/err")"

echo 'just a letter' >"$work/letter.txt"
summary "$work/letter.txt"
[ "$status" != 0 ] || fail 'a letter was taken for a trace'
grep -q 'letter.txt: no trace that tally knows' "$work/err" || fail "a letter: $(cat "$work/err")"

# --- those handed to the project
if [ ! -d "$traces" ]; then
	echo "the traces handed to the project are not here ($traces): the rest passed"
	exit 0
fi

file=$traces/mt8196_teo_6.12_sleep_length.dat
check_mt8196() {
	[ "$status" = 0 ] || fail "$file: status $status"
	awk '
	$1 == "state" { states = 1; next }
	/^$/ { states = 0 }
	states { entries = entries $2 "/"; deep = deep $5 "/"; shallow = shallow $6 "/" }
	/^idle length/ { p5 = $3; p50 = $4; p95 = $5; max = $6 }
	/^events/ { events = $2 }
	END {
		if (entries != "17270/1434/3524/") bad = bad " entries " entries
		# cases/README.md gives whole us, from stamps in us
		if (p5 < 5 || p5 >= 6 || p50 < 115 || p50 >= 116) bad = bad " p5 or p50"
		if (p95 < 39666 || p95 >= 39668 || max < 1020844 || max > 1020845) bad = bad " p95 or max"
		if (events != 122102) bad = bad " events"
		if (deep != "0/483/1149/" || shallow != "0/920/0/") bad = bad " misses"
		if (bad) { print bad; exit 1 }
	}' "$work/out" || fail "$file: numbers differ"
}
summary "$file"
check_mt8196
if command -v trace-cmd >/dev/null; then
	trace-cmd report "$file" >"$work/mt8196.txt" 2>"$work/report.err"
	file=$work/mt8196.txt
	summary "$file"
	check_mt8196
fi

file=$traces/trappy_trace_surfaceflinger.html
summary "$file"
says 'idle events 621'
says 'CPUs 8'
file=$traces/lisa_sched_load.latency.txt
summary "$file"
says 'idle events 474'
says 'CPUs 6'
says 'format ftrace text, latency format, us stamps'
file=$traces/trappy_trace_idle_unsorted.txt
summary "$file"
says 'times that go back on their CPU 1'
file=$traces/trappy_trace_no_trailing_line.txt
summary "$file"
says 'last lines without an end 1'
says 'format ftrace text, flags column, us stamps'
file=$traces/trappy_trace_idle.tsdiff.txt
summary "$file"
says 'format ftrace text, time differences, us stamps'
file=$traces/oddities/lisa_test_trace_state_minus1.txt
summary "$file"
says 'idle events of one CPU recorded on another 6'
says 'idle periods 5'
file=$traces/oddities/perf_script_ns_sample.txt
summary "$file"
says 'format perf script text, ns stamps'
says 'idle length 74795.008 74795.008 219053.333 219053.333 (p5 p50 p95 max, us; stamps in ns)'
file=$traces/oddities/kernel_ftrace_rst_latency_fmt.txt
summary "$file"
says 'format ftrace text, latency format, relative times, us stamps'
file=$traces/oddities/catapult_power_parser_lines.txt
summary "$file"
says 'idle periods 3'
