#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# An evaluation through Slurm, of which a node dies in mid-task and whose
# scheduler is killed and started again: every task ends with its result, only the
# dead node's task ran twice, and what is merged is what one machine writes.
set -uo pipefail

cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/cli/fleet-cluster.bash
. tests/cli/fleet-cluster.bash
cluster_skip
[ -x replay/replay ] || { echo "replay/replay is not built"; exit 1; }

work=$(mktemp -d)
cleanup() {
	cluster_stop
	rm -rf "$work"
}
trap cleanup EXIT
fail() {
	printf '%s\n' "$*"
	exit 1
}

# Tasks of some seconds: few end between the scheduler's last save and its death. Such a one runs again when
# the scheduler gives out its number anew, or meets it on a node, which is drained then: see Documentation/fleet.md.
options=(--no-instructions --tables i5-10600k,skx --workloads 'timer-4ms,timer-1ms' --hz 250
	--governors tally --sessions 9000000 --seconds 150000)
tree_copy "$work/tree"
cluster_start "$work/cluster" 2
"$fleet" evaluate "$work/job" --seeds 1-2 -- "${options[@]}" || fail "the plan failed"
"$fleet" submit "$work/job" || fail "the submission failed"

await 60 "the queue is saved" queue_saved "$work/job/slurm-jobs"
# In the middle of tasks that the scheduler has written down.
at_work() {
	local node task
	for node in node1 node2; do
		task=$(tail -n 1 "$work/job/log/started.$node" 2>/dev/null | cut -f 1)
		[ -n "$task" ] && [ ! -e "$work/job/done/$task.csv" ] && queue_saved "$work/job/log/started.$node" || return 1
	done
}
await 120 "both nodes are at work" at_work
controller_crash
node_kill 2

# A task that ended while there was no scheduler is looked for minutes later.
timeout 800 "$fleet" wait "$work/job" || fail "not all tasks have a result"
# The task that node 2 was at ran again, and no other did.
cat "$work"/job/log/started.* | cut -f 1 | sort -n | uniq -d >"$work/twice"
tail -n 1 "$work/job/log/started.node2" | cut -f 1 | cmp - "$work/twice" ||
	fail "tasks that ran twice: $(paste -sd' ' "$work/twice"); node 2 died at task $(tail -n 1 "$work/job/log/started.node2")"
"$fleet" merge "$work/job" >/dev/null || fail "merging failed"
for seed in 1 2; do
	"$work/tree/replay/replay" --evaluate "${options[@]}" --seed "$seed" --csv "$work/one.csv" >/dev/null || fail "the replay failed"
	cmp "$work/one.csv" "$work/job/merged/seed-$seed.csv" || fail "seed $seed: merged results differ from one machine's"
done
[ "$("$fleet" submit "$work/job")" = "fleet: all 8 tasks have their results: nothing to submit" ] ||
	fail "a finished job was submitted again"
