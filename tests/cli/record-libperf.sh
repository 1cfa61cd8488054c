#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Where libperf cannot be had, one line says why, and the build goes on without
# bench/record.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
fail() {
	printf 'record-libperf: %s\n' "$*"
	failed=1
}

# A cache that cannot be made: nothing can be fetched.
: >"$dir/file"
TALLY_CACHE=$dir/file/cache scripts/build-libperf "$dir/out" >"$dir/log" 2>&1
[ $? = 1 ] || fail "without a source build-libperf does not end with 1"
tail -n 1 "$dir/log" | grep -q '^build-libperf: .*could not be fetched' ||
	fail "it does not say why: $(tail -n 1 "$dir/log")"
[ ! -e "$dir/out/libperf.a" ] || fail "there is a library nevertheless"

TALLY_CACHE=$dir/file/cache make -s LIBPERF_DIR="$dir/out" bench/record >"$dir/log" 2>&1 ||
	fail "make fails: $(tail -n 1 "$dir/log")"
grep -q '^bench/record is left out: no libperf' "$dir/log" || fail "make does not say so: $(tail -n 1 "$dir/log")"

make -s LIBPERF=no bench/record >"$dir/log" 2>&1 || fail "make LIBPERF=no fails"
grep -q '^bench/record is left out: LIBPERF=no' "$dir/log" || fail "LIBPERF=no: $(cat "$dir/log")"

scripts/build-libperf --no-such-option >"$dir/log" 2>&1
[ $? = 2 ] || fail "an unknown option does not end with 2"
[ "$(wc -l <"$dir/log")" = 1 ] || fail "an unknown option says: $(cat "$dir/log")"

exit "$failed"
