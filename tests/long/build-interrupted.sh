#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A kernel's build that ends by Ctrl-C, a plain kill, or a kill outright leaves no make
# behind, is not taken for a finished one, and goes on to a kernel that boots with tally.
# shellcheck source=tests/lab/common.sh
. "$(dirname "$0")/../lab/common.sh"

version=$(scripts/fetch newest)
source=$(scripts/fetch source "$version")
cache=${TALLY_CACHE-}
export TALLY_CACHE=$work/cache
mkdir -p "$TALLY_CACHE"
# A sourceless cache would fetch it again.
ln -s "$source" "$TALLY_CACHE/linux-source-$version"
out=$TALLY_CACHE/kernels/$version-plain

objects() {
	find "$out" -name '*.o' 2>/dev/null | wc -l
}

makers() {
	pgrep -f -- "$out( |$)" | grep -vx "$$"
}

before=0
for signal in INT TERM KILL; do
	setsid env --default-signal=INT lab/build-kernel "$version" >"$work/log" 2>&1 &
	leader=$!
	for _ in $(seq 600); do
		[ "$(objects)" -lt $((before + 60)) ] || break
		sleep 0.2
	done
	[ "$(objects)" -ge $((before + 60)) ] || fail "$signal: nothing is built: $(cat "$work/log")"
	# A terminal sends Ctrl-C to the whole group.
	if [ "$signal" = INT ]; then kill -INT -- "-$leader"; else kill "-$signal" "$leader"; fi
	wait "$leader" 2>/dev/null
	status=$?
	case "$signal $status" in
	'INT 130' | 'TERM 143') [ -z "$(makers)" ] || fail "$signal leaves $(makers | wc -l) processes" ;;
	'KILL 137') ;;
	*) fail "$signal ends with $status: $(cat "$work/log")" ;;
	esac
	for _ in $(seq 100); do
		[ -n "$(makers)" ] || break
		sleep 0.1
	done
	[ -z "$(makers)" ] || fail "$signal leaves $(makers | wc -l) processes after 10 s"
	[ "$(objects)" -gt "$before" ] || fail "$signal: what was built is lost"
	before=$(objects)
done

[ "$(lab/build-kernel "$version" 2>"$work/log")" = "$out" ] || fail "the last build: $(cat "$work/log")"
# The guest's other parts are in the usual one.
if [ -n "$cache" ]; then TALLY_CACHE=$cache; else unset TALLY_CACHE; fi
lab smoke --kernel "$out" --modules tally <<'G'
echo tally >/sys/devices/system/cpu/cpuidle/current_governor && sleep 1 && cat /sys/devices/system/cpu/cpuidle/current_governor
G
grep -q '^tally$' "$work/smoke.out" || fail "the kernel boots without tally: $(cat "$work/smoke.out")"
no_splat smoke
