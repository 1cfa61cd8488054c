# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# One task, on the machine that the engine chose. The result appears under its
# name only when it is whole, so that a machine may die at any time.

verb_task() {
	local list=
	if [ "${1:-}" = --list ]; then
		# The engine counts from 1; the list says which task that is.
		[ $# = 3 ] || die 2 "task: --list needs a file and a line"
		list=$2
		[[ $3 =~ ^[0-9]+$ ]] || die 2 "task: '$3' is not a line of $list"
		set -- "$(sed -n "$3p" "$list")"
	fi
	[ $# = 1 ] && [ -n "$1" ] && [ -f "$job/tasks/$1" ] || die 2 "task: $job has no task '${1:-}'"
	task=$1
	[ ! -e "$job/done/$task.$suffix" ] || exit 0
	mkdir -p "$job/done" "$job/log"
	# Named after this machine: the one that died may have left its own.
	node=${SLURMD_NODENAME:-$(uname -n)}
	part=$job/done/.$task.$node.$$
	printf '%s\t%d\n' "$task" "$(date +%s)" >>"$job/log/started.$node"
	trap 'rm -rf "$part"' EXIT
	trap 'exit 143' TERM INT
	if ! "task_$kind" 2>"$job/log/$task.err"; then
		cat "$job/log/$task.err" >&2
		die 1 "task $task of $job failed on $node: $(tail -n 1 "$job/log/$task.err")"
	fi
	rm -f "$job/log/$task.err"
}

# Neighbours in a task that one replay can do, in the same order: a workload's tables, then
# workloads with the same tables. Starting it for each pair takes a sixth of the time.
rectangles() {
	awk -F '\t' '
		$1 "\t" $2 != last { last = $1 "\t" $2; seed[++n] = $1; workload[n] = $2; tables[n] = $3; next }
		{ tables[n] = tables[n] "," $3 }
		END {
			for (i = 1; i <= n; i++) {
				names = names (names == "" ? "" : ",") workload[i]
				if (i < n && seed[i] == seed[i + 1] && tables[i] == tables[i + 1])
					continue
				print seed[i] "\t" names "\t" tables[i]
				names = ""
			}
		}'
}

task_evaluate() {
	local seed workloads tables built
	built=$(cat "$job/build")
	if [ "$built" != different ] && [ "$built" != "$(build_sum)" ]; then
		echo "the replay, the catalogue or the governors here are not those of the machine that planned (see --different-builds)" >&2
		return 1
	fi
	while IFS=$'\t' read -r seed workloads tables; do
		"$tree/replay/replay" --evaluate "${options[@]}" --no-instructions --threads 1 --seed "$seed" \
			--workloads "$workloads" --tables "$tables" --csv "$part.one" >/dev/null || return 1
		if [ -e "$part" ]; then
			tail -n +2 "$part.one" >>"$part" || return 1
		else
			cp "$part.one" "$part" || return 1
		fi
		rm -f "$part.one"
	done < <(rectangles <"$job/tasks/$task")
	mv "$part" "$job/done/$task.$suffix"
}

task_sweep() {
	local machine governor run option from values files
	IFS=$'\t' read -r machine governor run option from values <"$job/tasks/$task"
	set -- "$tree/${options[0]}" "${options[@]:1}" "--$option=$values" --output "$part" --quiet
	[ "$governor" = - ] || set -- "$@" --governors "$governor"
	mkdir -p "$part" || return 1
	"$@" >/dev/null || return 1
	files=("$part"/*.json)
	if [ "${#files[@]}" != 1 ] || [ ! -f "${files[0]}" ]; then
		echo "${options[0]} wrote ${#files[@]} result files instead of one" >&2
		return 1
	fi
	# Its points' place in the whole sweep, and which run it is.
	jq -S --argjson from "$from" --argjson run "$run" --arg name "$(basename "${files[0]}" .json)" \
		'.run = $run | .points[].index += $from | .fleet = {name: ($name | sub("-1$"; "-\($run)"))}' \
		"${files[0]}" >"$part/whole" || return 1
	mv "$part/whole" "$job/done/$task.$suffix"
}
