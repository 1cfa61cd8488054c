# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Planning: what a job is, and how it is cut into tasks. A task is a file of
# lines, one a point; its result is one file.

new_job() {
	[ ! -e "$folder/job" ] || die 2 "$folder is a job already: choose another folder, or remove it"
	mkdir -p "$folder"/{tasks,done,log,submitted} || die 1 "$folder cannot be made"
	job=$(cd "$folder" && pwd)
}

# Last: a folder without it is no job, so that a plan that failed is none.
save_job() {
	printf '%s\n' "$build" >"$job/build"
	{
		printf 'kind=%q suffix=%q tasks=%q\n' "$kind" "$suffix" "$tasks"
		printf 'options=(%s)\n' "${options[*]@Q}"
	} >"$job/job.new"
	mv "$job/job.new" "$job/job"
	printf 'fleet: %s: %d tasks planned\n' "$job" "$tasks"
}

# seeds LIST: one a line.
seeds() {
	local part
	for part in ${1//,/ }; do
		if [[ $part =~ ^([0-9]{1,9})-([0-9]{1,9})$ ]]; then
			[ "${BASH_REMATCH[1]}" -le "${BASH_REMATCH[2]}" ] || die 2 "--seeds: $part runs backwards"
			seq "${BASH_REMATCH[1]}" "${BASH_REMATCH[2]}"
		elif [[ $part =~ ^[0-9]{1,9}$ ]]; then
			echo "$part"
		else
			die 2 "--seeds: '$part' is neither a number nor a range such as 1-4"
		fi
	done
}

# What results depend on, beside the options.
build_sum() {
	cat "$tree/replay/replay" "$tree/tables/catalogue.csv" "$tree"/build/peers/*.so | sha256sum | cut -d ' ' -f 1
}

plan_evaluate() {
	local seed_list=1 per_task=1 value words option
	build=any
	while [ $# != 0 ]; do
		case "$1" in
		--seeds | --seeds=*) option_value "$@"; seed_list=$value ;;
		--per-task | --per-task=*) option_value "$@"; need_number --per-task "$value"; per_task=$value ;;
		--different-builds) build=different words=1 ;;
		--) shift; break ;;
		*) die 2 "evaluate: unknown option '$1' (see --help)" ;;
		esac
		shift "$words"
	done
	[ -x "$tree/replay/replay" ] || die 1 "replay/replay is not built: run make"
	for option in "$@"; do
		case "$option" in
		--seed | --seed=* | --csv | --csv=* | --json | --json=* | --threads | --threads=*)
			die 2 "evaluate sets ${option%%=*} itself" ;;
		esac
	done
	seeds "$seed_list" >/dev/null
	# The replay itself says which pairs there are, and in what order.
	pairs=$(mktemp)
	trap 'rm -f "$pairs"' EXIT
	"$tree/replay/replay" --evaluate "$@" --sessions 1 --no-bounds --no-instructions --governors tally --csv "$pairs" \
		>/dev/null || die 2 "replay/replay refuses these options (see above)"
	new_job
	awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i; next }
		 # A machine with several tables (NAME@cpuN) is named as a whole.
		 { table = $column["table"]; sub(/@.*/, "", table); pair = $column["workload"] "\t" table }
		 !(pair in seen) { seen[pair] = 1; print pair }' "$pairs" >"$job/pairs"
	[ -s "$job/pairs" ] || die 1 "there is nothing to evaluate"
	# A task never crosses a seed: each seed has a merged file of its own.
	seeds "$seed_list" >"$job/seeds"
	awk -v per="$per_task" -v folder="$job/tasks" '
		NR == FNR { pair[++pairs] = $0; next }
		{
			for (i = 1; i <= pairs; i++) {
				if ((i - 1) % per == 0) {
					if (n)
						close(file)
					file = folder "/" ++n
				}
				print $1 "\t" pair[i] >file
			}
		}' "$job/pairs" "$job/seeds"
	kind=evaluate suffix=csv options=("$@")
	tasks=$(find "$job/tasks" -type f | wc -l)
	[ "$build" = different ] || build=$(build_sum)
	save_job
}

