/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Included by force before a governor of the kernel's own source, which then builds as a module
 * without a change: its initcall becomes a function that the shim calls once the shim has
 * found the symbols that the governor needs.
 */
#ifndef TALLY_LAB_GOV_SHIM_H
#define TALLY_LAB_GOV_SHIM_H

#include <linux/module.h>

int lab_shim_governor_init(void);

#undef postcore_initcall
#define postcore_initcall(function)			\
	int __init lab_shim_governor_init(void)		\
	{						\
		return function();			\
	}

#endif
