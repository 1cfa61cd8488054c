# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What lab/run and lab/shell share: messages, the cache, the result of a guest.

lab_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
lab_cache=${TALLY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tally}

say() {
	[ -n "${lab_quiet:-}" ] || printf 'lab: %s\n' "$*" >&2
}

die() {
	local status=$1
	shift
	printf 'lab: %s\n' "$*" >&2
	exit "$status"
}

# A package that gives a program, for the error where it is missing.
need() {
	command -v "$1" >/dev/null ||
		die 77 "$1 is not installed: apt-get install $2, or scripts/setup lab"
}

# need_space DIR MEGABYTES
need_space() {
	local free
	mkdir -p "$1" || die 1 "$1 cannot be made"
	free=$(df --output=avail -m "$1" | tail -n 1)
	[ "$free" -ge "$2" ] ||
		die 1 "$1 has ${free// /} MB free and $2 MB are needed: make room, or set TALLY_CACHE to another folder"
}

# Single quotes that busybox's shell reads back exactly.
shell_quote() {
	local word
	for word; do
		printf "'%s' " "${word//\'/\'\\\'\'}"
	done
}

# Prints a new folder for one guest; takes away those of guests that were killed outright.
lab_work_folder() {
	local base=${TMPDIR:-/tmp} old pid
	for old in "$base"/tally-lab.*.*; do
		pid=${old#"$base"/tally-lab.}
		pid=${pid%%.*}
		[ ! -d "$old" ] || [ ! -O "$old" ] || [ -d "/proc/$pid" ] || rm -rf "$old"
	done
	mktemp -d "$base/tally-lab.$$.XXXXXX" || die 1 "no folder can be made in $base"
}
