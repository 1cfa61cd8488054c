/* SPDX-License-Identifier: GPL-2.0 */
/* What events.c and events-reader.c share, and nobody else. */
#ifndef TALLY_EVENTS_PRIVATE_H
#define TALLY_EVENTS_PRIVATE_H

#include <pthread.h>

#include "bench/lib/events.h"
#include "bench/lib/events-format.h"
#include "bench/lib/events-idle.h"
#include "bench/lib/events-pace.h"
#include "bench/lib/events-wakeup.h"

struct perf_cpu_map;
struct perf_evlist;
struct perf_evsel;

/* Tracepoints that are sampled into the rings. */
enum events_sampled {
	EVENTS_CPU_IDLE,
	EVENTS_SCHED_WAKING,
	EVENTS_SCHED_SWITCH,
	EVENTS_SCHED_FORK,
	EVENTS_CPU_FREQUENCY,
	EVENTS_PSTATE,
	EVENTS_SAMPLED
};

/* What is only counted, in the kernel. */
enum events_counted {
	EVENTS_SWITCHES,
	EVENTS_MIGRATIONS,
	EVENTS_IRQS,
	EVENTS_TOO_DEEP,
	EVENTS_TOO_SHALLOW,
	EVENTS_COUNTED
};

/**
 * struct events - a recording
 * @options: a copy
 * @format: of each sampled tracepoint; its id is 0 where the kernel has none
 * @sampled: list of the sampled events, with the rings; NULL during a pause
 * @forks: the fork event, with rings of its own: it is never paused
 * @counted: list of the counted events
 * @counter: the counted events; NULL where the kernel has none
 * @switches: context switches at the start, by /proc/stat
 * @base: what each counter said at the start
 * @cpus: CPUs recorded
 * @ring_cpu: ring number of each CPU, by CPU number
 * @cpu_count: size of @idle and of @ring_cpu: highest CPU number + 1
 * @idle: idle period under way, by CPU number
 * @wakeup: matcher of scheduler events
 * @totals: what the reader adds up
 * @reader: the reader's thread
 * @reader_tid: its thread id: its own wakeups are left out
 * @stop: the reader must drain once more and end
 * @lock: of @stop
 * @stopped: signalled when @stop is set
 * @from_ns: idle periods count that end after this time, by CPU number
 * @to_ns: and up to this one
 * @reading: held while rings are read, opened or closed
 * @reads: there is a reader's thread
 * @held: events_hold() has @reading
 * @pace: what the samples have cost
 * @looked_at: number of samples when the spending was looked at last
 * @seen: samples of each CPU in events_discard(), by CPU number
 * @lost_base: the kernel's count of lost samples when these were last opened or started
 * @lost_said: how many of them PERF_RECORD_LOST has told of since
 * @keeps_lost: the kernel knows PERF_FORMAT_LOST
 * @error: what the reader failed with
 */
struct events {
	struct events_options options;
	struct events_format format[EVENTS_SAMPLED];
	struct perf_evlist *sampled;
	struct perf_evlist *forks;
	struct perf_evlist *counted;
	struct perf_evsel *counter[EVENTS_COUNTED];
	uint64_t switches;
	uint64_t base[EVENTS_COUNTED];
	struct perf_cpu_map *cpus;
	unsigned int *ring_cpu;
	unsigned int cpu_count;
	struct events_idle *idle;
	struct events_wakeup *wakeup;
	struct events_totals totals;
	pthread_t reader;
	pid_t reader_tid;
	bool stop;
	pthread_mutex_t lock;
	pthread_cond_t stopped;
	uint64_t *from_ns;
	uint64_t *to_ns;
	pthread_mutex_t reading;
	bool reads;
	bool held;
	struct events_pace pace;
	uint64_t looked_at;
	uint64_t *seen;
	uint64_t lost_base;
	uint64_t lost_said;
	bool keeps_lost;
	int error;
};

/**
 * events_cost() - measure what one sample costs
 * @events: opened, not started
 *
 * Two threads hand a byte to and fro on one CPU, with and without samples.
 *
 * Return: nanoseconds, 100 to 3000 whatever was measured; 0 when the threads
 * cannot be had.
 */
uint64_t events_cost(struct events *events);

/**
 * events_open_all() - open everything
 * @events: its CPUs are known
 * @tracefs: where tracefs is mounted, ending with a slash
 * @err: BENCH_NOT_HERE, BENCH_FAILED
 *
 * Return: 0, or -1 with @err.
 */
int events_open_all(struct events *events, const char *tracefs, struct err *err);

/**
 * events_open_samples() - open the sampled events, not enabled, and map their rings
 * @events: their formats are known
 * @err: as above
 *
 * Return: 0, or -1 with @err.
 */
int events_open_samples(struct events *events, struct err *err);

/**
 * events_close_samples() - close them: a tracepoint that is open costs even when off
 * @events: they may be closed already
 */
void events_close_samples(struct events *events);

/**
 * events_delete_list() - close a list's events and free it
 * @list: NULL is allowed
 */
void events_delete_list(struct perf_evlist *list);

/**
 * events_discard() - empty the rings, only count into events->seen
 * @events: opened, not started
 */
void events_discard(struct events *events);

/**
 * events_lost_begin() - count lost samples from here
 * @events: with its lists open
 */
void events_lost_begin(struct events *events);

/**
 * events_lost_say() - a record tells of lost samples
 * @events: the recording
 * @lost: how many
 */
void events_lost_say(struct events *events, uint64_t lost);

/**
 * events_lost_unsaid() - add those that no record tells of
 * @events: drained, its lists not closed yet
 *
 * The kernel writes PERF_RECORD_LOST in front of the next sample that finds room.
 * Those lost at the end have no such sample; PERF_FORMAT_LOST counts them too.
 */
void events_lost_unsaid(struct events *events);

/**
 * events_reader() - the reader's thread
 * @data: struct events
 *
 * Return: NULL.
 */
void *events_reader(void *data);

#endif /* TALLY_EVENTS_PRIVATE_H */
