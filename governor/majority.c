// SPDX-License-Identifier: GPL-2.0
/*
 * The classic reading of the ledger, to compare with on one kernel: bins are
 * aligned to the states, the majority decides, and a busy CPU gets one state
 * shallower.
 */

/**
 * DOC: The majority rule
 *
 * 1. Each state has a bin, from its target residency to the next state's. An idle
 *    period that lasted until the timer is a hit in the timer's bin, any other an
 *    intercept in its own duration's bin. Counts decay by 1/8 a wake-up.
 *
 * 2. The candidate is the deepest usable state. If the intercepts below it outweigh
 *    half of everything that is left, sleeps are mostly cut short: the candidate
 *    becomes the deepest state at or above which half of those intercepts lie, and
 *    which is no deeper than the bin with most of them.
 *
 * 3. It is made shallower until it fits the time to the next timer.
 *
 * 4. With util on, a CPU whose utilisation is above capacity >> util_shift gets the
 *    next shallower state that does not poll; with two enabled only, the shallower
 *    one that does not poll, whatever the ledger says.
 *
 * 5. The tick is stopped if the state is worth a tick period, or if the timer is
 *    farther than that and intercepts do not usually come sooner.
 */
#include "majority.h"

/* One event, and its decay: 1/8 a wake-up, so that some ten of them are seen. */
#define PULSE		1024
#define DECAY_SHIFT	3

static void decay(u32 *count)
{
	*count -= (*count + (1 << DECAY_SHIFT) - 1) >> DECAY_SHIFT;
}

static bool polls(const struct tally_cpu *cpu, int state)
{
	return cpu->table.polling >> state & 1;
}

static bool usable(const struct tally_cpu *cpu, int state)
{
	return cpu->usable >> state & 1;
}

static int lowest(const struct tally_cpu *cpu)
{
	return __builtin_ctz(cpu->usable);
}

static void decide(struct tally_cpu *cpu, int state, enum tally_reason reason,
		   bool stop_tick)
{
	cpu->decision.state = state;
	cpu->decision.reason = reason;
	cpu->decision.stop_tick = stop_tick;
	cpu->reasons[reason]++;
}

static bool busy(const struct tally_params *params, const struct tally_ask *ask)
{
	return params->util && ask->util > ask->capacity >> params->util_shift;
}

/* The deepest usable state below @state, or @state; @polling_too: it may poll. */
static int shallower(const struct tally_cpu *cpu, int state, bool polling_too)
{
	for (int i = state - 1; i >= 0; i--)
		if (usable(cpu, i) && (polling_too || !polls(cpu, i)))
			return i;
	return state;
}

static int shallower_that_fits(const struct tally_cpu *cpu, int state, s64 ns)
{
	while (state > lowest(cpu) && cpu->table.residency_ns[state] > ns)
		state = shallower(cpu, state, true);
	return state;
}

/* Step 2. */
static int voted(const struct tally_cpu *cpu, u16 enabled, enum tally_reason *reason)
{
	const struct tally_majority *m = &cpu->majority;
	int candidate = 31 - __builtin_clz(cpu->usable);
	u32 intercepts = 0, hits = 0, sum = 0;
	int fullest = 0;

	*reason = enabled >> candidate >> 1 ? TALLY_REASON_LATENCY : TALLY_REASON_DEEPEST;
	for (int i = 0; i < candidate; i++) {
		intercepts += m->intercepts[i];
		hits += m->hits[i];
		if (m->intercepts[i] >= m->intercepts[fullest])
			fullest = i;
	}
	if (2 * intercepts <= m->total - hits)
		return candidate;

	*reason = TALLY_REASON_INTERCEPT;
	for (int i = candidate - 1; i >= lowest(cpu); i--) {
		sum += m->intercepts[i];
		if (!usable(cpu, i))
			continue;
		candidate = i;
		if (2 * sum > intercepts && i <= fullest)
			break;
	}
	return candidate;
}

