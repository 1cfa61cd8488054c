#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Every hand-over, pairs, convergence and dwell give numbers of the documented kind.
. "$(dirname "$0")/pingpong-tree.bash"
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
tree_make 1

# run LABEL ARGUMENT...: measures, and leaves the file's name in $file
run() {
	local label=$1
	shift
	bench/pingpong --cpus "0,0" --duration 0.1 --setting "$label" --output "$work/out" "$@" \
		>"$work/log" 2>&1 || fail "$*: status $?: $(cat "$work/log")"
	file=$work/out/pingpong-menu-$label-1.json
}

check() {
	jq -e "$1" "$file" >/dev/null || fail "$(basename "$file"): not true: $1"
}

for mode in futex pipe eventfd shm-yield; do
	run $mode --mode $mode --work 1us
	check ".parameters.mode == \"$mode\" and .points[0].metrics.loop_ns.count > 1 and .points[0].converged == null"
done

# Two rings on one CPU: the loops of both are pooled, the batches averaged.
run pairs --pairs 2 --cpus "0,0,0,0" --work 1us
check '.parameters.pairs == 2 and (.points[0].metrics.loop_ns.samples | length) <= 1000'

# Any interval is narrow enough: it ends long before the time is up.
run wide --converge 100 --work 1us --duration 30
check '.points[0].converged == true and .points[0].elapsed_ns < 29000000000'
# None is: the time runs out, and that is told.
run narrow --converge 0.0000001 --work 1us
check '.points[0].converged == false'
grep -q "not converged" "$work/log" || fail "not told: $(cat "$work/log")"

run dwell --dwell 0.5 --work 2us
check '.points[0].elapsed_ns >= 500000000 and .points[0].metrics.loop_drift_percent.count == 1 and (.points[0].metrics.loop_ns.samples | length) > 20'
grep -q "drift" "$work/log" || fail "no drift: $(cat "$work/log")"

# More work takes longer.
run less --work 0
less=$(jq '.points[0].metrics.loop_ns.p50' "$file")
run more --work 2ms
more=$(jq '.points[0].metrics.loop_ns.p50' "$file")
[ "$more" -gt $((less + 1000000)) ] || fail "2 ms of work: $more ns a loop, none: $less ns"
