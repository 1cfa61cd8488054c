// SPDX-License-Identifier: GPL-2.0
/*
 * The governor's callbacks: they ask the kernel what core.c needs to know, and do
 * what it says.
 */
#define pr_fmt(fmt) "tally: " fmt
#define TALLY_CORE static

#include <linux/cpuidle.h>
#include <linux/module.h>
#include <linux/sched.h>
#include "debugfs.h"
#include "fixup.h"
#include "ksyms.h"
#include "params.h"
#include "percpu.h"
#include "platform.h"
#include "register.h"
#include "util.h"

#define CREATE_TRACE_POINTS
#include "trace.h"

/* One unit with the core: a choice is worth some hundred instructions. */
#include "core.c"

static_assert(TALLY_STATES_MAX == CPUIDLE_STATE_MAX);
static_assert(TALLY_NAME_LEN == CPUIDLE_NAME_LEN);

/* As in drivers/cpuidle/cpuidle.c: bounds of the time that a state may poll. */
#define POLL_MIN_NS	10000
#define POLL_MAX_NS	(TICK_NSEC / 16)

struct tally_percpu __percpu *tally_cpus;

/*
 * Take a driver's table. Either by the CPU itself, in its idle loop, or with that
 * excluded. What was known of the past is forgotten: it came from another table.
 */
static void adopt(struct tally_percpu *pc, struct cpuidle_driver *drv,
		  struct cpuidle_device *dev)
{
	struct tally_table table;

	if (pc->drv != drv || pc->cpu.table.count != drv->state_count) {
		memset(pc->learned, 0, sizeof(pc->learned));
		memset(pc->why, TALLY_WHY_DRIVER, sizeof(pc->why));
	}
	pc->generation = READ_ONCE(tally_generation);
	tally_fixup_table(pc, drv, dev->cpu, &table);
	tally_cpu_init(&pc->cpu, &table, TICK_NSEC);
	pc->drv = drv;
	pc->phase = TALLY_PHASE_NONE;
	pc->version++;
	/* Derived from the table: to be derived again. */
	dev->poll_limit_ns = 0;
	trace_table(dev->cpu, pc->version, &pc->cpu.table, TICK_NSEC);
}

/* A timer hit tells the exit latency, unless the tick came in between. */
static bool learn_exit(struct tally_percpu *pc)
{
	const struct tally_decision *d = &pc->cpu.decision;
	const struct tally_outcome *outcome = &pc->outcome;
	int state = outcome->entered;
	struct tally_learned *learned = &pc->learned[state];
	struct tally_fixup told = {
		.exit_ns = pc->drv->states[state].exit_latency_ns,
	};
	s64 used_ns = pc->cpu.table.exit_ns[state];

	if (state != d->state || d->sleep_ns == TALLY_NOT_ASKED || d->sleep_ns <= 0 ||
	    pc->cpu.table.polling & BIT(state) ||
	    !(d->tick_stopped || d->stop_tick || d->sleep_ns <= d->tick_ns))
		return false;
	tally_fixup_find(pc->drv, state, smp_processor_id(), &told);
	tally_learn(learned, told.exit_ns, outcome->measured_ns - d->sleep_ns);
	/* Each new table costs the history: at most once in so many hits. */
	return learned->count % TALLY_LEARN_MIN == 0 &&
	       pc->why[state] != TALLY_WHY_PARAMETER &&
	       tally_learned_exit_ns(learned, told.exit_ns, used_ns) != used_ns;
}

/*
 * Learn from the last idle period, if there was one. Done when the next one begins:
 * waking up must not wait for it.
 *
 * Return: true if the table has to be made anew.
 */
static bool settle(struct tally_percpu *pc, const struct cpuidle_device *dev,
		   const struct tally_params *params)
{
	int state = pc->cpu.decision.state;
	int verdict;

	if (unlikely(pc->phase != TALLY_PHASE_REFLECTED)) {
		/*
		 * The core passes neither a rejection on, nor an entry that was given
		 * up because there was something to run already. The latter happened
		 * before the entry and says nothing.
		 */
		if (pc->phase == TALLY_PHASE_NONE ||
		    dev->states_usage[state].rejected == pc->rejected)
			return false;
		pc->outcome = (struct tally_outcome) {
			.entered = state,
			.rejected = true,
		};
	}
	pc->phase = TALLY_PHASE_NONE;
	verdict = tally_reflect(&pc->cpu, params, &pc->outcome);
	trace_reflect(pc->version, params, &pc->outcome, verdict);
	return verdict == TALLY_VERDICT_HIT &&
	       READ_ONCE(tally_settings.learned_latency) && learn_exit(pc);
}

static u16 disabled_states(const struct cpuidle_device *dev, int count)
{
	u16 disabled = 0;

	for (int i = 0; i < count; i++)
		if (dev->states_usage[i].disable)
			disabled |= BIT(i);
	return disabled;
}

/* Look again. Return: true if there is a difference: the choice is to be made anew. */
static noinline bool disabled_changed(struct tally_percpu *pc, const struct cpuidle_device *dev)
{
	u16 before = pc->disabled;

	pc->disabled = disabled_states(dev, pc->cpu.table.count);
	if (pc->disabled == before)
		return false;
	tally_take_back(&pc->cpu);
	return true;
}

