#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Extended CEDE records of the firmware (case S43): POWER10 goes by the smallest latency that is not
# zero, in timebase ticks of 512 MHz rounded up to microseconds, without a cap, and says so in the
# log; POWER9 does not ask. A shared processor keeps 10 us.
. "$(dirname "$0")/common.sh"

cat >"$work/commands" <<'E'
report() {
	echo tally >/sys/devices/system/cpu/cpuidle/current_governor
	usleep 50000
	awk '$1 == 1' /sys/kernel/debug/tally/cpu0/table | sed 's/  */ /g; s/Shared Cede/Shared_Cede/' |
		awk '{ print $2, $9 / 1000 "/" $10 / 1000, "us,", $11 }'
	dmesg | sed -n "/ mark $mark\$/,\$ s/.*\] \(tally: .*\)/\1/p"
}
mark() {
	mark=$((mark + 1))
	echo "mark $mark" >/dev/kmsg
}
offered() {
	echo "firmware: ${1:-no records}"
	mark
	insmod /modules/lab_firmware.ko records="$1"
	insmod /modules/tally.ko
	report
	rmmod tally lab_firmware
}
rmmod tally lab_firmware
for records in $RECORDS; do offered $records; done
offered ""
echo "firmware without the parameter"
mark
insmod /modules/tally.ko
report
rmmod lab_cede
echo "shared processor"
rmmod tally
offered 512
E

for model in POWER9 POWER10; do
	{ echo "RECORDS='1 205 2560 513 0 0+15360+2560+5120 51200000'"; cat "$work/commands"; } |
		lab "$model" --arch ppc64le --cpu-model "$model" --cpus 1 --settle 0 \
			--modules cede:told_us=1,firmware:records=1,tally
	no_splat "$model"
done

default='CEDE 10/100 us, built-in'
diff - "$work/POWER9.out" <<E || fail "POWER9: the guest's answers differ from what is right"
firmware: 1
$default
firmware: 205
$default
firmware: 2560
$default
firmware: 513
$default
firmware: 0
$default
firmware: 0+15360+2560+5120
$default
firmware: 51200000
$default
firmware: no records
$default
firmware without the parameter
$default
shared processor
firmware: 512
Shared_Cede 10/100 us, built-in
E
taken='tally: CEDE is taken to have an exit latency of'
diff - "$work/POWER10.out" <<E || fail "POWER10: the guest's answers differ from what is right"
firmware: 1
CEDE 1/10 us, built-in
$taken 1 us
firmware: 205
CEDE 1/10 us, built-in
$taken 1 us
firmware: 2560
CEDE 5/50 us, built-in
$taken 5 us
firmware: 513
CEDE 2/20 us, built-in
$taken 2 us
firmware: 0
$default
tally: 1 of 1 extended CEDE records have no latency: skipped
$taken 10 us
firmware: 0+15360+2560+5120
CEDE 5/50 us, built-in
tally: 1 of 4 extended CEDE records have no latency: skipped
$taken 5 us
firmware: 51200000
CEDE 100000/1000000 us, built-in
$taken 100000 us
firmware: no records
$default
$taken 10 us
firmware without the parameter
$default
tally: the firmware tells no extended CEDE latencies: CEDE stays at 10 us
shared processor
firmware: 512
Shared_Cede 10/100 us, built-in
$taken 1 us
E
