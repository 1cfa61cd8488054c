#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The module comes and goes, also while it is in use and under load, a hundred times: the governor
# before it is back each time, nothing is left behind, and the kernel's log has no complaint.
. "$(dirname "$0")/common.sh"

lab load --cpus 2 --modules tally <<'E'
current=/sys/devices/system/cpu/cpuidle/current_governor
say() { echo "$*"; }
used() { awk '/^Percpu:/ { print $2 }' /proc/meminfo; }

rmmod tally
say "before: $(cat $current)"
insmod /modules/tally.ko
say "loaded: $(cat $current), $(cat /sys/devices/system/cpu/cpuidle/available_governors)"
echo tally >$current
usleep 200000
say "switched: $(cat $current)"
ls -l /sys/kernel/debug/tally/cpu1 | awk 'NR > 1 { print $1, $NF }'
rmmod tally
say "removed in use: $(cat $current), $(cat /sys/devices/system/cpu/cpuidle/available_governors)"

echo ladder >$current
insmod /modules/tally.ko
echo tally >$current
rmmod tally
say "removed after ladder: $(cat $current)"

insmod /modules/tally.ko rating=50
say "by rating: $(cat $current)"
rmmod tally
say "removed again: $(cat $current)"
echo menu >$current

# A load that sleeps and wakes on both CPUs all the while.
while :; do usleep 5000; done & a=$!
while :; do usleep 7000; done & b=$!
percpu=$(used)
for i in $(seq 100); do
	insmod /modules/tally.ko || say "load $i failed"
	echo tally >$current
	usleep 3000
	[ $((i % 3)) = 0 ] && echo menu >$current
	rmmod tally || say "unload $i failed"
	[ "$(cat $current)" = menu ] || say "after unload $i: $(cat $current)"
done
kill $a $b
[ "$(used)" -le "$percpu" ] || say "per-CPU memory grew: $percpu kB, then $(used) kB"
say "100 cycles done: $(cat $current)"
grep -c '\[tally\]' /proc/kallsyms
ls -d /sys/kernel/debug/tally /sys/module/tally 2>&1 | grep -c 'No such file'
E
diff - <(sed 's/ *$//' "$work/load.out") <<'E' || fail "the guest's answers differ from what is right"
before: menu
loaded: menu, ladder menu tally
switched: tally
-r-------- bins
-r-------- contexts
-r-------- decisions
-r-------- table
removed in use: menu, ladder menu
removed after ladder: ladder
by rating: tally
removed again: ladder
100 cycles done: menu
0
2
E
no_splat load
