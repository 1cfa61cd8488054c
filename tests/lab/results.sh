#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Makes the smallest of the reference results again and compares it to the byte; the
# reports beside it must be what bench/report prints of it today.
. "$(dirname "$0")/common.sh"

# Reports first: they need no guest.
for set in quick pingpong-2; do
	bench/report "results/$set" >"$work/report.txt" || fail "$set: report ended with status $?"
	cmp "results/$set/report.txt" "$work/report.txt" ||
		fail "$set/report.txt is not what bench/report prints: results/make makes it again"
done

results/make --tools >"$work/tools" || fail "results/make --tools ended with status $?"
if ! cmp -s "$work/tools" results/made-with.txt; then
	echo "results/ were made with other tools: $(diff results/made-with.txt "$work/tools" |
		sed -n 's/^> //p' | tr '\n' ';') here"
	exit 77
fi
status=0
results/make --into "$work" quick 2>"$work/err" || status=$?
if [ "$status" = 77 ]; then
	tail -n 1 "$work/err"
	exit 77
fi
[ "$status" = 0 ] || fail "results/make: $(tail -n 1 "$work/err")"
kernel() {
	jq -r .host.kernel_version "$1"/pingpong-teo-1.json
}
if [ "$(kernel results/quick)" != "$(kernel "$work/quick")" ]; then
	echo "Debian's archive has another kernel now: $(kernel "$work/quick")"
	exit 77
fi
[ "$(find "$work/quick" -name '*.json' | wc -l)" = 2 ] || fail "not two result files"
for file in "$work"/quick/*.json; do
	cmp "$file" "results/quick/$(basename "$file")" ||
		fail "$(basename "$file") differs from results/quick: when the governor, the bench or the lab was changed, results/make makes it again"
done
