# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# QEMU: which one, how, and on which processor.

# Older ones share the clock among virtual CPUs in turns of milliseconds.
qemu_oldest=10

# qemu_select ARCH: sets qemu, an array: the program and where it finds its files.
qemu_select() {
	local arch=$1 program package folder dir part
	case "$arch" in
	x86_64) program=qemu-system-x86_64 package=qemu-system-x86 ;;
	arm64) program=qemu-system-aarch64 package=qemu-system-arm ;;
	ppc64le) program=qemu-system-ppc64 package=qemu-system-ppc ;;
	esac
	if [ "$(qemu_version "$program")" -ge "$qemu_oldest" ]; then
		qemu=("$program")
		return
	fi
	# One from Debian's backports beside the installed one, whose package brings the
	# libraries that both need.
	need "$program" "$package"
	folder=
	for part in qemu-system-data "$package"; do
		dir=$("$lab_root/scripts/fetch" unpack bookworm-backports "$part") ||
			die 1 "QEMU $qemu_oldest is needed, this machine has $(qemu_version "$program"), and Debian's backports could not be read"
		[ ! -d "$dir/usr/share/qemu" ] || folder=$dir/usr/share/qemu
	done
	qemu=("$dir/usr/bin/$program" -L "$folder" -L /usr/share/seabios)
	"${qemu[0]}" --version >/dev/null 2>&1 ||
		die 77 "QEMU of Debian's backports does not run here: $("${qemu[0]}" --version 2>&1 | head -n 1); scripts/setup lab installs what it needs"
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

# qemu_machine ARCH CPUS THREADS: sets qemu_options and qemu_append, all that decides the
# guest's time included, and
# qemu_result_device and qemu_stdout_device, the serial lines that results and
# standard output take, with qemu_lines, QEMU's options for them.
qemu_machine() {
	local arch=$1 cpus=$2 threads=$3
	qemu_options=(-nodefaults -no-user-config -display none -no-reboot -monitor none -seed 1
		-smp "$cpus,cores=$((cpus / threads)),threads=$threads,sockets=1" -m "$memory")
	qemu_append='panic=-1 quiet nokaslr cryptomgr.notests'
	case "$arch" in
	x86_64)
		qemu_result_device=/dev/ttyS1 qemu_stdout_device=/dev/ttyS2
		# The third line's usual interrupt is the first one's.
		qemu_lines=(-device isa-serial,chardev=result,index=1
			-device isa-serial,chardev=stdout,index=2,iobase=0x3e8,irq=5)
		qemu_options+=(-M q35,hpet=off -cpu max)
		qemu_append+=' console=ttyS0 reboot=t no_timer_check'
		;;
	esac
}

# qemu_time ARCH REAL_TIME: adds the options that say how time passes. Exact: each instruction
# takes 1 ns and one thread runs all CPUs, which makes a run repeatable to the bit.
qemu_time() {
	local arch=$1 real_time=$2
	if [ -n "$real_time" ]; then
		qemu_options+=(-accel "tcg,thread=multi")
		return
	fi
	qemu_options+=(-accel "tcg,thread=single" -icount "shift=0,sleep=off"
		-rtc "base=2024-01-01T00:00:00,clock=vm")
	case "$arch" in
	x86_64) qemu_append+=' tsc=reliable tsc_early_khz=1000000 lpj=4000000' ;;
	esac
}
