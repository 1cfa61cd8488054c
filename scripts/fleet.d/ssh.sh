# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The engines without a scheduler: GNU parallel over SSH, and this machine alone.

# A task goes out as one word, its number and all that it is, and its result comes
# back on standard output: one connection a task, nothing left behind on the host.
pack_tasks() {
	local task
	while read -r task; do
		printf '%s:%s\n' "$task" "$(tar -cz -C "$job" job build "tasks/$task" | base64 -w 0)"
	done
}

verb_remote() {
	local task=${1%%:*}
	remote_job=$(mktemp -d) || die 1 "no folder for a task can be made on $(uname -n)"
	trap 'rm -rf "$remote_job"' EXIT
	base64 -d <<<"${1#*:}" | tar -xz -C "$remote_job" || die 2 "remote: this is no task"
	"$tree/scripts/fleet" task "$remote_job" "$task" || exit 1
	set -- "$remote_job"/done/*
	printf 'fleet-result %s %s %d\n' "$task" "${1##*/}" "$(stat -c %s "$1")"
	cat "$1"
}

# What parallel prints, a whole task at a time.
harvest() {
	local word task name size
	while read -r word task name size; do
		[ "$word" = fleet-result ] && [[ $name =~ ^[0-9]+\.[a-z]+$ ]] && [[ $size =~ ^[0-9]+$ ]] || {
			echo "fleet: a host printed what is no result: $word $task $name $size" >&2
			continue
		}
		head -c "$size" >"$job/done/.$name.ssh"
		if [ "$(stat -c %s "$job/done/.$name.ssh")" = "$size" ]; then
			mv "$job/done/.$name.ssh" "$job/done/$name"
		fi
	done
}

# parallel_run LIST OPTION...: the tasks of LIST. A task that fails, or whose host
# is lost, is tried once more, on another host if there is one.
parallel_run() {
	local list=$1
	shift
	pack_tasks <"$list" |
		parallel --will-cite "$@" --retries 2 --joblog "$list.log" \
			"$(printf %q "$remote/scripts/fleet")" remote '{}' | harvest ||
		failed=1
}

engine_ssh() {
	local machine list failed=0 stamp ssh=()
	command -v parallel >/dev/null || die 77 "GNU parallel is not installed: scripts/setup fleet"
	stamp=$(date +%s%N)
	remote=${remote_tree:-$tree}
	[ -z "$ssh_command" ] || ssh=(--ssh "$ssh_command")
	missing_tasks >"$job/missing"
	if [ "$kind" = evaluate ]; then
		[ -n "$hosts" ] || die 2 "submit: --engine ssh needs --hosts (see --help)"
		cp "$job/missing" "$job/submitted/$stamp"
		parallel_run "$job/submitted/$stamp" "${ssh[@]}" --sshlogin "$hosts"
	else
		ssh_sweep
	fi
	verb_status || return 1
	[ "$failed" = 0 ]
}

# Each machine gets its own tasks, one after the other; the machines all at once.
ssh_sweep() {
	local pids=() pid
	while read -r machine; do
		list=$job/submitted/$stamp-${machine//[^A-Za-z0-9._-]/_}
		while read -r task; do
			[ "$(cut -f 1 "$job/tasks/$task")" != "$machine" ] || echo "$task"
		done <"$job/missing" >"$list"
		(
			failed=0
			parallel_run "$list" "${ssh[@]}" --jobs 1 --sshlogin "$machine"
			exit "$failed"
		) &
		pids+=($!)
	done < <(cd "$job/tasks" && xargs -r -a "$job/missing" cut -f 1 | sort -u)
	for pid in "${pids[@]}"; do
		wait "$pid" || failed=1
	done
}

engine_local() {
	local task failed=0
	for task in $(missing_tasks); do
		"$tree/scripts/fleet" task "$job" "$task" || failed=1
	done
	verb_status || return 1
	[ "$failed" = 0 ]
}
