#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A fixup changes the governor's effective table, at once and on the CPUs it names, and debugfs
# shows it beside the driver's; the driver's own table stays as it is.
. "$(dirname "$0")/common.sh"

lab fixup --cpus 2 --modules tally <<'E'
echo tally >/sys/devices/system/cpu/cpuidle/current_governor
table() {
	usleep 300000
	awk -v cpu=$1 '$1 ~ /^[0-9]$/ { print "cpu" cpu, $2, $3, $4, $5, $6, $9, $10, $11 }' \
		/sys/kernel/debug/tally/cpu$1/table
}
work() { for cpu in 0 1; do taskset $((1 << cpu)) usleep 1000; done; }
echo 'C2_ACPI:50:150,C3_ACPI@1:2000:6000,other_driver/C1_ACPI:9:9' \
	>/sys/module/tally/parameters/fixup
work
table 0
table 1
cat /sys/devices/system/cpu/cpu*/cpuidle/state2/latency
echo >/sys/module/tally/parameters/fixup
work
table 0
# 'used' must be what the governor goes by: C2 is out of the limit only with the fixup.
echo 'C2_ACPI:500:1500' >/sys/module/tally/parameters/fixup
for file in /sys/devices/system/cpu/cpu*/power/pm_qos_resume_latency_us; do echo 200 >$file; done
work
before=$(cat /sys/devices/system/cpu/cpu*/cpuidle/state[23]/usage | awk '{ s += $1 } END { print s }')
usleep 300000
after=$(cat /sys/devices/system/cpu/cpu*/cpuidle/state[23]/usage | awk '{ s += $1 } END { print s }')
echo "deep entries under a limit of 200 us: $((after - before))"
E
diff - "$work/fixup.out" <<'E' || fail "the guest's answers differ from what is right"
cpu0 POLL 0 0 - - 0 0 driver
cpu0 C1_ACPI 1000 1000 - - 1000 1000 driver
cpu0 C2_ACPI 120000 360000 50000 150000 50000 150000 parameter
cpu0 C3_ACPI 1034000 3102000 - - 1034000 3102000 driver
cpu1 POLL 0 0 - - 0 0 driver
cpu1 C1_ACPI 1000 1000 - - 1000 1000 driver
cpu1 C2_ACPI 120000 360000 50000 150000 50000 150000 parameter
cpu1 C3_ACPI 1034000 3102000 2000000 6000000 2000000 6000000 parameter
120
120
cpu0 POLL 0 0 - - 0 0 driver
cpu0 C1_ACPI 1000 1000 - - 1000 1000 driver
cpu0 C2_ACPI 120000 360000 - - 120000 360000 driver
cpu0 C3_ACPI 1034000 3102000 - - 1034000 3102000 driver
deep entries under a limit of 200 us: 0
E
no_splat fixup
