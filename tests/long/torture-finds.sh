#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# scripts/torture finds what it is there for: a mistake of each kind is put into a copy of the module,
# and torture has to fail with the kernel's words for that kind. Builds the debug kernel and that with
# the data race detector, 5 minutes each on two CPUs the first time; then a minute a mistake.
. "$(dirname "$0")/../lab/common.sh"

debug=$(lab/build-kernel newest debug | tail -n 1) && [ -n "$debug" ] || { echo "no debug kernel can be built"; exit 77; }

# finds NAME KERNEL WORDS FILE SED [OPTION...]: plants with SED in FILE of a copy, expects WORDS.
finds() {
	local name=$1 kernel=$2 words=$3 file=$4 sed=$5 copy=$work/$1 module status=0
	shift 5
	mkdir -p "$copy/scripts"
	cp -r governor include Kbuild VERSION "$copy/"
	cp scripts/build-module "$copy/scripts/"
	sed -i "$sed" "$copy/$file"
	! cmp -s "$file" "$copy/$file" || fail "$name: $file has no place for the mistake any more"
	module=$copy/$("$copy/scripts/build-module" "$kernel" 2>"$copy/log") || {
		cat "$copy/log"
		fail "$name: the copy does not build"
	}
	scripts/torture --rounds 2 --kernel "$kernel" --module "$module" --real-time --output "$copy/out" "$@" \
		>"$copy/found" 2>&1 || status=$?
	[ "$status" != 77 ] || { tail -n 1 "$copy/found"; exit 77; }
	[ "$status" = 1 ] || fail "$name: torture ends with status $status: $(tail -n 3 "$copy/found")"
	grep -q -- "$words" "$copy/found" || {
		tail -n 60 "$copy/found"
		fail "$name: what torture shows has no '$words'"
	}
	printf '%s: %s\n' "$name" "$(grep -m 1 -- "$words" "$copy/found")"
}

finds use-after-free "$debug" 'KASAN: slab-use-after-free' governor/debugfs.c \
	's/^\tkfree(copy);$/&\n\tseq_printf(m, "%u\\n", copy->version);/'
finds leak "$debug" '^unreferenced object' governor/debugfs.c \
	'/^\tkfree(copy);$/d'
finds deadlock "$debug" 'possible circular locking dependency' governor/debugfs.c \
	's/^static struct dentry \*root;$/&\nstatic DEFINE_MUTEX(first);\nstatic DEFINE_MUTEX(second);/; s/^\tkfree(copy);$/&\n\tmutex_lock(\&first);\n\tmutex_lock(\&second);\n\tmutex_unlock(\&second);\n\tmutex_unlock(\&first);\n\tmutex_lock(\&second);\n\tmutex_lock(\&first);\n\tmutex_unlock(\&first);\n\tmutex_unlock(\&second);/'
finds shift "$debug" 'UBSAN: shift-out-of-bounds' governor/debugfs.c \
	's/^\tkfree(copy);$/\tseq_printf(m, "%d\\n", 1 << (32 + copy->cpu.table.count));\n&/'
# In the idle loop nothing may sleep. Two rounds may leave no CPU idle.
finds sleep "$debug" 'BUG: sleeping function called from invalid context' governor/main.c \
	's/^#include <linux\/sched.h>$/&\n#include <linux\/slab.h>/; s/^\tdev->last_state_idx = index;$/&\n\tkfree(kmalloc(8, GFP_KERNEL));/' \
	--rounds 8

kcsan=$(lab/build-kernel newest kcsan | tail -n 1) && [ -n "$kcsan" ] || { echo "no kernel with KCSAN can be built"; exit 77; }
# It watches one access in 4,000, for 80 us: there have to be many at the same time.
finds race "$kcsan" 'BUG: KCSAN: data-race in tally_reflect_device' governor/main.c \
	's/^static void tally_reflect_device(/unsigned int tally_races;\n\n&/; s/^\tdev->last_state_idx = index;$/&\n\tfor (int i = 0; i < 3000; i++) {\n\t\ttally_races++;\n\t\tbarrier();\n\t}/' \
	--rounds 8 --kcsan
