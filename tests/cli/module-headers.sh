#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# scripts/kernel-headers refuses what it does not know in one line, with status 2.
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# refused WORDS ARGUMENT...
refused() {
	local words=$1 status=0
	shift
	TALLY_CACHE=$work/cache scripts/kernel-headers "$@" >"$work/out" 2>"$work/err" || status=$?
	[ "$status" = 2 ] || { echo "kernel-headers $*: status $status, not 2"; exit 1; }
	[ "$(wc -l <"$work/err")" = 1 ] && [ ! -s "$work/out" ] && grep -qF -- "$words" "$work/err" || {
		echo "kernel-headers $*: not one line with '$words':"
		cat "$work/out" "$work/err"
		exit 1
	}
	[ ! -e "$work/cache" ] || { echo "kernel-headers $*: changed the cache"; exit 1; }
}

refused "a VERSION is needed"
refused "'six' is no kernel version" six
refused "unknown architecture 'vax'" 6.12 vax
refused "unknown flavour 'plain'" 6.12 amd64 plain
refused "no cloud kernel for ppc64el" 6.12 ppc64el cloud
refused "too many arguments" 6.12 amd64 cloud more
