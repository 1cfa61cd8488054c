#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Switching among tally, mainline's teo of two versions, menu and ladder, with the idle driver
# replaced by one that has other states in between: every governor goes on choosing states.
. "$(dirname "$0")/common.sh"

lab switching --cpus 2 --states i5-10600k --modules tally,teo,teo@7.3,menu@7.3 <<'E'
cd /sys/devices/system/cpu/cpuidle
usage() { cat ../cpu*/cpuidle/state*/usage | awk '{ sum += $1 } END { print sum }'; }
(while :; do usleep 700; done) &

try() {
	echo "$1" >current_governor || exit 10
	[ "$(cat current_governor)" = "$1" ] || exit 11
	before=$(usage)
	usleep 30000
	[ "$(usage)" -gt $((before + 10)) ] || { echo "$1 chose no states" >&2; exit 12; }
}

for states in A:2:4 A:0:0:p,B:1:2 A:0:0:p,B:1:2,C:40:90,D:80:200,E:200:600,F:300:900,G:500:2000 \
	A:0:0:p,B:100:300; do
	rmmod lab_idle || exit 13
	[ "$(cat current_driver)" = none ] || exit 14
	insmod /modules/lab_idle.ko "states=$states" || exit 15
	for governor in tally teo teo-7.3 menu menu-7.3 ladder; do try $governor; done
done
# The table may also go while a governor is current, and governors while they are.
for module in lab_teo_6_12 lab_teo_7_3 lab_menu_7_3 tally; do
	try "$(case $module in *teo_6*) echo teo ;; *teo_7*) echo teo-7.3 ;; *menu*) echo menu-7.3 ;; *) echo tally ;; esac)"
	rmmod $module || exit 16
	[ "$(cat current_governor)" = menu ] || exit 17
done
# Unknown names change nothing.
! echo nonesuch >current_governor 2>/dev/null || exit 18
[ "$(cat current_governor)" = menu ] || exit 19
kill %1
E
no_splat switching
