// SPDX-License-Identifier: GPL-2.0
/*
 * Idle periods from events: entries and exits are paired by CPU, and what other events
 * say about a period is put to it.
 */
#include <stdlib.h>
#include <string.h>

#include "replay/periods-track.h"

#define EXIT_STATE	UINT32_MAX	/* PWR_EVENT_EXIT; "-1" in some traces */

struct periods *periods_new(struct trace_summary *summary)
{
	struct periods *periods = calloc(1, sizeof(*periods));

	if (periods)
		periods->summary = summary;
	return periods;
}

void periods_free(struct periods *periods)
{
	unsigned int cpu;

	if (!periods)
		return;
	for (cpu = 0; cpu < READER_CPUS_MAX; cpu++)
		free(periods->tracks[cpu]);
	free(periods);
}

/* The entry of a CPU is there already for all events but its first. */
static inline struct cpu_summary *cpu_get(struct trace_summary *summary, uint32_t cpu)
{
	return cpu < summary->cpus ? &summary->cpu[cpu] : summary_cpu(summary, cpu);
}

static struct track *track_get(struct periods *periods, uint32_t cpu)
{
	struct track *track = periods->tracks[cpu];

	if (track)
		return track;
	track = calloc(1, sizeof(*track));
	if (!track)
		return NULL;
	track->open = -1;
	periods->tracks[cpu] = track;
	return track;
}

static void odd(struct periods *periods, enum oddity oddity)
{
	periods->summary->oddities[oddity]++;
}

static bool ipi_before(const struct periods *periods, struct track *track, uint64_t time_ns)
{
	uint64_t limit = periods->ipi_arrivals ? IPI_PENDING_SEEN_NS : IPI_PENDING_NS;
	bool pending = track->ipi_pending && time_ns - track->ipi_ns <= limit;

	track->ipi_pending = false;
	return pending;
}

static void enter(struct periods *periods, struct track *track, uint32_t cpu,
		  unsigned int state, uint64_t time_ns)
{
	struct queued *now = &track->now;
	struct idle_period *period = &now->period;

	if (track->idle)
		odd(periods, ODD_ENTRY_WITHOUT_EXIT);
	cause_settle(track);
	memset(now, 0, sizeof(*now));
	period->cpu = cpu;
	period->state = state;
	period->start_ns = time_ns;
	period->gap_ns = track->any_end ? time_ns - track->end_ns : 0;
	if (track->ran)
		period->flags |= PERIOD_RAN;
	if (track->lost)
		period->flags |= PERIOD_LOST;
	if (!track->idle && track->any_end && !track->ran && !track->lost &&
	    (track->last_cause == WAKE_TICK || track->last_cause == WAKE_POLL_LIMIT))
		period->flags |= PERIOD_CONTINUES;
	if (ipi_before(periods, track, time_ns))
		period->flags |= PERIOD_IPI_BEFORE;
	recorded_attach(track, now);
	track->lost = false;
	track->idle = true;
	track->inside = WAKE_UNKNOWN;
}

static void leave(struct periods *periods, struct track *track, struct cpu_summary *cpu,
		  uint64_t time_ns)
{
	struct queued *now = &track->now;
	struct idle_period *period = &now->period;
	struct state_summary *state = &cpu->states[period->state];

	if (track->lost)
		period->flags |= PERIOD_LOST;
	period->length_ns = time_ns - period->start_ns;
	period->cause = track->inside;
	now->end_ns = time_ns;
	state->periods++;
	state->time_ns += period->length_ns;
	periods->summary->periods++;
	if (period->flags & PERIOD_IPI_BEFORE)
		periods->summary->ipi_before++;
	summary_add_length(periods->summary, period->length_ns);
	queue_push(track, now, true);
	cause_left(periods, track, time_ns);
	track->idle = false;
	track->lost = false;
	track->ran = false;
	track->any_end = true;
	track->end_ns = time_ns;
	track->last_cause = WAKE_UNKNOWN;
}

