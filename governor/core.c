// SPDX-License-Identifier: GPL-2.0
/*
 * The choice of an idle state, as pure integer code: the kernel module, the
 * replay and the unit tests compile this same file.
 */

/**
 * DOC: How tally chooses
 *
 * An idle period ends in one of two ways. Either the CPU sleeps until the timer
 * it knew about (a hit), or something else wakes it earlier (an intercept). The
 * next timer is known; the next intercept has to be expected. tally keeps a
 * ledger of intercepts and chooses the state of least expected cost.
 *
 * 1. The ledger. Idle durations fall into bins, a power of two wide, with an edge
 *    at each target residency. A bin holds a hazard: how likely an intercept is
 *    within it once the CPU is still idle when it begins. An intercept raises its
 *    own bin's hazard and lowers those of the bins that were survived. A hit or a
 *    tick is censoring: it lowers the survived bins and says nothing of later
 *    ones, so a timer is never evidence against long sleeps.
 *
 * 2. Age. After a wake-up by the tick, or by a polling state's time limit, nothing
 *    happened but survival: the same sleep goes on, from its age.
 *
 * 3. Context. The last three outcomes, two bits each, select a row that remembers
 *    how long the sleeps were that followed them. A row that has been right tells
 *    the duration; otherwise the ledger does.
 *
 * 4. Looking ahead. Whenever outcomes are taken in, the ledger sums up for the begin
 *    of each bin how likely the CPU is to be still idle there, and the expected idle
 *    time up to it. The same up to the tick and up to the next timer is looked up
 *    there; only from an age on it is summed up anew, bin by bin. If the context or
 *    the ledger is sure that it is over before long, so that no timer could make a
 *    deep state worth it, the time to the next timer is not asked for at all.
 *
 * 5. The choice. A state's target residency is its break-even point T. A wake-up from
 *    it takes the exit latency L, which weighs as much as w * L of idle time. A
 *    deeper state pays if
 *
 *      E[min(D, timer)] >= T + w * L
 *
 *    and, as long as the tick gives a shallow choice a second chance,
 *
 *      E[min(D, tick)] >= (T + w * L) * P(intercept before the tick).
 *
 *    The deepest state that pays is chosen: no power figures are needed.
 *
 * 6. The tick is stopped if the CPU is likely enough to be still idle when the tick is
 *    due, and if what is expected then would not make a deeper state pay: a tick
 *    that would only confirm the choice is not worth its wake-up. The real time to
 *    the tick counts, not the tick's period. If the tick stays, a state that does
 *    not fit the time to it is not chosen.
 *
 * 7. Once the tick is stopped nobody corrects a shallow choice. So the expectation is
 *    moved 1/512 of the way towards the timer: a timer that is very far outweighs
 *    a strong expectation of an early intercept, a nearer one does not.
 *
 * 8. A state that the driver rejects is no evidence about durations. It is left
 *    out for a number of choices that doubles with each rejection.
 */
#include <tally/cpu.h>
#include "context.h"
#include "ledger.h"
#include "majority.h"

#ifndef __KERNEL__
#include <string.h>
#else
#include <linux/string.h>
#endif

/*
 * The sleep length counts from the entry into the idle loop, the measured
 * residency from the entry into the state, somewhat later.
 */
#define ENTRY_SLACK_NS		2000

/* Stop the tick if the CPU survives until it with at least this probability. */
#define TICK_ALIVE_Q15		(ONE_Q15 / 4)

/* See step 7. The least that the ledger can tell from 0; 1/64 was too deep in the lab. */
#define DOUBT_SHIFT		9
/*
 * Half of it keeps the tick: what step 7 would choose after any wake-up is better left to
 * the tick. All of it costs 0.16 points of combined regret in the replay's design half,
 * none of it 0.8 % of loop time in the lab's ping-pong at 228 us.
 */
#define TICK_DOUBT_SHIFT	(DOUBT_SHIFT + 1)

