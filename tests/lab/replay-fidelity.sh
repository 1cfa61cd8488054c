#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A recorded run, replayed through the same governor, decides the same for every idle period: tally
# by its tracepoints, teo by probes on its functions.
. "$(dirname "$0")/common.sh"

root=$PWD
[ -e build/peers/teo-7.3.so ] || { echo "mainline's governors are not built (make peers)"; exit 77; }

lab fidelity --cpus 2 --states i5-10600k --modules tally,teo@7.3 <<'E'
here=$PWD
cat >/tmp/load <<'L'
nap() { i=0; while [ $i -lt $2 ]; do usleep $1; i=$((i + 1)); done; }
nap 120 300 & nap 450 150 & nap 3000 40 & nap 17000 9 &
i=0; while [ $i -lt 150 ]; do usleep $((i * i % 977 * 11)); i=$((i + 1)); done
nap 40 300
wait
L
cd /sys/kernel/tracing
echo 8192 >buffer_size_kb
echo 1 >events/tally/enable
echo 1 >events/power/cpu_idle/enable
echo tally >/sys/devices/system/cpu/cpuidle/current_governor
sh /tmp/load
echo 0 >tracing_on
cat trace >/results/tally.txt
echo menu >/sys/devices/system/cpu/cpuidle/current_governor
echo 0 >events/enable
cd "$here"
scripts/record-governor -g teo-7.3 -o /results/teo.txt sh /tmp/load || exit $?
E
for governor in tally teo; do
	cd "$root" || exit 1
	case $governor in
	tally) set -- ;;
	teo) set -- --governors teo-7.3 --table i5-10600k ;;
	esac
	replay/replay --fidelity "$@" "$work/fidelity/$governor.txt" >"$work/$governor.result" || {
		cat "$work/$governor.result"
		fail "$governor: the replay decides otherwise"
	}
	cat "$work/$governor.result"
	decisions=$(sed -n 's/.* \([0-9]*\) decisions.*/\1/p' "$work/$governor.result")
	[ "$decisions" -ge 1000 ] || fail "$governor: $decisions decisions are too few"
done
no_splat fidelity