static int idle_event(struct periods *periods, const struct trace_event *event,
		      uint64_t time_ns)
{
	int64_t state = event->field[IDLE_STATE], number = event->field[IDLE_CPU];
	struct cpu_summary *cpu;
	struct track *track;

	if (number < 0 || number >= READER_CPUS_MAX) {
		odd(periods, ODD_CPU_RANGE);
		return 0;
	}
	if (number != event->cpu)
		odd(periods, ODD_CPU_MISMATCH);
	track = track_get(periods, number);
	cpu = cpu_get(periods->summary, number);
	if (!track || !cpu)
		return -1;
	periods->current = number;
	if (time_ns < track->last_ns) {
		if (number != event->cpu)
			odd(periods, ODD_TIME_BACK);
		if (track->idle)
			track->now.period.flags |= PERIOD_CLAMPED;
		time_ns = track->last_ns;
	}
	track->last_ns = time_ns;
	cpu->idle_events++;
	periods->summary->idle_events++;
	if (state == EXIT_STATE || state == -1) {
		if (track->idle)
			leave(periods, track, cpu, time_ns);
		else
			odd(periods, track->any_idle ? ODD_EXIT_WITHOUT_ENTRY : ODD_IDLE_AT_START);
	} else if (state < 0 || state >= TALLY_STATES_MAX) {
		odd(periods, ODD_STATE_RANGE);
	} else {
		cpu->states[state].entries++;
		enter(periods, track, number, state, time_ns);
	}
	track->any_idle = true;
	return 0;
}

static int miss_event(struct periods *periods, const struct trace_event *event)
{
	int64_t state = event->field[MISS_STATE], number = event->field[MISS_CPU];
	bool below = event->field[MISS_BELOW];
	struct cpu_summary *cpu;
	struct track *track;
	struct queued *last;

	if (number < 0 || number >= READER_CPUS_MAX || state < 0 || state >= TALLY_STATES_MAX) {
		odd(periods, ODD_STATE_RANGE);
		return 0;
	}
	cpu = cpu_get(periods->summary, number);
	if (!cpu)
		return -1;
	if (below)
		cpu->states[state].too_shallow++;
	else
		cpu->states[state].too_deep++;
	track = periods->tracks[number];
	last = track && track->open >= 0 ? &track->queue[track->open] : NULL;
	if (last && last->period.state == state)
		last->period.flags |= below ? PERIOD_TOO_SHALLOW : PERIOD_TOO_DEEP;
	return 0;
}

static void sent_event(struct periods *periods, const struct trace_event *event,
		       uint64_t time_ns)
{
	unsigned int word, bit;
	int64_t target;

	if (event->kind == EVENT_IPI_CPU) {
		target = event->field[IPI_TARGET];
		if (target >= 0 && target < READER_CPUS_MAX && periods->tracks[target])
			cause_sent(periods->tracks[target], time_ns);
		return;
	}
	for (word = 0; word < event->mask_words; word++) {
		uint64_t bits = event->mask[word];

		for (; bits; bits &= bits - 1) {
			bit = word * 64 + __builtin_ctzll(bits);
			if (periods->tracks[bit])
				cause_sent(periods->tracks[bit], time_ns);
		}
	}
}

static void waking_event(struct periods *periods, const struct trace_event *event)
{
	int64_t target = event->field[WAKING_CPU];

	if (target >= 0 && target < READER_CPUS_MAX && target != event->cpu &&
	    periods->tracks[target] && periods->tracks[target]->idle)
		periods->tracks[target]->now.waking = true;
}

/* The table of a CPU may be told on another. */
static int table_event(struct periods *periods, const struct trace_event *event)
{
	int64_t number = event->field[TABLE_CPU];
	struct track *track;

	if (number < 0 || number >= READER_CPUS_MAX) {
		odd(periods, ODD_CPU_RANGE);
		return 0;
	}
	track = track_get(periods, number);
	if (!track || !summary_cpu(periods->summary, number))
		return -1;
	recorded_table(track, event);
	return 0;
}

