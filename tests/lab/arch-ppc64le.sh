#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# ppc64le, Debian's kernel, pseries_idle and H_CEDE, on POWER9 (two cores of four threads) and
# POWER10 (one of eight): the kernel sees the threads; tally corrects the table; all governors pass a
# token; a CPU goes and comes back; a second run gives the same bytes.
. "$(dirname "$0")/common.sh"
. tests/lab/arch.bash

cat >"$work/commands" <<'E'
cd /sys/devices/system/cpu
echo tally >cpuidle/current_governor
echo "driver $(cat cpuidle/current_driver), governor $(cat cpuidle/current_governor)"
cat cpu*/topology/thread_siblings_list | sort -u
tally_table() {
	taskset $((1 << $1)) usleep 100000
	awk -v cpu=$1 '$1 ~ /^[0-9]$/ { print "tally cpu" cpu, $0 }' /sys/kernel/debug/tally/cpu$1/table |
		sed 's/  */ /g; s/Shared Cede/Shared_Cede/' | cut -d ' ' -f 2,4-8,11-
}
tally_table 0
E
hotplug_commands >>"$work/commands"
token_commands 1 7 0.1 >>"$work/commands"

# model NAME THREADS SIBLINGS...
model() {
	local name=$1 threads=$2
	shift 2
	twice "$name" --arch ppc64le --cpu-model "$name" --cpus 8 --smt "$threads" --memory 1024 \
		--modules tally,teo,cede:told_us=1
	diff - "$work/$name.out" <<-E || fail "$name: the guest's answers differ from what is right"
		driver pseries_idle, governor tally
		$(printf '%s\n' "$@")
		cpu0 snooze 0 0 - - 0 0 driver
		cpu0 CEDE 1000 10000 10000 100000 10000 100000 built-in
		online without cpu3: 0-2,4-7
		cpu3 snooze 0 0 - - 0 0 driver
		cpu3 CEDE 1000 10000 10000 100000 10000 100000 built-in
		cpu3 idles again
		token passed
	E
}

model POWER9 4 0-3 4-7
model POWER10 8 0-7
