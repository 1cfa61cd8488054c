#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# Case S21: Jasper Lake's ACPI table, waits of 50 to 300 us with rare ones of 2 to 10 ms. What goes deepest
# takes least energy there and is far the worst to wait for: the report has both, and their combination.
set -euo pipefail

cd "$(dirname "$0")/../.."
# shellcheck source=tests/cli/idle-trace.bash
. tests/cli/idle-trace.bash
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
	echo "$*"
	exit 1
}

idle_trace 20000 'i % 19 ? 0.00005 + rand() * 0.00025 : 0.002 + rand() * 0.008' >"$work/trace.txt"
newest=$(basename "$(printf '%s\n' build/peers/teo-*.so | sort -V | tail -n 1)" .so)
case "$newest" in teo-[0-9]*) ;; *) fail "no teo is built: $newest" ;; esac
replay/replay --table jsl-acpi --csv "$work/csv" "$work/trace.txt" >"$work/out" \
	--governors "tally,$newest,fixed:state=1+stop=1,fixed:state=3+stop=1"
cat "$work/out"
for column in energy combined latency; do
	grep -q "$column" "$work/out" || fail "the report has no column $column"
done

awk -F, -v teo="$newest" '
NR == 1 {
	for (i = 1; i <= NF; i++)
		column[$i] = i
	next
}
{
	energy[$3] = $column["energy_active_ns"]
	lost_energy[$3] = $column["energy_regret_percent"]
	lost[$3] = $column["combined_regret_percent"]
	latency[$3] = $column["latency_mean_ns"]
}
function expect(holds, what) {
	if (!holds) {
		print what
		wrong = 1
	}
}
END {
	shallow = "fixed:state=1+stop=1"
	deep = "fixed:state=3+stop=1"
	expect(energy[deep] < energy[shallow], "the deepest state does not take least energy")
	expect(latency[deep] == 1048000, "latency of the deepest state: " latency[deep])
	expect(latency[shallow] == 1000, "latency of C1: " latency[shallow])
	expect(lost[deep] > 2 * lost[shallow], "the deepest state is not far the worst in combined cost")
	expect(lost_energy["tally"] < lost_energy[teo], "tally loses more energy than teo")
	expect(lost["tally"] < lost[teo], "tally loses more combined cost than teo")
	exit wrong
}' "$work/csv" || fail "the costs are not as they have to be"