/*
 * A wake-up by the tick takes in the outcomes before it, so that a change of load shows
 * within a tick period; fewer than these would cost more than mainline's teo does.
 */
#define PENDING_AT_TICK		28

/* The longest time that a rejected state is left out, in choices. */
#define BAN_MAX			64

TALLY_CORE void tally_cpu_init(struct tally_cpu *cpu, const struct tally_table *table,
			       s64 tick_period_ns)
{
	memset(cpu, 0, sizeof(*cpu));
	cpu->table = *table;
	cpu->tick_period_ns = clamp_ns(tick_period_ns);
	cpu->short_bound_ns = 0xffffffffu;
	for (int i = 0; i < table->count; i++) {
		cpu->residency_ns[i] = clamp_ns(table->residency_ns[i]);
		cpu->exit_ns[i] = clamp_ns(table->exit_ns[i]);
		cpu->wake_ns[i] = cpu->exit_ns[i];
		if (table->exit_ns[i] > cpu->all_exit_ns)
			cpu->all_exit_ns = table->exit_ns[i];
		if (cpu->residency_ns[i] >= SHORT_NS &&
		    cpu->residency_ns[i] < cpu->short_bound_ns)
			cpu->short_bound_ns = cpu->residency_ns[i];
	}
	cpu->states = (1u << table->count) - 1;
	ledger_init(cpu);
	for (int i = 0; i < TALLY_CONTEXTS; i++)
		cpu->rows[i].spread_q8 = ROW_UNSEEN_Q8;
	cpu->decision.sleep_ns = TALLY_NOT_ASKED;
	cpu->decision.tick_ns = TALLY_NOT_ASKED;
}

/* The states that may be entered now, where something speaks against some. */
static noinline u16 usable_states(struct tally_cpu *cpu, const struct tally_ask *ask)
{
	u16 enabled = cpu->states & ~ask->disabled;
	u16 usable = enabled;

	if (cpu->ban && usable & ~cpu->banned)
		usable &= ~cpu->banned;
	if (ask->latency_req_ns < cpu->all_exit_ns) {
		u16 quick = 0;

		for (int i = 0; i < cpu->table.count; i++)
			if (cpu->table.exit_ns[i] <= ask->latency_req_ns)
				quick |= 1u << i;
		/* No state is quick enough: the shallowest is the least harm. */
		usable &= quick;
		if (!usable)
			usable = (enabled & quick) ? (enabled & quick) : (enabled & -enabled);
	}
	return usable;
}

/**
 * struct view - what is expected of the idle period to come
 * @timer_ns: expected idle time, bounded by the timer
 * @tick_ns: expected idle time, bounded by the tick
 * @before_tick_q15: P(intercept before the tick)
 * @second_chance: the tick will correct a shallow choice
 */
struct view {
	u32 timer_ns;
	u32 tick_ns;
	u32 before_tick_q15;
	bool second_chance;
};

/* T + w * L of step 5. */
static noinline void weigh_latency(struct tally_cpu *cpu, u8 weight)
{
	for (int i = 0; i < cpu->table.count; i++)
		cpu->need_ns[i] = cpu->residency_ns[i] +
				  clamp_ns((u64)cpu->exit_ns[i] * weight >> 3);
	cpu->latency_weight = weight;
	cpu->short_usable = 0;
}

/* Step 5: without a second chance P(intercept before the tick) is 0. */
static inline bool pays(const struct tally_cpu *cpu, const struct view *view, int state)
{
	u32 need = cpu->need_ns[state];

	return view->timer_ns >= need &&
	       view->tick_ns >= (u64)need * view->before_tick_q15 >> 15;
}

static inline int deepest_that_pays(const struct tally_cpu *cpu, const struct view *view)
{
	u32 left = cpu->usable;

	for (;;) {
		int state = 31 - __builtin_clz(left);

		left &= ~(1u << state);
		if (!left || pays(cpu, view, state))
			return state;
	}
}

