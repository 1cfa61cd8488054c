// SPDX-License-Identifier: GPL-2.0
/*
 * What ended an idle period, and how far away the next timer was.
 *
 * Most states are left with interrupts off: the interrupt's handler runs after the exit
 * event, so the first one there is the cause. Some are left with interrupts on, and the handler
 * runs before: the first interrupt within the period is the cause, and others may come while
 * the state is being left. State 0 may poll: interrupts that make nothing runnable do not
 * end it, so the last one within is the cause.
 */
#include "replay/periods-track.h"

void queue_push(struct track *track, const struct queued *queued, bool open)
{
	unsigned int at = (track->head + track->count) % QUEUE_SIZE;

	track->queue[at] = *queued;
	track->queue[at].complete = !open;
	track->count++;
	if (open)
		track->open = at;
}

/* No timer was seen: as far as it is known that none was there. */
static void no_timer(struct track *track, struct queued *queued)
{
	if (queued->sleep_known)
		return;
	queued->period.sleep_source = SLEEP_UNKNOWN;
	queued->period.sleep_ns = track->last_ns - queued->period.start_ns;
}

bool queue_take(struct track *track, bool all, struct idle_period *period)
{
	struct queued *first = &track->queue[track->head];

	if (!track->count)
		return false;
	if (!all && track->count < QUEUE_LIMIT && !(first->complete && first->sleep_known))
		return false;
	if (!first->complete && track->open == (int)track->head)
		cause_settle(track);
	no_timer(track, first);
	*period = first->period;
	track->head = (track->head + 1) % QUEUE_SIZE;
	track->count--;
	if (track->resolved)
		track->resolved--;
	return true;
}

/* A timer came: it is the next one for all periods that wait for one. */
static void resolve(struct track *track, uint64_t time_ns)
{
	for (; track->resolved < track->count; track->resolved++) {
		unsigned int at = (track->head + track->resolved) % QUEUE_SIZE;
		struct queued *queued = &track->queue[at];

		if (queued->sleep_known)
			continue;
		queued->sleep_known = true;
		if ((int)at == track->open && queued->timer_irq && queued->telling) {
			queued->period.sleep_source = SLEEP_ENDED;
			queued->period.sleep_ns = queued->period.length_ns;
		} else {
			queued->period.sleep_source = SLEEP_NEXT_TIMER;
			queued->period.sleep_ns = time_ns - queued->period.start_ns;
		}
	}
}

/* With the sleep length recorded: did the interrupt come before that timer was due? */
static bool is_early(const struct idle_period *period)
{
	return period->sleep_source == SLEEP_RECORDED &&
	       period->sleep_ns > (int64_t)(period->length_ns + TICK_MARGIN_NS);
}

void cause_interrupt(struct periods *periods, struct track *track, enum wake_cause cause,
		     uint64_t time_ns)
{
	struct queued *last;

	if (cause == WAKE_IPI) {
		track->ipi_pending = false;
		periods->ipi_arrivals = true;
	}
	if (track->idle) {
		struct queued *now = &track->now;

		now->telling = track->inside == WAKE_UNKNOWN || !now->period.state;
		if (!now->telling)
			return;
		track->inside = cause;
		now->timer_irq = cause == WAKE_TIMER;
		now->tick_timer = false;
		now->other_timer = false;
		return;
	}
	last = track->open >= 0 ? &track->queue[track->open] : NULL;
	if (last && last->period.cause == WAKE_UNKNOWN && !track->ran) {
		last->period.cause = cause;
		last->timer_irq = cause == WAKE_TIMER;
		last->telling = true;
	} else if (last) {
		last->telling = false;
	}
	if (cause == WAKE_TIMER && !periods->hrtimers &&
	    !(last && last->telling && is_early(&last->period)))
		resolve(track, time_ns);
}

void cause_hrtimer(struct periods *periods, struct track *track,
		   const struct trace_event *event)
{
	struct queued *last = track->open >= 0 ? &track->queue[track->open] : NULL;
	bool known = event->have & (1U << HRTIMER_FUNCTION);
	bool tick = known && event->field[HRTIMER_FUNCTION];

	if (known)
		periods->hrtimers = true;
	if (track->idle)
		last = &track->now;
	if (last && last->timer_irq && last->telling) {
		last->tick_timer |= tick;
		last->other_timer |= known && !tick;
	}
	if (known && !tick && !track->idle)
		resolve(track, event->time_ns);
}

void cause_left(struct periods *periods, struct track *track, uint64_t time_ns)
{
	const struct queued *last = &track->queue[track->open];

	/* A timer's interrupt within the period: states that are left with interrupts on. */
	if (!last->timer_irq || is_early(&last->period))
		return;
	if (!periods->hrtimers || last->other_timer)
		resolve(track, time_ns);
}

void cause_sent(struct track *track, uint64_t time_ns)
{
	if (track->idle) {
		track->now.raised = true;
	} else {
		track->ipi_pending = true;
		track->ipi_ns = time_ns;
	}
}

/* What tally itself took it for is known better than what the interrupts look like. */
static void cause_by_verdict(struct idle_period *period)
{
	if (period->verdict == TALLY_VERDICT_HIT)
		period->cause = WAKE_TIMER;
	else if (period->verdict == TALLY_VERDICT_TICK)
		period->cause = WAKE_TICK;
	else if (period->verdict == TALLY_VERDICT_POLL)
		period->cause = WAKE_POLL_LIMIT;
}

void cause_settle(struct track *track)
{
	struct queued *last;
	struct idle_period *period;

	if (track->open < 0)
		return;
	last = &track->queue[track->open];
	period = &last->period;
	track->open = -1;
	last->complete = true;
	if (period->cause == WAKE_UNKNOWN && last->raised)
		period->cause = WAKE_IPI;
	if (period->cause == WAKE_UNKNOWN && last->waking)
		period->cause = WAKE_TASK;
	if (period->cause == WAKE_TIMER && !last->other_timer) {
		bool short_enough = period->length_ns <= TICK_LONGEST_NS;

		if (is_early(period) || (last->tick_timer && short_enough &&
					 period->sleep_source != SLEEP_RECORDED))
			period->cause = WAKE_TICK;
	}
	if (period->cause == WAKE_TICK && period->sleep_source == SLEEP_ENDED) {
		/* Taken for a timer before its function was told: the timer is farther. */
		period->sleep_source = SLEEP_UNKNOWN;
	}
	if (period->cause == WAKE_TIMER && !last->sleep_known) {
		last->sleep_known = true;
		period->sleep_source = SLEEP_ENDED;
		period->sleep_ns = period->length_ns;
	}
	if (period->flags & PERIOD_HAS_OUTCOME)
		cause_by_verdict(period);
	track->last_cause = period->cause;
}
