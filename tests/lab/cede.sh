#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The irritator experiment on POWER9 and pseries_idle (case S42), at the periods that matter most: told
# 1/10 us, CPUs enter CEDE; with tally's fixup they snooze, and wake up clearly sooner. tests/long/cede.sh
# does it at all periods.
. "$(dirname "$0")/common.sh"

lab/cede --cpu-model "${CEDE_MODEL:-POWER9}" --period "${CEDE_PERIODS:-50us,100us}" \
	--duration "${CEDE_DURATION:-0.02}" --output "$work/cede" >"$work/report" 2>"$work/err" || {
	status=$?
	tail -n 5 "$work/err"
	[ "$status" = 77 ] && exit 77
	fail "lab/cede ended with status $status"
}
no_splat cede
grep -q '^ *100 us  .*|  *100 us  15.617   8.328' "$work/report" ||
	fail "the published table is not beside the measured one: $(cat "$work/report")"

bench/report --irritator --format json "$work"/cede/*.json | jq -r '
	(.[] | select(.table == "irritator_latency") | .rows) as $latency |
	(.[] | select(.table == "irritator_residency") | .rows) as $residency |
	"tally+builtin_fixups=" as $side |
	range($latency | length) |
	[($latency[.].period | rtrimstr(" us")), $latency[.][$side + "0"], $latency[.][$side + "1"],
	 $residency[.][$side + "0 snooze_percent"], $residency[.][$side + "0 CEDE_percent"],
	 $residency[.][$side + "1 snooze_percent"], $residency[.][$side + "1 CEDE_percent"]] | @tsv' >"$work/rows"
[ -s "$work/rows" ] || fail "there are no rows"

# The published machine: without, CEDE has 76 to 99 % from 50 us on; with, snooze has 77 to 88 %
# from 50 to 100 us and latency falls by 43 to 47 %; from 500 us on both are alike.
awk -F '\t' '
function expect(right, what) {
	if (!right) {
		printf "%s us: %s: %s\n", $1, what, $0
		wrong = 1
	}
}
NF != 7 { expect(0, "seven columns") }
$1 < 50 { expect($7 < 5, "with the fixup there is next to no CEDE") }
$1 < 20 { expect($5 < 20, "without the fixup there is little CEDE") }
$1 >= 50 { expect($5 > 60 && $4 < 2, "without the fixup it is CEDE, not snooze") }
$1 >= 50 && $1 <= 100 {
	expect($6 > 60 && $7 < 20, "with the fixup it is snooze, not CEDE")
	expect($3 < 0.7 * $2, "with the fixup latency is clearly less")
}
$1 >= 500 {
	expect($7 > 80, "with the fixup it is CEDE as well")
	expect($3 > 0.95 * $2 && $3 < 1.05 * $2, "latency is the same")
}
END { exit wrong }' "$work/rows" || fail "the shape is not that of the published measurement"
