#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The idle driver leaves while tally is in use and another one comes, with another number of states
# (case S47): the new table is used, nothing of the old one; likewise when CPUs go and come back.
. "$(dirname "$0")/common.sh"

lab driver --cpus 2 --modules tally <<'E'
echo tally >/sys/devices/system/cpu/cpuidle/current_governor
table() { awk '$1 ~ /^([0-9]|not)$/ { print $1, $2, $9, $10 }' /sys/kernel/debug/tally/cpu1/table; }
nap() { for i in $(seq 20); do usleep 2000; done; }
nap
table
rmmod lab_idle
table
nap
insmod /modules/lab_idle.ko states=POLL:0:0:p,ONE:2:2,TWO:10:30,THREE:40:100,FOUR:90:300,FIVE:200:700
nap
cat /sys/devices/system/cpu/cpuidle/current_governor
table
rmmod lab_idle
insmod /modules/lab_idle.ko states=ONE:2:2,TWO:10:30
nap
table
for i in $(seq 5); do
	echo 0 >/sys/devices/system/cpu/cpu1/online
	cat /sys/kernel/debug/tally/cpu1/* >/dev/null || echo "unreadable while offline"
	usleep 5000
	echo 1 >/sys/devices/system/cpu/cpu1/online
	usleep 5000
done
nap
table
used=$(cat /sys/devices/system/cpu/cpu1/cpuidle/state*/usage | awk '{ s += $1 } END { print (s > 0) }')
echo "used: $used"
rmmod tally
E
diff - <(sed 's/ *$//' "$work/driver.out") <<'E' || fail "the guest's answers differ from what is right"
0 POLL 0 0
1 C1_ACPI 1000 1000
2 C2_ACPI 120000 360000
3 C3_ACPI 1034000 3102000
not in
tally
0 POLL 0 0
1 ONE 2000 2000
2 TWO 10000 30000
3 THREE 40000 100000
4 FOUR 90000 300000
5 FIVE 200000 700000
0 ONE 2000 2000
1 TWO 10000 30000
0 ONE 2000 2000
1 TWO 10000 30000
used: 1
E
no_splat driver
