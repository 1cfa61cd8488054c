// SPDX-License-Identifier: GPL-2.0
/* Lost samples, those that no record tells of as well. */
#include "bench/lib/events-private.h"

#include <perf/cpumap.h>
#include <perf/event.h>
#include <perf/evlist.h>
#include <perf/evsel.h>

static uint64_t lost_of(struct events *events, struct perf_evlist *list)
{
	struct perf_evsel *evsel;
	uint64_t sum = 0;

	perf_evlist__for_each_evsel(list, evsel) {
		for (int i = 0; i < perf_cpu_map__nr(events->cpus); i++) {
			struct perf_counts_values values = { 0 };

			if (!perf_evsel__read(evsel, i, 0, &values))
				sum += values.lost;
		}
	}
	return sum;
}

/* The kernel's own counts, since the events were opened; 0 before Linux 6.0. */
static uint64_t kernel_lost(struct events *events)
{
	uint64_t sum = lost_of(events, events->forks);

	return events->sampled ? sum + lost_of(events, events->sampled) : sum;
}

void events_lost_begin(struct events *events)
{
	events->lost_base = kernel_lost(events);
	events->lost_said = 0;
}

void events_lost_say(struct events *events, uint64_t lost)
{
	events->lost_said += lost;
	events->totals.lost += lost;
}

void events_lost_unsaid(struct events *events)
{
	uint64_t lost = kernel_lost(events) - events->lost_base;

	if (lost > events->lost_said)
		events->totals.lost += lost - events->lost_said;
}
