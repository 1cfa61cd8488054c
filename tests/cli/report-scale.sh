#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# 10,000 result files of a made-up fleet: all are read, none is lost, memory stays
# below 500 MB. What it takes is printed (the goal is 10 s on 2 idle cores; a busy
# machine does not fail the test).
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
if [ "$(df --output=avail -k "$dir" | tail -n 1)" -lt 1000000 ]; then
	echo "less than 1 GB free for the fleet"
	exit 77
fi
tests/make-results "$dir/fleet" --machines 500 --runs 4 --points 20 --samples 20 --copies \
	--governors teo,tally,menu,ladder,haltpoll || exit 1
files=$(find "$dir/fleet" -name '*.json' | wc -l)
[ "$files" = 10000 ] || { echo "the fleet has $files files"; exit 1; }
start=$(date +%s%N)
(
	ulimit -v 2000000
	exec bench/report "$dir/fleet"
) >"$dir/out" &
pid=$!
peak=0
while kill -0 "$pid" 2>/dev/null; do
	now=$(awk '/VmHWM/ { print $2 }' "/proc/$pid/status" 2>/dev/null)
	[ "${now:-0}" -gt "$peak" ] && peak=$now
	sleep 0.05
done
wait "$pid" || { echo "report: status $?"; exit 1; }
printf '10,000 files: %d ms, %d MB at most\n' $((($(date +%s%N) - start) / 1000000)) \
	$((peak / 1024))
[ "$peak" -lt 512000 ] || { echo "that is 500 MB or more"; exit 1; }
grep -q '^runs .* 10000 of 5 series' "$dir/out" || { echo "not all runs are in the report"; exit 1; }
grep -q '^runs  *2,000  *2,000' "$dir/out" || { echo "a series lacks runs"; exit 1; }
