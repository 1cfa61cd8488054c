// SPDX-License-Identifier: GPL-2.0
/*
 * The effective table: what the driver tells of its states, corrected. The
 * driver's own table stays as it is, for its own use and for everyone else.
 *
 * A state's latencies come from, the later the stronger: the driver; a built-in
 * rule; what timer hits taught (when switched on; it only ever lengthens); the
 * fixup parameter.
 */
#include <linux/cpuidle.h>
#include <linux/spinlock.h>
#include <linux/string.h>
#include <linux/time64.h>
#include "fixup.h"
#include "params.h"
#include "platform.h"

unsigned int tally_generation;

/* Raw: tables are also made in the idle loop, with interrupts off. */
static DEFINE_RAW_SPINLOCK(rules_lock);
static struct tally_fix_rules rules_in_force;

void tally_tables_changed(void)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&rules_lock, flags);
	WRITE_ONCE(tally_generation, tally_generation + 1);
	raw_spin_unlock_irqrestore(&rules_lock, flags);
}

void tally_fixup_rules(const struct tally_fix_rules *rules)
{
	unsigned long flags;

	raw_spin_lock_irqsave(&rules_lock, flags);
	rules_in_force = *rules;
	WRITE_ONCE(tally_generation, tally_generation + 1);
	raw_spin_unlock_irqrestore(&rules_lock, flags);
}

static bool find_rule(const char *driver, const char *state, unsigned int cpu,
		      struct tally_fixup *fixup)
{
	const struct tally_fix_rule *rule;
	unsigned long flags;

	raw_spin_lock_irqsave(&rules_lock, flags);
	rule = tally_rules_find(&rules_in_force, driver, state, cpu);
	if (rule) {
		fixup->exit_ns = (s64)rule->exit_us * NSEC_PER_USEC;
		fixup->residency_ns = (s64)rule->residency_us * NSEC_PER_USEC;
	}
	raw_spin_unlock_irqrestore(&rules_lock, flags);
	return rule;
}

enum tally_why tally_fixup_find(const struct cpuidle_driver *drv, int state,
				unsigned int cpu, struct tally_fixup *fixup)
{
	const char *name = drv->states[state].name;

	if (find_rule(drv->name, name, cpu, fixup))
		return TALLY_WHY_PARAMETER;
	if (READ_ONCE(tally_settings.builtin_fixups) &&
	    tally_platform_fixup(drv->name, name, fixup))
		return TALLY_WHY_BUILTIN;
	return TALLY_WHY_DRIVER;
}

static enum tally_why use_learned(const struct tally_learned *learned,
				  enum tally_why why, s64 used_ns,
				  struct tally_fixup *fixup)
{
	s64 exit_ns = tally_learned_exit_ns(learned, fixup->exit_ns,
					    max(used_ns, fixup->exit_ns));

	if (exit_ns <= fixup->exit_ns)
		return why;
	fixup->residency_ns = tally_learned_residency_ns(fixup->residency_ns,
							 fixup->exit_ns, exit_ns);
	fixup->exit_ns = exit_ns;
	return TALLY_WHY_LEARNED;
}

void tally_fixup_table(struct tally_percpu *pc, const struct cpuidle_driver *drv,
		       unsigned int cpu, struct tally_table *table)
{
	int count = clamp(drv->state_count, 1, TALLY_STATES_MAX);
	bool learn = READ_ONCE(tally_settings.learned_latency);

	table->count = count;
	table->polling = 0;
	for (int i = 0; i < count; i++) {
		const struct cpuidle_state *state = &drv->states[i];
		bool polls = state->flags & CPUIDLE_FLAG_POLLING;
		s64 used_ns = pc->why[i] == TALLY_WHY_LEARNED ? pc->cpu.table.exit_ns[i] : 0;
		struct tally_fixup fixup = {
			.exit_ns = state->exit_latency_ns,
			.residency_ns = state->target_residency_ns,
		};
		enum tally_why why = tally_fixup_find(drv, i, cpu, &fixup);

		if (learn && !polls && why != TALLY_WHY_PARAMETER)
			why = use_learned(&pc->learned[i], why, used_ns, &fixup);
		if (polls)
			table->polling |= BIT(i);
		table->exit_ns[i] = fixup.exit_ns;
		table->residency_ns[i] = fixup.residency_ns;
		pc->why[i] = why;
	}
}
