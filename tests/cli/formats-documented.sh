#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# Documentation/formats.md names every key, metric, event and parameter that the programs
# write: collected from result files made here, and from those in results/.
. "$(dirname "$0")/pingpong-tree.bash"
command -v jq >/dev/null || { echo "jq is not installed"; exit 77; }
[ "$(nproc)" -ge 2 ] || { echo "one CPU only"; exit 77; }
tree_make 2

make_one() {
	"$@" --quiet --output "$work/out" >"$work/log" 2>&1 || fail "$*: status $?: $(cat "$work/log")"
}
make_one bench/pingpong --work 10us --duration 0.1 --converge 50
make_one bench/irritator --no-workload --period 1ms --duration 0.1
make_one bench/ebizzy --sleep 1ms --threads 2 --duration 0.1
make_one bench/wakeup --threads 4 --duration 0.1
if [ -x bench/record ]; then
	# On the machine itself, which has counters that move.
	env -u TALLY_SYSFS bench/record --quiet --output "$work/out" -- sleep 0.2 >"$work/log" 2>&1 ||
		fail "record: status $?: $(cat "$work/log")"
fi

# Names of vulnerabilities are the kernel's own; a state's name stands for any.
jq -r '[paths(true) | map(strings) | select(any(. == "mitigations") and .[-1] != "mitigations" | not) |
	.[-1] // empty | sub("\\[.*\\]"; "[STATE]") | sub("_state[0-9]+$"; "_stateN")] | unique[]' \
	"$work"/out/*.json results/*/*.json | sort -u >"$work/keys"
[ "$(wc -l <"$work/keys")" -ge 100 ] || fail "only $(wc -l <"$work/keys") keys were found"

# What this machine may not have: from the sources that write it.
sed -n 's/.*json_object_set_new([a-z]*, "\([a-z_]*\)".*/\1/p' bench/record-*.c bench/lib/result*.c >>"$work/keys"
grep -ohE '"[a-z_]+", *(\(json_int_t\)|[a-z>.-]+)' bench/record-hardware.c | sed 's/^"\([a-z_]*\)".*/\1/' |
	grep -E '_|^(transitions|percent)$' >>"$work/keys"

missing=()
while read -r key; do
	grep -qF -e "\`$key\`" -e "\"$key\"" Documentation/formats.md || missing+=("$key")
done < <(sort -u "$work/keys")
[ ${#missing[@]} = 0 ] || fail "Documentation/formats.md does not tell of: ${missing[*]}"

# And the other way: no metric, event or parameter is told that no program writes.
# shellcheck disable=SC2016 # backticks of Markdown
for name in $(sed -n '/^### Metrics/,$p' Documentation/formats.md | grep -oE '`[a-z_]+`' | tr -d '`' | sort -u); do
	grep -qrF "\"$name\"" bench --include='*.c' || fail "no program writes '$name', which Documentation/formats.md tells of"
done
