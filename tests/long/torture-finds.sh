#!/usr/bin/env bash
# SPDX-License-Identifier: GPL-2.0
#
# scripts/torture finds what it is there for: a mistake of each kind is put into a copy of the module,
# and torture has to fail with the kernel's words for that kind. Builds the debug kernel, 5 minutes on two
# CPUs the first time; then a minute a mistake.
. "$(dirname "$0")/../lab/common.sh"

debug=$(lab/build-kernel newest debug | tail -n 1) && [ -n "$debug" ] || { echo "no debug kernel can be built"; exit 77; }

# finds NAME KERNEL WORDS FILE SED: plants with SED in FILE of a copy, expects WORDS.
finds() {
	local name=$1 kernel=$2 words=$3 file=$4 sed=$5 copy=$work/$1 module status=0
	mkdir -p "$copy/scripts"
	cp -r governor include Kbuild VERSION "$copy/"
	cp scripts/build-module "$copy/scripts/"
	sed -i "$sed" "$copy/$file"
	! cmp -s "$file" "$copy/$file" || fail "$name: $file has no place for the mistake any more"
	module=$copy/$("$copy/scripts/build-module" "$kernel" 2>"$copy/log") || {
		cat "$copy/log"
		fail "$name: the copy does not build"
	}
	scripts/torture --rounds 2 --kernel "$kernel" --module "$module" --real-time --output "$copy/out" \
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
