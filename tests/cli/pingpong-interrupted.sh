#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# T11: a sweep that is interrupted or killed: settings are restored (after SIGKILL by the
# next start, or by bench/restore), finished points are kept, --resume goes on.
. "$(dirname "$0")/pingpong-tree.bash"
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
tree_make 1

sweep=(bench/pingpong --cpus "0,0" --governors "teo,ladder" --work 1us:100us:6
       --duration 0.3 --disable-states C6 --calibration 1000 --output "$work/out")

# start: runs the sweep and waits until two points are written
start() {
	local i
	rm -rf "$work/out"
	"${sweep[@]}" >"$work/log" 2>&1 &
	pid=$!
	for ((i = 0; i < 600; i++)); do
		[ "$(points teo)" -lt 2 ] || return 0
		kill -0 "$pid" 2>/dev/null || fail "it ended early: $(cat "$work/log")"
		sleep 0.1
	done
	fail "no two points after 60 s: $(cat "$work/log")"
}

points() {
	jq '.points | length' "$work/out/pingpong-$1-1.json" 2>/dev/null || echo 0
}

restored() {
	equal "governor $1" "$(governor)" menu
	equal "disabled states $1" "$(cat "$cpu_dir"/cpu*/cpuidle/state*/disable | tr -d '\n')" 000
}

for signal in INT TERM HUP; do
	start
	equal "governor meanwhile" "$(governor)" teo
	kill -s "$signal" "$pid"
	status=0
	wait "$pid" || status=$?
	equal "status after $signal" "$status" 130
	restored "after $signal"
	[ "$(points teo)" -ge 2 ] || fail "points were lost after $signal"
	jq -e '.complete | not' "$work/out/pingpong-teo-1.json" >/dev/null || fail "unfinished, but complete"
done

start
kill -KILL "$pid"
wait "$pid" 2>/dev/null && fail "killed, but status 0"
equal "governor after SIGKILL" "$(governor)" teo
bench/restore >"$work/restored" 2>&1 || fail "restore: $(cat "$work/restored")"
grep -q "current_governor = menu" "$work/restored" || fail "restore says: $(cat "$work/restored")"
restored "after restore"
equal "a second restore" "$(bench/restore)" "nothing to restore"

start
# Nobody else restores, or changes settings, while it lives.
bench/restore >"$work/restored" 2>&1 && fail "restored under a live bench"
grep -q "another bench is at work" "$work/restored" || fail "restore says: $(cat "$work/restored")"
kill -KILL "$pid"
wait "$pid" 2>/dev/null && fail "killed, but status 0"
kept=$(jq -c '[.points[:2][].metrics.loop_ns.mean]' "$work/out/pingpong-teo-1.json")
# The next start restores first, and the sweep goes on where it was.
"${sweep[@]}" --resume >"$work/log" 2>&1 || fail "--resume: $(cat "$work/log")"
grep -q "restored what an earlier run left behind" "$work/log" || fail "not told: $(cat "$work/log")"
restored "after --resume"
for governor in teo ladder; do
	equal "points of $governor" "$(points $governor)" 6
	jq -e '.complete and ([.points[].index] == [0,1,2,3,4,5])' "$work/out/pingpong-$governor-1.json" \
		>/dev/null || fail "$governor is not complete"
done
equal "kept points" "$(jq -c '[.points[:2][].metrics.loop_ns.mean]' "$work/out/pingpong-teo-1.json")" "$kept"

# Complete: nothing is measured again. Other parameters: refused.
sum=$(md5sum "$work"/out/*)
"${sweep[@]}" --resume --quiet || fail "--resume of a complete sweep: status $?"
equal "a complete sweep" "$(md5sum "$work"/out/*)" "$sum"
"${sweep[@]}" --resume --quiet --mode pipe 2>"$work/err" && fail "resumed with another mode"
grep -q "'parameters'" "$work/err" || fail "says: $(cat "$work/err")"
equal "after a refused resume" "$(md5sum "$work"/out/*)" "$sum"
restored "at the end"
