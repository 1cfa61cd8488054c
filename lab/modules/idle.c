// SPDX-License-Identifier: GPL-2.0
/*
 * A cpuidle driver with any table of states, on a machine that has none of them.
 *
 * A state's enter() halts the CPU until an interrupt, then stays halted for the state's
 * exit latency before it returns. Halted, not spinning: QEMU runs virtual CPUs in turn,
 * and a spinning one would take the others' time. Unlike on hardware the interrupt's
 * handler runs before the exit latency; the task that it wakes runs after.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpuidle.h>
#include <linux/context_tracking.h>
#include <linux/hrtimer.h>
#include <linux/module.h>
#include <linux/percpu.h>
#include <linux/sched/clock.h>
#include <linux/sched/idle.h>
#include <linux/slab.h>
#include <linux/stop_machine.h>
#include <linux/version.h>
#include <asm/irqflags.h>

#include "idle_table.h"

static char *states;
module_param(states, charp, 0444);
MODULE_PARM_DESC(states, "NAME:EXIT_LATENCY_US:TARGET_RESIDENCY_US[:p],... for each state, p if it polls; several tables: CPUS=STATES;CPUS=STATES");

/* What starting a timer and taking its interrupt costs, about. */
#define SPIN_NS 6000

/* What this driver itself counts, for tests of those who read the kernel's counters. */
struct own_count {
	u64 entries;
	u64 time_ns;
};

static DEFINE_PER_CPU(struct own_count[CPUIDLE_STATE_MAX], own_counts);

struct exit_timer {
	struct hrtimer timer;
	bool fired;
};

static DEFINE_PER_CPU(struct exit_timer, exit_timers);
static struct idle_table *tables;
static int table_count;

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 3, 0)
#define ct_cpuidle_enter ct_idle_enter
#define ct_cpuidle_exit ct_idle_exit
#endif

#if defined(CONFIG_X86)
#define cpu_halt() raw_safe_halt()
#else
#error "the synthetic driver knows x86 only: the lab's other machines have drivers of their own"
#endif

static enum hrtimer_restart exit_timer_fired(struct hrtimer *timer)
{
	container_of(timer, struct exit_timer, timer)->fired = true;
	return HRTIMER_NORESTART;
}

/* Interrupts are off before and after; RCU does not watch in between. */
static __cpuidle void halt_until_interrupt(void)
{
	ct_cpuidle_enter();
	cpu_halt();
	raw_local_irq_disable();
	ct_cpuidle_exit();
}

/*
 * The timer is set early by what its own interrupt takes, and the rest is spun: so short a spin
 * disturbs no other virtual CPU.
 */
static void spend(struct exit_timer *exit, u64 latency_ns)
{
	u64 end = local_clock() + latency_ns;

	if (latency_ns > SPIN_NS) {
		exit->fired = false;
		hrtimer_start(&exit->timer, ns_to_ktime(latency_ns - SPIN_NS),
			      HRTIMER_MODE_REL_PINNED_HARD);
		while (!READ_ONCE(exit->fired))
			halt_until_interrupt();
	}
	while (local_clock() < end)
		barrier();
}

static int enter_sleep(struct cpuidle_device *dev, struct cpuidle_driver *drv, int index)
{
	u64 latency_ns = drv->states[index].exit_latency_ns;

	halt_until_interrupt();
	if (latency_ns)
		spend(this_cpu_ptr(&exit_timers), latency_ns);
	return index;
}

/* The kernel's own limit (cpuidle_poll_time() is not exported). */
static u64 poll_limit_ns(struct cpuidle_driver *drv, struct cpuidle_device *dev)
{
	u64 longest = TICK_NSEC / 16, limit = longest;
	int i;

	if (dev->poll_limit_ns)
		return dev->poll_limit_ns;

	for (i = 1; i < drv->state_count; i++) {
		if (dev->states_usage[i].disable ||
		    drv->states[i].target_residency_ns < 10 * NSEC_PER_USEC)
			continue;
		limit = min_t(u64, drv->states[i].target_residency_ns, longest);
		break;
	}
	dev->poll_limit_ns = limit;
	return limit;
}

/* No cpu_relax(): under QEMU each one leaves the translated code, which takes 50 times as long. */
static int enter_poll(struct cpuidle_device *dev, struct cpuidle_driver *drv, int index)
{
	u64 start = local_clock();

	dev->poll_time_limit = false;
	/* RCU watches and lockdep follows, since the state has CPUIDLE_FLAG_RCU_IDLE. */
	local_irq_enable();
	if (!current_set_polling_and_test()) {
		u64 limit_ns = poll_limit_ns(drv, dev);

		while (!need_resched()) {
			if (local_clock() - start > limit_ns) {
				dev->poll_time_limit = true;
				break;
			}
			barrier();
		}
	}
	local_irq_disable();
	current_clr_polling();
	return index;
}

