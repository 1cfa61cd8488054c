// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "replay/model.h"

/*
 * Poll time limits of the cpuidle core (cpuidle_poll_time()): the first enabled
 * state whose target residency is at least POLL_MIN_NS, and a sixteenth of a tick
 * at most.
 */
#define POLL_MIN_NS	10000

void model_options_default(struct model_options *options)
{
	*options = (struct model_options){
		.tick_ns = 4000000,
		.tick_cost_ns = 2000,
		.stop_cost_ns = 500,
		.restart_cost_ns = 500,
		.latency_weight = 1.0,
		.latency_scale = 1.0,
		.latency_req_ns = 2000000000LL * 1000,
		.power_kind = MODEL_POWER_RESIDENCY,
		.power_first = 0.4,
		.power_exponent = 0.35,
		.power_ratio = 0.4,
		.capacity = 1024,
	};
}

void model_cpu_init(struct model_cpu *cpu, const struct cpuidle_driver *drv,
		    u32 disabled, const struct model_options *options, s64 tick_phase_ns)
{
	int i;

	memset(cpu, 0, sizeof(*cpu));
	cpu->options = *options;
	cpu->drv = *drv;
	cpu->next_tick_ns = tick_phase_ns;
	cpu->env.tick_ns = options->tick_ns;
	cpu->env.latency_req_ns = options->latency_req_ns;
	cpu->env.capacity = options->capacity;
	for (i = 0; i < drv->state_count; i++) {
		cpu->exit_ns[i] = drv->states[i].exit_latency_ns * options->latency_scale;
		if (disabled & 1U << i)
			cpu->dev.states_usage[i].disable = 1;
		else if (drv->states[i].exit_latency_ns <= options->latency_req_ns)
			cpu->allowed |= 1U << i;
	}
	/* Nothing within the limit: state 0 must do, as in the kernel. */
	if (!cpu->allowed)
		cpu->allowed = 1;
	model_power_derive(drv, options, &cpu->power);
	pelt_init(&cpu->pelt, PELT_SCALE_TIME, options->capacity);
}

/* The cpuidle core's counting, word for word in effect: see cpuidle_enter_state(). */
static void count(struct model_cpu *cpu, int state, s64 measured_ns)
{
	const struct cpuidle_state *states = cpu->drv.states;
	struct cpuidle_state_usage *usage = cpu->dev.states_usage;
	s64 delay_ns = states[state].exit_latency_ns;
	int i;

	cpu->score.entries++;
	usage[state].usage++;
	usage[state].time_ns += measured_ns;
	if (measured_ns < states[state].target_residency_ns) {
		for (i = state - 1; i >= 0; i--) {
			if (usage[i].disable)
				continue;
			usage[state].above++;
			cpu->score.above++;
			break;
		}
	} else if (measured_ns > delay_ns) {
		for (i = state + 1; i < cpu->drv.state_count; i++) {
			if (usage[i].disable)
				continue;
			if (measured_ns - delay_ns >= states[i].target_residency_ns) {
				usage[state].below++;
				cpu->score.below++;
			}
			break;
		}
	}
}

static s64 poll_limit(struct model_cpu *cpu)
{
	s64 limit_ns = cpu->options.tick_ns / 16;
	int i;

	if (cpu->dev.poll_limit_ns)
		return cpu->dev.poll_limit_ns;
	for (i = 1; i < cpu->drv.state_count; i++) {
		s64 residency_ns = cpu->drv.states[i].target_residency_ns;

		if (cpu->dev.states_usage[i].disable || residency_ns < POLL_MIN_NS)
			continue;
		if (residency_ns < limit_ns)
			limit_ns = residency_ns;
		break;
	}
	cpu->dev.poll_limit_ns = limit_ns;
	return limit_ns;
}

static void tick_forward(struct model_cpu *cpu)
{
	s64 late_ns = cpu->now_ns - cpu->next_tick_ns;

	if (late_ns < 0)
		return;
	if (late_ns < cpu->options.tick_ns)
		cpu->next_tick_ns += cpu->options.tick_ns;
	else
		cpu->next_tick_ns += (late_ns / cpu->options.tick_ns + 1) * cpu->options.tick_ns;
}

/* Ticks up to now, if the tick runs: the handler's cost, and the governor hears. */
static void tick_run(struct model_cpu *cpu)
{
	if (cpu->env.tick_stopped || cpu->next_tick_ns > cpu->now_ns)
		return;
	cpu->env.got_tick = true;
	cpu->score.ticks++;
	cpu->score.energy += cpu->options.tick_cost_ns;
	cpu->now_ns += cpu->options.tick_cost_ns;
	tick_forward(cpu);
}

