// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/energy-counter.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include <linux/perf_event.h>
#include <perf/cpumap.h>
#include <perf/evsel.h>
#include <perf/threadmap.h>

static int open_on(struct pmu_counter *counter, const char *text)
{
	struct perf_thread_map *every = perf_thread_map__new_dummy();
	struct perf_cpu_map *cpus = perf_cpu_map__new(text);
	int ret = -1;

	errno = ENOMEM;
	if (every && cpus) {
		perf_thread_map__set_pid(every, 0, -1);
		ret = perf_evsel__open(counter->evsel, cpus, every);
	}
	if (ret < 0 && ret != -1)
		errno = -ret;
	perf_thread_map__put(every);
	perf_cpu_map__put(cpus);
	return ret;
}

int pmu_counter_open(struct pmu_counter *counter, const struct pmu *pmu,
		     const struct pmu_event *event, const struct cpulist *cpus,
		     struct err *err)
{
	struct perf_event_attr attr = {
		.type = pmu->type,
		.size = sizeof(attr),
		.config = event->config,
	};
	char *text;
	int ret;

	memset(counter, 0, sizeof(*counter));
	counter->event = *event;
	cpulist_copy(&counter->cpus, cpus);
	/* libperf sorts its CPUs; values and CPUs must go together. */
	cpulist_unique(&counter->cpus);
	counter->evsel = perf_evsel__new(&attr);
	text = cpulist_format(&counter->cpus);
	ret = counter->evsel && text ? open_on(counter, text) : -1;
	free(text);
	if (!ret)
		return 0;
	ret = errno;
	pmu_counter_close(counter);
	return err_set(err, BENCH_NOT_HERE, "%s/%s/ cannot be counted: %s", pmu->name,
		       event->name, strerror(ret));
}

int pmu_counter_read(const struct pmu_counter *counter, uint64_t *value)
{
	struct perf_counts_values values;

	for (int i = 0; i < counter->cpus.count; i++) {
		if (perf_evsel__read(counter->evsel, i, 0, &values) < 0)
			return -1;
		value[i] = values.val;
	}
	return 0;
}

void pmu_counter_close(struct pmu_counter *counter)
{
	if (counter->evsel) {
		perf_evsel__close(counter->evsel);
		perf_evsel__delete(counter->evsel);
	}
	cpulist_free(&counter->cpus);
	memset(counter, 0, sizeof(*counter));
}
