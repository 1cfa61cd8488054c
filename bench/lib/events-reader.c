// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/events-private.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <perf/event.h>
#include <perf/evlist.h>
#include <perf/mmap.h>

#include "bench/lib/clock.h"

/*
 * Without a budget only how long events_stop() may wait: rings wake the reader by
 * themselves. With one, how often the spending is looked at: often at first, and
 * less when there are savings.
 */
#define POLL_MS		250
#define PACE_MS		10

/* How many records are read before their room is given back. */
#define CONSUME_EVERY	256

/* Low bits of prev_state: all real sleeping states; 0 says still runnable. */
#define PREV_STATE_ASLEEP	0x7f

/* The record as PERF_SAMPLE_TIME, _CPU and _RAW lay it out. */
struct sample {
	struct perf_event_header header;
	uint64_t time_ns;
	uint32_t cpu;
	uint32_t reserved;
	uint32_t raw_size;
	char raw[];
};

static void cpu_idle(struct events *events, const struct sample *sample)
{
	const struct events_field *field = events->format[EVENTS_CPU_IDLE].field;
	struct events_idle *idle = &events->idle[sample->cpu];
	uint64_t duration_ns;
	uint32_t state;

	state = events_field_value(&field[0], sample->raw, sample->raw_size);
	if (events_idle_event(idle, state, sample->time_ns, &duration_ns) &&
	    sample->time_ns > events->from_ns[sample->cpu] &&
	    sample->time_ns <= events->to_ns[sample->cpu])
		events->options.sink.idle(sample->cpu, idle->state, duration_ns,
					  events->options.sink.data);
}

static int sched(struct events *events, const struct sample *sample,
		 enum events_sampled which)
{
	const struct events_field *field = events->format[which].field;
	unsigned int ring = 2 * events->ring_cpu[sample->cpu] + (which == EVENTS_SCHED_FORK);
	struct events_sched event = {
		.time_ns = sample->time_ns,
		.cpu = sample->cpu,
	};

	event.pid = events_field_value(&field[0], sample->raw, sample->raw_size);
	if (event.pid == events->reader_tid)
		return 0;
	switch (which) {
	case EVENTS_SCHED_WAKING:
		event.kind = EVENTS_WAKING;
		break;
	case EVENTS_SCHED_SWITCH:
		event.kind = EVENTS_SWITCH;
		event.other = events_field_value(&field[1], sample->raw, sample->raw_size);
		event.preempted = !(events_field_value(&field[2], sample->raw,
						       sample->raw_size) & PREV_STATE_ASLEEP);
		break;
	default:
		event.kind = EVENTS_FORK;
		event.other = events_field_value(&field[1], sample->raw, sample->raw_size);
	}
	return events_wakeup_push(events->wakeup, ring, &event);
}

static void frequency(struct events *events, const struct sample *sample, uint16_t id)
{
	const struct events_sink *sink = &events->options.sink;
	const struct events_field *field;

	if (id == events->format[EVENTS_CPU_FREQUENCY].id) {
		field = events->format[EVENTS_CPU_FREQUENCY].field;
		sink->frequency(events_field_value(&field[1], sample->raw, sample->raw_size),
				events_field_value(&field[0], sample->raw, sample->raw_size),
				sink->data);
	} else if (id == events->format[EVENTS_PSTATE].id) {
		field = events->format[EVENTS_PSTATE].field;
		sink->pstate(sample->cpu,
			     events_field_value(&field[0], sample->raw, sample->raw_size),
			     sink->data);
	}
}

static int sample(struct events *events, const struct sample *sample)
{
	uint16_t id;

	if (sample->cpu >= events->cpu_count || sample->raw_size < sizeof(id))
		return 0;
	events->totals.samples++;
	memcpy(&id, sample->raw, sizeof(id));
	if (id == events->format[EVENTS_CPU_IDLE].id) {
		cpu_idle(events, sample);
		return 0;
	}
	for (int i = EVENTS_SCHED_WAKING; i <= EVENTS_SCHED_FORK; i++) {
		if (id == events->format[i].id)
			return sched(events, sample, i);
	}
	frequency(events, sample, id);
	return 0;
}

/*
 * The record does not say which CPU lost it. The sample before it in the same
 * ring does; without one, every open idle period may have lost its end.
 */
static void lost(struct events *events, const struct perf_record_lost *record,
		 int cpu)
{
	events_lost_say(events, record->lost);
	for (unsigned int i = 0; i < events->cpu_count; i++) {
		if (cpu < 0 || i == (unsigned int)cpu)
			events_idle_gap(&events->idle[i]);
	}
}

/*
 * perf_mmap__read_done() is left out on purpose: it moves on to the newest
 * record, read or not, and is meant for rings that overwrite themselves.
 */
static int drain_ring(struct events *events, struct perf_mmap *ring)
{
	union perf_event *record;
	unsigned int count = 0;
	int cpu = -1;
	int ret = 0;

	if (perf_mmap__read_init(ring) < 0)
		return 0;
	while (!ret && (record = perf_mmap__read_event(ring))) {
		const struct perf_event_header *header = (const void *)record;

		if (header->type == PERF_RECORD_SAMPLE) {
			cpu = ((const struct sample *)header)->cpu;
			ret = sample(events, (const struct sample *)header);
		} else if (header->type == PERF_RECORD_LOST) {
			lost(events, (const struct perf_record_lost *)header, cpu);
		}
		if (++count % CONSUME_EVERY == 0)
			perf_mmap__consume(ring);
	}
	perf_mmap__consume(ring);
	return ret;
}

