# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Which modules the guest loads, in which order, with which parameters.

# modules_install ROOT: builds what --states, --metronome and --modules ask for, and
# writes ROOT/etc/lab.modules.
modules_install() {
	local root=$1 folder item file governors=() list=()
	IFS=, read -r -a list <<<"$modules"
	for item in "${list[@]}"; do
		case "$item" in
		tally | cede | cede:* | firmware | firmware:* | *.ko | none) ;;
		*@*) governors+=("$item") ;;
		*) governors+=("$item@$(modules_source_version)") ;;
		esac
	done
	folder=$("$lab_root/lab/build-modules" "$kernel_headers" "${governors[@]}") || exit $?

	: >"$root/etc/lab.modules"
	[ "$speed" = 1 ] || modules_add "$root" "$folder/lab_pace.ko" "factor=$speed"
	if [ "$metronome" != 0 ] && [ -z "$real_time" ]; then
		modules_add "$root" "$folder/lab_metronome.ko" "period_us=$((metronome * speed))"
	fi
	if [ "$arch" = x86_64 ] && [ -n "$states_parameter" ]; then
		modules_add "$root" "$folder/lab_idle.ko" "states=$states_parameter"
	fi
	for item in "${list[@]}"; do
		case "$item" in
		none) ;;
		tally)
			file=$(modules_tally) || exit $?
			modules_add "$root" "$file"
			;;
		cede | firmware) modules_add "$root" "$folder/lab_$item.ko" ;;
		cede:* | firmware:*)
			modules_add "$root" "$folder/lab_${item%%:*}.ko" "$(printf '%s' "${item#*:}" | tr : ' ')"
			;;
		*.ko) modules_add "$root" "$item" ;;
		*@*) modules_add "$root" "$folder/$(modules_governor_file "$item")" "name=${item/@/-}" ;;
		*) modules_add "$root" "$folder/$(modules_governor_file "$item@$(modules_source_version)")" ;;
		esac
	done
}

modules_governor_file() {
	printf 'lab_%s_%s.ko' "${1%@*}" "$(printf '%s' "${1#*@}" | tr . _)"
}

# The source package of the kernel that is booted.
modules_source_version() {
	printf '%s' "$kernel_release" | sed 's/^\([0-9]*\.[0-9]*\).*/\1/'
}

modules_tally() {
	local built
	mkdir -p "$lab_root/build"
	built=$(flock "$lab_root/build/module.lock" "$lab_root/scripts/build-module" "$kernel_headers" | tail -n 1) ||
		die 125 "tally's module could not be built for $kernel_release"
	printf '%s' "$lab_root/$built"
}

# modules_add ROOT FILE [PARAMETER]
modules_add() {
	local root=$1 file=$2 name
	[ -f "$file" ] || die 2 "--modules: there is no file $file"
	name=$(basename "$file")
	cp "$file" "$root/modules/$name"
	printf '%s\n' "/modules/$name${3:+ $3}" >>"$root/etc/lab.modules"
}
