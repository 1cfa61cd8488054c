# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Kernels: Debian's packages, or a build tree of our own; and their modules.

# kernel_select ARCH VERSION|DIR FLAVOUR: sets kernel_headers, kernel_release and kernel_image.
kernel_select() {
	local arch=$1 version=$2 flavour=$3
	if [ -d "$version" ]; then
		kernel_own_tree "$version"
		return
	fi
	kernel_headers=$("$lab_root/scripts/kernel-headers" "$version" "$arch" ${flavour:+"$flavour"}) ||
		exit $?
	kernel_package=$(basename "$kernel_headers")
	kernel_release=${kernel_package#linux-headers-}
	kernel_image=$(kernel_unpack_image "$arch" "$kernel_release") || exit $?
}

# The build tree of a kernel of our own: made by lab/build-kernel.
kernel_own_tree() {
	kernel_headers=$(cd "$1" && pwd)
	kernel_release=$(cat "$kernel_headers/include/config/kernel.release" 2>/dev/null) ||
		die 2 "--kernel $1: this is no built kernel (it has no include/config/kernel.release)"
	kernel_image=$kernel_headers/vmlinux
	[ -f "$kernel_image" ] || die 2 "--kernel $1: it has no vmlinux"
}

# The image's package has the headers' release in its name, in the same suite.
kernel_unpack_image() {
	local arch=$1 release=$2 deb_arch suite dir package packed log
	case "$arch" in
	x86_64) deb_arch=amd64 ;;
	arm64) deb_arch=arm64 ;;
	ppc64le) deb_arch=ppc64el ;;
	esac
	log=$(mktemp)
	for suite in $(kernel_suites "$release"); do
		# Newer packages of images only depend on the one that has the file.
		for package in "linux-image-$release" "linux-image-$release-unsigned" "linux-binary-$release"; do
			dir=$("$lab_root/scripts/fetch" unpack "$suite" "$package:$deb_arch" 2>>"$log") || dir=
			packed=$(kernel_packed "$dir" "$release")
			[ -z "$packed" ] || break 2
		done
	done
	if [ -z "$packed" ]; then
		tail -n 1 "$log" >&2
		rm -f "$log"
		die 1 "the kernel $release could not be fetched (no network?)"
	fi
	rm -f "$log"
	kernel_uncompress "$packed" "$release"
}

# Where a package unpacked to DIR has its kernel; nothing if it has none.
kernel_packed() {
	local file
	for file in "$1/boot/vmlinuz-$2" "$1/boot/vmlinux-$2" "$1/usr/lib/modules/$2/vmlinuz"; do
		[ ! -f "$file" ] || printf '%s' "$file"
	done
}

kernel_suites() {
	case "$1" in
	6.1.*) echo bookworm ;;
	6.12.*) echo bookworm-backports ;;
	*) echo experimental sid forky trixie ;;
	esac
}

# Prints the file that QEMU boots. x86: the ELF file inside, which starts through the PVH entry and
# so saves the guest the unpacking.
kernel_uncompress() {
	local packed=$1 release=$2 image
	case "$packed" in
	*/vmlinux-*) printf '%s\n' "$packed"; return ;;
	esac
	[ "$(od -An -tx1 -j 514 -N 4 "$packed")" = " 48 64 72 53" ] || { printf '%s\n' "$packed"; return; }
	image=$lab_cache/vmlinux/$release-x86_64
	if [ ! -s "$image" ]; then
		need_space "$lab_cache" 500
		mkdir -p "$lab_cache/vmlinux"
		kernel_payload "$packed" "$image.$$" && mv "$image.$$" "$image" ||
			{ rm -f "$image.$$"; die 1 "no vmlinux could be taken out of $packed"; }
	fi
	printf '%s\n' "$image"
}

# The boot protocol's header says where the compressed kernel lies: setup_sects at 0x1f1,
# payload_offset at 0x248, payload_length at 0x24c (Documentation/arch/x86/boot.rst). The length
# includes four bytes at the end that give the unpacked size.
kernel_payload() {
	local packed=$1 image=$2 sectors offset length unpack
	sectors=$(od -An -tu1 -j $((0x1f1)) -N 1 "$packed")
	offset=$(od -An -tu4 -j $((0x248)) -N 4 "$packed")
	length=$(od -An -tu4 -j $((0x24c)) -N 4 "$packed")
	offset=$(((sectors + 1) * 512 + offset))
	case "$(od -An -tx1 -j "$offset" -N 4 "$packed")" in
	' 28 b5 2f fd') unpack='zstd -dcq'; need zstd zstd ;;
	' fd 37 7a 58') unpack='xz -dcq --single-stream' ;;
	' 02 21 4c 18') unpack='lz4 -dcq'; need lz4 lz4 ;;
	' 1f 8b'*) unpack='gzip -dcq' ;;
	*) return 1 ;;
	esac
	head -c $((offset + length - 4)) "$packed" | tail -c $((length - 4)) | $unpack >"$image"
}
