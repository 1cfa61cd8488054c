# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The engines without a scheduler: GNU parallel over SSH, and this machine alone.

# parallel_run LIST OPTION...: the tasks of LIST. A task that fails, or whose host
# is lost, is tried once more, on another host if there is one.
parallel_run() {
	local list=$1
	shift
	# bash words for the hosts' shell; {} is the task's number.
	(cd "$job" && parallel --will-cite --no-notice "$@" --workdir ... --retries 2 \
		--joblog "$list.log" --basefile job --basefile build --transferfile "tasks/{}" \
		--return "done/{}.$suffix" --cleanup \
		"$(printf %q "$remote/scripts/fleet")" task . '{}' <"$list") ||
		failed=1
}

engine_ssh() {
	local machine list failed=0 stamp ssh=()
	for tool in parallel rsync; do
		command -v "$tool" >/dev/null || die 77 "$tool is not installed: scripts/setup fleet"
	done
	stamp=$(date +%s%N)
	remote=${remote_tree:-$tree}
	[ -z "$ssh_command" ] || ssh=(--ssh "$ssh_command")
	missing_tasks >"$job/missing"
	if [ "$kind" = evaluate ]; then
		[ -n "$hosts" ] || die 2 "submit: --engine ssh needs --hosts (see --help)"
		cp "$job/missing" "$job/submitted/$stamp"
		parallel_run "$job/submitted/$stamp" "${ssh[@]}" --filter-hosts --sshlogin "$hosts"
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
