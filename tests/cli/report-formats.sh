#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Every layout as text, CSV, Markdown and JSON: well formed, and the same numbers.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
fail() {
	printf 'report-formats: %s\n' "$*"
	failed=1
}

tests/make-results "$dir/results" --governors teo,menu --points 5 --runs 3 --wakeups \
	--per-cpu || exit 1
for layout in differences header states residency sweep verdicts irritator mmtests zero-day; do
	for more in '' --points --per-cpu; do
		for format in text csv markdown json; do
			# shellcheck disable=SC2086
			bench/report --$layout $more --format $format "$dir/results" \
				>"$dir/$format" 2>"$dir/err" ||
				fail "$layout $more $format: status $?: $(cat "$dir/err")"
			[ -s "$dir/$format" ] || [ "$layout$format" = differencescsv ] ||
				fail "$layout $more $format: nothing was printed"
		done
		python3 - "$dir" <<'P' || fail "$layout $more"
import csv, json, sys
folder = sys.argv[1]
tables = json.load(open(folder + "/json"))
blocks = [list(csv.reader(block.splitlines())) for block in
          open(folder + "/csv").read().strip().split("\n\n") if block]
filled = [table for table in tables if table["rows"]]
assert len(blocks) == len(filled), f"{len(blocks)} tables in CSV, {len(filled)} in JSON"
for block, table in zip(blocks, filled):
    assert all(len(row) == len(block[0]) for row in block), "CSV: ragged rows"
    assert len(block) - 1 == len(table["rows"]), "CSV: other number of rows than JSON"
    for line, row in zip(block[1:], table["rows"]):
        for key, text in list(zip(block[0], line))[2:]:
            value = row[key]
            if isinstance(value, (int, float)):
                assert abs(float(text) - value) <= 1e-6 * abs(value) + 1e-9, (key, text, value)
            else:
                assert text == (value or ""), (key, text, value)
for block in open(folder + "/markdown").read().split("\n\n"):
    rows = [line.replace("\\|", "") for line in block.splitlines() if line.startswith("|")]
    assert len({line.count("|") for line in rows}) <= 1, "Markdown: ragged rows"
P
	done
done
exit "$failed"
