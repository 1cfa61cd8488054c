#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Comparisons: what differs comes first; verdicts; bi-stable points; gates.
set -uo pipefail
cd "$(dirname "$0")/../.." || exit 1

dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
failed=0
fail() {
	printf 'report-compare: %s\n' "$*"
	failed=1
}
run() {
	bench/report "$@" >"$dir/out" 2>"$dir/err"
	status=$?
}
says() {
	grep -q -e "$1" "$dir/out" || fail "$2: '$1' is not in the report"
}

tests/make-results "$dir/one" --governors teo,menu,ladder --points 20 --runs 5 || exit 1

# One kernel, one machine: nothing differs, and it is said.
run "$dir/one"
[ "$status" = 0 ] || fail "plain: status $status"
[ "$(head -n 1 "$dir/out")" = 'Differences that confound, pingpong, cores:2' ] ||
	fail "what differs does not come first"
says 'none: kernel' 'one machine'

# Everything that confounds is listed, with whose runs have it.
confound() {
	local filter=$1 key=$2 file

	rm -rf "$dir/mixed"
	cp -r "$dir/one" "$dir/mixed"
	for file in "$dir"/mixed/pingpong-menu-*.json; do
		jq "$filter" "$file" >"$dir/new" && mv "$dir/new" "$file"
	done
	run --differences --by none "$dir/mixed"
	[ "$status" = 0 ] || fail "$key: status $status"
	grep -q "^$key .*ladder" "$dir/out" || grep -q "^$key .*teo" "$dir/out" ||
		fail "$key is not listed: $(cat "$dir/out")"
	grep -q ' menu' "$dir/out" || fail "$key: menu is not named"
}
confound '.host.kernel_release = "6.13.0"' kernel_release
confound '.host.kernel_cmdline = "quiet mitigations=off"' kernel_cmdline
confound '.host.microcode = "0xf4"' microcode
confound '.host.hz = 250' hz
confound '.host.cpufreq.governor = "powersave"' cpufreq.governor
confound '.host.mitigations.mds = "Vulnerable"' mitigations.mds
confound '.host.smt = false' smt
confound '.host.hostname = "other"' hostname
confound '.cpuidle.tables[0].states[3].target_residency_us = 600' 'state table'
confound '.host.temperature_mc = 71000' 'temperature at the start'
confound '.parameters.work = "1us:2ms:20"' parameters
confound '.clock = "CLOCK_MONOTONIC"' clock
confound '.started_s += 86400 * 9' day

# Kernels that differ become series of their own.
rm -rf "$dir/mixed"
cp -r "$dir/one" "$dir/mixed"
tests/make-results "$dir/two" --governors teo --points 20 --runs 5 --kernel 7.3.0 || exit 1
for file in "$dir"/two/*; do
	cp "$file" "$dir/mixed/new-$(basename "$file")"
done
run --sweep --reference teo "$dir/mixed"
says 'teo, 7.3.0' 'two kernels'

# Verdicts: power differs by 11 % and is seen; two runs are not enough.
run --verdicts --metric power_package-0_w --format json "$dir/one"
verdict=$(jq -r '.[0].rows[] | select(.governor == "ladder") | .verdict' "$dir/out")
[ "$verdict" = worse ] || fail "ladder's power: '$verdict', not worse"
verdict=$(jq -r '.[0].rows[] | select(.governor == "menu") | .verdict' "$dir/out")
[ "$verdict" = better ] || fail "menu's power: '$verdict', not better"
run --verdicts --min-runs 6 "$dir/one"
says 'not enough runs' 'five runs where six are wanted'
tests/make-results "$dir/same" --governors teo,haltpoll --points 6 --runs 4 --noise 0.2 || exit 1
run --verdicts --metric loop_ns --format json "$dir/same"
verdict=$(jq -r '.[0].rows[0].verdict' "$dir/out")
[ "$verdict" = 'no difference shown' ] || fail "20 % noise: '$verdict'"

# Both intervals hold the difference, and say which they are.
for interval in welch bootstrap; do
	run --verdicts --interval "$interval" --format json "$dir/one"
	[ "$(jq '[.[0].rows[] | .ci_low_percent <= .difference_percent and
		.difference_percent <= .ci_high_percent] | all' "$dir/out")" = true ] ||
		fail "$interval: an interval does not hold its difference"
	jq -r '.[0].notes[]' "$dir/out" | grep -qi "$interval" || fail "$interval is not named"
done
cp "$dir/out" "$dir/first"
run --verdicts --interval bootstrap --format json "$dir/one"
cmp -s "$dir/first" "$dir/out" || fail "two bootstraps with one seed differ"

# Correction: never surer than without.
for correction in none bh holm; do
	run --verdicts --points --metric loop_ns --correction "$correction" --format json "$dir/one"
	jq '[.[1].rows[] | select(.p_corrected < 0.05)] | length' "$dir/out" >"$dir/$correction"
done
[ "$(cat "$dir/holm")" -le "$(cat "$dir/bh")" ] && [ "$(cat "$dir/bh")" -le "$(cat "$dir/none")" ] ||
	fail "corrections: holm $(cat "$dir/holm"), bh $(cat "$dir/bh"), none $(cat "$dir/none")"
[ "$(cat "$dir/none")" -gt 0 ] || fail "not one point differs: nothing was tested"

# Bi-stable points are left out, which is said; and can be kept.
tests/make-results "$dir/bi" --governors teo,menu --points 20 --runs 3 --bistable || exit 1
run --sweep "$dir/bi"
says 'left out: bi-stable' 'bi-stable'
run --sweep --bistable keep "$dir/bi"
if grep -q 'left out' "$dir/out"; then fail "--bistable keep leaves out"; fi
run --sweep --exclude 1:15 --only 10:18 --bistable keep "$dir/bi"
says 'points 1 to 15 .* are left out: left out by --exclude' exclude
says 'points 19 to 20 .* are left out: not within --only' only
says '^points  *3' 'points that are left'

# Gates.
gate() {
	local wanted=$1

	shift
	run --sweep "$@" "$dir/one"
	[ "$status" = "$wanted" ] || fail "$*: status $status, not $wanted"
	[ -s "$dir/err" ] || fail "$*: it does not say why"
}
gate 0 --gate power_package-0_w:12%
gate 4 --gate power_package-0_w:5%
grep -q 'not met: ladder: +1.* limit +5%: over' "$dir/err" || fail "gate: $(cat "$dir/err")"
gate 4 --gate loop_ns.p99:5000
gate 0 --gate loop_ns.p99:100000000
gate 4 --gate absent_metric:5%
gate 4 --gate power_package-0_w:12% --gate power_package-0_w:5%
run --sweep --gate nonsense "$dir/one"
[ "$status" = 2 ] || fail "--gate nonsense: status $status, not 2"
run --sweep --gate loop_ns:two "$dir/one"
[ "$status" = 2 ] || fail "--gate loop_ns:two: status $status, not 2"
run --sweep --only 5:2 "$dir/one"
[ "$status" = 2 ] || fail "--only 5:2: status $status, not 2"
run --sweep --min-runs qw "$dir/one"
[ "$status" = 2 ] || fail "--min-runs qw: status $status, not 2"
grep -q -e '--min-runs' "$dir/err" || fail "--min-runs qw: the option is not named"
exit "$failed"
