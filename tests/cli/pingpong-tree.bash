# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# A made-up sysfs tree with two CPUs, one core each, for tests of the bench programs: the
# governor's file is a plain file, so that switching and restoring can be seen.

cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export TALLY_SYSFS=$work/tree/sys TALLY_JOURNAL=$work/journal
cpu_dir=$TALLY_SYSFS/devices/system/cpu

fail() {
	printf '%s\n' "$*"
	exit 1
}

# equal WHAT IS WANTED
equal() {
	[ "$2" = "$3" ] || fail "$1 is '$2', not '$3'"
}

# put FILE TEXT
put() {
	mkdir -p "$(dirname "$1")"
	printf '%s\n' "$2" >"$1"
}

# tree_state CPU INDEX NAME EXIT RESIDENCY
tree_state() {
	local dir=$cpu_dir/cpu$1/cpuidle/state$2 file
	put "$dir/name" "$3"
	put "$dir/desc" "$3"
	put "$dir/latency" "$4"
	put "$dir/residency" "$5"
	for file in usage time above below rejected disable; do
		put "$dir/$file" 0
	done
}

# tree_make CPUS: as many CPUs, all online
tree_make() {
	local cpu
	for ((cpu = 0; cpu < $1; cpu++)); do
		put "$cpu_dir/cpu$cpu/topology/core_cpus" "$(printf '%x' $((1 << cpu)))"
		put "$cpu_dir/cpu$cpu/topology/core_cpus_list" "$cpu"
		put "$cpu_dir/cpu$cpu/topology/core_id" "$cpu"
		put "$cpu_dir/cpu$cpu/topology/physical_package_id" 0
		put "$cpu_dir/cpu$cpu/topology/package_cpus" "$(printf '%x' $(((1 << $1) - 1)))"
		put "$cpu_dir/cpu$cpu/power/pm_qos_resume_latency_us" 0
		tree_state "$cpu" 0 POLL 0 0
		tree_state "$cpu" 1 C1 1 1
		tree_state "$cpu" 2 C6 133 400
	done
	put "$cpu_dir/online" "0-$(($1 - 1))"
	put "$cpu_dir/possible" "0-$(($1 - 1))"
	put "$cpu_dir/present" "0-$(($1 - 1))"
	put "$cpu_dir/cpuidle/current_driver" made-up
	put "$cpu_dir/cpuidle/current_governor" menu
	put "$cpu_dir/cpuidle/available_governors" "ladder menu teo"
}

governor() {
	cat "$cpu_dir/cpuidle/current_governor"
}
