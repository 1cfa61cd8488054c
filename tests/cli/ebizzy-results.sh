#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Ebizzy's numbers: every thread counts, sleeping costs records, both allocators work.
. "$(dirname "$0")/pingpong-tree.bash"
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
tree_make 1

for alloc in malloc mmap; do
	bench/ebizzy --threads 4 --sleep 0,20ms --every 2 --chunk-size 8 --alloc $alloc --duration 0.5 \
		--setting $alloc --output "$work/out" >"$work/log" 2>&1 || fail "status $?: $(cat "$work/log")"
	jq -e '
		[.points[] | .metrics.records_per_s_per_thread.count == 4 and .events.failed_lookups == 0 and .events.records > 0] == [true, true]
		and .points[0].metrics.records_per_s.mean > .points[1].metrics.records_per_s.mean
		and .points[1].metrics.records_per_s.mean <= 4 * 2 * 50 + 50
		and .parameters.threads == 4 and .parameters.chunk_kib == 8' \
		"$work/out/ebizzy-menu-$alloc-1.json" >/dev/null || fail "$alloc: $(cat "$work/log")"
done
