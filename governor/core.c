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
 * 4. The walk. From the age on, bin by bin, the walk sums the expected idle time
 *    and how likely the CPU is to be still idle, first to the tick, then to the
 *    next timer. It stops where neither can change the choice any more. If it
 *    is over before long, so that no timer could make a deep state worth it, the
 *    time to the next timer is not asked for at all; and as long as only short
 *    sleeps follow, which could but confirm it, the walk is not repeated.
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

/* Frequent timers nearer than this are unlikely (timer slack): mainline's value. */
#define SHORT_NS		15000u
/* The first edge of the ledger's beyond: the walk that tells so ends there. */
#define SHORT_EDGE_NS		32768u

/*
 * The sleep length counts from the entry into the idle loop, the measured
 * residency from the entry into the state, somewhat later.
 */
#define ENTRY_SLACK_NS		2000

/* Farther than any walk goes. */
#define NO_END_NS		0xfffffffeu

/* Stop the tick if the CPU survives until it with at least this probability. */
#define TICK_ALIVE_Q15		(ONE_Q15 / 4)

/* See step 7. The least that the walk can tell from 0; 1/64 was too deep in the lab. */
#define DOUBT_SHIFT		9

/* The longest time that a rejected state is left out, in choices. */
#define BAN_MAX			64

void tally_cpu_init(struct tally_cpu *cpu, const struct tally_table *table,
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
	ledger_init(cpu);
	for (int i = 0; i < TALLY_CONTEXTS; i++)
		cpu->rows[i].spread_q8 = ROW_UNSEEN_Q8;
	cpu->decision.sleep_ns = TALLY_NOT_ASKED;
	cpu->decision.tick_ns = TALLY_NOT_ASKED;
}

