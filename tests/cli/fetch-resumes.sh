#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A download that breaks off goes on where it was, and gives the same file; what is
# damaged is fetched again. Needs the mirror, as scripts/setup does.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
	printf '%s\n' "$*"
	exit 1
}

export TALLY_CACHE=$work/cache
suite=bookworm
# Some megabytes, so that there is a middle.
package=gdb
new=$TALLY_CACHE/debs/$suite/new-$package-$(dpkg --print-architecture)

# The index, and a name that is there today.
scripts/fetch deb "$suite" debian-archive-keyring >"$work/out" 2>"$work/err" ||
	{ printf 'the mirror is not reached: %s\n' "$(tail -n 1 "$work/err")"; exit 77; }
root=$TALLY_CACHE/apt/$suite-$(dpkg --print-architecture)
want=$(APT_CONFIG=$root/apt.conf apt-get download --print-uris "$package" 2>/dev/null | sed 's/.*SHA256://')

# break_off: leaves a part of the package, as Ctrl-C in the middle of it does.
break_off() {
	local leader _
	rm -rf "${TALLY_CACHE:?}/debs/$suite"
	echo 'Acquire::http::Dl-Limit "500"; Acquire::https::Dl-Limit "500";' >"$root/etc/apt.conf.d/slow"
	setsid env --default-signal=INT scripts/fetch deb "$suite" "$package" >"$work/out" 2>"$work/err" &
	leader=$!
	for _ in $(seq 600); do
		[ "$(stat -c %s "$new"/*.deb 2>/dev/null || echo 0)" -le 300000 ] || break
		sleep 0.05
	done
	kill -INT -- "-$leader"
	wait "$leader" 2>/dev/null
	part=$(stat -c %s "$new"/*.deb) || fail "nothing is left of the download that broke off"
	rm "$root/etc/apt.conf.d/slow"
}

# again TEXT: the same call gives the package, and says TEXT.
again() {
	local file
	file=$(scripts/fetch deb "$suite" "$package" 2>"$work/err") || fail "the second call: $(cat "$work/err")"
	[ "$(sha256sum "$file" | cut -d ' ' -f 1)" = "$want" ] || fail "$file is not what the index tells"
	grep -q -- "$1" "$work/err" || fail "'$1' is not said: $(cat "$work/err")"
	[ ! -e "$new" ] || fail "$new is left"
}

break_off
again ": $part of [0-9]* bytes were here already"

break_off
dd if=/dev/zero of="$(echo "$new"/*.deb)" bs=1000 seek=100 count=1 conv=notrunc status=none
again "what was fetched before is damaged"

# Without the mirror: one line, and the part stays for the next call.
break_off
export http_proxy=http://127.0.0.1:9 https_proxy=http://127.0.0.1:9
! scripts/fetch deb "$suite" "$package" >"$work/out" 2>"$work/err" || fail "it was fetched without a mirror"
[ "$(wc -l <"$work/err")" = 1 ] && grep -q "$package .* could not be fetched: " "$work/err" || fail "without a mirror: $(cat "$work/err")"
unset http_proxy https_proxy
again ": $part of [0-9]* bytes were here already"
