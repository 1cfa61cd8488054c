# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The options that describe a guest, for lab/run and lab/shell.

lab_defaults() {
	arch=x86_64 kernel=6.12 flavour='' cpus=2 smt=1 cpu_model='' states='' modules=tally,teo
	append='' memory=512 metronome=50 speed=1 real_time='' lab_quiet=''
}

# lab_option WORD...: takes the first one or two; sets lab_option_words.
lab_option() {
	local name
	case "$1" in
	--arch | --kernel | --flavour | --cpus | --smt | --cpu-model | --states | --modules | --append | --memory | --metronome | --speed)
		[ $# -ge 2 ] || die 2 "$1 needs a value (see --help)"
		name=${1#--}
		printf -v "${name//-/_}" '%s' "$2"
		lab_option_words=2
		;;
	--real-time) real_time=1 lab_option_words=1 ;;
	--quiet) lab_quiet=1 lab_option_words=1 ;;
	*) die 2 "unknown option $1 (see --help; COMMAND comes after --)" ;;
	esac
}

lab_check() {
	local name
	case "$arch" in
	x86_64 | ppc64le | arm64) ;;
	*) die 2 "--arch $arch: x86_64, ppc64le or arm64 is wanted" ;;
	esac
	for name in cpus smt memory; do
		[[ ${!name} =~ ^[1-9][0-9]{0,6}$ ]] || die 2 "--$name ${!name}: a positive number is wanted"
	done
	[[ $metronome =~ ^[0-9]{1,5}$ ]] || die 2 "--metronome $metronome: microseconds, 0 to 50000, are wanted"
	[[ $speed =~ ^[1-8]$ ]] || die 2 "--speed $speed: a number from 1 to 8 is wanted"
	if [ "$speed" != 1 ] && { [ "$arch" != ppc64le ] || [ -n "$real_time" ]; }; then
		die 2 "--speed $speed: only on ppc64le, and with exact time"
	fi
	[ $((cpus % smt)) = 0 ] || die 2 "--cpus $cpus is no multiple of --smt $smt"
	[ "$cpus" -le 64 ] || die 2 "--cpus $cpus: 64 at most"
	case "$flavour" in
	'' | cloud | rt | generic) ;;
	*) die 2 "--flavour $flavour: cloud, rt or generic is wanted" ;;
	esac
	lab_check_states
	need cpio cpio
	need setpriv util-linux
}

# Each machine has its own way to idle states.
lab_check_states() {
	states_parameter=
	case "$arch:$states" in
	x86_64:) states=i5-10600k ;;
	arm64:) states=juno ;;
	ppc64le:) states=none ;;
	ppc64le:none) ;;
	ppc64le:*) die 2 "--states $states: on ppc64le the firmware says which states there are" ;;
	esac
	if [ "$states" != none ]; then
		states_parameter=$(states_text "$states") || exit $?
	fi
}

# lab_prepare DIR: everything but the command and the boot. DIR/root becomes the guest's root.
lab_prepare() {
	local work=$1
	need_space "$lab_cache" 300
	need_space "$work" 200
	qemu_select "$arch"
	kernel_select "$arch" "$kernel" "$flavour"
	qemu_machine "$arch" "$cpus" "$smt" "$cpu_model"
	qemu_time "$arch" "$real_time"
	# The watchdog took its limits in timebase ticks at boot, when they were longer.
	[ "$speed" = 1 ] || qemu_append+=' nowatchdog'
	qemu_append+=${append:+ $append}
	[ "$arch" != arm64 ] || devicetree_make "$work"
	initramfs_base "$work/root" "$arch"
	initramfs_tally "$work/root" "$arch"
	modules_install "$work/root"
}
