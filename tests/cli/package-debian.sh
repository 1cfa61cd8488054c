#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The Debian packages: they build, lintian finds no error, and what is in
# tally-tools works from another folder.
set -uo pipefail

cd "$(dirname "$0")/../.." || exit 1
for tool in dpkg-buildpackage lintian dh dh_dkms help2man; do
	command -v $tool >/dev/null || { echo "$tool is not installed (scripts/setup packaging)"; exit 77; }
done
# The recorder and the peers are built from Debian's linux-source.
for version in 6.12 7.3; do
	scripts/fetch source $version >/dev/null 2>&1 || { echo "no linux-source-$version (no network?)"; exit 77; }
done

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
	printf '%s\n' "$*"
	exit 1
}

# A copy: the build cleans, and leaves files.
mkdir "$work/tally"
if git rev-parse --git-dir >/dev/null 2>&1; then
	git ls-files -z --cached --others --exclude-standard
else
	find . -type f -not -path './build/*' -print0
fi | tar -c --null --ignore-failed-read -T - 2>/dev/null | tar -x -C "$work/tally"
(cd "$work/tally" && dpkg-buildpackage -us -uc -b >"$work/log" 2>&1) || {
	tail -n 30 "$work/log"
	fail "dpkg-buildpackage failed"
}
lintian --allow-root --fail-on error --tag-display-limit 0 "$work"/tally_*.changes || fail "lintian finds errors"
for package in tally-dkms tally-tools; do
	[ -f "$(echo "$work/${package}"_*.deb)" ] || fail "$package was not built"
done

dpkg-deb -x "$work"/tally-tools_*.deb "$work/root"
dpkg-deb -x "$work"/tally-dkms_*.deb "$work/root"
version=$(cat VERSION)
[ -f "$work/root/usr/src/tally-$version/dkms.conf" ] || fail "tally-dkms has no dkms.conf"
[ -f "$work/root/usr/src/tally-$version/Kbuild" ] || fail "tally-dkms has no sources"
while IFS=$'\t' read -r _ name _; do
	[ -e "$work/root/usr/bin/$name" ] || fail "$name is not in tally-tools"
	[ -f "$work/root/usr/share/man/man1/$name.1.gz" ] || fail "$name has no manual page"
done < <(sed '/^#/d' packaging/programs.txt)
(cd / && "$work/root/usr/bin/tally-replay" --evaluate --sessions 200 --tables skx --hz 250 --csv "$work/csv" >/dev/null)
grep -q ',teo-' "$work/csv" || fail "tally-replay of the package does not find its governors"
"$work/root/usr/bin/tally-report" --version >/dev/null || fail "tally-report of the package does not run"
