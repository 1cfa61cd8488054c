// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/events-private.h"

#include <errno.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <api/fs/tracing_path.h>
#include <perf/cpumap.h>
#include <perf/evlist.h>
#include <perf/evsel.h>

#include "bench/lib/procstat.h"

/* With a budget windows are short, and rings are mapped anew after each pause. */
#define RING_BYTES		(4 * 1024 * 1024)
#define RING_BUDGET_BYTES	(1024 * 1024)

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
	/* Two rings a CPU: forks have one of their own. */
	events->wakeup = events_wakeup_new(2 * perf_cpu_map__nr(events->cpus),
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
		events->options.ring_bytes = options->budget_percent < 100 ?
					     RING_BUDGET_BYTES : RING_BYTES;
	tracefs = tracing_path_mount();
	if (!tracefs) {
		err_set(err, BENCH_NOT_HERE,
			"tracefs is not mounted and cannot be: run as root (mount -t tracefs none /sys/kernel/tracing)");
		goto fail;
	}
	if (number_cpus(events, err) || events_open_all(events, tracefs, err))
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

int events_start(struct events *events, struct err *err)
{
	/* The last recording may have ended in a pause. */
	if (!events->sampled && events_open_samples(events, err))
		return -1;
	memset(&events->totals, 0, sizeof(events->totals));
	memset(events->idle, 0, events->cpu_count * sizeof(*events->idle));
	events->looked_at = 0;
	events->totals.sample_cost_ns = (uint64_t)events->pace.cost_ns;
	events_pace_begin(&events->pace);
	events->stop = false;
	events->error = 0;
	if (!events->counter[EVENTS_SWITCHES])
		events->switches = procstat_count("ctxt");
	for (int i = 0; i < EVENTS_COUNTED; i++) {
		if (events->counter[i])
			events->base[i] = read_counter(events, i);
	}
	events_lost_begin(events);
	perf_evlist__enable(events->counted);
	perf_evlist__enable(events->forks);
	perf_evlist__enable(events->sampled);
	return 0;
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

static void add_up(struct events *events)
{
	uint64_t *const total[EVENTS_COUNTED] = {
		[EVENTS_SWITCHES] = &events->totals.context_switches,
		[EVENTS_MIGRATIONS] = &events->totals.migrations,
		[EVENTS_IRQS] = &events->totals.device_interrupts,
		[EVENTS_TOO_DEEP] = &events->totals.too_deep,
		[EVENTS_TOO_SHALLOW] = &events->totals.too_shallow,
	};

	for (int i = 0; i < EVENTS_COUNTED; i++) {
		if (events->counter[i])
			*total[i] = read_counter(events, i) - events->base[i];
	}
	if (!events->counter[EVENTS_SWITCHES])
		events->totals.context_switches = procstat_count("ctxt") - events->switches;
	events->totals.has_interrupts = events->counter[EVENTS_IRQS];
	events->totals.has_miss = events->counter[EVENTS_TOO_DEEP];
	for (unsigned int i = 0; i < events->cpu_count; i++)
		events->totals.idle_unmatched += events->idle[i].unmatched;
}

/* Under the lock of reading: the reader may be about to close or open its list. */
static void end_reader(struct events *events)
{
	if (!events->held)
		pthread_mutex_lock(&events->reading);
	if (events->sampled)
		perf_evlist__disable(events->sampled);
	perf_evlist__disable(events->forks);
	perf_evlist__disable(events->counted);
	pthread_mutex_lock(&events->lock);
	events->stop = true;
	pthread_cond_signal(&events->stopped);
	pthread_mutex_unlock(&events->lock);
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
	end_reader(events);
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
	events_close_samples(events);
	events_delete_list(events->forks);
	events_delete_list(events->counted);
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
