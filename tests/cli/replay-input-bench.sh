#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# bench-read measures what it says: four inputs, the same events in all that hold the same
# trace, and refuses what it does not know. (How fast is not a matter of passing.)
set -euo pipefail

cd "$(dirname "$0")/../.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
	echo "FAIL: $*"
	exit 1
}

status=0
replay/bench-read --runs 1 --grow 3 --csv "$work/out.csv" tests/cases/traces/lab.dat >"$work/out" 2>&1 || status=$?
if [ "$status" = 77 ]; then
	cat "$work/out"
	exit 77
fi
[ "$status" = 0 ] || fail "status $status: $(cat "$work/out")"
awk -F, '
NR == 1 { if ($3 != "events" || $8 != "ratio") exit 1; next }
{ rows++; events[NR] = $3; if ($5 <= 0 || $9 <= 0 || $10 <= 0) exit 1 }
END { exit !(rows == 4 && events[2] == 2290 && events[3] == 2290 && events[4] == 6870 && events[5] == 6870) }
' "$work/out.csv" || fail "$(cat "$work/out.csv")"

for wrong in '--runs x' '--runs 0' '--nonsense' '/nonexistent.dat' '--csv'; do
	status=0
	# shellcheck disable=SC2086 # several words
	replay/bench-read $wrong >"$work/out" 2>"$work/err" || status=$?
	[ "$status" = 2 ] || fail "$wrong: status $status"
	[ "$(wc -l <"$work/err")" = 1 ] || fail "$wrong: $(cat "$work/err")"
done
