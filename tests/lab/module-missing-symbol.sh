#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A kernel that lacks a symbol: the module says which in one line and is not loaded. The module is
# built from a copy of the sources that asks for one which no kernel has.
. "$(dirname "$0")/common.sh"

mkdir "$work/copy"
cp -r Kbuild VERSION include governor scripts "$work/copy/"
sed -i 's/"cpuidle_prev_governor"/"cpuidle_next_governor"/' "$work/copy/governor/ksyms.c"
headers=$(scripts/kernel-headers 6.12) || { echo "no headers of Linux 6.12"; exit 77; }
module=$work/copy/$("$work/copy/scripts/build-module" "$headers") || fail "the copy was not built"

status=0
lab/run --quiet --output "$work/missing" --modules "$module" -- true \
	>"$work/missing.out" 2>"$work/missing.err" || status=$?
[ "$status" != 77 ] || { tail -n 1 "$work/missing.err"; exit 77; }
[ "$status" = 125 ] || fail "the module was loaded (status $status)"
grep -q 'tally: this kernel has no symbol cpuidle_next_governor: not loaded' "$work/missing.err" || {
	cat "$work/missing.err"
	fail "the log does not name the symbol"
}
