// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/events-private.h"

#include <errno.h>
#include <inttypes.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <api/fs/tracing_path.h>
#include <linux/perf_event.h>
#include <perf/core.h>
#include <perf/cpumap.h>
#include <perf/evlist.h>
#include <perf/evsel.h>
#include <perf/threadmap.h>

#define RING_BYTES	(4u << 20)

/*
 * libperf keeps this one to itself; the archive that scripts/build-libperf
 * makes is of one pinned version, so it can be relied on.
 */
int perf_evsel__apply_filter(struct perf_evsel *evsel, const char *filter);

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

static int add_sampled(struct events *events, const char *tracefs, struct err *err)
{
	for (int i = 0; i < EVENTS_SAMPLED; i++) {
		struct perf_event_attr attr = {
			.type = PERF_TYPE_TRACEPOINT,
			.sample_period = 1,
			.sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_CPU | PERF_SAMPLE_RAW,
			.read_format = PERF_FORMAT_ID,
			.watermark = 1,
			.use_clockid = 1,
			.clockid = CLOCK_MONOTONIC,
			.wakeup_watermark = events->options.ring_bytes / 2,
		};
		int ret;

		ret = events_format_read(&events->format[i], tracefs, sampled[i].system,
					 sampled[i].name, sampled[i].field);
		if (ret == -ENOENT && sampled[i].optional) {
			events->format[i].id = 0;
			continue;
		}
		if (ret)
			return no_tracepoint(err, ret, sampled[i].system, sampled[i].name);
		attr.config = events->format[i].id;
		events->sampler[i] = add(events->sampled, &attr);
		if (!events->sampler[i])
			return err_set(err, BENCH_FAILED, "out of memory");
	}
	return 0;
}

