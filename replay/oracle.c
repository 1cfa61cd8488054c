// SPDX-License-Identifier: GPL-2.0
#include "replay/model.h"

/* The best of what has been looked at so far. */
struct best {
	double energy;
	double combined;
	int state;
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

/* The tick kept: state @s until the last tick before the event, then any. */
static void ticking(const struct model_cpu *cpu, const struct model_session *session, int s,
		    struct best *best)
{
	s64 awake_ns = cpu->exit_ns[s] + cpu->options.tick_cost_ns;
	s64 period_ns = cpu->options.tick_ns;
	s64 first_ns = cpu->next_tick_ns - cpu->now_ns;
	/* Ticks that are missed while waking from one do not come by themselves. */
	s64 stride_ns = (awake_ns / period_ns + 1) * period_ns;
	s64 strides = (session->event_ns - 1 - cpu->next_tick_ns) / stride_ns;
	s64 last_ns = cpu->next_tick_ns + strides * stride_ns + awake_ns;
	double energy = model_energy(cpu, s, first_ns) + cpu->options.tick_cost_ns +
			strides * (model_energy(cpu, s, stride_ns - awake_ns) +
				   cpu->options.tick_cost_ns);

	if (last_ns >= session->event_ns)
		offer(best, energy, energy + cpu->options.latency_weight *
		      (last_ns - session->event_ns), s);
	else
		one_stay(cpu, session->event_ns - last_ns, energy, s, best);
}

void oracle_session(const struct model_cpu *cpu, const struct model_session *session,
		    double *energy, double *combined, int *state)
{
	struct best best = { .energy = 1e300, .combined = 1e300 };
	double stop_cost = 0;
	int s;

	if (!cpu->env.tick_stopped && cpu->next_tick_ns < session->event_ns) {
		stop_cost = cpu->options.stop_cost_ns + cpu->options.restart_cost_ns;
		for (s = 0; s < cpu->drv.state_count; s++)
			if (cpu->allowed & 1U << s &&
			    !(cpu->drv.states[s].flags & CPUIDLE_FLAG_POLLING))
				ticking(cpu, session, s, &best);
	}
	one_stay(cpu, session->event_ns - cpu->now_ns, stop_cost, -1, &best);
	*energy = best.energy;
	*combined = best.combined;
	if (state)
		*state = best.state;
}
