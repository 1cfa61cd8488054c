#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# arm64, Debian's kernel and psci_idle: two clusters have tables of their own, for the driver and
# for tally; all governors pass a token; each state is entered and none refused; a CPU goes and
# comes back; a second run gives the same bytes.
. "$(dirname "$0")/common.sh"
. tests/lab/arch.bash

cat >"$work/states.csv" <<'E'
table,cpus,state,name,exit_latency_us,target_residency_us,polling
clusters,0-1,0,WFI,1,1,0
clusters,0-1,1,little-sleep,300,900,0
clusters,0-1,2,little-off,1200,4000,0
clusters,2-3,0,WFI,1,1,0
clusters,2-3,1,big-sleep,700,2500,0
E

cat >"$work/commands" <<'E'
cd /sys/devices/system/cpu
echo tally >cpuidle/current_governor
echo "driver $(cat cpuidle/current_driver), governor $(cat cpuidle/current_governor)"
driver_table() {
	for state in cpu$1/cpuidle/state*; do
		echo "cpu$1 $(cat $state/name) $(cat $state/latency) $(cat $state/residency)"
	done
}
tally_table() {
	taskset $((1 << $1)) usleep 200000
	awk -v cpu=$1 '$1 ~ /^[0-9]$/ { print "tally cpu" cpu, $2, $9, $10, $11 }' \
		/sys/kernel/debug/tally/cpu$1/table
}
for cpu in 0 1 2 3; do driver_table $cpu; tally_table $cpu; done
E
hotplug_commands >>"$work/commands"
token_commands 1 2 0.2 >>"$work/commands"

twice arm64 --arch arm64 --cpus 4 --states "$work/states.csv" --modules tally,teo

diff - "$work/arm64.out" <<'E' || fail "the guest's answers differ from what is right"
driver psci_idle, governor tally
cpu0 WFI 1 1
cpu0 little-sleep 300 900
cpu0 little-off 1200 4000
tally cpu0 WFI 1000 1000 driver
tally cpu0 little-sleep 300000 900000 driver
tally cpu0 little-off 1200000 4000000 driver
cpu1 WFI 1 1
cpu1 little-sleep 300 900
cpu1 little-off 1200 4000
tally cpu1 WFI 1000 1000 driver
tally cpu1 little-sleep 300000 900000 driver
tally cpu1 little-off 1200000 4000000 driver
cpu2 WFI 1 1
cpu2 big-sleep 700 2500
tally cpu2 WFI 1000 1000 driver
tally cpu2 big-sleep 700000 2500000 driver
cpu3 WFI 1 1
cpu3 big-sleep 700 2500
tally cpu3 WFI 1000 1000 driver
tally cpu3 big-sleep 700000 2500000 driver
online without cpu3: 0-2
tally cpu3 WFI 1000 1000 driver
tally cpu3 big-sleep 700000 2500000 driver
cpu3 idles again
token passed
E
