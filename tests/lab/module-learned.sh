#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Learned exit latency: the lab's guests really take twice as long and more to leave a state that is
# told as 1 us. Switched on, the table in use says so, and debugfs says why; switched off again, it
# is the driver's.
. "$(dirname "$0")/common.sh"

cat >"$work/states.csv" <<'E'
table,cpus,state,name,exit_latency_us,target_residency_us,polling
two,all,0,POLL,0,0,1
two,all,1,C1,1,1,0
E
lab learned --cpus 1 --states "$work/states.csv" --modules tally <<'E'
echo tally >/sys/devices/system/cpu/cpuidle/current_governor
row() { awk '$2 == "C1" { print $7, $8, $9, $10, $11 }' /sys/kernel/debug/tally/cpu0/table; }
nap() { for i in $(seq 300); do usleep 500; done; }
nap
echo "off $(row)"
echo 1 >/sys/module/tally/parameters/learned_latency
nap
echo "on $(row)"
echo 0 >/sys/module/tally/parameters/learned_latency
usleep 1000
echo "off-again $(row)"
E
cat "$work/learned.out"
awk '
$1 == "off" { off = $2 == "-" && $4 == 1000 && $5 == 1000 && $6 == "driver" }
$1 == "on" { on = $2 > 1500 && $2 < 10000 && $3 >= 128 && $4 > 1500 && $4 < 10000 && $5 == $4 && $6 == "learned" }
$1 == "off-again" { again = $4 == 1000 && $6 == "driver" }
END { exit !(off && on && again) }' "$work/learned.out" || fail "the estimate is not what it should be"
no_splat learned
