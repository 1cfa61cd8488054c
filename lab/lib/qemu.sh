# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# QEMU: which one, how, and on which processor.

# Older ones share the clock among virtual CPUs in turns of milliseconds.
qemu_oldest=10

# qemu_select ARCH: sets qemu, an array: the program and where it finds its files.
qemu_select() {
	local arch=$1 program package folder='' dir part suite
	case "$arch" in
	x86_64) program=qemu-system-x86_64 package=qemu-system-x86 ;;
	arm64) program=qemu-system-aarch64 package=qemu-system-arm ;;
	ppc64le) program=qemu-system-ppc64 package=qemu-system-ppc ;;
	esac
	if [ "$(qemu_version "$program")" -ge "$qemu_oldest" ]; then
		qemu=("$program")
		return
	fi
	# One from Debian's archive beside what is installed; qemu-system-x86 has brought the
	# libraries.
	suite=$(qemu_suite)
	for part in qemu-system-data "$package"; do
		dir=$("$lab_root/scripts/fetch" unpack "$suite" "$part") ||
			die 1 "QEMU of Debian's $suite is needed and could not be fetched"
		[ ! -d "$dir/usr/share/qemu" ] || folder=$dir/usr/share/qemu
	done
	qemu=("$dir/usr/bin/$program" -L "$folder" -L /usr/share/seabios)
	"${qemu[0]}" --version >/dev/null 2>&1 ||
		die 77 "QEMU of Debian's $suite does not run here ($("${qemu[0]}" --version 2>&1 | head -n 1)): apt-get install $package brings what it needs"
}

# The suite whose QEMU is new enough and fits the libraries of this machine.
qemu_suite() {
	# shellcheck disable=SC1091 # what it sets stays in this shell, which is the caller's $( )
	. /etc/os-release
	case "${ID:-}:${VERSION_CODENAME:-}" in
	debian:bookworm | debian:) echo bookworm-backports ;;
	debian:*) echo "$VERSION_CODENAME" ;;
	*) echo bookworm-backports ;;
	esac
}

qemu_version() {
	local found
	found=$("$1" --version 2>/dev/null | sed -n 's/^QEMU emulator version \([0-9]*\).*/\1/p')
	printf '%s' "${found:-0}"
}

# qemu_claim_cpu: sets qemu_cpu, a processor that no other guest of the lab runs on. The lock is
# held (descriptor 8) until this script ends.
qemu_claim_cpu() {
	local cpu waiting='' dir=${TMPDIR:-/tmp}/tally-lab-cpus.$UID
	mkdir -p "$dir"
	while :; do
		for cpu in $(qemu_allowed_cpus); do
			exec 8>>"$dir/$cpu"
			if flock -n 8; then
				qemu_cpu=$cpu
				return
			fi
		done
		[ -n "$waiting" ] || say "waiting: another guest runs on each processor"
		waiting=1
		sleep 1
	done
}

qemu_allowed_cpus() {
	local part list
	list=$(taskset -cp $$ | sed 's/.*: //')
	for part in ${list//,/ }; do
		seq "${part%-*}" "${part#*-}"
	done
}

# qemu_machine ARCH CPUS THREADS MODEL: sets qemu_options and qemu_append, all that decides the
# guest's time included, and
# qemu_result_device and qemu_stdout_device, the serial lines that results and
# standard output take, with qemu_lines, QEMU's options for them.
qemu_machine() {
	local arch=$1 cpus=$2 threads=$3 model=$4
	qemu_options=(-nodefaults -no-user-config -display none -no-reboot -monitor none -seed 1
		-smp "$cpus,cores=$((cpus / threads)),threads=$threads,sockets=1" -m "$memory")
	qemu_append='panic=-1 quiet nokaslr cryptomgr.notests'
	# A card with two lines; x86 has them on board.
	qemu_result_device=/dev/ttyS0 qemu_stdout_device=/dev/ttyS1
	qemu_lines=(-device "pci-serial-2x,chardev1=result,chardev2=stdout")
	case "$arch" in
	x86_64)
		qemu_result_device=/dev/ttyS1 qemu_stdout_device=/dev/ttyS2
		# The third line's usual interrupt is the first one's.
		qemu_lines=(-device "isa-serial,chardev=result,index=1"
			-device "isa-serial,chardev=stdout,index=2,iobase=0x3e8,irq=5")
		qemu_options+=(-M "q35,hpet=off" -cpu "${model:-max}")
		qemu_append+=' console=ttyS0 reboot=t no_timer_check'
		;;
	ppc64le)
		# The bridge is for its timer: see lab/modules/metronome_pit.c.
		qemu_options+=(-M "pseries,x-vof=on" -cpu "${model:-POWER9}" -device i82378)
		qemu_append+=' console=hvc0'
		;;
	arm64)
		# With one security state the kernel switches a CPU's part of the interrupt
		# controller off before PSCI's suspend, and QEMU's has nobody who would wake it.
		# The watchdog is for its timer: see lab/modules/metronome_watchdog.c.
		qemu_options+=(-M "virt,gic-version=3,secure=on" -cpu "${model:-cortex-a72}" -device i6300esb)
		qemu_append+=' console=ttyAMA0'
		;;
	esac
}

# qemu_time ARCH REAL_TIME: adds the options that say how time passes. Exact: an instruction
# takes 1 ns (arm64: 2 ns) and one thread runs all CPUs, which makes a run repeatable to the bit.
qemu_time() {
	local arch=$1 real_time=$2 shift=0
	if [ -n "$real_time" ]; then
		qemu_options+=(-accel "tcg,thread=multi")
		# Its check against other clocks fails where virtual CPUs are slow; without it,
		# sched_clock() stands still on a CPU whose tick is stopped.
		[ "$arch" != x86_64 ] || qemu_append+=' tsc=reliable'
		return
	fi
	case "$arch" in
	x86_64) qemu_append+=' tsc=reliable tsc_early_khz=1000000 lpj=4000000' ;;
	arm64) shift=1 ;;
	esac
	qemu_options+=(-accel "tcg,thread=single" -icount "shift=$shift,sleep=off"
		-rtc "base=2024-01-01T00:00:00,clock=vm")
}
