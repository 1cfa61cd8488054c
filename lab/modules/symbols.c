// SPDX-License-Identifier: GPL-2.0
/*
 * A kprobe can be placed on a symbol that is not exported, and tells its address: that of
 * kallsyms_lookup_name gives all the others.
 */
#include <linux/kallsyms.h>
#include <linux/kernel.h>
#include <linux/kprobes.h>
#include <linux/printk.h>
#include <linux/static_call.h>
#include <linux/string.h>

#include "symbols.h"

static unsigned long no_lookup(const char *name)
{
	return 0;
}

/*
 * A direct call that is patched, not a pointer: a function whose address is never taken has no
 * landing pad, so an indirect call to it faults where indirect-branch tracking is on.
 */
DEFINE_STATIC_CALL(lab_lookup, no_lookup);

/*
 * A kprobe may stand behind the function's landing pad, or at ppc64's local entry point, which
 * needs the kernel's own TOC. The symbol's very address can be called on every architecture.
 */
static unsigned long start_of_function(unsigned long address)
{
	char text[KSYM_SYMBOL_LEN];
	unsigned long offset = 0;
	char *plus;

	sprint_symbol(text, address);
	plus = strchr(text, '+');
	if (plus && sscanf(plus, "+0x%lx", &offset) == 1)
		return address - offset;
	return address;
}

static int find_lookup(void)
{
	/* Never armed: disarming may fail, and this is on the stack. */
	struct kprobe probe = {
		.symbol_name = "kallsyms_lookup_name",
		.flags = KPROBE_FLAG_DISABLED,
	};
	int ret;

	ret = register_kprobe(&probe);
	if (ret) {
		pr_err("no kprobe on kallsyms_lookup_name (%d)\n", ret);
		return -ENOSYS;
	}
	static_call_update(lab_lookup, (unsigned long (*)(const char *))
			   start_of_function((unsigned long)probe.addr));
	unregister_kprobe(&probe);
	return 0;
}

int lab_symbols_find(const struct lab_symbol *symbols, size_t count)
{
	size_t i;
	int ret;

	ret = find_lookup();
	if (ret)
		return ret;

	for (i = 0; i < count; i++) {
		*symbols[i].address = (void *)static_call(lab_lookup)(symbols[i].name);
		if (!*symbols[i].address) {
			pr_err("this kernel has no symbol %s\n", symbols[i].name);
			return -ENOENT;
		}
	}
	return 0;
}
