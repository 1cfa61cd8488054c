#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Pictures: every kind as PNG and SVG, with the series' names in them.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

if ! command -v gnuplot >/dev/null; then
	echo "gnuplot is not here (scripts/setup report installs it)"
	exit 77
fi
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
fail() {
	printf 'report-plots: %s\n' "$*"
	failed=1
}

tests/make-results "$dir/results" --governors teo,menu --points 10 --runs 2 --wakeups \
	--histogram || exit 1
bench/report --sweep --plots "$dir/plots" "$dir/results" >"$dir/out" 2>"$dir/err" ||
	fail "status $?: $(cat "$dir/err")"
for kind in sweep relative residency_participants residency_others power_package-0_w \
	tail_wakeup_latency_ns; do
	stem=$dir/plots/pingpong-cores-2-$kind
	[ "$(head -c 8 "$stem.png" | od -An -tx1 | tr -d ' \n')" = 89504e470d0a1a0a ] ||
		fail "$kind.png is no PNG"
	[ "$(wc -c <"$stem.png")" -gt 8000 ] || fail "$kind.png is empty"
	grep -q "^$stem.png" "$dir/err" || fail "$kind.png is not named"
	for name in teo menu; do
		grep -q "$name" "$stem.svg" || fail "$kind.svg does not name $name"
	done
	[ "$(grep -c '<path' "$stem.svg")" -gt 4 ] || fail "$kind.svg has no curves"
done

# Idle durations against target residencies come from a trace.
{
	for ((i = 0; i < 200; i++)); do
		printf '<idle>-0 [000] d..1. 1.%06d: cpu_idle: state=1 cpu_id=0\n' $((i * 100))
		printf '<idle>-0 [000] d..1. 1.%06d: cpu_idle: state=4294967295 cpu_id=0\n' \
			$((i * 100 + 10 + i % 60))
	done
} >"$dir/trace.txt"
printf 'table,cpus,state,name,exit_latency_us,target_residency_us,polling\n%s\n%s\n' \
	'm,all,0,POLL,0,0,1' 'm,all,1,C1,5,25,0' >"$dir/table.csv"
bench/report --trace "$dir/trace.txt" --table "$dir/table.csv" --plots "$dir/plots" \
	--plot-format svg >"$dir/out" 2>"$dir/err" || fail "trace: status $?: $(cat "$dir/err")"
grep -q 'C1' "$dir/plots/trace-histogram_idle_duration.svg" ||
	fail "the histogram does not mark C1's target residency"

mkdir "$dir/bin"
ln -s "$(command -v sh)" "$dir/bin/sh"
PATH=$dir/bin bench/report --sweep --plots "$dir/none" "$dir/results" >"$dir/out" 2>"$dir/err"
status=$?
[ "$status" = 1 ] || fail "without gnuplot: status $status, not 1"
grep -q 'needs gnuplot' "$dir/err" || fail "without gnuplot: '$(cat "$dir/err")'"
exit "$failed"