/* Returns the stay's length, exit latency included, and moves the clock. */
static s64 stay(struct model_cpu *cpu, int state)
{
	s64 start_ns = cpu->now_ns, end_ns = cpu->session.event_ns;

	if (cpu->drv.states[state].flags & CPUIDLE_FLAG_POLLING) {
		s64 limit_ns = poll_limit(cpu);

		cpu->dev.poll_time_limit = end_ns - start_ns > limit_ns;
		if (cpu->dev.poll_time_limit)
			end_ns = start_ns + limit_ns;
		cpu->score.energy += model_energy(cpu, state, end_ns - start_ns);
		cpu->now_ns = end_ns;
	} else {
		if (!cpu->env.tick_stopped && cpu->next_tick_ns < end_ns)
			end_ns = cpu->next_tick_ns;
		cpu->score.energy += model_energy(cpu, state, end_ns - start_ns);
		cpu->now_ns = end_ns + cpu->exit_ns[state];
	}
	return cpu->now_ns - start_ns;
}

static int choose(struct model_cpu *cpu)
{
	s64 timer_ns = cpu->session.timer_ns - cpu->now_ns;
	bool stop_tick = true;
	int state;

	cpu->env.now_ns = cpu->now_ns;
	cpu->env.sleep_ns = timer_ns;
	cpu->env.delta_ns = timer_ns;
	if (!cpu->env.tick_stopped && cpu->next_tick_ns - cpu->now_ns < timer_ns)
		cpu->env.delta_ns = cpu->next_tick_ns - cpu->now_ns;

	state = cpu->gov->select(&cpu->drv, &cpu->dev, &stop_tick);
	if (state < 0 || state >= cpu->drv.state_count) {
		cpu->score.violations++;
		state = 0;
	} else if (!(cpu->allowed & 1U << state)) {
		cpu->score.violations++;
	}
	if (stop_tick && !cpu->env.tick_stopped) {
		cpu->env.tick_stopped = true;
		cpu->score.stops++;
		/* Whoever stops it will have to restart it: both are paid here. */
		cpu->score.energy += cpu->options.stop_cost_ns +
				     cpu->options.restart_cost_ns;
	}
	return state;
}

static void period(struct model_cpu *cpu)
{
	s64 start_ns = cpu->now_ns, measured_ns;
	bool stopped;
	int state;

	cpu->stopped_before = cpu->env.tick_stopped;
	state = choose(cpu);
	stopped = cpu->env.tick_stopped;
	measured_ns = stay(cpu, state);
	cpu->env.got_tick = false;
	tick_run(cpu);
	cpu->ticked = cpu->env.got_tick;
	cpu->poll_limited = cpu->dev.poll_time_limit;
	cpu->env.now_ns = cpu->now_ns;
	cpu->dev.last_residency_ns = measured_ns;
	count(cpu, state, measured_ns);
	if (cpu->gov->reflect)
		cpu->gov->reflect(&cpu->dev, state);
	if (cpu->watch)
		cpu->watch(cpu->watch_context, cpu, state, start_ns, measured_ns, stopped);
}

/* Time up to now was spent busy or idle. The signal stays below the capacity. */
static void utilise(struct model_cpu *cpu, bool busy)
{
	if (!cpu->utilisation)
		return;
	pelt_update(&cpu->pelt, cpu->now_ns - cpu->pelt_ns, busy);
	cpu->pelt_ns = cpu->now_ns;
	cpu->env.util = cpu->pelt.average < cpu->options.capacity ? cpu->pelt.average :
								    cpu->options.capacity;
}

void model_idle(struct model_cpu *cpu, const struct model_session *session)
{
	struct model_score *score = &cpu->score;
	s64 start_ns = cpu->now_ns;
	double energy, combined;

	if (session->event_ns <= start_ns)
		return;
	tick_forward(cpu);
	utilise(cpu, true);
	cpu->session = *session;
	cpu->session_start_ns = start_ns;
	score->sessions++;
	oracle_session(cpu, session, &energy, &combined, NULL);
	score->best_energy += energy;
	score->best_combined += combined;

	while (cpu->now_ns < session->event_ns) {
		period(cpu);
		utilise(cpu, false);
	}

	score->latency_ns += cpu->now_ns - session->event_ns;
	score->idle_ns += cpu->now_ns - start_ns;
}

void model_busy(struct model_cpu *cpu)
{
	cpu->env.tick_stopped = false;
}
