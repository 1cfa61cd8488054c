#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# bench-select and bench-replay: CSV with one header line and a line a measurement.
set -euo pipefail

cd "$(dirname "$0")/../.."
fail() {
	echo "$*"
	exit 1
}

rows=$(replay/bench-select --governors tally,tally:context=0 --states 2..4 --no-instructions |
	grep -cE '^tally(:context=0)?,(short|mixed),[234],250,[0-9.]+,,[0-9.]+,4096$')
[ "$rows" = 12 ] || fail "bench-select: $rows rows"
replay/bench-replay --governors tally | grep -qE '^tally,1,8,1048576,[0-9.]+,[0-9.]+,[0-9]+,[0-9]+$' ||
	fail "bench-replay"

status=0
error=$(replay/bench-select --states 1..3 2>&1 >/dev/null) || status=$?
[ "$status" = 2 ] || fail "--states 1..3: status $status"
grep -q -- --states <<<"$error" || fail "--states is not named: $error"

if ! command -v valgrind >/dev/null; then
	echo "valgrind is not here: instructions were not counted"
	exit 77
fi
# Counted, so the same again to the instruction.
first=$(replay/bench-select --governors tally --states 4 --no-time)
second=$(replay/bench-select --governors tally --states 4 --no-time)
[ "$first" = "$second" ] || fail "two counts differ"
awk -F, 'NR > 1 && !($6 > 50 && $6 < 10000) { bad = 1 } END { exit bad || NR != 3 }' <<<"$first" ||
	fail "implausible: $first"
