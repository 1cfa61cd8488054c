#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# T06: wrong arguments of every bench get one line that names the option, status 2, and
# change nothing.
. "$(dirname "$0")/pingpong-tree.bash"
tree_make 2
before=$(find "$work" -type f -exec md5sum {} + | sort)

# refused OPTION PROGRAM ARGUMENT...
refused() {
	local option=$1 program=$2 status=0
	shift 2
	"bench/$program" "$@" >"$work/out" 2>"$work/err" || status=$?
	[ "$status" = 2 ] || fail "$program $*: status $status: $(cat "$work/err")"
	equal "lines of $program $*" "$(wc -l <"$work/err")" 1
	grep -q -- "$option" "$work/err" || fail "$program $*: '$(cat "$work/err")' does not name $option"
	[ ! -s "$work/out" ] || fail "$program $*: printed: $(cat "$work/out")"
	rm "$work/out" "$work/err"
	equal "the tree after $program $*" "$(find "$work" -type f -exec md5sum {} + | sort)" "$before"
}

for program in pingpong irritator ebizzy wakeup; do
	refused --duration "$program" -d qw
	refused --duration "$program" --duration -1
	refused --duration "$program" --duration 0
	refused --runs "$program" --runs 0
	refused --runs "$program" --runs 1x
	refused --cpus "$program" --cpus 99
	refused --cpus "$program" --cpus cores:99
	refused --cpus "$program" --cpus nonsense
	refused --sched "$program" --sched fast
	refused --toggle "$program" --toggle proc=1,2
	refused --toggle "$program" --toggle module/x/../y=1,2
	refused --toggle "$program" --toggle module/x=1
	refused --sched "$program" --sched fifo:100
	refused --latency-qos "$program" --latency-qos -5
	refused --timer-slack "$program" --timer-slack 0
	refused --timer-slack "$program" --timer-slack 2s
	refused --setting "$program" --setting a/b
	refused --settle "$program" --settle soon
	refused --warmup "$program" --warmup x
	refused --resume-latency "$program" --resume-latency fast
	refused --calibration "$program" --calibration 0
	refused "'extra'" "$program" extra
done
for program in pingpong ebizzy wakeup; do
	refused --governors "$program" --governors nope --duration 0.1
	refused --reference "$program" --reference menu
	refused --reference "$program" --governors menu --reference teo
	refused --resume "$program" --resume
done
refused --work pingpong --work 2us:1us:3
refused --mode pingpong --mode fut
refused --pairs pingpong --pairs 2 --cpus 0,1
refused --converge pingpong --converge 0
refused --dwell pingpong --dwell 1 --work 1us,2us
refused --cpus pingpong --cpus 0
refused --period irritator --no-workload --period 0
refused --waker irritator --waker lazy
refused --batch irritator --batch 65
refused --irritators irritator --irritators 0-x
refused --arrival wakeup --arrival 0
refused --threads wakeup --threads 0
refused --service wakeup --service slow
refused --alloc ebizzy --alloc brk
refused --chunks ebizzy --chunks 100000 --chunk-size 1048576
refused "option" pingpong --no-such-option
refused "option" restore --no-such-option
refused "option" snapshot-cost --no-such-option
refused "'x'" restore x

for program in pingpong irritator ebizzy wakeup restore snapshot-cost; do
	"bench/$program" --help | grep -q "Exit status" || fail "$program --help says no exit status"
done
