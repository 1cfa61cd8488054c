#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# tally loads, becomes current and is removed while it is current, 100 times under load: the governor
# of before is back each time, nothing is left behind, and the kernel has nothing to say.
. "$(dirname "$0")/common.sh"

lab cycles --cpus 2 --states i5-10600k --modules tally <<'E'
cd /sys/devices/system/cpu/cpuidle
# One task that never sleeps, two that sleep and wake at once, one that sleeps now and then.
(while :; do :; done) &
(while :; do usleep 300; done) &
(while :; do usleep 2100; done) &
(while :; do usleep 40000; done) &
rmmod tally
symbols=$(grep -c '\[tally\]' /proc/kallsyms)
slab() { awk '$1 ~ /^kmalloc/ { sum += $2 * $4 } END { print int(sum / 1024) }' /proc/slabinfo; }

for i in $(seq 110); do
	# What the first ones allocate once is not a leak.
	[ $i != 10 ] || before=$(slab)
	insmod /modules/tally.ko || exit 10
	echo tally >current_governor || exit 11
	[ "$(cat current_governor)" = tally ] || exit 12
	usleep 4000
	rmmod tally || exit 13
	[ "$(cat current_governor)" = menu ] || exit 14
	! grep -q tally available_governors || exit 15
done
kill %1 %2 %3 %4
echo "$before $(slab)" >/results/slab
[ "$symbols" = 0 ] && [ ! -e /sys/module/tally ] && [ ! -e /sys/kernel/debug/tally ] || exit 16
[ ! -e /sys/kernel/tracing/events/tally ] || exit 17
E
no_splat cycles
[ "$(grep -c 'cpuidle: using governor tally' "$work/cycles/dmesg.txt")" -ge 100 ] ||
	fail "the log tells of fewer than 100 switches to tally"
read -r before after <"$work/cycles/slab"
# 100 cycles that leak 2 KB each would show.
[ $((after - before)) -lt 200 ] || fail "the kernel's heap grew from $before to $after KB"
