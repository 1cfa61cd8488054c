# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What the tests of other architectures share: commands for their guests, and the second run.

# Prints commands: CPU 3 goes and comes back; tally_table N prints a table.
hotplug_commands() {
	cat <<'E'
entries() { cat cpu3/cpuidle/state*/usage | awk '{ s += $1 } END { print s }'; }
echo 0 >cpu3/online
echo "online without cpu3: $(cat online)"
sleep 0.1
echo 1 >cpu3/online
before=$(entries)
tally_table 3
[ "$(entries)" -gt "$before" ] && echo "cpu3 idles again"
E
}

# token_commands CPU CPU DURATION: prints commands: all governors pass a token between the two; each
# state is entered and none refused.
token_commands() {
	cat <<E
cd /results
bench/pingpong --cpus $1,$2 --governors tally,teo,menu,ladder --reference teo --work 50us,3ms \\
	--duration $3 --warmup 0.1 --quiet --output . >&2 && echo "token passed"
for state in /sys/devices/system/cpu/cpu[$1$2]/cpuidle/state*; do
E
	cat <<'E'
	[ "$(cat $state/usage)" -gt 0 ] || echo "$state was never entered"
	[ "$(cat $state/rejected)" = 0 ] || echo "$state was refused"
done
E
}

# twice NAME [OPTION...]: runs the commands of $work/commands in two guests, and fails unless both
# give the same, a result for each governor, and no splat. What they print is in $work/NAME.out.
twice() {
	local name=$1 run governor
	shift
	for run in "$name" "$name-again"; do
		lab "$run" "$@" <"$work/commands"
		no_splat "$run"
	done
	for governor in tally teo menu ladder; do
		[ -s "$work/$name/pingpong-$governor-1.json" ] || fail "$name: $governor gave no result"
	done
	diff -r "$work/$name" "$work/$name-again" >&2 || fail "$name: a second run gave other bytes"
	cmp "$work/$name.out" "$work/$name-again.out" || fail "$name: a second run gave other output"
}
