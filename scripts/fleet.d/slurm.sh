# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The Slurm engine: job arrays. Slurm keeps the queue over its own restarts, and
# starts a task again elsewhere when its node is lost (--requeue).

slurm_jobs() {
	[ ! -f "$job/slurm-jobs" ] || paste -sd, "$job/slurm-jobs"
}

# How many tasks the scheduler still has; waits out a scheduler that restarts.
slurm_queued() {
	local ids count tries=0
	ids=$(slurm_jobs)
	[ -n "$ids" ] || { echo 0; return; }
	while ! count=$(squeue --noheader --array --jobs "$ids" --format %i 2>"$job/log/squeue.err" | wc -l); do
		# Finished long ago: the scheduler has forgotten them.
		! grep -q 'Invalid job id' "$job/log/squeue.err" || { echo 0; return; }
		tries=$((tries + 1))
		[ "$tries" -lt 60 ] || die 1 "squeue fails: $(tail -n 1 "$job/log/squeue.err")"
		sleep 2
	done
	echo "$count"
}

# What somebody has to do something about before the job goes on: tasks that wait for more than
# their turn, and why nodes take no work. After it was killed the scheduler may give out numbers again that it
# has forgotten, meet them on a node, and drain it.
slurm_obstacles() {
	local ids count reason found=
	ids=$(slurm_jobs)
	[ -n "$ids" ] || return 0
	while read -r count reason; do
		printf '  %d tasks wait in Slurm: %s\n' "$count" "$reason"
		found=1
	done < <(squeue --noheader --array --jobs "$ids" --states PENDING --format %r 2>/dev/null |
		grep -vxE 'None|Priority|Resources|BeginTime|Cleaning' | sort | uniq -c)
	[ -z "$found" ] || sinfo --noheader --list-reasons --format '%N|%T|%E' 2>/dev/null |
		while IFS='|' read -r node state reason; do
			printf '  node %s is %s: %s (scontrol update nodename=%s state=resume)\n' "$node" "$state" "$reason" "$node"
		done
	[[ ! $(squeue --noheader --jobs "$ids" --states PENDING --format %r 2>/dev/null) =~ [Hh]eld ]] ||
		printf '  tasks are held (scontrol release %s)\n' "$ids"
}

# slurm_array LIST [SBATCH OPTION...]: one array, a line of LIST a task.
slurm_array() {
	local list=$1 id
	shift
	id=$(sbatch --parsable --job-name "tally-$kind" --array "1-$(wc -l <"$list")" --requeue \
		--output /dev/null --chdir / "$@" "${sbatch_options[@]}" \
		"$lib/slurm-task" "$tree/scripts/fleet" "$job" "$list") ||
		die 1 "sbatch refused the array (see above); $(wc -l <"$list") tasks are not queued"
	echo "${id%%;*}" >>"$job/slurm-jobs"
}

# slurm_arrays NAME [SBATCH OPTION...]: the tasks on stdin, in arrays that fit.
slurm_arrays() {
	local name=$1 most list
	shift
	most=$(scontrol show config | sed -n 's/^MaxArraySize *= *//p')
	[ "${most:-0}" -gt 1 ] || die 1 "scontrol does not tell MaxArraySize: is slurmctld running?"
	split --lines $((most - 1)) --numeric-suffixes --suffix-length 4 - "$job/submitted/$name."
	for list in "$job/submitted/$name."*; do
		slurm_array "$list" "$@"
	done
}

engine_slurm() {
	local tool queued stamp machine
	for tool in sbatch squeue scontrol; do
		command -v "$tool" >/dev/null || die 77 "$tool is not installed: apt-get install slurm-client"
	done
	queued=$(slurm_queued)
	[ "$queued" = 0 ] || die 1 "$queued tasks of this job are queued or running still: fleet wait or fleet cancel"
	rm -f "$job/slurm-jobs"
	stamp=$(date +%s%N)
	missing_tasks >"$job/missing"
	if [ "$kind" = evaluate ]; then
		slurm_arrays "$stamp" --ntasks 1 --cpus-per-task 1 "${hold[@]}" <"$job/missing"
	else
		# Which machine is part of the task, and nothing else may run there.
		while read -r machine; do
			while read -r task; do
				[ "$(cut -f 1 "$job/tasks/$task")" != "$machine" ] || echo "$task"
			done <"$job/missing" | slurm_arrays "$stamp-$machine" --nodes 1 --exclusive --nodelist "$machine" "${hold[@]}"
		done < <(cd "$job/tasks" && xargs -r -a "$job/missing" cut -f 1 | sort -u)
	fi
	printf 'fleet: %d tasks queued in Slurm job %s\n' "$(wc -l <"$job/missing")" "$(slurm_jobs)"
}

verb_cancel() {
	local ids
	ids=$(slurm_jobs)
	[ -n "$ids" ] || die 1 "$job has no Slurm job"
	scancel ${ids//,/ } || die 1 "scancel failed (see above)"
}
