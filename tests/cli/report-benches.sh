#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Every layout serves the files of every bench, not of pingpong only: irritator, ebizzy,
# wakeup and record run for an instant under two governors of a made-up machine, and the
# layouts show their main metric as it stands in the files.
. "$(dirname "$0")/pingpong-tree.bash"
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
[ "$(nproc)" -ge 2 ] || { echo "one CPU only"; exit 77; }
tree_make 2

run() {
	local program=$1
	shift
	"bench/$program" --governors menu,ladder --reference menu --runs 2 --quiet \
		--output "$work/$program" "$@" >"$work/log" 2>&1 || fail "$program: status $?: $(cat "$work/log")"
}
run irritator --no-workload --period 1ms,2ms --duration 0.1
run ebizzy --sleep 1ms,2ms --threads 2 --duration 0.1
run wakeup --threads 4 --duration 0.1
programs="irritator:wakeup_latency_ns:1000 ebizzy:records_per_s:1 wakeup:wakeup_latency_ns:1000"
if [ -x bench/record ]; then
	run record --no-events -- sleep 0.05
	programs+=" record:elapsed:1"
fi

# layout PROGRAM OPTION: what it prints; it may say nothing but that.
layout() {
	bench/report "$2" "$work/$1" >"$work/report" 2>"$work/err" || fail "$1 $2: status $?: $(cat "$work/err")"
	[ ! -s "$work/err" ] || fail "$1 $2 complains: $(cat "$work/err")"
	grep -q ladder "$work/report" || fail "$1 $2 does not name ladder: $(cat "$work/report")"
}

for entry in $programs; do
	IFS=: read -r program metric scale <<<"$entry"
	for option in --residency --sweep --verdicts --mmtests --zero-day --irritator; do
		layout "$program" "$option"
	done
	for format in csv markdown json; do
		bench/report --mmtests --format "$format" "$work/$program" >"$work/$format" 2>&1 ||
			fail "$program --format $format: $(cat "$work/$format")"
	done
	jq -e . "$work/json" >/dev/null || fail "$program --format json is no JSON"
	bench/report --residency --header --differences --states "$work/$program" >"$work/report" 2>&1 ||
		fail "$program: status $?"
	grep -q C6 "$work/report" ||
		fail "$program: no states, or no residency: $(cat "$work/report")"
	bench/report --html "$work/page.html" "$work/$program" >/dev/null 2>"$work/err" ||
		fail "$program --html: $(cat "$work/err")"
	grep -q ladder "$work/page.html" || fail "$program: the page does not name ladder"
	# The reference's first point, mean of the two runs, as the irritator's table prints it; a
	# command has no such point: as mmtests' table prints it.
	layout=--irritator
	[ "$program" != record ] || layout=--mmtests
	bench/report "$layout" --metric "$metric" --format csv "$work/$program" >"$work/csv" 2>&1 ||
		fail "$program $layout: $(cat "$work/csv")"
	wanted=$(jq -s "map(.points[0].metrics.\"$metric\".mean) | add / length / $scale" "$work/$program"/"$program"-menu-*.json)
	shown=$(awk -F, '/^table/ { for (i = 1; i <= NF; i++) if ($i == "menu") column = i }
		/^(irritator_|mmtests,"[^"]*",[^,]*,mean,)/ && column { sub(/"[^"]*"/, "x"); print $column; exit }' "$work/csv")
	awk -v a="$wanted" -v b="$shown" 'BEGIN { exit !(b != "" && a > 0 && (a - b) ^ 2 <= (a / 1000) ^ 2) }' ||
		fail "$program: $metric of menu is $wanted in the files, '$shown' in the table: $(cat "$work/csv")"
done

# One governor alone: each comparison says that there is nothing to compare.
for option in --verdicts --zero-day; do
	bench/report "$option" "$work"/wakeup/wakeup-menu-1.json >"$work/report" 2>&1 || fail "$option of one file: status $?"
	grep -q "nothing to compare" "$work/report" || fail "$option of one file says: $(cat "$work/report")"
done
