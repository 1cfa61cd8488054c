#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# ppc64le, Debian's kernel, pseries_idle and H_CEDE, on POWER9 (two cores of four threads) and
# POWER10 (one of eight): the kernel sees the threads; tally corrects the table; all governors pass a
# token; a CPU goes and comes back; a second run gives the same bytes.
. "$(dirname "$0")/common.sh"

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
entries() { cat cpu3/cpuidle/state*/usage | awk '{ s += $1 } END { print s }'; }
echo 0 >cpu3/online
echo "online without cpu3: $(cat online)"
sleep 0.1
echo 1 >cpu3/online
before=$(entries)
tally_table 3
[ "$(entries)" -gt "$before" ] && echo "cpu3 idles again"
cd /results
bench/pingpong --cpus 1,7 --governors tally,teo,menu,ladder --reference teo --work 50us,3ms \
	--duration 0.1 --warmup 0.1 --quiet --output . >&2 && echo "token passed"
for state in /sys/devices/system/cpu/cpu[17]/cpuidle/state*; do
	[ "$(cat $state/usage)" -gt 0 ] || echo "$state was never entered"
	[ "$(cat $state/rejected)" = 0 ] || echo "$state was refused"
done
E

# model NAME THREADS SIBLINGS...
model() {
	local name=$1 threads=$2 run governor
	shift 2
	for run in first second; do
		lab "$name-$run" --arch ppc64le --cpu-model "$name" --cpus 8 --smt "$threads" \
			--memory 1024 --modules tally,teo,cede:told_us=1 <"$work/commands"
		no_splat "$name-$run"
	done
	diff - "$work/$name-first.out" <<-E || fail "$name: the guest's answers differ from what is right"
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
	for governor in tally teo menu ladder; do
		[ -s "$work/$name-first/pingpong-$governor-1.json" ] || fail "$name: $governor gave no result"
	done
	diff -r "$work/$name-first" "$work/$name-second" >&2 || fail "$name: a second run gave other bytes"
	cmp "$work/$name-first.out" "$work/$name-second.out" || fail "$name: a second run gave other output"
}

model POWER9 4 0-3 4-7
model POWER10 8 0-7
