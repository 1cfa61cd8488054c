// SPDX-License-Identifier: GPL-2.0
/*
 * Stands in for a POWER machine's firmware and silicon, which QEMU does not have: the stock driver
 * pseries_idle then shows a dedicated processor's CEDE with the latency that firmware is said to
 * tell, and a CPU that leaves CEDE needs the time that a real one needs.
 *
 * The driver's own enter() still does the sleeping. What is changed comes back on unload.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpuidle.h>
#include <linux/module.h>
#include <linux/stop_machine.h>
#include <linux/string.h>
#include <linux/time64.h>
#include <asm/time.h>

#include "symbols.h"

static unsigned int told_us = 1;
module_param(told_us, uint, 0444);
MODULE_PARM_DESC(told_us, "Exit latency that the firmware tells; the target residency is ten times as much");

static unsigned int real_us = 10;
module_param(real_us, uint, 0444);
MODULE_PARM_DESC(real_us, "Time that leaving CEDE takes; 0: as it comes");

#define CEDE_INDEX 1

static struct cpuidle_driver *driver;
static struct cpuidle_state before;
static u64 *snooze_timeout;
static u64 snooze_timeout_before;
static u64 real_ticks;

static __cpuidle int enter_cede(struct cpuidle_device *dev, struct cpuidle_driver *drv, int index)
{
	int entered = before.enter(dev, drv, index);
	u64 start = mftb();

	while (mftb() - start < real_ticks)
		barrier();
	return entered;
}

static void apply(const struct cpuidle_state *state, u64 timeout)
{
	cpuidle_pause_and_lock();
	driver->states[CEDE_INDEX] = *state;
	*snooze_timeout = timeout;
	cpuidle_resume_and_unlock();
}

static int __init cede_init(void)
{
	const struct lab_symbol wanted[] = {
		/* How long the polling state polls: taken from CEDE's residency at boot. */
		{ "snooze_timeout", (void **)&snooze_timeout },
	};
	struct cpuidle_state state;
	int ret;

	driver = cpuidle_get_driver();
	if (!driver || strcmp(driver->name, "pseries_idle") || driver->state_count <= CEDE_INDEX) {
		pr_err("the driver is not pseries_idle with a CEDE state\n");
		return -ENODEV;
	}
	if (told_us > 1000 || real_us > 1000) {
		pr_err("told_us=%u, real_us=%u: 1000 us at most\n", told_us, real_us);
		return -EINVAL;
	}
	ret = lab_symbols_find(wanted, ARRAY_SIZE(wanted));
	if (ret)
		return ret;

	real_ticks = (u64)real_us * tb_ticks_per_usec;
	before = driver->states[CEDE_INDEX];
	snooze_timeout_before = *snooze_timeout;
	state = before;
	strscpy(state.name, "CEDE", sizeof(state.name));
	strscpy(state.desc, "CEDE", sizeof(state.desc));
	state.exit_latency = told_us;
	state.exit_latency_ns = (u64)told_us * NSEC_PER_USEC;
	state.target_residency = 10 * told_us;
	state.target_residency_ns = 10 * state.exit_latency_ns;
	state.enter = enter_cede;
	apply(&state, (u64)state.target_residency * tb_ticks_per_usec);
	return 0;
}

static int nothing(void *unused)
{
	return 0;
}

static void __exit cede_exit(void)
{
	apply(&before, snooze_timeout_before);
	/* A CPU may still be inside enter_cede(). */
	stop_machine(nothing, NULL, cpu_online_mask);
}

module_init(cede_init);
module_exit(cede_exit);
MODULE_DESCRIPTION("CEDE of a dedicated processor, as firmware tells it and as hardware takes it");
MODULE_LICENSE("GPL");
