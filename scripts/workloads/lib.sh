# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the recipes share. A recipe sets summary, describe (a function) and
# variants, defines prepare and start, and calls recipe "$@".

workloads=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$workloads/../.." && pwd)
name=$(basename "$0")
cache=${TALLY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tally}
quick=
record_options=()

say_and_exit() {
	local status=$1
	shift
	printf '%s: %s\n' "$name" "$*" >&2
	exit "$status"
}

usage() {
	cat <<U
Usage: scripts/workloads/$name [--quick] [--variant NAME] [RECORD OPTION...]

$summary.

U
	describe
	cat <<U

  --quick          a size that only shows that it works
  --variant NAME   only this one of: ${variants[*]}
  --help, --list   this text; the variants, one a line

All other options go to bench/record: --runs, --warmup, --governors, --reference,
--output, ... (see bench/record --help). With several variants, each is recorded
with --setting VARIANT. The program is installed from Debian when it is missing
(root or sudo).

Exit status: that of bench/record; 1 the program could not be installed or
fetched; 2 wrong arguments; 77 not possible here.
U
}

# need PROGRAM PACKAGE...: the first package that this Debian has.
need() {
	local program=$1 package as_root=()
	shift
	! command -v "$program" >/dev/null || return 0
	command -v apt-get >/dev/null ||
		say_and_exit 77 "$program is not installed, and this is no Debian machine"
	if [ "$(id -u)" != 0 ]; then
		command -v sudo >/dev/null ||
			say_and_exit 77 "$program is not installed, and this is neither root nor is sudo here"
		as_root=(sudo)
	fi
	"${as_root[@]}" apt-get -q update >/dev/null ||
		say_and_exit 1 "apt-get update failed (no network?)"
	for package in "$@"; do
		apt-cache show "$package" >/dev/null 2>&1 || continue
		printf '%s: installing %s\n' "$name" "$package" >&2
		"${as_root[@]}" env DEBIAN_FRONTEND=noninteractive \
			apt-get -q -y --no-install-recommends install "$package" >/dev/null ||
			say_and_exit 1 "$package could not be installed"
		! command -v "$program" >/dev/null || return 0
	done
	say_and_exit 1 "no package of this Debian has $program (tried: $*)"
}

# source_of PACKAGE: unpacks the original tarball of a Debian source package of
# this release, and prints where. apt checks signature and hash.
source_of() {
	local package=$1 suite arch apt dir tarball
	suite=$(. /etc/os-release && printf '%s' "${VERSION_CODENAME:-}")
	[ -n "$suite" ] || say_and_exit 77 "/etc/os-release names no Debian release"
	dir=$cache/sources/$suite-$package
	if [ -e "$dir/.complete" ]; then
		printf '%s\n' "$dir"
		return
	fi
	arch=$(dpkg --print-architecture)
	# scripts/fetch knows the mirror; a package fetched through it makes its
	# apt root, of which this one is a copy for sources.
	"$root/scripts/fetch" deb "$suite" "debian-archive-keyring" >/dev/null ||
		say_and_exit 1 "$suite cannot be fetched from"
	apt=$cache/apt/source-$suite
	mkdir -p "$apt"/{etc,lists/partial,cache/archives/partial,state}
	: >"$apt/state/status"
	sed "s|$cache/apt/$suite-$arch|$apt|g" "$cache/apt/$suite-$arch/apt.conf" >"$apt/apt.conf"
	sed 's/^deb /deb-src /' "$cache/apt/$suite-$arch/etc/sources.list" >"$apt/etc/sources.list"
	APT_CONFIG=$apt/apt.conf apt-get -q update >"$apt/log" 2>&1 ||
		say_and_exit 1 "the index of sources could not be fetched: see $apt/log"
	rm -rf "$dir" "$dir.new"
	mkdir -p "$dir.new/package"
	(cd "$dir.new/package" &&
		APT_CONFIG=$apt/apt.conf apt-get -q --download-only source "$package" >"$apt/log" 2>&1) ||
		say_and_exit 1 "the source of $package could not be fetched: see $apt/log"
	tarball=$(find "$dir.new/package" -name '*.orig.tar.*' ! -name '*.asc' | head -n 1)
	[ -n "$tarball" ] || say_and_exit 1 "the source of $package has no original tarball"
	tar -xf "$tarball" -C "$dir.new" --strip-components=1 ||
		say_and_exit 1 "$tarball could not be unpacked (is the disk full?)"
	rm -rf "$dir.new/package"
	touch "$dir.new/.complete"
	mv "$dir.new" "$dir"
	printf '%s\n' "$dir"
}

# record COMMAND...: one variant through bench/record.
record() {
	local setting=()
	[ "${#variants[@]}" = 1 ] || setting=(--setting "$variant")
	"$root/bench/record" "${record_options[@]}" "${setting[@]}" -- "$@"
}

recipe() {
	local chosen=() known variant status
	while [ $# -gt 0 ]; do
		case "$1" in
		-h | --help) usage; exit 0 ;;
		--list) printf '%s\n' "${variants[@]}"; exit 0 ;;
		--quick) quick=1 ;;
		--variant)
			[ $# -ge 2 ] || say_and_exit 2 "--variant needs a value (see --help)"
			known=" ${variants[*]} "
			[[ $known == *" $2 "* ]] || say_and_exit 2 "--variant: '$2' is none of: ${variants[*]}"
			chosen+=("$2")
			shift
			;;
		--) say_and_exit 2 "the command is the recipe's own: '--' is out of place" ;;
		*) record_options+=("$1") ;;
		esac
		shift
	done
	[ -x "$root/bench/record" ] || say_and_exit 1 "bench/record is not built (make; it needs libperf)"
	prepare
	[ "${#chosen[@]}" != 0 ] || chosen=("${variants[@]}")
	for variant in "${chosen[@]}"; do
		[ "${#chosen[@]}" = 1 ] || printf '== %s: %s\n' "$name" "$variant"
		status=0
		start "$variant" || status=$?
		[ "$status" = 0 ] || exit "$status"
	done
}
