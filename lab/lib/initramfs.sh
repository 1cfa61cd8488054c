# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The guest's file system: busybox, the project's programs with their libraries, modules.

# initramfs_libraries DIR FILE...: copies the shared libraries that programs need, each to the path
# it has here.
initramfs_libraries() {
	local dir=$1 library
	shift
	while read -r library; do
		[ ! -e "$dir$library" ] || continue
		mkdir -p "$dir$(dirname "$library")"
		cp -L "$library" "$dir$library"
	done < <(ldd "$@" 2>/dev/null | sed -n 's/.* => \(\/[^ ]*\) .*/\1/p; s/^[[:space:]]*\(\/[^ ]*\) (.*/\1/p' | sort -u)
}

# initramfs_tally DIR ARCH: the programs: every executable of these folders that git or make put
# there; those of bench/ for another architecture are built now.
initramfs_tally() {
	local dir=$1 arch=$2 file programs=() cross
	if [ "$arch" != "$(uname -m | sed s/aarch64/arm64/)" ]; then
		cross=$("$lab_root/lab/build-cross" "$arch") || exit $?
		initramfs_cross "$dir" "$cross"
		return
	fi
	while read -r file; do
		mkdir -p "$dir/tally/$(dirname "$file")"
		cp "$lab_root/$file" "$dir/tally/$file"
		[ "$(od -An -c -j 1 -N 3 "$lab_root/$file" | tr -d ' ')" != ELF ] || programs+=("$lab_root/$file")
	done < <(cd "$lab_root" && find bench replay tables lab/guest scripts/record-idle scripts/record-governor -maxdepth 1 -type f \
		\( -perm -u+x -o -name '*.csv' \) | sort)
	[ "${#programs[@]}" = 0 ] || initramfs_libraries "$dir" "${programs[@]}"
}

# initramfs_cross DIR FOLDER: what lab/build-cross made, libraries where their loader looks.
initramfs_cross() {
	local dir=$1 from=$2 loader
	mkdir -p "$dir/tally/bench" "$dir/tally/lab/guest" "$dir/lib"
	find "$from/bench" -maxdepth 1 -type f -perm -u+x -exec cp {} "$dir/tally/bench/" \;
	find "$lab_root/lab/guest" -maxdepth 1 -type f -perm -u+x -exec cp {} "$dir/tally/lab/guest/" \;
	cp "$from"/lib/*.so* "$dir/lib/"
	loader=$(cat "$from/lib/interpreter")
	mkdir -p "$dir$(dirname "$loader")"
	[ -e "$dir$loader" ] || cp "$from/lib/$(basename "$loader")" "$dir$loader"
}

# initramfs_pack DIR FILE: the same bytes for the same content.
initramfs_pack() {
	local dir=$1 file=$2
	find "$dir" -exec touch -h -d @0 {} +
	(cd "$dir" && find . -mindepth 1 -print0 | LC_ALL=C sort -z |
		cpio --quiet --null -o -H newc --reproducible -R 0:0) >"$file" ||
		die 1 "the guest's file system could not be written to $file (is the disk full?)"
}

# initramfs_base DIR ARCH: busybox is Debian 12's own static one, on every host and architecture.
initramfs_base() {
	local dir=$1 arch=$2 busybox
	case "$arch" in
	x86_64) busybox=amd64 ;;
	arm64) busybox=arm64 ;;
	ppc64le) busybox=ppc64el ;;
	esac
	busybox=$("$lab_root/scripts/fetch" unpack bookworm "busybox-static:$busybox") ||
		die 125 "busybox-static could not be fetched (no network?)"
	busybox=$busybox/bin/busybox
	mkdir -p "$dir"/{bin,dev,proc,sys,tmp,results,run,modules,etc,lib/modules}
	cp "$busybox" "$dir/bin/busybox"
	cp "$lab_root/lab/guest/init" "$dir/init"
	chmod 755 "$dir/init" "$dir/bin/busybox"
	printf 'root:x:0:0:root:/:/bin/sh\n' >"$dir/etc/passwd"
}
