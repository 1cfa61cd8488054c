#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# scripts/in-tree installs once, however often it runs, and takes out all that it put in.
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

fail() {
	echo "$*"
	exit 1
}

# As much of a source tree as it touches.
tree=$work/linux
mkdir -p "$tree/drivers/cpuidle/governors"
cat >"$tree/drivers/cpuidle/Kconfig" <<'E'
config CPU_IDLE_GOV_TEO
	bool "Timer events oriented (TEO) governor (for tickless systems)"

config DT_IDLE_STATES
	bool

config DT_IDLE_GENPD
	bool
E
echo 'obj-$(CONFIG_CPU_IDLE_GOV_TEO) += teo.o' >"$tree/drivers/cpuidle/governors/Makefile"
cp -r "$tree" "$work/before"

scripts/in-tree "$tree" >"$work/out" || fail "in-tree failed"
cp -r "$tree" "$work/once"
scripts/in-tree "$tree" >"$work/out" || fail "in-tree failed the second time"
diff -r "$work/once" "$tree" || fail "doing it again changed something"
grep -q 'tally/Kconfig' "$tree/drivers/cpuidle/Kconfig" || fail "no option"
grep -qx 'obj-$(CONFIG_CPU_IDLE_GOV_TALLY) += tally/' "$tree/drivers/cpuidle/governors/Makefile" ||
	fail "not built"
for file in main.c core.c include/tally/core.h Kconfig Makefile; do
	[ -f "$tree/drivers/cpuidle/governors/tally/$file" ] || fail "$file is not there"
done
# Every source is built, by itself or within another one, and every include of its own is there.
for file in "$tree"/drivers/cpuidle/governors/tally/*.c; do
	grep -qx "#include \"$(basename "$file")\"" "$tree"/drivers/cpuidle/governors/tally/*.c ||
	grep -qw "$(basename "$file" .c).o" "$tree/drivers/cpuidle/governors/tally/Makefile" ||
		fail "$(basename "$file") is not built"
done

scripts/in-tree --remove "$tree" >"$work/out" || fail "in-tree --remove failed"
diff -r "$work/before" "$tree" || fail "--remove left something"
scripts/in-tree --remove "$tree" >"$work/out" || fail "in-tree --remove failed the second time"
diff -r "$work/before" "$tree" || fail "--remove changed something the second time"

for arguments in "" "$work" "$work/nowhere" "--wrong $tree"; do
	status=0
	# shellcheck disable=SC2086 # words
	scripts/in-tree $arguments >"$work/out" 2>"$work/err" || status=$?
	[ "$status" = 2 ] && [ "$(wc -l <"$work/err")" = 1 ] || fail "in-tree $arguments: status $status: $(cat "$work/err")"
done
