#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Wrong arguments get one line that names them, status 2, and change nothing; a
# task that fails is told, and the next submission runs it again.
set -uo pipefail

cd "$(dirname "$0")/../.." || exit 1
[ -x replay/replay ] || { echo "replay/replay is not built"; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
fail() {
	printf '%s\n' "$*"
	exit 1
}

# refused EXPECTED TEXT... -- COMMAND...
refused() {
	local text=$1 said
	shift
	said=$(scripts/fleet "$@" 2>&1 >"$work/out")
	[ $? = 2 ] || fail "'fleet $*' should end with status 2; it said: $said"
	[ "$(grep -c . <<<"$said")" -le 3 ] && [[ $said == *"$text"* ]] || fail "'fleet $*' said: $said"
	[ ! -s "$work/out" ] || fail "'fleet $*' printed to stdout: $(cat "$work/out")"
	[ ! -e "$work/job" ] || fail "'fleet $*' left a folder behind"
}

refused "a verb is needed"
refused "unknown verb 'fly'" fly "$work/job"
refused "needs a JOB folder" evaluate
refused "needs a JOB folder" evaluate --seeds 1
refused "is no job" submit "$work/job"
refused "unknown option '--sees'" evaluate "$work/job" --sees 1
refused "--seeds needs a value" evaluate "$work/job" --seeds
refused "--seeds: 'x' is neither" evaluate "$work/job" --seeds 1,x
refused "3-1 runs backwards" evaluate "$work/job" --seeds 3-1
refused "--per-task: '0'" evaluate "$work/job" --per-task 0
refused "sets --seed itself" evaluate "$work/job" -- --seed 3
refused "nosuch" evaluate "$work/job" -- --workloads nosuch
refused "--machines is needed" sweep "$work/job" -- bench/pingpong
refused "--sweep must be OPTION=VALUES" sweep "$work/job" --machines a -- bench/pingpong
refused "a program of bench/ is needed" sweep "$work/job" --machines a --sweep work=1
refused "no program bench/nosuch" sweep "$work/job" --machines a --sweep work=1 -- bench/nosuch
for values in 1:x:3 5:1:3 1:5:1 1,,2 0:5:3; do
	refused "--sweep work: '$values'" sweep "$work/job" --machines a --sweep "work=$values" -- replay/replay
done

options=(--no-instructions --tables hi3660,skx --workloads timer-4ms --hz 250 --governors tally --sessions 500)
scripts/fleet evaluate "$work/good" --seeds 1-2 -- "${options[@]}" >/dev/null || fail "a good plan failed"
for arguments in "--engine cloud" "--bogus" "--engine ssh"; do
	# shellcheck disable=SC2086 # words
	scripts/fleet submit "$work/good" $arguments 2>/dev/null
	status=$?
	[ "$status" = 2 ] || [ "$status" = 77 ] || fail "submit $arguments: status $status"
done
scripts/fleet evaluate "$work/good" 2>/dev/null
[ $? = 2 ] || fail "a job was planned over another"
scripts/fleet merge "$work/good" 2>/dev/null
[ $? = 3 ] || fail "a job without results was merged"

# A failing task, of a workload that there is not.
mv "$work/good/tasks/2" "$work/kept"
printf '2\tnosuch\tskx\n' >"$work/good/tasks/2"
said=$(scripts/fleet submit "$work/good" --engine local 2>&1)
[ $? = 1 ] || fail "a submission with a failing task succeeded"
[[ $said == *"4 tasks: 3 done, 0 queued or running, 1 failed"* ]] || fail "it said: $said"
[[ $said == *"task 2: "*"nosuch"* ]] || fail "the failing task's reason is missing: $said"
mv "$work/kept" "$work/good/tasks/2"
scripts/fleet submit "$work/good" --engine local >/dev/null || fail "the second submission failed"
scripts/fleet merge "$work/good" >/dev/null || fail "merging failed"
replay/replay --evaluate "${options[@]}" --seed 2 --csv "$work/one.csv" >/dev/null
cmp "$work/one.csv" "$work/good/merged/seed-2.csv" || fail "merged results differ"

# Another build than the one that planned is refused, unless allowed.
scripts/fleet evaluate "$work/other" -- "${options[@]}" >/dev/null || fail "a plan failed"
echo 0 >"$work/other/build"
said=$(scripts/fleet task "$work/other" 1 2>&1)
[ $? = 1 ] && [[ $said == *"not those of the machine that planned"* ]] || fail "it said: $said"
scripts/fleet evaluate "$work/any" --different-builds -- "${options[@]}" >/dev/null || fail "a plan failed"
scripts/fleet task "$work/any" 1 || fail "--different-builds is not honoured"
