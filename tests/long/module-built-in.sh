#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The newest kernel with tally built in: scripts/in-tree, the smallest configuration of the lab, boot
# with cpuidle.governor=tally. It is in use from the start, takes parameters from the command line, is
# seen in debugfs and leaves no complaint. Builds a kernel: 4 minutes on two CPUs the first time.
. "$(dirname "$0")/../lab/common.sh"

cache=${TALLY_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/tally}
version=$(scripts/fetch newest) || { echo "no kernel source can be fetched"; exit 77; }
original=$(scripts/fetch source "$version") || { echo "no kernel source can be fetched"; exit 77; }
source=$cache/linux-source-$version-with-tally
if [ ! -d "$source" ]; then
	# Files are shared; in-tree writes new ones instead of changing them.
	cp -al "$original" "$source.new" && mv "$source.new" "$source" || fail "$original could not be copied"
fi
scripts/in-tree "$source" || fail "in-tree failed"
! grep -q tally "$original/drivers/cpuidle/Kconfig" || fail "the original was changed"

echo CONFIG_CPU_IDLE_GOV_TALLY=y >"$work/fragment"
kernel=$(lab/build-kernel --source "$source" --fragment "$work/fragment" "$version" | tail -n 1) ||
	fail "the kernel was not built"

lab builtin --kernel "$kernel" --modules none --append "cpuidle.governor=tally tally.latency_weight=3 tally.fixup=C2_ACPI:50:150" <<'E'
current=/sys/devices/system/cpu/cpuidle/current_governor
cat $current
cat /sys/module/tally/parameters/latency_weight
for i in $(seq 50); do usleep 2000; done
awk '$2 == "C2_ACPI" { print $3, $4, $9, $10, $11 }' /sys/kernel/debug/tally/cpu0/table
awk '$1 == "chosen" { s += $3 } END { print "chosen often:", (s >= 50 ? "yes" : "no") }' /sys/kernel/debug/tally/cpu0/decisions
echo menu >$current
cat $current
awk 'NR == 1' /sys/kernel/debug/tally/cpu0/table
echo tally >$current
cat $current
E
diff - "$work/builtin.out" <<'E' || fail "the guest's answers differ from what is right"
tally
3
120000 360000 50000 150000 parameter
chosen often: yes
menu
not in use on this CPU
tally
E
no_splat builtin