/* The states that may be entered now; 0 if there is none. */
static u16 usable_states(const struct tally_cpu *cpu, const struct tally_ask *ask)
{
	u16 enabled = ((1u << cpu->table.count) - 1) & ~ask->disabled;
	u16 usable = enabled;

	if (cpu->ban && (usable & ~cpu->banned))
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
static void weigh_latency(struct tally_cpu *cpu, u8 weight)
{
	for (int i = 0; i < cpu->table.count; i++)
		cpu->need_ns[i] = saturating_add(cpu->residency_ns[i],
						 clamp_ns((u64)cpu->exit_ns[i] * weight >> 3));
	cpu->latency_weight = weight;
}

/* Step 5. */
static bool pays(const struct tally_cpu *cpu, const struct view *view, int state)
{
	u32 need = cpu->need_ns[state];

	if (view->timer_ns < need)
		return false;
	return !view->second_chance ||
	       view->tick_ns >= (u64)need * view->before_tick_q15 >> 15;
}

static int deepest_that_pays(const struct tally_cpu *cpu, const struct view *view)
{
	u16 usable = cpu->usable;
	int lowest = __builtin_ctz(usable);

	for (int i = cpu->table.count - 1; i > lowest; i--)
		if (usable >> i & 1 && pays(cpu, view, i))
			return i;
	return lowest;
}

/* The deepest usable state no deeper than @state whose residency fits @ns. */
static int deepest_that_fits(const struct tally_cpu *cpu, int state, u32 ns)
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

/* Short for sure: the shallow states are chosen among without the timer. */
static void choose_short(struct tally_cpu *cpu, u32 expected_ns)
{
	struct view view = { .timer_ns = expected_ns };

	cpu->decision.expected_ns = expected_ns;
	decide(cpu, deepest_that_pays(cpu, &view), TALLY_REASON_INTERCEPT, false);
}

bool tally_predict(struct tally_cpu *cpu, const struct tally_params *params,
		   const struct tally_ask *ask)
{
	struct tally_decision *d = &cpu->decision;
	u32 expected_ns;

	d->sleep_ns = TALLY_NOT_ASKED;
	d->tick_ns = TALLY_NOT_ASKED;
	d->age_ns = cpu->age_ns;
	d->context = cpu->history;
	d->tick_stopped = ask->tick_stopped;
	cpu->told_ns = 0;
	cpu->usable = usable_states(cpu, ask);
	if (cpu->ban)
		cpu->ban--;

	/* Nothing to choose, and a tick that polling must not lose. */
	if (!(cpu->usable & (cpu->usable - 1)) &&
	    (!cpu->usable || polls(cpu, __builtin_ctz(cpu->usable)))) {
		d->expected_ns = 0;
		decide(cpu, cpu->usable ? __builtin_ctz(cpu->usable) : 0,
		       TALLY_REASON_ONLY, false);
		return false;
	}
	if (params->rule == TALLY_RULE_MAJORITY)
		return tally_majority_predict(cpu, params, ask);

	if (cpu->latency_weight != params->latency_weight)
		weigh_latency(cpu, params->latency_weight);
	if (params->context)
		cpu->told_ns = context_tells(cpu);
	if (cpu->told_ns) {
		expected_ns = cpu->told_ns - cpu->age_ns;
		cpu->context_used++;
		if (expected_ns >= SHORT_NS || ask->tick_stopped)
			return true;
		choose_short(cpu, expected_ns);
		return false;
	}
	if (cpu->short_sure && !ask->tick_stopped) {
		choose_short(cpu, cpu->short_mean_ns);
		return false;
	}
	ledger_walk_start(cpu, &cpu->walk);
	if (ask->tick_stopped)
		return true;
	ledger_walk(cpu, &cpu->walk, saturating_add(cpu->age_ns, SHORT_EDGE_NS), NO_END_NS);
	expected_ns = (cpu->walk.expected_q16 +
		       2 * (u64)cpu->walk.alive_q15 * cpu->tick_period_ns) >> 16;
	if (expected_ns >= cpu->short_bound_ns || expected_ns >= cpu->tick_period_ns / 4)
		return true;
	cpu->short_mean_ns = cpu->walk.expected_q16 >> 16;
	cpu->short_sure = !cpu->age_ns;
	choose_short(cpu, cpu->short_mean_ns);
	return false;
}

/* Is there a state that the tick leaves, but that pays only beyond it? */
static bool worth_before_tick(const struct tally_cpu *cpu, const struct view *view)
{
	int lowest = __builtin_ctz(cpu->usable);

	for (int i = cpu->table.count - 1; i > lowest; i--) {
		u32 need = cpu->need_ns[i];

		if (cpu->usable >> i & 1 &&
		    view->tick_ns >= (u64)need * view->before_tick_q15 >> 15)
			return view->tick_ns < need;
	}
	return false;
}

/* @ns from now, counted from the begin of the sleep. */
static u32 until_ns(const struct tally_cpu *cpu, u32 ns)
{
	return min_u32(saturating_add(cpu->age_ns, ns), NO_END_NS);
}

/* From the context's word: certain, but for the timer. */
static void view_told(const struct tally_cpu *cpu, struct view *view, u32 sleep_ns,
		      u32 tick_ns)
{
	u32 left = cpu->told_ns - cpu->age_ns;

	/* What lasted about as long as the timer was the timer's. */
	if (left >= sleep_ns - sleep_ns / 8)
		left = 0xffffffffu;
	view->timer_ns = min_u32(left, sleep_ns);
	view->tick_ns = min_u32(left, tick_ns);
	view->before_tick_q15 = left < tick_ns ? ONE_Q15 : 0;
}

/*
 * From the ledger: step 4. What is expected beyond the tick is left out if it can't
 * matter: the tick stays for sure, and the state that it leaves pays before the tick.
 */
static void view_walked(const struct tally_cpu *cpu, struct view *view, u32 sleep_ns,
			u32 tick_ns)
{
	int top = 31 - __builtin_clz(cpu->usable);
	u32 until = until_ns(cpu, min_u32(tick_ns, sleep_ns));
	struct tally_walk walk = cpu->walk;

	if (until < walk.from_ns)
		ledger_walk_start(cpu, &walk);
	if (view->second_chance) {
		ledger_walk(cpu, &walk, until, NO_END_NS);
		view->tick_ns = walk.expected_q16 >> 16;
		view->before_tick_q15 = ONE_Q15 - walk.alive_q15;
		view->timer_ns = view->tick_ns;
		if (walk.alive_q15 < TICK_ALIVE_Q15 && !worth_before_tick(cpu, view))
			return;
	}
	ledger_walk(cpu, &walk, until_ns(cpu, sleep_ns),
		    saturating_add(view->tick_ns, cpu->need_ns[top]));
	view->timer_ns = walk.expected_q16 >> 16;
	if (cpu->decision.tick_stopped)
		view->timer_ns += (sleep_ns - view->timer_ns) >> DOUBT_SHIFT;
}

/*
 * Step 6: would a deeper state pay if the CPU is still idle when the tick is due?
 * Both sides are multiplied by the probability that it is.
 */
static bool tick_corrects(const struct tally_cpu *cpu, const struct view *view, int state)
{
	u32 alive_q15 = ONE_Q15 - view->before_tick_q15;
	u32 rest_ns = view->timer_ns - view->tick_ns;

	for (int i = cpu->table.count - 1; i > state; i--)
		if (cpu->usable >> i & 1 &&
		    rest_ns >= (u64)cpu->need_ns[i] * alive_q15 >> 15)
			return true;
	return false;
}

static enum tally_reason reason_for(const struct tally_cpu *cpu, int state,
				    u32 sleep_ns)
{
	u16 deeper = cpu->usable >> state >> 1;

	if (!deeper) {
		if (cpu->table.count - 1 > state)
			return TALLY_REASON_LATENCY;
		return TALLY_REASON_DEEPEST;
	}
	if (cpu->residency_ns[state + 1 + __builtin_ctz(deeper)] > sleep_ns)
		return TALLY_REASON_TIMER;
	return TALLY_REASON_INTERCEPT;
}

void tally_choose(struct tally_cpu *cpu, const struct tally_params *params,
		  const struct tally_ask *ask, s64 sleep_ns, s64 tick_ns)
{
	struct tally_decision *d = &cpu->decision;
	u32 sleep = clamp_ns(sleep_ns);
	u32 tick = clamp_ns(tick_ns);
	enum tally_reason reason;
	struct view view = {};
	bool stop;
	int state;

	d->sleep_ns = sleep_ns < 0 ? 0 : sleep_ns;
	d->tick_ns = tick_ns < 0 ? 0 : tick_ns;
	if (params->rule == TALLY_RULE_MAJORITY) {
		tally_majority_choose(cpu, params, ask);
		return;
	}
	view.second_chance = !ask->tick_stopped && tick < sleep;
	if (cpu->told_ns)
		view_told(cpu, &view, sleep, tick);
	else
		view_walked(cpu, &view, sleep, tick);
	d->expected_ns = view.timer_ns;
	state = deepest_that_pays(cpu, &view);
	reason = reason_for(cpu, state, sleep);

	stop = ask->tick_stopped ||
	       (view.second_chance && !polls(cpu, state) &&
		view.before_tick_q15 <= ONE_Q15 - TICK_ALIVE_Q15 &&
		!tick_corrects(cpu, &view, state));
	if (!stop && cpu->residency_ns[state] > tick) {
		state = deepest_that_fits(cpu, state, tick);
		reason = TALLY_REASON_TICK;
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
	if (!cpu->banned)
		cpu->ban_length = 0;
}

/* A hit tells what the wake-up really adds to the residency; bounded, averaged. */
static void learn_wake(struct tally_cpu *cpu, int state, s64 measured_ns)
{
	u32 added = clamp_ns(measured_ns - cpu->decision.sleep_ns);
	u32 most = cpu->exit_ns[state];

	if (added > most)
		added = most;
	cpu->wake_ns[state] += ((s64)added - cpu->wake_ns[state]) / 8;
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

int tally_reflect(struct tally_cpu *cpu, const struct tally_params *params,
		  const struct tally_outcome *outcome)
{
	const struct tally_decision *d = &cpu->decision;
	s64 measured_ns = outcome->measured_ns < 0 ? 0 : outcome->measured_ns;
	int state = outcome->entered;
	enum tally_verdict verdict;
	u32 now;

	if (outcome->rejected) {
		verdict = learn_rejection(cpu, state);
		goto out;
	}
	if (cpu->banned)
		learn_acceptance(cpu, state);

	if (d->sleep_ns != TALLY_NOT_ASKED &&
	    d->sleep_ns - measured_ns <= ENTRY_SLACK_NS) {
		verdict = TALLY_VERDICT_HIT;
		now = clamp_ns(d->sleep_ns);
		learn_wake(cpu, state, measured_ns);
	} else {
		verdict = outcome->poll_limit ? TALLY_VERDICT_POLL :
			  outcome->tick ? TALLY_VERDICT_TICK : TALLY_VERDICT_INTERCEPT;
		now = without_wake(cpu, state, measured_ns);
	}
	if (params->rule == TALLY_RULE_MAJORITY) {
		tally_majority_learn(cpu, state, verdict, now);
		goto out;
	}
	now = saturating_add(cpu->age_ns, now);
	if (cpu->short_sure && verdict == TALLY_VERDICT_INTERCEPT && now < SHORT_EDGE_NS) {
		cpu->short_mean_ns += ((s64)now - cpu->short_mean_ns) / 8;
	} else {
		cpu->short_sure = false;
		ledger_learn(cpu, now, verdict == TALLY_VERDICT_INTERCEPT);
	}
	if (verdict == TALLY_VERDICT_HIT || verdict == TALLY_VERDICT_INTERCEPT) {
		context_learn(cpu, now, verdict == TALLY_VERDICT_INTERCEPT);
		cpu->age_ns = 0;
		cpu->age_bin = 0;
	} else {
		cpu->age_ns = now;
	}
out:
	cpu->verdicts[verdict]++;
	return verdict;
}