static int add_counted(struct events *events, const char *tracefs, struct err *err)
{
	static const char *const none[EVENTS_FIELDS_MAX];

	for (int i = 0; i < EVENTS_COUNTED; i++) {
		struct perf_event_attr attr = {
			.type = PERF_TYPE_SOFTWARE,
			.config = counted[i].config,
		};

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

static int apply_filters(struct events *events, struct err *err)
{
	for (int i = 0; i < EVENTS_SAMPLED; i++) {
		if (apply_filter(events->sampler[i], sampled[i].filter, err))
			return -1;
	}
	for (int i = 0; i < EVENTS_COUNTED; i++) {
		if (apply_filter(events->counter[i], counted[i].filter, err))
			return -1;
	}
	return 0;
}

static int open_lists(struct events *events, struct err *err)
{
	struct perf_thread_map *every = perf_thread_map__new_dummy();

	if (!every)
		return err_set(err, BENCH_FAILED, "out of memory");
	perf_thread_map__set_pid(every, 0, -1);
	perf_evlist__set_maps(events->sampled, events->cpus, every);
	perf_evlist__set_maps(events->counted, events->cpus, every);
	perf_thread_map__put(every);
	if (perf_evlist__open(events->sampled) || perf_evlist__open(events->counted)) {
		int error = errno;

		if (error == EACCES || error == EPERM)
			return err_set(err, BENCH_NOT_HERE,
				       "perf refuses tracepoints: run as root, or see kernel.perf_event_paranoid");
		return err_set(err, error == EMFILE ? BENCH_FAILED : BENCH_NOT_HERE,
			       "perf cannot open the tracepoints: %s%s", strerror(error),
			       error == EMFILE ? " (raise ulimit -n)" : "");
	}
	if (apply_filters(events, err))
		return -1;
	if (perf_evlist__mmap(events->sampled,
			      events->options.ring_bytes / sysconf(_SC_PAGESIZE)))
		return err_set(err, BENCH_FAILED, "rings of %zu KiB a CPU cannot be mapped: %s",
			       events->options.ring_bytes >> 10, strerror(errno));
	return 0;
}

static int number_cpus(struct events *events, struct err *err)
{
	struct perf_cpu cpu;
	int i, highest = 0;

	events->cpus = events->options.cpus ? perf_cpu_map__new(events->options.cpus) :
		       perf_cpu_map__new_online_cpus();
	if (!events->cpus)
		return err_set(err, BENCH_FAILED, "the CPUs to record cannot be listed");
	perf_cpu_map__for_each_cpu(cpu, i, events->cpus) {
		if (cpu.cpu > highest)
			highest = cpu.cpu;
	}
	events->cpu_count = highest + 1;
	events->ring_cpu = calloc(events->cpu_count, sizeof(*events->ring_cpu));
	events->idle = calloc(events->cpu_count, sizeof(*events->idle));
	events->seen = calloc(events->cpu_count, sizeof(*events->seen));
	events->from_ns = calloc(events->cpu_count, sizeof(*events->from_ns));
	events->to_ns = calloc(events->cpu_count, sizeof(*events->to_ns));
	events->wakeup = events_wakeup_new(perf_cpu_map__nr(events->cpus),
					   events->options.sink.wakeup,
					   events->options.sink.data);
	if (!events->ring_cpu || !events->idle || !events->seen || !events->from_ns ||
	    !events->to_ns || !events->wakeup)
		return err_set(err, BENCH_FAILED, "out of memory");
	perf_cpu_map__for_each_cpu(cpu, i, events->cpus)
		events->ring_cpu[cpu.cpu] = i;
	return 0;
}

static void init_cond(pthread_cond_t *cond)
{
	pthread_condattr_t attr;

	pthread_condattr_init(&attr);
	pthread_condattr_setclock(&attr, CLOCK_MONOTONIC);
	pthread_cond_init(cond, &attr);
	pthread_condattr_destroy(&attr);
}

int events_open(struct events **out, const struct events_options *options,
		struct err *err)
{
	struct events *events = calloc(1, sizeof(*events));
	const char *tracefs;

	if (!events)
		return err_set(err, BENCH_FAILED, "out of memory");
	events->options = *options;
	pthread_mutex_init(&events->lock, NULL);
	pthread_mutex_init(&events->reading, NULL);
	init_cond(&events->stopped);
	if (!events->options.ring_bytes)
		events->options.ring_bytes = RING_BYTES;
	libperf_init(quiet);
	tracefs = tracing_path_mount();
	if (!tracefs) {
		err_set(err, BENCH_NOT_HERE,
			"tracefs is not mounted and cannot be: run as root (mount -t tracefs none /sys/kernel/tracing)");
		goto fail;
	}
	events->sampled = perf_evlist__new();
	events->counted = perf_evlist__new();
	if (!events->sampled || !events->counted) {
		err_set(err, BENCH_FAILED, "out of memory");
		goto fail;
	}
	if (number_cpus(events, err) || add_sampled(events, tracefs, err) ||
	    add_counted(events, tracefs, err) || open_lists(events, err))
		goto fail;
	events->pace.budget = options->budget_percent / 100;
	if (events->pace.budget < 1)
		events->pace.cost_ns = (double)events_cost(events);
	*out = events;
	return 0;
fail:
	events_close(events);
	return -1;
}

int events_root(struct events *events, pid_t pid)
{
	return events_wakeup_root(events->wakeup, pid);
}

static uint64_t read_counter(struct events *events, int which)
{
	struct perf_counts_values values;
	uint64_t sum = 0;

	for (int i = 0; i < perf_cpu_map__nr(events->cpus); i++) {
		if (!perf_evsel__read(events->counter[which], i, 0, &values))
			sum += values.val;
	}
	return sum;
}

/* All switches since boot, those to idle included. */
static uint64_t read_switches(void)
{
	uint64_t count = 0;
	char line[64];
	FILE *file = fopen("/proc/stat", "r");

	if (!file)
		return 0;
	while (fgets(line, sizeof(line), file)) {
		if (sscanf(line, "ctxt %" SCNu64, &count) == 1)
			break;
	}
	fclose(file);
	return count;
}

static int start_reader(struct events *events, struct err *err)
{
	pthread_attr_t attr;
	cpu_set_t *set = NULL;
	size_t size;
	int ret;

	pthread_attr_init(&attr);
	if (events->options.reader_cpu >= 0) {
		int count = events->options.reader_cpu + 1;

		set = CPU_ALLOC(count);
		size = CPU_ALLOC_SIZE(count);
		if (set) {
			CPU_ZERO_S(size, set);
			CPU_SET_S(events->options.reader_cpu, size, set);
			pthread_attr_setaffinity_np(&attr, size, set);
		}
	}
	ret = pthread_create(&events->reader, &attr, events_reader, events);
	pthread_attr_destroy(&attr);
	if (set)
		CPU_FREE(set);
	if (ret)
		return err_set(err, BENCH_FAILED, "the events' reader cannot be started: %s",
			       strerror(ret));
	return 0;
}

void events_start(struct events *events)
{
	memset(&events->totals, 0, sizeof(events->totals));
	memset(events->idle, 0, events->cpu_count * sizeof(*events->idle));
	events->looked_at = 0;
	events->totals.sample_cost_ns = (uint64_t)events->pace.cost_ns;
	events->pace.debt_ns = 0;
	events->stop = false;
	events->error = 0;
	events->switches = read_switches();
	for (int i = 0; i < EVENTS_COUNTED; i++) {
		if (events->counter[i])
			events->base[i] = read_counter(events, i);
	}
	perf_evlist__enable(events->counted);
	perf_evsel__enable(events->sampler[EVENTS_SCHED_FORK]);
	events_record(events, true);
}

int events_read(struct events *events, const uint64_t *from_ns, struct err *err)
{
	for (unsigned int i = 0; i < events->cpu_count; i++) {
		events->from_ns[i] = from_ns ? from_ns[i] : 0;
		events->to_ns[i] = UINT64_MAX;
	}
	if (start_reader(events, err))
		return -1;
	events->reads = true;
	return 0;
}

void events_hold(struct events *events)
{
	pthread_mutex_lock(&events->reading);
	events->held = true;
}

unsigned int events_cpu_count(const struct events *events)
{
	return events->cpu_count;
}

void events_record(struct events *events, bool on)
{
	for (int i = 0; i < EVENTS_SAMPLED; i++) {
		struct perf_evsel *evsel = events->sampler[i];

		/* Rare, and needed without a gap. */
		if (!evsel || i == EVENTS_SCHED_FORK)
			continue;
		if (on)
			perf_evsel__enable(evsel);
		else
			perf_evsel__disable(evsel);
	}
}

static void add_up(struct events *events)
{
	uint64_t *const total[EVENTS_COUNTED] = {
		[EVENTS_MIGRATIONS] = &events->totals.migrations,
		[EVENTS_IRQS] = &events->totals.device_interrupts,
		[EVENTS_TOO_DEEP] = &events->totals.too_deep,
		[EVENTS_TOO_SHALLOW] = &events->totals.too_shallow,
	};

	for (int i = 0; i < EVENTS_COUNTED; i++) {
		if (events->counter[i])
			*total[i] = read_counter(events, i) - events->base[i];
	}
	events->totals.context_switches = read_switches() - events->switches;
	events->totals.has_interrupts = events->counter[EVENTS_IRQS];
	events->totals.has_miss = events->counter[EVENTS_TOO_DEEP];
	for (unsigned int i = 0; i < events->cpu_count; i++)
		events->totals.idle_unmatched += events->idle[i].unmatched;
}

static void end_reader(struct events *events)
{
	pthread_mutex_lock(&events->lock);
	events->stop = true;
	pthread_cond_signal(&events->stopped);
	pthread_mutex_unlock(&events->lock);
	if (events->held)
		pthread_mutex_unlock(&events->reading);
	events->held = false;
	if (events->reads)
		pthread_join(events->reader, NULL);
	events->reads = false;
}

int events_stop(struct events *events, const uint64_t *to_ns,
		struct events_totals *totals)
{
	if (to_ns)
		memcpy(events->to_ns, to_ns, events->cpu_count * sizeof(*to_ns));
	perf_evlist__disable(events->sampled);
	perf_evlist__disable(events->counted);
	end_reader(events);
	/* The reader may have ended a pause at the last instant. */
	perf_evlist__disable(events->sampled);
	events_discard(events);
	add_up(events);
	*totals = events->totals;
	events_wakeup_reset(events->wakeup);
	return events->error;
}

void events_close(struct events *events)
{
	if (!events)
		return;
	/* Closes what is open and unmaps what is mapped. */
	if (events->sampled)
		perf_evlist__delete(events->sampled);
	if (events->counted)
		perf_evlist__delete(events->counted);
	perf_cpu_map__put(events->cpus);
	events_wakeup_free(events->wakeup);
	free(events->ring_cpu);
	free(events->idle);
	free(events->seen);
	free(events->from_ns);
	free(events->to_ns);
	pthread_mutex_destroy(&events->reading);
	pthread_mutex_destroy(&events->lock);
	pthread_cond_destroy(&events->stopped);
	free(events);
}