static bool two_at_most(u16 states)
{
	states &= states - 1;
	states &= states - 1;
	return !states;
}

bool tally_majority_predict(struct tally_cpu *cpu, const struct tally_params *params,
			    const struct tally_ask *ask)
{
	struct tally_decision *d = &cpu->decision;
	u16 enabled = cpu->states & ~ask->disabled;
	enum tally_reason reason;
	int state;

	cpu->told_ns = 0;
	d->sleep_ns = TALLY_NOT_ASKED;
	d->tick_ns = TALLY_NOT_ASKED;
	d->expected_ns = 0;
	if (busy(params, ask) && two_at_most(enabled)) {
		state = lowest(cpu);
		if (polls(cpu, state) && cpu->usable >> state >> 1)
			state += 1 + __builtin_ctz(cpu->usable >> state >> 1);
		decide(cpu, state, TALLY_REASON_UTIL, false);
		return false;
	}
	state = voted(cpu, enabled, &reason);
	decide(cpu, state, reason, false);
	/* State 0 by majority is final while the tick can correct it. */
	return state > lowest(cpu) || ask->tick_stopped;
}

void tally_majority_choose(struct tally_cpu *cpu, const struct tally_params *params,
			   const struct tally_ask *ask)
{
	struct tally_decision *d = &cpu->decision;
	const struct tally_majority *m = &cpu->majority;
	enum tally_reason reason = d->reason;
	s64 period = cpu->tick_period_ns;
	int state = d->state;
	int fitting;
	bool stop;

	cpu->reasons[reason]--;
	fitting = shallower_that_fits(cpu, state, d->sleep_ns);
	if (fitting != state) {
		state = fitting;
		reason = TALLY_REASON_TIMER;
	}
	if (busy(params, ask) && state > lowest(cpu)) {
		state = shallower(cpu, state, false);
		reason = TALLY_REASON_UTIL;
	}
	stop = !polls(cpu, state) && d->sleep_ns >= period &&
	       (cpu->table.residency_ns[state] >= period ||
		3 * m->tick_intercepts < 2 * m->total);
	if (!stop && !ask->tick_stopped) {
		fitting = shallower_that_fits(cpu, state, d->tick_ns);
		if (fitting != state)
			reason = TALLY_REASON_TICK;
		state = fitting;
	}
	decide(cpu, state, reason, stop || ask->tick_stopped);
}

void tally_majority_learn(struct tally_cpu *cpu, int state, enum tally_verdict verdict,
			  u32 duration_ns)
{
	struct tally_majority *m = &cpu->majority;
	s64 timer_ns = cpu->decision.sleep_ns;
	int timer_bin = 0, duration_bin = 0;
	u32 total = PULSE;

	(void)state;
	for (int i = 0; i < cpu->table.count; i++) {
		decay(&m->intercepts[i]);
		decay(&m->hits[i]);
		total += m->intercepts[i] + m->hits[i];
		if (cpu->table.residency_ns[i] <= timer_ns)
			timer_bin = i;
		if (cpu->table.residency_ns[i] <= duration_ns)
			duration_bin = i;
	}
	decay(&m->tick_intercepts);
	decay(&m->ticks);
	m->total = total;
	switch (verdict) {
	case TALLY_VERDICT_TICK:
		m->ticks += PULSE;
		/* Mostly ticks: evidence for long sleep, else for the timer. */
		if (3 * m->ticks > 2 * total)
			timer_bin = cpu->table.count - 1;
		m->hits[timer_bin] += PULSE;
		break;
	case TALLY_VERDICT_POLL:
	case TALLY_VERDICT_HIT:
		m->hits[timer_bin] += PULSE;
		break;
	default:
		m->intercepts[duration_bin] += PULSE;
		if (duration_ns <= cpu->tick_period_ns)
			m->tick_intercepts += PULSE;
		break;
	}
}
