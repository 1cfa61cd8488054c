# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# arm64: idle states are nodes of the device tree, which QEMU's machine does not have.

# devicetree_make DIR: QEMU's own tree, with --states put in, as DIR/dtb; adds it to qemu_options.
devicetree_make() {
	local work=$1
	[ -n "$states_parameter" ] || return 0
	need dtc device-tree-compiler
	# The tree describes this very machine: its memory, its CPUs, the lines that come later.
	"${qemu[@]}" "${qemu_options[@]}" -M dumpdtb="$work/plain.dtb" >"$work/dtb.log" 2>&1 ||
		die 125 "QEMU gives no device tree: $(tail -n 1 "$work/dtb.log")"
	dtc -q -I dtb -O dts -o "$work/plain.dts" "$work/plain.dtb" ||
		die 125 "the device tree of QEMU cannot be read"
	awk -v tables="$states_parameter" -v cpus="$cpus" "$devicetree_awk" \
		"$work/plain.dts" >"$work/states.dts" || die 125 "the device tree has no CPUs"
	dtc -q -I dts -O dtb -o "$work/dtb" "$work/states.dts" ||
		die 125 "the device tree with the states of $states does not compile"
	qemu_options+=(-dtb "$work/dtb")
}

# A node's name is what sysfs shows as the state's name; an address makes it unique. State 0 of
# each table is the kernel's own WFI, and a state that polls is left out: this driver has none.
# The PSCI parameter has bit 16 clear: a standby state, which really idles in QEMU. A latency is
# told as entry + exit: all of it is exit here, entry 0.
devicetree_awk='
function covers(list, cpu,   part) {
	if (list == "")
		return 1
	split(list, part, "-")
	return cpu >= part[1] && cpu <= (part[2] == "" ? part[1] : part[2])
}
BEGIN {
	tables_count = split(tables, table, ";")
	for (t = 1; t <= tables_count; t++) {
		cpu_list[t] = ""
		if (split(table[t], half, "=") == 2) {
			cpu_list[t] = half[1]
			table[t] = half[2]
		}
		states_count = split(table[t], state, ",")
		for (s = 1; s <= states_count; s++) {
			split(state[s], field, ":")
			if (field[4] == "p" || s == 1)
				continue
			label = "t" t "s" s
			name = field[1]
			gsub(/[^A-Za-z0-9,._+-]/, "-", name)
			nodes = nodes "\t\t\t" label ": " name "@" t s " {\n" \
				"\t\t\t\tcompatible = \"arm,idle-state\";\n" \
				"\t\t\t\tidle-state-name = \"" field[1] "\";\n" \
				"\t\t\t\tarm,psci-suspend-param = <" s ">;\n" \
				"\t\t\t\tentry-latency-us = <0>;\n" \
				"\t\t\t\texit-latency-us = <" field[2] ">;\n" \
				"\t\t\t\tmin-residency-us = <" field[3] ">;\n\t\t\t};\n"
			references[t] = references[t] " \\&" label
		}
	}
}
/^\tcpus \{/ { in_cpus = 1 }
in_cpus && /^\t\};/ {
	if (nodes != "")
		printf "\t\tidle-states {\n\t\t\tentry-method = \"psci\";\n%s\t\t};\n", nodes
	in_cpus = 0
}
{ print }
in_cpus && /^\t\tcpu@/ {
	for (t = 1; t <= tables_count; t++) {
		if (references[t] != "" && covers(cpu_list[t], cpu)) {
			gsub(/\\/, "", references[t])
			printf "\t\t\tcpu-idle-states = <%s>;\n", substr(references[t], 2)
		}
	}
	cpu++
}
END { exit !cpu }'
