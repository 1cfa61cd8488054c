#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# An evaluation over SSH on two hosts, one of which is lost in mid-task: its
# tasks run on the other, and the merged results are those of one machine.
set -uo pipefail

cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/cli/fleet-sshd.bash
. tests/cli/fleet-sshd.bash
# shellcheck source=tests/cli/fleet-cluster.bash
. tests/cli/fleet-cluster.bash
sshd_skip
[ -x replay/replay ] || { echo "replay/replay is not built"; exit 1; }

work=$(mktemp -d)
cleanup() {
	sshd_kill alpha
	sshd_kill beta
	rm -rf "$work"
}
trap cleanup EXIT
fail() {
	printf '%s\n' "$*"
	exit 1
}

options=(--no-instructions --tables i5-10600k,skx --workloads 'timer-4ms,timer-1ms,packets' --hz 250
	--governors tally --sessions 100000 --seconds 5000)
tree_copy "$work/tree"
sshd_start "$work/ssh" alpha beta
submit=("$fleet" submit "$work/job" --engine ssh --ssh "ssh -F $work/ssh/config" --hosts 1/alpha,1/beta)
"$fleet" evaluate "$work/job" --seeds 1-2 -- "${options[@]}" || fail "the plan failed"

"${submit[@]}" >"$work/log" 2>&1 &
pid=$!
has_results() {
	[ -n "$(find "$work/job/done" -name '*.csv')" ]
}
await 60 "a first result comes back" has_results
sshd_kill beta
wait "$pid"
status=$?
cat "$work/log"
# What parallel could not place again is what the next submission is for.
[ "$status" = 0 ] || "${submit[@]}" || fail "the second submission failed too"
"$fleet" merge "$work/job" >/dev/null || fail "merging failed"
for seed in 1 2; do
	"$work/tree/replay/replay" --evaluate "${options[@]}" --seed "$seed" --csv "$work/one.csv" >/dev/null || fail "the replay failed"
	cmp "$work/one.csv" "$work/job/merged/seed-$seed.csv" || fail "seed $seed: merged results differ from one machine's"
done

# No host at all: a clear word, and nothing lost.
"$fleet" evaluate "$work/none" -- "${options[@]}" >/dev/null || fail "the second plan failed"
sshd_kill alpha
if "$fleet" submit "$work/none" --engine ssh --ssh "ssh -F $work/ssh/config" --hosts alpha,beta >"$work/log" 2>&1; then
	fail "tasks without a host succeeded"
fi
grep -q '6 tasks: 0 done' "$work/log" || fail "it said: $(cat "$work/log")"
