# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# submit, status, wait, merge.

verb_submit() {
	local engine=slurm value words hosts='' remote_tree='' ssh_command='' hold=() sbatch_options=()
	while [ $# != 0 ]; do
		case "$1" in
		--engine | --engine=*) option_value "$@"; engine=$value ;;
		--sbatch | --sbatch=*) option_value "$@"; sbatch_options+=("$value") ;;
		--hosts | --hosts=*) option_value "$@"; hosts=$value ;;
		--remote-tree | --remote-tree=*) option_value "$@"; remote_tree=$value ;;
		--ssh | --ssh=*) option_value "$@"; ssh_command=$value ;;
		--hold) hold=(--hold) words=1 ;;
		*) die 2 "submit: unknown option '$1' (see --help)" ;;
		esac
		shift "$words"
	done
	case "$engine" in
	slurm | ssh | local) ;;
	*) die 2 "submit: unknown engine '$engine': slurm, ssh or local" ;;
	esac
	if [ -z "$(missing_tasks)" ]; then
		printf 'fleet: all %d tasks have their results: nothing to submit\n' "$tasks"
		return 0
	fi
	# One submitter at a time.
	exec 9>"$job/lock"
	flock -n 9 || die 1 "another submit of $job is at work"
	"engine_$engine"
}

verb_status() {
	local missing failed queued=0
	missing=$(missing_tasks | wc -l)
	failed=$(find "$job/log" -name '[0-9]*.err' -size +0 | wc -l)
	if [ -f "$job/slurm-jobs" ] && command -v squeue >/dev/null; then
		queued=$(slurm_queued)
	fi
	printf '%d tasks: %d done, %d queued or running, %d failed\n' \
		"$tasks" $((tasks - missing)) "$queued" "$failed"
	find "$job/log" -name '[0-9]*.err' -size +0 | sort -V | head -n 5 | while read -r log; do
		printf '  task %s: %s\n' "$(basename "$log" .err)" "$(tail -n 1 "$log")"
	done
	[ "$queued" = 0 ] || slurm_obstacles
	[ "$missing" = 0 ] || return 3
}

verb_wait() {
	local said='' now
	while [ "$(slurm_queued)" != 0 ]; do
		now=$(slurm_obstacles)
		if [ "$now" != "$said" ]; then
			said=$now
			[ -z "$now" ] || printf 'fleet: waiting:\n%s\n' "$now" >&2
		fi
		sleep 1
	done
	verb_status
}

verb_merge() {
	local missing
	missing=$(missing_tasks | wc -l)
	[ "$missing" = 0 ] || die 3 "$missing of $tasks tasks have no result yet: fleet submit resumes them"
	rm -rf "$job/merged.new"
	mkdir "$job/merged.new"
	"merge_$kind" || die 1 "merging failed (see above)"
	rm -rf "$job/merged"
	mv "$job/merged.new" "$job/merged"
	find "$job/merged" -type f | sort -V
}

merge_evaluate() {
	seq 1 "$tasks" | awk -v job="$job" '
		{
			task = $1
			getline line <(job "/tasks/" task)
			close(job "/tasks/" task)
			split(line, part, "\t")
			out = job "/merged.new/seed-" part[1] ".csv"
			file = job "/done/" task ".csv"
			if ((getline head <file) <= 0)
				exit fail(task " has an empty result")
			if (!(out in heads)) {
				heads[out] = head
				print head >out
			} else if (head != heads[out]) {
				exit fail(task " has other columns than the first")
			}
			while ((getline line <file) > 0)
				print line >out
			close(file)
		}
		function fail(why) {
			print "fleet: the result of task " why >"/dev/stderr"
			return 1
		}'
}

# The parts of one run become one result file again: the first part's head, all
# points in order, and complete only if each part is.
merge_sweep() {
	local machine name
	for task in $(seq 1 "$tasks"); do
		read -r machine _ <"$job/tasks/$task"
		printf '%s\t%s\t%s\n' "${machine//[^A-Za-z0-9._@-]/_}" "$(jq -r .fleet.name "$job/done/$task.json")" "$task"
	done >"$job/merged.list"
	while IFS=$'\t' read -r machine name; do
		mkdir -p "$job/merged.new/$machine"
		awk -F '\t' -v m="$machine" -v n="$name" -v dir="$job/done" \
			'$1 == m && $2 == n { print dir "/" $3 ".json" }' "$job/merged.list" |
			xargs jq -S -s 'sort_by(.points[0].index) |
				(.[0] | del(.fleet)) + {points: [.[].points[]], complete: all(.[]; .complete),
					notes: ([.[].notes[]?] | unique), started_s: (map(.started_s) | min)}' \
				>"$job/merged.new/$machine/$name.json" || return 1
	done < <(cut -f 1,2 "$job/merged.list" | sort -u)
}