/* The deepest usable state no deeper than @state whose residency fits @ns. */
static noinline int deepest_that_fits(const struct tally_cpu *cpu, int state, u32 ns)
{
	int found = __builtin_ctz(cpu->usable);

	for (int i = state; i > found; i--)
		if (cpu->usable >> i & 1 && cpu->residency_ns[i] <= ns)
			return i;
	return found;
}

static void decide(struct tally_cpu *cpu, int state, enum tally_reason reason,
		   bool stop_tick)
{
	cpu->decision.state = state;
	cpu->decision.reason = reason;
	cpu->decision.stop_tick = stop_tick;
	cpu->reasons[reason]++;
}

static bool polls(const struct tally_cpu *cpu, int state)
{
	return cpu->table.polling >> state & 1;
}

static void not_asked(struct tally_cpu *cpu, u32 expected_ns)
{
	cpu->decision.sleep_ns = TALLY_NOT_ASKED;
	cpu->decision.tick_ns = TALLY_NOT_ASKED;
	cpu->decision.expected_ns = expected_ns;
}

/* Short for sure: the shallow states are chosen among without the timer. */
static void choose_short(struct tally_cpu *cpu, u32 expected_ns)
{
	struct view view = { .timer_ns = expected_ns };

	not_asked(cpu, expected_ns);
	decide(cpu, deepest_that_pays(cpu, &view), TALLY_REASON_INTERCEPT, false);
}

/* The ledger says so: the same choice, until it says something else. */
static inline void choose_short_again(struct tally_cpu *cpu)
{
	if (unlikely(cpu->short_usable != cpu->usable)) {
		choose_short(cpu, cpu->short_ns);
		cpu->short_usable = cpu->usable;
		cpu->short_state = cpu->decision.state;
		return;
	}
	not_asked(cpu, cpu->short_ns);
	decide(cpu, cpu->short_state, TALLY_REASON_INTERCEPT, false);
}

/* One state or none, and no tick that polling must not lose. */
static noinline bool nothing_to_choose(struct tally_cpu *cpu)
{
	int only = cpu->usable ? __builtin_ctz(cpu->usable) : 0;

	if (cpu->usable && !polls(cpu, only))
		return false;
	cpu->told_ns = 0;
	not_asked(cpu, 0);
	decide(cpu, only, TALLY_REASON_ONLY, false);
	return true;
}

TALLY_CORE bool tally_predict(struct tally_cpu *cpu, const struct tally_params *params,
			      const struct tally_ask *ask)
{
	struct tally_decision *d = &cpu->decision;
	u32 expected_ns;

	d->tick_stopped = ask->tick_stopped;
	cpu->usable = cpu->states;
	if (unlikely(cpu->ban | ask->disabled || ask->latency_req_ns < cpu->all_exit_ns))
		cpu->usable = usable_states(cpu, ask);
	if (unlikely(!(cpu->usable & (cpu->usable - 1))) && nothing_to_choose(cpu))
		return false;
	if (unlikely(params->rule == TALLY_RULE_MAJORITY))
		return tally_majority_predict(cpu, params, ask);

	if (unlikely(cpu->latency_weight != params->latency_weight))
		weigh_latency(cpu, params->latency_weight);
	cpu->told_ns = params->context ? context_tells(cpu) : 0;
	if (cpu->told_ns) {
		expected_ns = cpu->told_ns - cpu->decision.age_ns;
		cpu->context_used++;
		if (ask->tick_stopped || !ledger_is_short(cpu, expected_ns))
			return true;
		choose_short(cpu, expected_ns);
		return false;
	}
	if (cpu->decision.age_ns || ask->tick_stopped || !cpu->short_ns)
		return true;
	choose_short_again(cpu);
	return false;
}

static inline struct tally_prospect look_ahead(struct tally_cpu *cpu, u32 ns)
{
	if (likely(!cpu->decision.age_ns))
		return ledger_ahead(cpu, ns);
	return ledger_ahead_aged(cpu, cpu->decision.age_ns + ns);
}

