// SPDX-License-Identifier: GPL-2.0
/* Which events there are, and how they are opened. */
#include "bench/lib/events-private.h"

#include <errno.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <linux/perf_event.h>
#include <perf/core.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/threadmap.h>

/* Forks are rare. */
#define FORK_RING_BYTES	(64 * 1024)

/*
 * libperf keeps these to itself; the archive that scripts/build-libperf
 * makes is of one pinned version, so they can be relied on.
 */
int perf_evsel__apply_filter(struct perf_evsel *evsel, const char *filter);
void perf_evsel__free_id(struct perf_evsel *evsel);

/* A sampled tracepoint; the filter keeps the rings free of what nobody reads. */
static const struct {
	const char *system;
	const char *name;
	const char *field[EVENTS_FIELDS_MAX];
	const char *filter;
	bool optional;
} sampled[EVENTS_SAMPLED] = {
	[EVENTS_CPU_IDLE] = { "power", "cpu_idle", { "state" }, NULL, false },
	[EVENTS_SCHED_WAKING] = { "sched", "sched_waking", { "pid" }, NULL, false },
	[EVENTS_SCHED_SWITCH] = { "sched", "sched_switch",
		{ "next_pid", "prev_pid", "prev_state" }, "next_pid != 0", false },
	[EVENTS_SCHED_FORK] = { "sched", "sched_process_fork",
		{ "child_pid", "parent_pid" }, NULL, false },
	[EVENTS_CPU_FREQUENCY] = { "power", "cpu_frequency", { "state", "cpu_id" }, NULL, true },
	[EVENTS_PSTATE] = { "power", "pstate_sample", { "to" }, NULL, true },
};

/* What is counted in the kernel: a tracepoint, or a software event. */
static const struct {
	const char *system;
	const char *name;
	const char *filter;
	uint64_t config;
} counted[EVENTS_COUNTED] = {
	[EVENTS_SWITCHES] = { .config = PERF_COUNT_SW_CONTEXT_SWITCHES },
	[EVENTS_MIGRATIONS] = { .config = PERF_COUNT_SW_CPU_MIGRATIONS },
	[EVENTS_IRQS] = { "irq", "irq_handler_entry", NULL, 0 },
	[EVENTS_TOO_DEEP] = { "power", "cpu_idle_miss", "below == 0", 0 },
	[EVENTS_TOO_SHALLOW] = { "power", "cpu_idle_miss", "below != 0", 0 },
};

static int quiet(enum libperf_print_level level, const char *format, va_list args)
{
	(void)level;
	(void)format;
	(void)args;
	return 0;
}

static struct perf_evsel *add(struct perf_evlist *list, struct perf_event_attr *attr)
{
	struct perf_evsel *evsel;

	attr->size = sizeof(*attr);
	attr->disabled = 1;
	evsel = perf_evsel__new(attr);
	if (evsel)
		perf_evlist__add(list, evsel);
	return evsel;
}

static int no_tracepoint(struct err *err, int error, const char *system, const char *name)
{
	if (error == -EACCES || error == -EPERM)
		return err_set(err, BENCH_NOT_HERE,
			       "tracefs cannot be read: run as root for tracepoints");
	if (error == -ENOENT)
		return err_set(err, BENCH_NOT_HERE,
			       "this kernel has no tracepoint %s:%s", system, name);
	return err_set(err, BENCH_FAILED, "tracepoint %s:%s cannot be read: %s",
		       system, name, strerror(-error));
}

static int read_formats(struct events *events, const char *tracefs, struct err *err)
{
	for (int i = 0; i < EVENTS_SAMPLED; i++) {
		int ret = events_format_read(&events->format[i], tracefs, sampled[i].system,
					     sampled[i].name, sampled[i].field);

		if (ret == -ENOENT && sampled[i].optional)
			events->format[i].id = 0;
		else if (ret)
			return no_tracepoint(err, ret, sampled[i].system, sampled[i].name);
	}
	return 0;
}

/*
 * Since Linux 6.0. Asked for with an event of a CPU, not of this thread: for a second after an
 * event of a thread was closed, the kernel looks for such events at each context switch.
 */
static bool keeps_lost(const struct events *events)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof(attr),
		.config = PERF_COUNT_SW_DUMMY,
		.read_format = PERF_FORMAT_LOST,
		.disabled = 1,
	};
	struct perf_evsel *evsel = perf_evsel__new(&attr);
	bool known = false;

	if (evsel) {
		known = !perf_evsel__open(evsel, events->cpus, NULL);
		perf_evsel__close(evsel);
	}
	perf_evsel__delete(evsel);
	return known;
}

static struct perf_evsel *add_sampled(struct events *events, struct perf_evlist *list, int which)
{
	struct perf_event_attr attr = {
		.type = PERF_TYPE_TRACEPOINT,
		.config = events->format[which].id,
		.sample_period = 1,
		.sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_RAW,
		.read_format = PERF_FORMAT_ID | (events->keeps_lost ? PERF_FORMAT_LOST : 0),
		.watermark = 1,
		.use_clockid = 1,
		.clockid = CLOCK_MONOTONIC,
		.wakeup_watermark = events->options.ring_bytes / 2,
	};

