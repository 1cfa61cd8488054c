#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Two settings of a module's parameter, in one run: a result file each, labelled; the
# parameter is as before.
. "$(dirname "$0")/pingpong-tree.bash"
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
[ "$(nproc)" -ge 2 ] || { echo "one CPU only"; exit 77; }
tree_make 2
parameter=$TALLY_SYSFS/module/tally/parameters/builtin_fixups
put "$parameter" Y

bench/irritator --no-workload --period 5ms --duration 0.1 --output "$work/out" --governors "menu,teo" \
	--toggle /sys/module/tally/parameters/builtin_fixups=N,Y >"$work/log" 2>&1 ||
	fail "status $?: $(cat "$work/log")"
equal "the parameter" "$(cat "$parameter")" Y
equal governor "$(governor)" menu
for governor in menu teo; do
	for value in N Y; do
		jq -e ".setting == \"builtin_fixups=$value\" and .governor == \"$governor\" and .complete" \
			"$work/out/irritator-$governor-builtin_fixups=$value-1.json" >/dev/null ||
			fail "$governor, $value: $(ls "$work/out")"
	done
done

status=0
bench/irritator --no-workload --period 5ms --duration 0.1 --toggle module/none/parameters/x=0,1 \
	>"$work/log" 2>"$work/err" || status=$?
equal "status without the file" "$status" 77
grep -q module/none/parameters/x "$work/err" || fail "says: $(cat "$work/err")"
