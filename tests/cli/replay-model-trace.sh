#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# A trace through governors: the report, the CSV, explanations; what is missing or
# damaged is told, and the rest reported.
set -euo pipefail

cd "$(dirname "$0")/../.."
# shellcheck source=tests/cli/idle-trace.bash
. tests/cli/idle-trace.bash
replay=replay/replay
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
	echo "$*"
	exit 1
}

# A CPU that is woken after 100 us and after 5 ms, in turn.
idle_trace 2000 'i % 2 ? 0.005 : 0.0001' >"$work/trace.txt"

$replay --table skx --governors fixed:state=2+stop=1,tally --csv "$work/out.csv" "$work/trace.txt" \
	>"$work/out.txt"
grep -q '1 CPUs, 2000 idle periods, 2000 idle sessions' "$work/out.txt" || fail "counts"
grep -q '(recorded).* 0/2000/0/0' "$work/out.txt" || fail "recorded entries"
grep -q 'fixed:state=2+stop=1 .* 0/0/2000/0' "$work/out.txt" || fail "fixed policy"
[ "$(wc -l <"$work/out.csv")" = 4 ] || fail "CSV lines"

for threads in 1 4; do
	$replay --threads $threads --table skx --governors tally,tally:context=0 --csv - \
		"$work/trace.txt" >"$work/$threads.csv"
done
cmp "$work/1.csv" "$work/4.csv" || fail "results depend on the number of threads"

$replay --table skx --governors tally --explain 0:100..100.006 "$work/trace.txt" >"$work/explain"
grep -q '^100.000000000 CPU 0 idle for 98.0 us' "$work/explain" || fail "first session not explained"
grep -q '^100.000150000 CPU 0 idle for 4998.0 us' "$work/explain" || fail "second not explained"
grep -q 'tally .*cost .* energy' "$work/explain" || fail "no cost"
[ "$(grep -c '^100' "$work/explain")" = 4 ] || fail "window: $(grep -c '^100' "$work/explain")"

status=0
$replay --table skx --governors tally --explain 3:100..101 "$work/trace.txt" >/dev/null \
	2>"$work/err" || status=$?
[ "$status" = 3 ] || fail "--explain of an absent CPU: status $status"

refused() {
	local want=$1 what=$2 status=0
	shift 2
	$replay "$@" >/dev/null 2>"$work/err" || status=$?
	[ "$status" = "$want" ] || fail "$*: status $status instead of $want"
	[ "$(wc -l <"$work/err")" = 1 ] || fail "$*: not one line: $(cat "$work/err")"
	grep -qF -- "$what" "$work/err" || fail "$*: does not name $what: $(cat "$work/err")"
}

refused 3 --table --governors tally "$work/trace.txt"
refused 3 nowhere.dat --table skx --governors tally "$work/nowhere.dat"
refused 2 --explain --table skx --governors tally --explain 0:5 "$work/trace.txt"
refused 2 nonesuch --table nonesuch --governors tally "$work/trace.txt"

# One bad trace does not keep the other from being reported.
status=0
$replay --table skx --governors tally "$work/nowhere.dat" "$work/trace.txt" >"$work/out" 2>/dev/null ||
	status=$?
[ "$status" = 3 ] || fail "one bad of two: status $status"
grep -q '2000 idle sessions' "$work/out" || fail "the good trace was not reported"
