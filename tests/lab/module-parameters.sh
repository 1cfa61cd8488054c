#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Module parameters: nonsense is refused with "Invalid argument" and one line in the log, and
# changes nothing, both while loading and later; what is right is taken and can be read back.
. "$(dirname "$0")/common.sh"

lab parameters --modules tally <<'E'
cd /sys/module/tally/parameters
for name in *; do
	# The default weight is a matter of tuning.
	[ $name = latency_weight ] || echo "$name $(cat $name)"
done
dmesg -c >/dev/null
bad() {
	local before=$(cat $1) lines
	# The shell's own message names the error.
	(echo "$2" >$1) 2>&1 | sed 's/.*: //'
	dmesg -c | sed -n 's/^\[[^]]*\] \(tally: .*\)/\1/p'
	[ "$(cat $1)" = "$before" ] || echo "$1 changed to $(cat $1)"
}
bad latency_weight 256
bad latency_weight -1
bad latency_weight fast
bad util_shift 11
bad context perhaps
bad util ''
bad learned_latency 7x
bad rule teo
bad fixup C1:1
bad fixup C1:1:2,
bad fixup C1@3-1:1:2
bad fixup C1:10000001:20000000
bad fixup ANAMETHATISTOOLONG:1:2
good() { echo "$2" >$1 && echo "$1 $(cat $1)"; }
good latency_weight 64
good util_shift 0
good context N
good util Y
good rule majority
good rule expectation
good fixup 'tally_lab/C2_ACPI@0+2-3:50:150,C1_ACPI:2:4'
good fixup ''
(echo 5 >rating) 2>/dev/null || echo "rating is fixed"
rmmod tally
dmesg -c >/dev/null
insmod /modules/tally.ko latency_weight=999 2>&1 | sed 's/.*: //'
insmod /modules/tally.ko fixup=C1:x:1 2>&1 | sed 's/.*: //'
insmod /modules/tally.ko rating=101 2>&1 | sed 's/.*: //'
# This insmod tries in two ways, hence uniq.
dmesg -c | sed -n 's/^\[[^]]*\] \(tally: .*refused.*\)/\1/p' | uniq
lsmod | grep -c '^tally'
insmod /modules/tally.ko fixup=C1_ACPI:3:9 latency_weight=0 rule=majority util=1 && echo loaded
cat /sys/module/tally/parameters/*
E
diff - <(sed 's/ *$//' "$work/parameters.out") <<'E' || fail "the guest's answers differ from what is right"
builtin_fixups Y
context Y
fixup
learned_latency N
rating 1
rule expectation
util N
util_shift 6
Invalid argument
tally: latency_weight=256 refused: it is no number from 0 to 255
Invalid argument
tally: latency_weight=-1 refused: it is no number from 0 to 255
Invalid argument
tally: latency_weight=fast refused: it is no number from 0 to 255
Invalid argument
tally: util_shift=11 refused: it is no number from 0 to 10
Invalid argument
tally: context=perhaps refused: it is neither Y nor N
Invalid argument
tally: util= refused: it is neither Y nor N
Invalid argument
tally: learned_latency=7x refused: it is neither Y nor N
Invalid argument
tally: rule=teo refused: it is neither expectation nor majority
Invalid argument
tally: fixup=C1:1 refused: it has no target residency of 0 to 10000000 us after the exit latency
Invalid argument
tally: fixup=C1:1:2, refused: it has no state name of 1 to 15 characters
Invalid argument
tally: fixup=C1@3-1:1:2 refused: it has a range of CPUs that ends before it begins
Invalid argument
tally: fixup=C1:10000001:20000000 refused: it has no exit latency of 0 to 10000000 us after the state
Invalid argument
tally: fixup=ANAMETHATISTOOLONG:1:2 refused: it has no state name of 1 to 15 characters
latency_weight 64
util_shift 0
context N
util Y
rule majority
rule expectation
fixup tally_lab/C2_ACPI@0+2-3:50:150,C1_ACPI:2:4
fixup
rating is fixed
Invalid argument
Invalid argument
Invalid argument
tally: latency_weight=999 refused: it is no number from 0 to 255
tally: fixup=C1:x:1 refused: it has no exit latency of 0 to 10000000 us after the state
tally: rating=101 refused: it is no number from 0 to 100
0
loaded
Y
Y
C1_ACPI:3:9
0
N
1
majority
Y
6
E
no_splat parameters