# sweep_values TEXT: one a line, as bench/lib/sweep.h has it.
sweep_values() {
	awk -v text="$1" '
		function ns(word,  unit) {
			if (word !~ /^[0-9]+(\.[0-9]+)?(ns|us|ms|s)?$/)
				exit 1
			match(word, /[a-z]*$/)
			unit = substr(word, RSTART)
			return word * (unit == "us" ? 1e3 : unit == "ms" ? 1e6 : unit == "s" ? 1e9 : 1)
		}
		BEGIN {
			if (split(text, row, ":") == 3) {
				from = ns(row[1]); to = ns(row[2])
				if (row[3] !~ /^[0-9]+$/ || row[3] < 2 || from <= 0 || to <= from)
					exit 1
				# Units are dropped: a plain number must stay one.
				unit = row[1] row[2] ~ /[a-z]/ ? "ns" : ""
				for (i = 0; i < row[3]; i++)
					printf "%.0f%s\n", from * exp(log(to / from) * i / (row[3] - 1)), unit
			} else {
				n = split(text, list, ",")
				for (i = 1; i <= n; i++) {
					ns(list[i])
					print list[i]
				}
				if (!n)
					exit 1
			}
		}'
}

plan_sweep() {
	local machines='' governors='' runs=1 sweep='' points=0 value words
	while [ $# != 0 ]; do
		case "$1" in
		--machines | --machines=*) option_value "$@"; machines=$value ;;
		--governors | --governors=*) option_value "$@"; governors=$value ;;
		--runs | --runs=*) option_value "$@"; need_number --runs "$value"; runs=$value ;;
		--sweep | --sweep=*) option_value "$@"; sweep=$value ;;
		--points | --points=*) option_value "$@"; need_number --points "$value"; points=$value ;;
		--) shift; break ;;
		*) die 2 "sweep: unknown option '$1' (see --help)" ;;
		esac
		shift "$words"
	done
	[ -n "$machines" ] || die 2 "sweep: --machines is needed (see --help)"
	[[ $sweep =~ ^[a-z][a-z-]*=. ]] || die 2 "sweep: --sweep must be OPTION=VALUES, as in work=1us:2ms:20"
	[ $# != 0 ] || die 2 "sweep: a program of bench/ is needed after -- (see --help)"
	[ -x "$tree/$1" ] || die 2 "sweep: there is no program $1 in $tree"
	command -v jq >/dev/null || die 77 "jq is not installed: scripts/setup fleet"
	sweep_values "${sweep#*=}" >/dev/null || die 2 "sweep: --sweep ${sweep%%=*}: '${sweep#*=}' is neither VALUE,... nor FROM:TO:POINTS"
	new_job
	sweep_values "${sweep#*=}" >"$job/values"
	tasks=0
	sweep_tasks
	kind=sweep suffix=json options=("$@") build=any
	save_job
}

sweep_tasks() {
	local run machine governor all from
	mapfile -t all <"$job/values"
	[ "$points" != 0 ] || points=${#all[@]}
	# Runs outermost: what drifts with time then hits all governors alike.
	for run in $(seq 1 "$runs"); do
		for machine in ${machines//,/ }; do
			for governor in ${governors:--}; do
				for governor in ${governor//,/ }; do
					for ((from = 0; from < ${#all[@]}; from += points)); do
						tasks=$((tasks + 1))
						printf '%s\t%s\t%d\t%s\t%d\t%s\n' "$machine" "$governor" "$run" "${sweep%%=*}" "$from" \
							"$(IFS=,; echo "${all[*]:from:points}")" >"$job/tasks/$tasks"
					done
				done
			done
		done
	done
}
