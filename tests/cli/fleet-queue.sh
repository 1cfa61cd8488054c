#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# 10,000 tasks in the queue: all are there, also after the scheduler was killed,
# and a second submission does not queue them twice.
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

tree_copy "$work/tree"
cluster_start "$work/cluster" 1
sed -i 's/^MaxArraySize=.*/MaxArraySize=4001/' "$SLURM_CONF"
scontrol reconfigure || fail "slurmctld does not take the smaller arrays"
"$fleet" evaluate "$work/job" --seeds 1-2500 -- --tables skx --hz 250 --sessions 200 --governors tally \
	--workloads 'timer-4ms,timer-1ms,packets,timer-250us' || fail "the plan failed"
"$fleet" submit "$work/job" --hold || fail "the submission failed"
queued() {
	squeue -h --array --format %i | wc -l
}
[ "$(queued)" = 10000 ] || fail "$(queued) tasks are queued, not 10000"
[ "$(wc -l <"$work/job/slurm-jobs")" = 3 ] || fail "10000 tasks should be three arrays of at most 4000"
await 60 "the queue is saved" queue_saved "$work/job/slurm-jobs"
controller_crash
[ "$(queued)" = 10000 ] || fail "after a restart $(queued) tasks are queued, not 10000"
if said=$("$fleet" submit "$work/job" 2>&1); then
	fail "a job that is queued was queued again"
fi
[[ $said == *"10000 tasks of this job are queued or running still"* ]] || fail "it said: $said"
status() {
	"$fleet" status "$work/job" >"$work/status"
	[ $? = 3 ] || fail "status of an unfinished job should be 3"
	cat "$work/status"
}
status
grep -q '^  10000 tasks wait in Slurm: JobHeldUser$' "$work/status" || fail "status does not tell that tasks are held"
grep -q "^  tasks are held (scontrol release $(paste -sd, "$work/job/slurm-jobs"))$" "$work/status" || fail "status does not tell how to release them"
"$fleet" merge "$work/job" >/dev/null 2>&1
[ $? = 3 ] || fail "an unfinished job was merged"

# A node that takes no work is told of, and so by those who wait.
scontrol update nodename=node1 state=drain reason="a fan is broken" || fail "the node is not drained"
scontrol release "$(paste -sd, "$work/job/slurm-jobs")" || fail "the tasks are not released"
node='  node node1 is drained: a fan is broken (scontrol update nodename=node1 state=resume)'
told() {
	status >/dev/null
	grep -qxF -- "$node" "$work/status"
}
await 60 "status tells of the node" told
cat "$work/status"
timeout 10 "$fleet" wait "$work/job" 2>"$work/err"
[ "$(grep -cxF -- "$node" "$work/err")" = 1 ] || fail "wait does not tell once of the node: $(cat "$work/err")"
"$fleet" cancel "$work/job" || fail "cancel failed"
empty() {
	[ "$(queued)" = 0 ]
}
await 60 "the queue is empty" empty