static int enter_counted(struct cpuidle_device *dev, struct cpuidle_driver *drv, int index)
{
	struct own_count *own = &(*this_cpu_ptr(&own_counts))[index];
	u64 start = local_clock();

	if (drv->states[index].flags & CPUIDLE_FLAG_POLLING)
		enter_poll(dev, drv, index);
	else
		enter_sleep(dev, drv, index);
	own->entries++;
	own->time_ns += local_clock() - start;
	return index;
}

/* Time now; then CPU, state, entries, ns. What does not fit into a page is left out. */
static int own_counts_get(char *buffer, const struct kernel_param *kp)
{
	int cpu, i, length = sysfs_emit(buffer, "%llu\n", local_clock());

	for_each_online_cpu(cpu) {
		for (i = 0; i < CPUIDLE_STATE_MAX; i++) {
			struct own_count *own = &per_cpu(own_counts, cpu)[i];

			if (READ_ONCE(own->entries))
				length += sysfs_emit_at(buffer, length, "%d %d %llu %llu\n", cpu, i,
							READ_ONCE(own->entries),
							READ_ONCE(own->time_ns));
		}
	}
	return length;
}

static const struct kernel_param_ops own_counts_ops = { .get = own_counts_get };
module_param_cb(counted, &own_counts_ops, NULL, 0444);
MODULE_PARM_DESC(counted, "What the driver counted: time in ns; then CPU, state, entries, ns in a line each");

static void complete_driver(struct idle_table *table)
{
	struct cpuidle_driver *driver = &table->driver;
	int i;

	/* Without an owner: each device would pin this module, which then could not go. */
	driver->name = "tally_lab";
	driver->cpumask = &table->cpus;
	for (i = 0; i < driver->state_count; i++) {
		struct cpuidle_state *state = &driver->states[i];

		state->enter = enter_counted;
		state->flags |= CPUIDLE_FLAG_RCU_IDLE;
	}
}

static int nothing(void *unused)
{
	return 0;
}

static void unregister(int count)
{
	while (count--)
		cpuidle_unregister(&tables[count].driver);
	/* A CPU may still be on its way out of enter(), which RCU does not see. */
	stop_machine(nothing, NULL, cpu_online_mask);
	kfree(tables);
}

static void init_exit_timers(void)
{
	int cpu;

	for_each_possible_cpu(cpu) {
		struct hrtimer *timer = &per_cpu(exit_timers, cpu).timer;

#if LINUX_VERSION_CODE < KERNEL_VERSION(6, 13, 0)
		hrtimer_init(timer, CLOCK_MONOTONIC, HRTIMER_MODE_REL_PINNED_HARD);
		timer->function = exit_timer_fired;
#else
		hrtimer_setup(timer, exit_timer_fired, CLOCK_MONOTONIC,
			      HRTIMER_MODE_REL_PINNED_HARD);
#endif
	}
}

static int __init read_tables(void)
{
	char *text;

	if (!states || !*states) {
		pr_err("the parameter states= is missing\n");
		return -EINVAL;
	}
	text = kstrdup(states, GFP_KERNEL);
	if (!text)
		return -ENOMEM;
	table_count = idle_tables_parse(text, tables);
	kfree(text);
	if (table_count > 1 && !IS_ENABLED(CONFIG_CPU_IDLE_MULTIPLE_DRIVERS)) {
		pr_err("this kernel allows one table only (no CONFIG_CPU_IDLE_MULTIPLE_DRIVERS)\n");
		return -EINVAL;
	}
	return table_count < 0 ? table_count : 0;
}

static int __init lab_idle_init(void)
{
	int i, ret;

	tables = kcalloc(IDLE_TABLES_MAX, sizeof(*tables), GFP_KERNEL);
	if (!tables)
		return -ENOMEM;
	ret = read_tables();
	if (ret) {
		kfree(tables);
		return ret;
	}

	init_exit_timers();
	for (i = 0; i < table_count; i++) {
		complete_driver(&tables[i]);
		ret = cpuidle_register(&tables[i].driver, NULL);
		if (ret) {
			pr_err("the driver was refused (%d): is another one registered?\n", ret);
			unregister(i);
			return ret;
		}
	}
	return 0;
}

static void __exit lab_idle_exit(void)
{
	unregister(table_count);
}

module_init(lab_idle_init);
module_exit(lab_idle_exit);
MODULE_DESCRIPTION("A cpuidle driver with any table of states");
MODULE_LICENSE("GPL");
