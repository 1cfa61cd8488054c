#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
# --fidelity compares decision by decision: it counts what is the same, tells what is not,
# and leaves out what it cannot know.
set -euo pipefail

cd "$(dirname "$0")/../.."
replay=replay/replay
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

fail() {
	echo "$*"
	exit 1
}

# probes WRONG: 2000 choices of state 1 with the tick stopped, WRONG of them of state 2.
probes() {
	awk -v wrong="$1" 'BEGIN {
		print "# tracer: nop"
		print " <idle>-0 [002] d..1. 1.000000: gov_select: (teo_select+0x0/0x1)"
		print " <idle>-0 [002] d..1. 1.000001: gov_chosen: (a <- teo_select) ret=1 stop=1"
		print " sh-9 [000] d..1. 1.000002: gov_enable: (teo_enable_device+0x0/0x1) cpu=2"
		for (i = 0; i < 2000; i++) {
			t = 2 + i / 1000
			printf " <idle>-0 [002] d..1. %.6f: gov_select: (teo_select+0x0/0x1)\n", t
			printf " <idle>-0 [002] d..1. %.6f: gov_sleep: (a <- tick) ret=%d delta=%d\n", t, 700000, 600000
			printf " <idle>-0 [002] d..1. %.6f: gov_chosen: (a <- teo_select) ret=%d stop=1\n", t, i < wrong ? 2 : 1
			printf " <idle>-0 [002] d..1. %.6f: gov_reflect: (teo_reflect+0x0/0x1) idx=1 last=1000 flags=0x3\n", t
			printf " <idle>-0 [002] d..1. %.6f: gov_got_tick: (a <- tick) ret=0x0\n", t
		}
	}'
}

compare() {
	status=0
	$replay --fidelity --table skx --governors fixed:state=1+stop=1 "$1" >"$work/out" || status=$?
}

probes 0 >"$work/same.txt"
compare "$work/same.txt"
[ "$status" = 0 ] || fail "all the same: status $status"
grep -q '1 CPUs, 2000 decisions, 2000 the same (100.0000 %), 1 not compared' "$work/out" ||
	fail "all the same: $(cat "$work/out")"

probes 2 >"$work/two.txt"
compare "$work/two.txt"
[ "$status" = 0 ] || fail "two of 2000 differ: status $status"
grep -q '1998 the same (99.9000 %)' "$work/out" || fail "two differ: $(cat "$work/out")"
[ "$(grep -c '^CPU 2 at 2.*recorded state 2, tick may stop; replayed state 1, tick may stop; sleep length 700000 ns' "$work/out")" = 2 ] ||
	fail "deviations are not told: $(cat "$work/out")"

probes 30 >"$work/many.txt"
compare "$work/many.txt"
[ "$status" = 1 ] || fail "30 of 2000 differ: status $status"
[ "$(grep -c '^CPU 2 at' "$work/out")" -le 20 ] || fail "too many deviations are listed"

refused() {
	local want=$1 what=$2 status=0
	shift 2
	$replay --fidelity "$@" >/dev/null 2>"$work/err" || status=$?
	[ "$status" = "$want" ] || fail "$*: status $status instead of $want"
	[ "$(wc -l <"$work/err")" = 1 ] || fail "$*: not one line: $(cat "$work/err")"
	grep -qF -- "$what" "$work/err" || fail "$*: does not name $what: $(cat "$work/err")"
}
refused 2 --table --governors tally "$work/same.txt"
refused 2 --governors --table skx "$work/same.txt"
refused 2 "one governor" --table skx --governors tally,tally:context=0 "$work/same.txt"
