/* SPDX-License-Identifier: GPL-2.0 */
/* Counting PMU events through libperf: RAPL's `power`, cstate_core, cstate_pkg. */
#ifndef TALLY_ENERGY_COUNTER_H
#define TALLY_ENERGY_COUNTER_H

#include <stdint.h>

#include "bench/lib/cpulist.h"
#include "bench/lib/energy-pmu.h"
#include "bench/lib/err.h"

struct perf_evsel;

/**
 * struct pmu_counter - one event, counted on some CPUs
 * @event: the event, a copy
 * @cpus: where; pmu_counter_close() frees it
 * @evsel: libperf's handle
 */
struct pmu_counter {
	struct pmu_event event;
	struct cpulist cpus;
	struct perf_evsel *evsel;
};

/**
 * pmu_counter_open() - begin to count
 * @counter: filled in, for pmu_counter_close()
 * @pmu: the PMU
 * @event: one of its events
 * @cpus: where to count; a PMU with a cpumask wants that
 * @err: BENCH_NOT_HERE, with what perf said
 *
 * Return: 0, or -1 with @err.
 */
int pmu_counter_open(struct pmu_counter *counter, const struct pmu *pmu,
		     const struct pmu_event *event, const struct cpulist *cpus,
		     struct err *err);

/**
 * pmu_counter_read() - read it on each CPU
 * @counter: open
 * @value: one for each entry of counter->cpus
 *
 * Return: 0, or -1 with errno.
 */
int pmu_counter_read(const struct pmu_counter *counter, uint64_t *value);

/**
 * pmu_counter_close() - end of counting
 * @counter: open, or all zero
 */
void pmu_counter_close(struct pmu_counter *counter);

#endif /* TALLY_ENERGY_COUNTER_H */
