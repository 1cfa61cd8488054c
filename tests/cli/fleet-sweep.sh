#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# A native sweep through Slurm: a node runs one task at a time though it has room
# for two, the merged files hold the points, governors and runs that one command
# would have written, and the machine's governor is as it was.
set -uo pipefail

cd "$(dirname "$0")/../.." || exit 1
# shellcheck source=tests/cli/fleet-cluster.bash
. tests/cli/fleet-cluster.bash
cluster_skip
command -v jq >/dev/null || { echo "jq is not installed (scripts/setup fleet)"; exit 77; }
[ -x bench/pingpong ] || { echo "bench/pingpong is not built"; exit 1; }
cpuidle=/sys/devices/system/cpu/cpuidle
if [ ! -w $cpuidle/current_governor ] || [ "$(wc -w <$cpuidle/available_governors)" -lt 2 ]; then
	echo "this machine has no two idle governors to switch between"
	exit 77
fi
# Others that switch governors on this machine wait here too.
exec 8>/tmp/tally-native.lock
flock 8

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

before=$(cat $cpuidle/current_governor)
read -r first second _ <$cpuidle/available_governors
mkdir -p "$work/tree/bench"
tree_copy "$work/tree"
cp bench/pingpong "$work/tree/bench/"
cluster_cpus=2
cluster_start "$work/cluster" 1
"$fleet" sweep "$work/job" --machines node1 --governors "$first,$second" --runs 2 --sweep work=1us:333us:4 \
	--points 3 -- bench/pingpong --cpus threads:2 --duration 0.1 || fail "the plan failed"
"$fleet" submit "$work/job" || fail "the submission failed"
most=0
while [ -n "$(squeue -h --format %i)" ]; do
	running=$(squeue -h --states RUNNING --format %i | wc -l)
	[ "$running" -le "$most" ] || most=$running
	sleep 0.1
done
[ "$most" = 1 ] || fail "$most tasks ran at once on one machine"
"$fleet" wait "$work/job" || fail "not all tasks have a result"
"$fleet" merge "$work/job" || fail "merging failed"
[ "$(cat $cpuidle/current_governor)" = "$before" ] || fail "the governor is not $before any more"

"$work/tree/bench/pingpong" --cpus threads:2 --duration 0.1 --quiet --work 1us:333us:4 --runs 2 \
	--governors "$first,$second" --output "$work/one" >/dev/null || fail "pingpong failed"
shape='{program, governor, run, complete, axes: [.points[] | [.index, .axis]]}'
for file in "$work"/one/*.json; do
	name=$(basename "$file")
	[ -f "$work/job/merged/node1/$name" ] || fail "$name is missing from the merged results"
	diff <(jq -S "$shape" "$file") <(jq -S "$shape" "$work/job/merged/node1/$name") ||
		fail "$name: merged, it has another shape"
done
[ "$(find "$work/job/merged" -type f | wc -l)" = 4 ] || fail "there should be four merged files"