/* From the context's word: certain, but for the timer. */
static void view_told(const struct tally_cpu *cpu, struct view *view, u32 sleep_ns,
		      u32 tick_ns)
{
	u32 left = cpu->told_ns - cpu->decision.age_ns;

	/* What lasted about as long as the timer was the timer's. */
	if (left >= sleep_ns - sleep_ns / 8)
		left = 0xffffffffu;
	view->timer_ns = min_u32(left, sleep_ns);
	view->tick_ns = min_u32(left, tick_ns);
	view->before_tick_q15 = left < tick_ns ? ONE_Q15 : 0;
}

/* From the ledger: step 4. */
static inline void view_ledger(struct tally_cpu *cpu, struct view *view, u32 sleep_ns,
			       u32 tick_ns)
{
	struct tally_prospect prospect;

	if (view->second_chance) {
		prospect = look_ahead(cpu, tick_ns);
		view->tick_ns = prospect.idle_ns;
		view->before_tick_q15 = ONE_Q15 - prospect.alive_q15;
	}
	prospect = look_ahead(cpu, sleep_ns);
	view->timer_ns = prospect.idle_ns;
	if (cpu->decision.tick_stopped)
		view->timer_ns += (sleep_ns - view->timer_ns) >> DOUBT_SHIFT;
}

/*
 * Step 6: would a deeper state pay if the CPU is still idle when the tick is due?
 * Both sides are multiplied by the probability that it is.
 */
static bool tick_corrects(const struct tally_cpu *cpu, const struct view *view, int state,
			  u32 sleep_ns)
{
	u32 alive_q15 = ONE_Q15 - view->before_tick_q15;
	u32 rest_ns = view->timer_ns - view->tick_ns +
		      ((sleep_ns - view->timer_ns) >> TICK_DOUBT_SHIFT);

	for (int i = cpu->table.count - 1; i > state; i--)
		if (cpu->usable >> i & 1 &&
		    rest_ns >= (u64)cpu->need_ns[i] * alive_q15 >> 15)
			return true;
	return false;
}

static enum tally_reason reason_for(const struct tally_cpu *cpu, const struct tally_ask *ask,
				    int state, u32 sleep_ns)
{
	u16 deeper = cpu->usable >> state >> 1;

	if (!deeper)
		return (cpu->states & ~ask->disabled) >> state >> 1 ?
		       TALLY_REASON_LATENCY : TALLY_REASON_DEEPEST;
	if (cpu->residency_ns[state + 1 + __builtin_ctz(deeper)] > sleep_ns)
		return TALLY_REASON_TIMER;
	return TALLY_REASON_INTERCEPT;
}

TALLY_CORE void tally_choose(struct tally_cpu *cpu, const struct tally_params *params,
			     const struct tally_ask *ask, s64 sleep_ns, s64 tick_ns)
{
	struct tally_decision *d = &cpu->decision;
	u32 sleep = sleep_ns, tick = tick_ns;
	enum tally_reason reason;
	struct view view = {};
	bool stop = true;
	int state;

	d->sleep_ns = sleep_ns;
	d->tick_ns = tick_ns;
	/* Negative, or longer than all that matters. */
	if (unlikely((u64)(sleep_ns | tick_ns) >> 31)) {
		d->sleep_ns = sleep_ns < 0 ? 0 : sleep_ns;
		d->tick_ns = tick_ns < 0 ? 0 : tick_ns;
		sleep = clamp_ns(sleep_ns);
		tick = clamp_ns(tick_ns);
	}
	if (unlikely(params->rule == TALLY_RULE_MAJORITY)) {
		tally_majority_choose(cpu, params, ask);
		return;
	}
	view.second_chance = tick < sleep && !ask->tick_stopped;
	if (unlikely(cpu->told_ns))
		view_told(cpu, &view, sleep, tick);
	else
		view_ledger(cpu, &view, sleep, tick);
	d->expected_ns = view.timer_ns;
	state = deepest_that_pays(cpu, &view);
	reason = reason_for(cpu, ask, state, sleep);

	if (!ask->tick_stopped) {
		stop = view.second_chance && !polls(cpu, state) &&
		       view.before_tick_q15 <= ONE_Q15 - TICK_ALIVE_Q15 &&
		       !tick_corrects(cpu, &view, state, sleep);
		if (!stop && cpu->residency_ns[state] > tick) {
			state = deepest_that_fits(cpu, state, tick);
			reason = TALLY_REASON_TICK;
		}
	}
	decide(cpu, state, reason, stop);
}

