#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# report --trace: the same tables from a trace. A trace with a known answer, written
# here; a real one where the shared data are; and files that are no trace.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
fail() {
	printf 'report-trace: %s\n' "$*"
	failed=1
}

# CPU 0 sleeps 100 us, 200 us and 3 ms in states 0, 1 and 1; CPU 1 1 ms in state 1.
# The whole is 10 ms long.
cat >"$dir/trace.txt" <<'T'
# tracer: nop
          <idle>-0       [000] d..1.   100.000000: cpu_idle: state=0 cpu_id=0
          <idle>-0       [000] d..1.   100.000100: cpu_idle: state=4294967295 cpu_id=0
          <idle>-0       [000] d..1.   100.001000: cpu_idle: state=1 cpu_id=0
          <idle>-0       [000] d..1.   100.001200: cpu_idle: state=4294967295 cpu_id=0
          <idle>-0       [001] d..1.   100.002000: cpu_idle: state=1 cpu_id=1
          <idle>-0       [001] d..1.   100.003000: cpu_idle: state=4294967295 cpu_id=1
          <idle>-0       [000] d..1.   100.004000: cpu_idle: state=1 cpu_id=0
          <idle>-0       [000] d..1.   100.007000: cpu_idle: state=4294967295 cpu_id=0
          <idle>-0       [001] d..1.   100.010000: cpu_idle: state=0 cpu_id=1
T
bench/report --trace "$dir/trace.txt" --format json >"$dir/out.json" 2>"$dir/err" ||
	fail "status $? for a good trace: $(cat "$dir/err")"

# what is wanted of a table's row: number TABLE KEY VALUE COLUMN
number() {
	jq -r --arg t "$1" --arg g "$2" --arg s "$3" --arg c "$4" \
		'[.[] | select(.table == $t) | .rows[] |
		  select((.group // .cpus // .periods_of) == $g and
			 ((.state // "") == $s)) | .[$c]] | first' "$dir/out.json"
}
expect() {
	found=$(number "$1" "$2" "$3" "$4")
	[ "$found" = "$5" ] || fail "$1, $2 $3 $4: $found, not $5"
}
expect residency 'all' state0 entries 2
expect residency 'all' state1 entries 3
expect residency 'all' state1 time_ms 4.2
expect residency 'all' state1 residency_percent 21
expect residency 'CPU 0' state0 residency_percent 1
expect residency 'CPU 0' state1 residency_percent 32
expect residency 'CPU 1' state1 residency_percent 10
expect wakeups 'CPU 0' '' wakeups 3
expect wakeups 'CPU 1' '' wakeups 1
expect idle_lengths 'all' '' periods 4
expect idle_lengths 'all' '' max_us 3000

echo 'nothing of interest' >"$dir/none.txt"
bench/report --trace "$dir/none.txt" >"$dir/out" 2>"$dir/err"
[ $? = 3 ] || fail "no trace: status is not 3"
grep -q "none.txt: " "$dir/err" || fail "no trace: '$(cat "$dir/err")'"
bench/report --trace "$dir/absent.dat" >"$dir/out" 2>"$dir/err"
[ $? = 3 ] || fail "absent trace: status is not 3"
bench/report --trace "$dir/none.txt" --trace "$dir/trace.txt" >"$dir/out" 2>"$dir/err"
[ $? = 3 ] || fail "one bad, one good trace: status is not 3"
grep -q '^Wakeups by cause' "$dir/out" || fail "one bad, one good trace: no report"
bench/report --trace "$dir/trace.txt" "$dir/out.json" >"$dir/out" 2>"$dir/err"
[ $? = 2 ] || fail "trace and result file together: status is not 2"

shared=${TALLY_SHARED:-../shared}/data/traces
if [ -f "$shared/mt8196_teo_6.12_sleep_length.dat" ]; then
	bench/report --trace "$shared/mt8196_teo_6.12_sleep_length.dat" --format json \
		>"$dir/out.json" || fail "mt8196: status $?"
	sums=$(jq -c '[.[] | select(.table == "residency") | .rows[] |
		      select(.group | startswith("CPUs")) | select(.state != "(all)")] |
		      group_by(.state | split("-")[0]) |
		      map([(.[0].state | split("-")[0]), (map(.entries) | add)])' "$dir/out.json")
	[ "$sums" = '[["WFI",17270],["clusteroff",3524],["cpuoff",1434]]' ] ||
		fail "mt8196: entries are $sums"
	median=$(number idle_lengths all '' p50_us)
	[ "${median%.*}" = 115 ] || fail "mt8196: the median is $median us, not 115"
else
	echo "the shared traces are not here: tested without them"
fi
exit "$failed"
