// SPDX-License-Identifier: GPL-2.0
/*
 * Bounds QEMU's turn-taking. With one thread for all virtual CPUs and a clock that counts
 * instructions, a CPU keeps its turn until the next virtual timer is due. This keeps a device's
 * timer running whose interrupt leads nowhere: no guest time is spent, but a timer is always due
 * soon, so that no CPU waits longer than a period for its turn.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/module.h>

#include "metronome.h"

static unsigned int period_us = 50;
module_param(period_us, uint, 0444);
MODULE_PARM_DESC(period_us, "Length of the longest turn of a virtual CPU, 2 to 50000 us");

static int __init metronome_init(void)
{
	if (period_us < 2 || period_us > 50000) {
		pr_err("period_us=%u is outside 2 to 50000\n", period_us);
		return -EINVAL;
	}
	return metronome_start(period_us);
}

static void __exit metronome_exit(void)
{
	metronome_stop();
}

module_init(metronome_init);
module_exit(metronome_exit);
MODULE_DESCRIPTION("Bounds the turns of QEMU's virtual CPUs");
MODULE_LICENSE("GPL");