	return add(list, &attr);
}

static int add_counted(struct events *events, const char *tracefs, struct err *err)
{
	static const char *const none[EVENTS_FIELDS_MAX];

	for (int i = 0; i < EVENTS_COUNTED; i++) {
		struct perf_event_attr attr = {
			.type = PERF_TYPE_SOFTWARE,
			.config = counted[i].config,
		};

		if (i == EVENTS_SWITCHES && events->options.proc_switches)
			continue;
		if (counted[i].name) {
			struct events_format format;

			/* Kernels without it: the count is left out. */
			if (events_format_read(&format, tracefs, counted[i].system,
					       counted[i].name, none))
				continue;
			attr.type = PERF_TYPE_TRACEPOINT;
			attr.config = format.id;
		}
		events->counter[i] = add(events->counted, &attr);
		if (!events->counter[i])
			return err_set(err, BENCH_FAILED, "out of memory");
	}
	return 0;
}

static int apply_filter(struct perf_evsel *evsel, const char *filter, struct err *err)
{
	if (evsel && filter && perf_evsel__apply_filter(evsel, filter))
		return err_set(err, BENCH_FAILED, "filter '%s' is refused: %s", filter,
			       strerror(errno));
	return 0;
}

static int open_list(struct events *events, struct perf_evlist *list, struct err *err)
{
	struct perf_thread_map *every = perf_thread_map__new_dummy();
	int error;

	if (!every)
		return err_set(err, BENCH_FAILED, "out of memory");
	perf_thread_map__set_pid(every, 0, -1);
	perf_evlist__set_maps(list, events->cpus, every);
	perf_thread_map__put(every);
	if (!perf_evlist__open(list))
		return 0;
	error = errno;
	if (error == EACCES || error == EPERM)
		return err_set(err, BENCH_NOT_HERE,
			       "perf refuses tracepoints: run as root, or see kernel.perf_event_paranoid");
	return err_set(err, error == EMFILE ? BENCH_FAILED : BENCH_NOT_HERE,
		       "perf cannot open the tracepoints: %s%s", strerror(error),
		       error == EMFILE ? " (raise ulimit -n)" : "");
}

static int map_rings(struct perf_evlist *list, size_t bytes, struct err *err)
{
	if (!perf_evlist__mmap(list, (int)(bytes / (size_t)sysconf(_SC_PAGESIZE))))
		return 0;
	return err_set(err, BENCH_FAILED, "rings of %zu KiB a CPU cannot be mapped: %s",
		       bytes >> 10, strerror(errno));
}

/* perf_evlist__delete() alone would leak the events' ids at each pause. */
void events_delete_list(struct perf_evlist *list)
{
	struct perf_evsel *evsel = NULL;

	if (!list)
		return;
	perf_evlist__munmap(list);
	while ((evsel = perf_evlist__next(list, evsel)))
		perf_evsel__free_id(evsel);
	perf_evlist__delete(list);
}

int events_open_samples(struct events *events, struct err *err)
{
	struct perf_evsel *evsel[EVENTS_SAMPLED] = { NULL };
	struct perf_evlist *list = perf_evlist__new();
	bool failed = !list;

	for (int i = 0; !failed && i < EVENTS_SAMPLED; i++) {
		if (!events->format[i].id || i == EVENTS_SCHED_FORK)
			continue;
		evsel[i] = add_sampled(events, list, i);
		failed = !evsel[i];
	}
	if (failed)
		err_set(err, BENCH_FAILED, "out of memory");
	else
		failed = open_list(events, list, err);
	for (int i = 0; !failed && i < EVENTS_SAMPLED; i++)
		failed = apply_filter(evsel[i], sampled[i].filter, err);
	if (!failed)
		failed = map_rings(list, events->options.ring_bytes, err);
	if (failed) {
		events_delete_list(list);
		return -1;
	}
	events->sampled = list;
	return 0;
}

void events_close_samples(struct events *events)
{
	events_delete_list(events->sampled);
	events->sampled = NULL;
}

static int open_forks(struct events *events, struct err *err)
{
	events->forks = perf_evlist__new();
	if (!events->forks || !add_sampled(events, events->forks, EVENTS_SCHED_FORK))
		return err_set(err, BENCH_FAILED, "out of memory");
	if (open_list(events, events->forks, err))
		return -1;
	return map_rings(events->forks, FORK_RING_BYTES, err);
}

static int open_counters(struct events *events, const char *tracefs, struct err *err)
{
	events->counted = perf_evlist__new();
	if (!events->counted)
		return err_set(err, BENCH_FAILED, "out of memory");
	if (add_counted(events, tracefs, err) || open_list(events, events->counted, err))
		return -1;
	for (int i = 0; i < EVENTS_COUNTED; i++) {
		if (apply_filter(events->counter[i], counted[i].filter, err))
			return -1;
	}
	return 0;
}

int events_open_all(struct events *events, const char *tracefs, struct err *err)
{
	libperf_init(quiet);
	events->keeps_lost = keeps_lost(events);
	if (read_formats(events, tracefs, err) || open_forks(events, err) ||
	    open_counters(events, tracefs, err))
		return -1;
	return events_open_samples(events, err);
}