/* Step 8. */
static int learn_rejection(struct tally_cpu *cpu, int state)
{
	cpu->banned |= 1u << state;
	cpu->ban_length = cpu->ban_length >= BAN_MAX / 2 ? BAN_MAX :
			  cpu->ban_length * 2 + 1;
	cpu->ban = cpu->ban_length;
	return TALLY_VERDICT_REJECTED;
}

static void learn_acceptance(struct tally_cpu *cpu, int state)
{
	cpu->banned &= ~(1u << state);
	if (cpu->ban)
		cpu->ban--;
	if (!cpu->banned) {
		cpu->ban_length = 0;
		cpu->ban = 0;
	}
}

/* A hit tells what the wake-up really adds to the residency; bounded, averaged. */
static void learn_wake(struct tally_cpu *cpu, int state, s64 measured_ns)
{
	u32 added = clamp_ns(measured_ns - cpu->decision.sleep_ns);
	u32 most = cpu->exit_ns[state];

	if (added > most)
		added = most;
	cpu->wake_ns[state] += ((s64)added - cpu->wake_ns[state]) >> 3;
}

/*
 * The idle duration without the wake-up. A residency below what the wake-up was
 * taken for shows that it takes less.
 */
static u32 without_wake(struct tally_cpu *cpu, int state, s64 measured_ns)
{
	u32 measured = clamp_ns(measured_ns);
	u32 wake = cpu->wake_ns[state];

	if (measured >= wake)
		return measured - wake;
	cpu->wake_ns[state] = wake - (wake - measured) / 2;
	return 0;
}

TALLY_CORE int tally_reflect(struct tally_cpu *cpu, const struct tally_params *params,
			     const struct tally_outcome *outcome)
{
	const struct tally_decision *d = &cpu->decision;
	s64 measured_ns = outcome->measured_ns;
	int state = outcome->entered;
	enum tally_verdict verdict;
	u32 now;

	if (unlikely(measured_ns < 0))
		measured_ns = 0;
	if (unlikely(outcome->rejected)) {
		verdict = learn_rejection(cpu, state);
		goto out;
	}
	if (unlikely(cpu->banned))
		learn_acceptance(cpu, state);

	/* Never if it was not asked for. */
	if (d->sleep_ns - measured_ns <= ENTRY_SLACK_NS) {
		verdict = TALLY_VERDICT_HIT;
		now = clamp_ns(d->sleep_ns);
		learn_wake(cpu, state, measured_ns);
	} else {
		verdict = outcome->poll_limit ? TALLY_VERDICT_POLL :
			  outcome->tick ? TALLY_VERDICT_TICK : TALLY_VERDICT_INTERCEPT;
		now = without_wake(cpu, state, measured_ns);
	}
	if (unlikely(params->rule == TALLY_RULE_MAJORITY)) {
		tally_majority_learn(cpu, state, verdict, now);
		goto out;
	}
	now += cpu->decision.age_ns;
	ledger_learn(cpu, now, verdict == TALLY_VERDICT_INTERCEPT);
	if (verdict == TALLY_VERDICT_HIT || verdict == TALLY_VERDICT_INTERCEPT) {
		context_learn(cpu, now, verdict == TALLY_VERDICT_INTERCEPT);
		cpu->decision.age_ns = 0;
		cpu->age_bin = 0;
	} else {
		cpu->decision.age_ns = min_u32(now, FOREVER_NS);
		if (cpu->pending >= PENDING_AT_TICK)
			ledger_refresh(cpu);
	}
out:
	cpu->verdicts[verdict]++;
	return verdict;
}