static int drain_list(struct events *events, struct perf_evlist *list)
{
	struct perf_mmap *ring;
	int ret = 0;

	perf_evlist__for_each_mmap(list, ring, false) {
		ret = drain_ring(events, ring);
		if (ret)
			break;
	}
	return ret;
}

static int drain(struct events *events, bool all)
{
	int ret = drain_list(events, events->forks);

	if (!ret && events->sampled)
		ret = drain_list(events, events->sampled);
	return ret ? ret : events_wakeup_flush(events->wakeup, all);
}

static bool stopped(struct events *events)
{
	bool stop;

	pthread_mutex_lock(&events->lock);
	stop = events->stop;
	pthread_mutex_unlock(&events->lock);
	return stop;
}

/* Returns early when events_stop() is called. */
static void rest(struct events *events, uint64_t ns)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	ns += (uint64_t)until.tv_nsec;
	until.tv_sec += (time_t)(ns / NSEC_PER_SEC);
	until.tv_nsec = (long)(ns % NSEC_PER_SEC);
	pthread_mutex_lock(&events->lock);
	while (!events->stop &&
	       pthread_cond_timedwait(&events->stopped, &events->lock, &until) != ETIMEDOUT)
		;
	pthread_mutex_unlock(&events->lock);
}

static void fail(struct events *events, int error)
{
	if (error && !events->error)
		events->error = error;
}

static void drain_or_fail(struct events *events, bool all)
{
	events->totals.reader_wakes++;
	pthread_mutex_lock(&events->reading);
	fail(events, drain(events, all));
	pthread_mutex_unlock(&events->reading);
}

/*
 * Those of all CPUs: in a chain of wakeups, such as a token's way round a ring,
 * the costs of all CPUs add up.
 */
static uint64_t new_samples(struct events *events)
{
	uint64_t samples = events->totals.samples - events->looked_at;

	events->looked_at = events->totals.samples;
	return samples;
}

/*
 * Pausing cuts through sleeps and wakeups under way; they are dropped. Periods
 * longer than what is left of a window are therefore seen less often.
 */
static void begin_pause(struct events *events)
{
	pthread_mutex_lock(&events->reading);
	perf_evlist__disable(events->sampled);
	fail(events, drain(events, false));
	events_lost_unsaid(events);
	events_close_samples(events);
	pthread_mutex_unlock(&events->reading);
	fail(events, events_wakeup_gap(events->wakeup));
	for (unsigned int i = 0; i < events->cpu_count; i++)
		events_idle_gap(&events->idle[i]);
	new_samples(events);
	events->totals.pauses++;
}

static void end_pause(struct events *events)
{
	pthread_mutex_lock(&events->reading);
	if (!stopped(events)) {
		/* A CPU that went offline meanwhile cannot be opened again. */
		if (events_open_samples(events, NULL)) {
			fail(events, -ENODEV);
		} else {
			events_lost_begin(events);
			perf_evlist__enable(events->sampled);
		}
	}
	pthread_mutex_unlock(&events->reading);
}

void events_discard(struct events *events)
{
	union perf_event *record;
	struct perf_mmap *ring;

	perf_evlist__for_each_mmap(events->sampled, ring, false) {
		if (perf_mmap__read_init(ring) < 0)
			continue;
		while ((record = perf_mmap__read_event(ring))) {
			const struct sample *sample = (const void *)record;

			if (sample->header.type == PERF_RECORD_SAMPLE &&
			    sample->cpu < events->cpu_count)
				events->seen[sample->cpu]++;
		}
		perf_mmap__consume(ring);
	}
}

/* One window: until the spending is looked at or the recording ends. */
static void window(struct events *events, uint64_t *since_ns)
{
	bool budget = events->pace.budget < 1;
	int wait_ms = budget && events->pace.debt_ns > EVENTS_PACE_LEAST(&events->pace) / 2 ?
		      PACE_MS : POLL_MS;
	uint64_t now, pause_ns;

	/* Without a budget a time-out drains nothing: what is there can wait. */
	if (perf_evlist__poll(events->sampled, wait_ms) <= 0 && !budget)
		return;
	drain_or_fail(events, false);
	now = now_ns();
	pause_ns = events_pace_spend(&events->pace, new_samples(events), now - *since_ns);
	events->totals.covered_ns += now - *since_ns;
	*since_ns = now;
	if (!pause_ns || stopped(events))
		return;
	begin_pause(events);
	rest(events, pause_ns);
	end_pause(events);
	*since_ns = now_ns();
	events_pace_rest(&events->pace, *since_ns - now);
}

void *events_reader(void *data)
{
	struct events *events = data;
	uint64_t since_ns = now_ns();
	struct timespec used;

	events->reader_tid = gettid();
	/* Without samples, after a failure, only the end is waited for. */
	while (!stopped(events)) {
		if (events->sampled)
			window(events, &since_ns);
		else
			rest(events, NSEC_PER_SEC);
	}
	if (events->sampled)
		events->totals.covered_ns += now_ns() - since_ns;
	drain_or_fail(events, true);
	events_lost_unsaid(events);
	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
	events->totals.reader_ns = (uint64_t)used.tv_sec * NSEC_PER_SEC +
				   (uint64_t)used.tv_nsec;
	return NULL;
}
