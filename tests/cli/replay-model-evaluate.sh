#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# --evaluate: the league table as text, CSV and JSON, the same for any number of
# threads; wrong arguments are refused in one line and change nothing.
set -euo pipefail

cd "$(dirname "$0")/../.."
replay=replay/replay
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
	echo "$*"
	exit 1
}

# tally needs no kernel source; fixed policies stand for its rivals.
governors=fixed:state=1+stop=1,tally,tally:rule=majority
common=(--evaluate --sessions 400 --governors "$governors" --tables "skx,mt8196"
	--workloads 'timer-*,packets,rpc')

$replay "${common[@]}" --threads 1 --csv "$work/1.csv" --json "$work/1.json" >"$work/1.txt"
$replay "${common[@]}" --threads 5 --csv "$work/5.csv" --json "$work/5.json" >"$work/5.txt"
for kind in csv json txt; do
	cmp "$work/1.$kind" "$work/5.$kind" || fail "$kind depends on the number of threads"
done

grep -q '^design half, 4 tables' "$work/1.txt" || fail "no design half"
grep -q '^held-out half, 4 tables' "$work/1.txt" || fail "no held-out half"
grep -q 'best fixed policy' "$work/1.txt" || fail "no bound"
head -1 "$work/1.csv" | grep -q '^half,workload,family,table,hz,governor,energy_regret_percent,' ||
	fail "CSV header"
# Workloads of both halves x 4 tables x 2 rates x 3 governors, and the header.
count=$($replay --list-workloads | grep -cE '^[^,]+,(timer-[^,]*|packets|rpc),')
[ "$(wc -l <"$work/1.csv")" = $((count * 4 * 2 * 3 + 1)) ] || fail "CSV lines"
awk -F, 'NR > 1 && ($7 < -1e-6 || $8 < -1e-6) { bad = 1 } END { exit bad }' "$work/1.csv" ||
	fail "a governor beats the oracle"
grep -q '"format": "tally-league"' "$work/1.json" || fail "JSON format"

$replay "${common[@]}" --half design --seed 2 --csv - >"$work/seed.csv"
grep -q held-out "$work/seed.csv" && fail "--half design runs the other half"
grep '^design' "$work/1.csv" | cmp -s - <(grep '^design' "$work/seed.csv") &&
	fail "--seed changes nothing"

refused() {
	local what=$1 status=0
	shift
	$replay "$@" >"$work/out" 2>"$work/err" || status=$?
	[ "$status" = 2 ] || fail "$*: status $status"
	[ -s "$work/out" ] && fail "$*: printed something"
	[ "$(wc -l <"$work/err")" = 1 ] || fail "$*: not one line: $(cat "$work/err")"
	grep -qF -- "$what" "$work/err" || fail "$*: does not name $what: $(cat "$work/err")"
}

refused --half --evaluate --half both
refused --hz --evaluate --hz fast
refused --seed --evaluate --seed -1
refused nonesuch --evaluate --governors nonesuch
refused nonesuch --evaluate --tables nonesuch --governors tally
refused context --evaluate --governors tally:context=7
refused --workloads --evaluate --workloads nonesuch --governors tally
refused --power --evaluate --power magic:1
refused --focus --evaluate --governors tally --focus teo
refused trace --evaluate some-trace
refused trace
