#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# The recipes of scripts/workloads say what they are, refuse what they do not
# know, and run through bench/record. None is installed here: those whose program
# is there are run.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
fail() {
	printf 'record-workloads: %s\n' "$*"
	failed=1
}

run=scripts/workloads/run
mapfile -t recipes < <($run --list | awk '{ print $1 }')
[ "${#recipes[@]}" -ge 6 ] || fail "--list names ${#recipes[@]} recipes"
for recipe in "${recipes[@]}"; do
	$run "$recipe" --help >"$dir/out" 2>&1 || fail "$recipe --help fails"
	grep -q '^Exit status' "$dir/out" || fail "$recipe --help does not tell the exit status"
	[ -n "$($run "$recipe" --list)" ] || fail "$recipe --list is empty"
	$run "$recipe" --variant nonsense >"$dir/out" 2>&1
	[ $? = 2 ] || fail "$recipe --variant nonsense does not end with 2"
	[ "$(wc -l <"$dir/out")" = 1 ] || fail "$recipe --variant nonsense: $(cat "$dir/out")"
done
$run nonsense >"$dir/out" 2>&1
[ $? = 2 ] || fail "an unknown recipe does not end with 2"

scripts/workloads/in-cgroup x true >"$dir/out" 2>&1
[ $? = 2 ] || fail "in-cgroup x does not end with 2"
scripts/workloads/in-cgroup 0 sh -c 'exit 9'
[ $? = 9 ] || fail "in-cgroup 0 does not pass on the status"
# shellcheck disable=SC2016 # the inner shell's
scripts/workloads/in-cgroup 2 sh -c 'cat /proc/$$/cgroup; exit 9' >"$dir/out" 2>"$dir/err"
case $? in
9)
	grep -q '/tally_[0-9]*_1/tally_[0-9]*_2$' "$dir/out" || fail "in-cgroup 2 is in: $(cat "$dir/out")"
	[ -z "$(find /sys/fs/cgroup -maxdepth 3 -name 'tally_*' 2>/dev/null)" ] || fail "in-cgroup leaves cgroups behind"
	;;
77) echo "in-cgroup: $(cat "$dir/err")" ;;
*) fail "in-cgroup 2: $(cat "$dir/err")" ;;
esac

if [ -x bench/record ]; then
	for pair in hackbench:hackbench perf:sched-pipe stress-ng:page-faults stress-ng:stress-ng stress-ng:stream; do
		command -v "${pair%%:*}" >/dev/null || continue
		recipe=${pair#*:}
		set -- "$($run "$recipe" --list | head -n 1)"
		$run "$recipe" --quick --variant "$1" --quiet --output "$dir/$recipe" >"$dir/out" 2>&1 ||
			fail "$recipe: $(tail -n 1 "$dir/out")"
		jq -e '.points[0].metrics.elapsed.mean > 0' "$dir/$recipe"/*.json >/dev/null ||
			fail "$recipe wrote no result"
	done
fi

exit "$failed"