/* The core would take it from the driver's table, and mainline's rule is kept. */
static void limit_polling(const struct tally_cpu *cpu, struct cpuidle_device *dev,
			  u16 disabled)
{
	dev->poll_limit_ns = POLL_MAX_NS;
	for (int i = 1; i < cpu->table.count; i++) {
		s64 residency_ns = cpu->table.residency_ns[i];

		if (disabled & BIT(i) || residency_ns < POLL_MIN_NS)
			continue;
		dev->poll_limit_ns = min_t(s64, residency_ns, POLL_MAX_NS);
		break;
	}
}

static int tally_select(struct cpuidle_driver *drv, struct cpuidle_device *dev,
			bool *stop_tick)
{
	struct tally_percpu *pc = this_cpu_ptr(tally_cpus);
	const struct tally_decision *decision = &pc->cpu.decision;
	const struct cpuidle_state_usage *usage;
	struct tally_params params;
	struct tally_ask ask = { };

	tally_params_now(&params);
	if (unlikely(pc->drv != drv || pc->cpu.table.count != drv->state_count ||
		     pc->generation != READ_ONCE(tally_generation)))
		adopt(pc, drv, dev);
	else if (unlikely(settle(pc, dev, &params)))
		adopt(pc, drv, dev);

	ask.latency_req_ns = tally_call(cpuidle_governor_latency_req)(dev->cpu);
	ask.tick_stopped = tally_call(tick_nohz_tick_stopped)();
	if (params.util)
		tally_util(dev->cpu, &ask);

	/*
	 * Looked up now and then, and each time for the state to be entered; but as long
	 * as one is disabled each time, for it is to be usable again at once.
	 */
	if (!pc->cpu.pending || unlikely(pc->disabled))
		pc->disabled = disabled_states(dev, pc->cpu.table.count);
	do {
		ask.disabled = pc->disabled;
		if (tally_predict(&pc->cpu, &params, &ask)) {
			ktime_t tick, sleep = tally_call(tick_nohz_get_sleep_length)(&tick);

			tally_choose(&pc->cpu, &params, &ask, sleep, tick);
		}
		usage = &dev->states_usage[decision->state];
	} while (unlikely(usage->disable) && disabled_changed(pc, dev));
	trace_select(pc->version, &params, &ask, decision);

	if (pc->cpu.table.polling & BIT(decision->state) && !dev->poll_limit_ns)
		limit_polling(&pc->cpu, dev, disabled_states(dev, pc->cpu.table.count));
	pc->rejected = usage->rejected;
	pc->phase = TALLY_PHASE_SELECTED;
	*stop_tick = decision->stop_tick;
	return decision->state;
}

/* Only notes what will be gone later: this delays the wake-up. */
static void tally_reflect_device(struct cpuidle_device *dev, int index)
{
	struct tally_percpu *pc = this_cpu_ptr(tally_cpus);

	dev->last_state_idx = index;
	/* Of another governor's choice, while governors were switched? */
	if (pc->phase == TALLY_PHASE_NONE || index >= pc->cpu.table.count)
		return;
	pc->outcome.entered = index;
	pc->outcome.rejected = false;
	/* A tick that found something to run has ended the sleep. */
	pc->outcome.tick = tally_call(tick_nohz_idle_got_tick)() && !need_resched();
	/* Polling ends by a task to run or by its limit, not by an interrupt. */
	pc->outcome.poll_limit = (pc->cpu.table.polling & BIT(index)) && !need_resched();
	pc->outcome.measured_ns = dev->last_residency_ns;
	pc->phase = TALLY_PHASE_REFLECTED;
}

static int tally_enable(struct cpuidle_driver *drv, struct cpuidle_device *dev)
{
	struct tally_percpu *pc = per_cpu_ptr(tally_cpus, dev->cpu);

	pc->drv = NULL;
	adopt(pc, drv, dev);
	return 0;
}

static void tally_disable(struct cpuidle_driver *drv, struct cpuidle_device *dev)
{
	struct tally_percpu *pc = per_cpu_ptr(tally_cpus, dev->cpu);

	pc->drv = NULL;
	pc->phase = TALLY_PHASE_NONE;
	dev->poll_limit_ns = 0;
}

static struct cpuidle_governor tally_governor = {
	.name = "tally",
	.enable = tally_enable,
	.disable = tally_disable,
	.select = tally_select,
	.reflect = tally_reflect_device,
};

static int __init tally_init(void)
{
	int ret;

	ret = tally_ksyms_find();
	if (ret)
		return ret;
	ret = tally_params_check();
	if (ret)
		return ret;
	tally_cpus = alloc_percpu(struct tally_percpu);
	if (!tally_cpus)
		return -ENOMEM;
	tally_platform_init();
	tally_governor.rating = tally_settings.rating;
	ret = tally_register(&tally_governor);
	if (ret) {
		free_percpu(tally_cpus);
		return ret;
	}
	tally_debugfs_init();
	return 0;
}

#ifdef TALLY_BUILTIN

/* Like mainline's governors: before the drivers come, which pick one. */
postcore_initcall(tally_init);

#else

static void __exit tally_exit(void)
{
	tally_debugfs_exit();
	tally_unregister(&tally_governor);
	free_percpu(tally_cpus);
}

module_init(tally_init);
module_exit(tally_exit);

MODULE_DESCRIPTION("tally CPU idle governor");
MODULE_LICENSE("GPL");
MODULE_VERSION(TALLY_VERSION);

#endif