static int cpu_event(struct periods *periods, struct track *track,
		     const struct trace_event *event, uint64_t time_ns)
{
	static const enum wake_cause classes[] = {
		[IRQ_IS_DEVICE] = WAKE_IRQ, [IRQ_IS_TIMER] = WAKE_TIMER, [IRQ_IS_IPI] = WAKE_IPI,
	};

	switch (event->kind) {
	case EVENT_IDLE:
		return idle_event(periods, event, time_ns);
	case EVENT_IDLE_MISS:
		return miss_event(periods, event);
	case EVENT_IRQ:
		cause_interrupt(periods, track, classes[event->field[IRQ_NAME]], time_ns);
		break;
	case EVENT_TIMER_IRQ:
		cause_interrupt(periods, track, WAKE_TIMER, time_ns);
		break;
	case EVENT_IPI_IRQ:
		cause_interrupt(periods, track, WAKE_IPI, time_ns);
		break;
	case EVENT_DEVICE_IRQ:
		cause_interrupt(periods, track, WAKE_IRQ, time_ns);
		break;
	case EVENT_HRTIMER:
		cause_hrtimer(periods, track, event);
		break;
	case EVENT_IPI_MASK:
	case EVENT_IPI_CPU:
		sent_event(periods, event, time_ns);
		break;
	case EVENT_WAKING:
		waking_event(periods, event);
		break;
	case EVENT_SLEEP_LENGTH:
		recorded_sleep(periods, track, event, time_ns);
		break;
	case EVENT_TABLE:
		return table_event(periods, event);
	case EVENT_SELECT:
		recorded_select(periods, track, event, time_ns);
		break;
	case EVENT_REFLECT:
		recorded_reflect(track, event);
		break;
	case EVENT_SWITCH:
		track->ran = true;
		periods->summary->switches++;
		break;
	default:
		break;
	}
	return 0;
}

/* Time of an event, never before the CPU's last one; counts where it goes back. */
static uint64_t event_time(struct periods *periods, struct track *track,
			   const struct trace_event *event)
{
	uint64_t time_ns = event->time_ns;

	if (time_ns < track->last_ns) {
		odd(periods, ODD_TIME_BACK);
		if (track->idle)
			track->now.period.flags |= PERIOD_CLAMPED;
		return track->last_ns;
	}
	if (time_ns < periods->last_ns)
		odd(periods, ODD_UNSORTED);
	else
		periods->last_ns = time_ns;
	track->last_ns = time_ns;
	return time_ns;
}

int periods_add(struct periods *periods, const struct trace_event *event)
{
	struct trace_summary *summary = periods->summary;
	struct cpu_summary *cpu;
	struct track *track;
	uint64_t time_ns;

	if (event->cpu >= READER_CPUS_MAX) {
		odd(periods, ODD_CPU_RANGE);
		return 0;
	}
	track = track_get(periods, event->cpu);
	cpu = cpu_get(summary, event->cpu);
	if (!track || !cpu)
		return -1;
	periods->current = event->cpu;
	if (event->lost) {
		summary->oddities[ODD_LOST_EVENTS] += event->lost;
		track->lost = true;
	}
	if (event->kind == EVENT_LOST)
		return 0;
	time_ns = event_time(periods, track, event);
	if (!cpu->events++)
		cpu->first_ns = time_ns;
	cpu->last_ns = time_ns;
	if (!summary->events++ || time_ns < summary->first_ns)
		summary->first_ns = time_ns;
	if (time_ns > summary->last_ns)
		summary->last_ns = time_ns;
	if (event->pid > 0 && event->kind != EVENT_IDLE)
		track->ran = true;
	return cpu_event(periods, track, event, time_ns);
}

bool periods_table(const struct periods *periods, unsigned int cpu,
		   struct recorded_table *table)
{
	const struct track *track = cpu < READER_CPUS_MAX ? periods->tracks[cpu] : NULL;

	if (!track || !track->table.table.count)
		return false;
	*table = track->table;
	return true;
}

void periods_end(struct periods *periods)
{
	unsigned int cpu;

	for (cpu = 0; cpu < periods->summary->cpus; cpu++) {
		struct track *track = periods->tracks[cpu];

		if (track && track->idle)
			odd(periods, ODD_IDLE_AT_END);
		if (track)
			recorded_rest(periods, track, cpu);
		if (!periods->summary->cpu[cpu].idle_events)
			odd(periods, ODD_CPU_WITHOUT_IDLE);
	}
	periods->ended = true;
	periods->current = 0;
}

static void count(struct trace_summary *summary, const struct idle_period *period)
{
	if (period->flags & PERIOD_NOT_ENTERED)
		return;
	summary->cpu[period->cpu].causes[period->cause]++;
	summary->sleep_sources[period->sleep_source]++;
}

bool periods_take(struct periods *periods, struct idle_period *period)
{
	for (;;) {
		struct track *track = periods->tracks[periods->current];

		if (track && queue_take(track, periods->ended, period)) {
			count(periods->summary, period);
			return true;
		}
		if (!periods->ended || periods->current >= READER_CPUS_MAX - 1)
			return false;
		periods->current++;
	}
}
