// SPDX-License-Identifier: GPL-2.0
#include <linux/minmax.h>
#include <linux/sched/topology.h>
#include <linux/topology.h>
#include <tally/core.h>
#include "ksyms.h"
#include "util.h"

void tally_util(unsigned int cpu, struct tally_ask *ask)
{
	ask->util = 0;
	ask->capacity = 0;
#ifdef CONFIG_SMP
	if (!tally_has_util())
		return;
	ask->capacity = min(arch_scale_cpu_capacity(cpu), 1024ul);
	ask->util = min(tally_call(sched_cpu_util)(cpu), (unsigned long)ask->capacity);
#endif
}
