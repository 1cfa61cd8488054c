// SPDX-License-Identifier: GPL-2.0
/*
 * Makes a POWER guest's processors faster than QEMU lets them be: with exact time an instruction of
 * any virtual CPU takes 1 ns at least, and all CPUs share one stream of them. The kernel is told
 * that its timebase runs factor times as fast as it does. Everything that the guest measures or
 * waits for is counted in the timebase, so that a guest's second is factor seconds of QEMU's, and
 * has factor times as many instructions.
 *
 * There is no way back: the module cannot be removed.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/clockchips.h>
#include <linux/clocksource.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/smp.h>
#include <linux/stop_machine.h>
#include <asm/time.h>

#include "symbols.h"

static unsigned int factor = 8;
module_param(factor, uint, 0444);
MODULE_PARM_DESC(factor, "How many times as many instructions a second has, 2 to 8");

static u64 *tb_to_ns_scale;
static u64 *boot_tb;
static unsigned long *ticks_per_jiffy;
static struct clock_event_device __percpu *decrementers;
static int (*update_freq)(struct clock_event_device *dev, u32 freq);
static long (*try_write)(void *dst, const void *src, size_t size);

static u64 pace_read(struct clocksource *cs)
{
	return get_tb();
}

/* The kernel's own has rating 400, and its frequency is fixed. */
static struct clocksource pace_clocksource = {
	.name = "lab_pace",
	.rating = 450,
	.flags = CLOCK_SOURCE_IS_CONTINUOUS,
	.mask = CLOCKSOURCE_MASK(64),
	.read = pace_read,
	.vdso_clock_mode = VDSO_CLOCKMODE_ARCHTIMER,
};

/* sched_clock() is (timebase - boot_tb) * scale: it goes on from where it is. */
static void rescale(void)
{
	u64 now = get_tb();

	*boot_tb = now - factor * (now - *boot_tb);
	*tb_to_ns_scale /= factor;
	ppc_tb_freq *= factor;
	tb_ticks_per_sec *= factor;
	tb_ticks_per_usec *= factor;
	*ticks_per_jiffy *= factor;
}

/* On each CPU, with all others stopped or here. */
static int take_pace(void *rescaled)
{
	if (smp_processor_id() == cpumask_first(cpu_online_mask)) {
		rescale();
		/* After all that it changed, */
		smp_store_release((bool *)rescaled, true);
	}
	/* and before the frequency is read. */
	while (!smp_load_acquire((bool *)rescaled))
		cpu_relax();
	/* -ETIME: the next event is due, and comes. */
	update_freq(this_cpu_ptr(decrementers), ppc_tb_freq);
	return 0;
}

static int __init pace_init(void)
{
	const struct lab_symbol wanted[] = {
		{ "tb_to_ns_scale", (void **)&tb_to_ns_scale },
		{ "boot_tb", (void **)&boot_tb },
		{ "tb_ticks_per_jiffy", (void **)&ticks_per_jiffy },
		{ "decrementers", (void **)&decrementers },
		{ "clockevents_update_freq", (void **)&update_freq },
		{ "copy_to_kernel_nofault", (void **)&try_write },
	};
	bool rescaled = false;
	int ret;

	/* The frequency of a clock event device has 32 bits. */
	if (factor < 2 || factor > U32_MAX / ppc_tb_freq) {
		pr_err("factor=%u is outside 2 to %lu\n", factor, U32_MAX / ppc_tb_freq);
		return -EINVAL;
	}
	ret = lab_symbols_find(wanted, ARRAY_SIZE(wanted));
	if (ret)
		return ret;
	/* Newer kernels protect it after boot. */
	if (try_write(boot_tb, boot_tb, sizeof(*boot_tb))) {
		pr_err("this kernel's boot_tb cannot be written: 6.12 lets it\n");
		return -EPERM;
	}
	ret = stop_machine(take_pace, &rescaled, cpu_online_mask);
	return ret ? ret : clocksource_register_hz(&pace_clocksource, ppc_tb_freq);
}

module_init(pace_init);
MODULE_DESCRIPTION("More instructions in a second than one for a nanosecond");
MODULE_LICENSE("GPL");
