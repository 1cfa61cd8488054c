#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# DKMS builds the module for one kernel, and then, as on a kernel update, by itself
# for the next one; kernels that it was not made for are left out. Works on trees
# of its own: nothing of this machine is touched.
set -uo pipefail

cd "$(dirname "$0")/../.." || exit 1
command -v dkms >/dev/null || { echo "dkms is not installed (scripts/setup packaging)"; exit 77; }
for version in 6.1 6.12; do
	headers=$(scripts/kernel-headers $version 2>/dev/null) || { echo "no headers of Linux $version (no network?)"; exit 77; }
	declare "headers_${version/./_}=$headers"
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
	printf '%s\n' "$*"
	cat "$work/log"
	find "$work" -name make.log -exec cat {} +
	exit 1
}

mkdir -p "$work"/{tree,source,modules,dest}
make -s install-dkms DESTDIR="$work/dest" >"$work/log" 2>&1 || fail "make install-dkms failed"
mv "$work"/dest/usr/src/tally-* "$work/source/"
version=$(cat VERSION)
release() {
	local release
	release=$(sed -n 's/^override KERNELRELEASE = //p' "$1/.kernelvariables" 2>/dev/null)
	[ -n "$release" ] || release=$(basename "$1" | sed 's/^linux-headers-//')
	echo "$release"
}
dkms_here() {
	local verb=$1
	shift
	dkms "$verb" --dkmstree "$work/tree" --sourcetree "$work/source" --installtree "$work/modules" "$@" >"$work/log" 2>&1
}
built() {
	find "$work/tree/tally/$version/$1" -name 'tally.ko*' 2>/dev/null | grep -q .
}

# shellcheck disable=SC2154 # declared above
old=$(release "$headers_6_1") new=$(release "$headers_6_12")
dkms_here add -m tally -v "$version" || fail "dkms add failed"
dkms_here build -m tally -v "$version" -k "$old" --kernelsourcedir "$headers_6_1" || fail "dkms build for $old failed"
built "$old" || fail "no module for $old"
mkdir "$work/modules/$new"
# What the kernel package's hook calls.
# depmod knows no tree but /lib/modules.
dkms_here autoinstall --no-depmod -k "$new" --kernelsourcedir "$headers_6_12" || fail "dkms autoinstall for $new failed"
built "$new" || fail "the update to $new built no module"
[ -n "$(find "$work/modules" -name 'tally.ko*')" ] || fail "the update to $new installed no module"
modinfo=$(modinfo "$(find "$work/modules" -name 'tally.ko*' | head -n 1)") || fail "what was installed is no module"
grep -q "^vermagic: *$new " <<<"$modinfo" || fail "the installed module is for: $(grep vermagic <<<"$modinfo")"

# A kernel without CONFIG_KPROBES.
cp -a "$headers_6_12" "$work/none"
sed -i '/CONFIG_KPROBES=y/d' "$work/none/.config"
! dkms_here build -m tally -v "$version" -k "0-none" --kernelsourcedir "$work/none" || fail "it was built for a kernel without kprobes"
dkms_here remove -m tally -v "$version" --all || fail "dkms remove failed"
