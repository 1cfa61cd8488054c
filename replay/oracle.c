// SPDX-License-Identifier: GPL-2.0
#include "replay/model.h"

/*
 * Plans that keep the tick are looked at for so many ticks. Each tick pays for another
 * entry; all it can save is wake-up latency, once.
 */
#define TICKS_MAX	16

/* Above any cost, yet sums of it stay finite. */
#define NO_PLAN		1e300

/* The best of what has been looked at so far. */
struct best {
	double energy;
	double combined;
	int state;
};

/* Least energy to be woken by a tick from a state, and the plan's first state. */
struct step {
	double energy;
	int first;
};

static void offer(struct best *best, double energy, double combined, int state)
{
	if (energy < best->energy)
		best->energy = energy;
	if (combined < best->combined) {
		best->combined = combined;
		best->state = state;
	}
}

/* The rest of a session in one stay, after @before was spent. */
static void one_stay(const struct model_cpu *cpu, s64 stay_ns, double before, int first,
		     struct best *best)
{
	int s;

	for (s = 0; s < cpu->drv.state_count; s++) {
		double energy;

		if (!(cpu->allowed & 1U << s))
			continue;
		energy = before + model_energy(cpu, s, stay_ns);
		offer(best, energy, energy + cpu->options.latency_weight * cpu->exit_ns[s],
		      first < 0 ? s : first);
	}
}

/* From @from_ns on until the tick @tick_ns, in any state that does not poll. */
static void until_tick(const struct model_cpu *cpu, s64 from_ns, s64 tick_ns, double before,
		       int first, struct step *steps)
{
	int s;

	for (s = 0; s < cpu->drv.state_count; s++) {
		double energy;

		if (!(cpu->allowed & 1U << s) ||
		    cpu->drv.states[s].flags & CPUIDLE_FLAG_POLLING)
			continue;
		energy = before + model_energy(cpu, s, tick_ns - from_ns) +
			 cpu->options.tick_cost_ns;
		if (energy < steps[s].energy) {
			steps[s].energy = energy;
			steps[s].first = first < 0 ? s : first;
		}
	}
}

/* Woken by tick number @n from state @s: what may follow. */
static void after_tick(const struct model_cpu *cpu, const struct model_session *session, int n,
		       int s, struct step (*steps)[CPUIDLE_STATE_MAX], struct best *best)
{
	s64 period_ns = cpu->options.tick_ns;
	s64 awake_ns = cpu->exit_ns[s] + cpu->options.tick_cost_ns;
	s64 now_ns = cpu->next_tick_ns + n * period_ns + awake_ns;
	/* Ticks that come while it wakes up are taken together with this one. */
	int next = n + 1 + awake_ns / period_ns;
	s64 next_ns = cpu->next_tick_ns + next * period_ns;
	double energy = steps[n][s].energy;
	int first = steps[n][s].first;

	if (now_ns >= session->event_ns) {
		offer(best, energy, energy + cpu->options.latency_weight *
		      (now_ns - session->event_ns), first);
		return;
	}
	if (next_ns >= session->event_ns)
		one_stay(cpu, session->event_ns - now_ns, energy, first, best);
	else if (next < TICKS_MAX)
		until_tick(cpu, now_ns, next_ns, energy, first, steps[next]);
}

/* The tick kept: the cheapest chain of states from tick to tick. */
static void ticking(const struct model_cpu *cpu, const struct model_session *session,
		    struct best *best)
{
	struct step steps[TICKS_MAX][CPUIDLE_STATE_MAX];
	s64 ticks = (session->event_ns - 1 - cpu->next_tick_ns) / cpu->options.tick_ns + 1;
	int n, s;

	if (ticks > TICKS_MAX)
		ticks = TICKS_MAX;
	for (n = 0; n < ticks; n++)
		for (s = 0; s < cpu->drv.state_count; s++)
			steps[n][s].energy = NO_PLAN;
	until_tick(cpu, cpu->now_ns, cpu->next_tick_ns, 0, -1, steps[0]);
	for (n = 0; n < ticks; n++)
		for (s = 0; s < cpu->drv.state_count; s++)
			if (steps[n][s].energy < best->combined)
				after_tick(cpu, session, n, s, steps, best);
}

void oracle_session(const struct model_cpu *cpu, const struct model_session *session,
		    double *energy, double *combined, int *state)
{
	bool ticks = !cpu->env.tick_stopped && cpu->next_tick_ns < session->event_ns;
	struct best best = { .energy = NO_PLAN, .combined = NO_PLAN };
	double stop_cost = 0;

	if (ticks)
		stop_cost = cpu->options.stop_cost_ns + cpu->options.restart_cost_ns;
	one_stay(cpu, session->event_ns - cpu->now_ns, stop_cost, -1, &best);
	if (ticks)
		ticking(cpu, session, &best);
	*energy = best.energy;
	*combined = best.combined;
	if (state)
		*state = best.state;
}
