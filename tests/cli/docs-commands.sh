#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Every command of the manual is run. A block marked `console` holds commands, each
# after `$ `, that are run here in order, with the tree's entries around them; a word
# after `console` says what such a block needs:
#   native   root, and two idle governors to switch between
#   slurm    a cluster with node1 and node2, which is started here
#   ssh      hosts alpha and beta, which are started here
#   lab      QEMU and minutes: run where TALLY_DOCS_LAB is set
#   by NAME  it cannot be run as it stands; the test, or stage of scripts/check,
#            NAME runs it
# In all other blocks, each command of ours must exist and know its options.
set -uo pipefail

cd "$(dirname "$0")/../.." || exit 1
root=$PWD
# shellcheck source=tests/cli/fleet-cluster.bash
. tests/cli/fleet-cluster.bash
# shellcheck source=tests/cli/fleet-sshd.bash
. tests/cli/fleet-sshd.bash
[ -x replay/replay ] && [ -x bench/pingpong ] || { echo "the programs are not built"; exit 1; }

work=$(mktemp -d)
cleanup() {
	cluster_stop
	if [ -n "${sshd_folder:-}" ]; then
		sshd_kill alpha
		sshd_kill beta
	fi
	rm -rf "$work"
}
trap cleanup EXIT
failed=0 run=0 left_out=0
bad() {
	printf 'FAIL %s\n' "$*"
	failed=1
}

# blocks FILE: lines `NUMBER<TAB>KIND<TAB>COMMAND`; a command that ends in a
# backslash goes on in the next line.
blocks() {
	awk '
		/^ *```/ {
			fence = $0
			sub(/^ *```/, "", fence)
			inside = !inside
			kind = inside ? (fence == "" ? "plain" : fence) : ""
			next
		}
		!inside && /^    [^ ]/ { kind = "plain"; line = substr($0, 5) }
		!inside && !/^    [^ ]/ { next }
		inside { line = $0 }
		more { line = whole line }
		kind ~ /^console/ && !more && line !~ /^\$ / { next }
		line ~ /\\$/ { whole = substr(line, 1, length(line) - 1); more = 1; next }
		{
			more = 0
			sub(/^\$ /, "", line)
			if (kind == "plain" && line !~ /^(sudo )?(scripts|bench|replay|lab)\/[a-z-]+( |$)/)
				next
			print NR "\t" kind "\t" line
		}' "$1"
}

can_native() {
	local cpuidle=/sys/devices/system/cpu/cpuidle
	[ -w $cpuidle/current_governor ] && [ "$(wc -w <$cpuidle/available_governors)" -ge 2 ]
}

# What a block needs; called once, and again where it was there already.
have_slurm=unknown have_ssh=unknown
provide() {
	case "$1" in
	console) ;;
	"console native") can_native ;;
	"console slurm")
		if [ "$have_slurm" = unknown ]; then
			have_slurm=no
			(cluster_skip) >/dev/null && have_slurm=yes
			if [ "$have_slurm" = yes ]; then
				PATH=$PATH:/usr/sbin
				cluster_start "$work/cluster" 2
			fi
		fi
		[ "$have_slurm" = yes ]
		;;
	"console ssh")
		if [ "$have_ssh" = unknown ]; then
			have_ssh=no
			(sshd_skip) >/dev/null && have_ssh=yes
			if [ "$have_ssh" = yes ]; then
				sshd_start "$work/ssh" alpha beta
				export PARALLEL_SSH="ssh -F $work/ssh/config"
			fi
		fi
		[ "$have_ssh" = yes ]
		;;
	"console lab") [ -n "${TALLY_DOCS_LAB:-}" ] ;;
	*) return 1 ;;
	esac
}

# Each document has a folder of its own, in which the tree's entries are.
enter() {
	place=$work/$(basename "$1" .md)
	[ ! -d "$place" ] || return 0
	mkdir "$place"
	ln -s "$root"/* "$place/"
}

run_command() {
	local where=$1 kind=$2 command=$3 lock=() place=$place
	# The lab takes the tree's files by their real places.
	[ "$kind" != "console lab" ] || place=$root
	[ "$kind" != "console native" ] || lock=(flock /tmp/tally-native.lock)
	run=$((run + 1))
	if ! (cd "$place" && "${lock[@]}" timeout 800 bash -o pipefail -c "$command") >"$work/log" 2>&1 </dev/null; then
		bad "$where: $command"
		tail -n 15 "$work/log" | sed 's/^/  | /'
	fi
}

# known WHERE COMMAND: the program is there, and its --help has each long option.
known() {
	local where=$1 command=$2 program option help
	command=${command#sudo }
	command=${command%%#*}
	command=${command%%|*}
	program=${command%% *}
	[ -x "$program" ] || { bad "$where: there is no $program"; return; }
	help=$("$program" --help 2>&1)
	# What comes after -- is another program's.
	for option in $(grep -oE -- '(^| )--[a-z][a-z-]*' <<<"${command%% -- *}"); do
		grep -qE -- "$option([^a-z-]|$)" <<<"$help" || bad "$where: $program knows no $option"
	done
}

test_exists() {
	local name=$1
	[ -f "tests/cli/$name.sh" ] || [ -f "tests/lab/$name.sh" ] || [ -f "tests/unit/$name.c" ] ||
		grep -q "^stage_$name()" scripts/check
}

for file in README.md CONTRIBUTING.md Documentation/*.md; do
	[ -f "$file" ] || continue
	enter "$file"
	while IFS=$'\t' read -r number kind command; do
		where=$file:$number
		case "$kind" in
		plain) known "$where" "$command" ;;
		"console by "*)
			test_exists "${kind#console by }" || bad "$where: there is no test ${kind#console by }"
			;;
		console*)
			if provide "$kind"; then
				run_command "$where" "$kind" "$command"
			else
				left_out=$((left_out + 1))
				printf 'not here (%s): %s: %s\n' "${kind#console }" "$where" "$command"
			fi
			;;
		esac
	done < <(blocks "$file")
	# Links to other files of the tree.
	while read -r link; do
		[ -e "$(dirname "$file")/$link" ] || bad "$file: the link to $link leads nowhere"
	done < <(grep -oE '\]\([^)#:]+' "$file" | sed 's/^](//' | grep -v '^http')
done
printf '%d commands run, %d left out\n' "$run" "$left_out"
exit "$failed"
