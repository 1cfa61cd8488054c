/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Events of PMUs that the kernel describes in sysfs: `power` (RAPL), `cstate_core`,
 * `cstate_pkg`, `msr`.
 */
#ifndef TALLY_ENERGY_PMU_H
#define TALLY_ENERGY_PMU_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/lib/cpulist.h"

#define PMU_EVENTS_MAX	32

/**
 * struct pmu_event - one event of a PMU
 * @name: its name, "energy-pkg"
 * @config: what perf_event_open() wants
 * @scale: a count of one is this many @unit
 * @unit: "Joules", or empty
 */
struct pmu_event {
	char name[64];
	uint64_t config;
	double scale;
	char unit[16];
};

/**
 * struct pmu - one PMU
 * @name: its name in /sys/bus/event_source/devices
 * @type: perf's number for it
 * @cpus: the CPUs to count on: one a package or core; pmu_free() frees it
 * @count: number of events
 * @event: its events in alphabetical order
 */
struct pmu {
	char name[32];
	uint32_t type;
	struct cpulist cpus;
	int count;
	struct pmu_event event[PMU_EVENTS_MAX];
};

/**
 * pmu_read() - read a PMU's description below sysfs_root()
 * @pmu: filled in, for pmu_free()
 * @name: its name
 *
 * A PMU without a cpumask file counts on any CPU; @cpus is empty then. An event
 * whose terms are not understood is left out.
 *
 * Return: 0, or -1: there is no such PMU.
 */
int pmu_read(struct pmu *pmu, const char *name);

/**
 * pmu_free() - free what pmu_read() made
 * @pmu: the PMU
 */
void pmu_free(struct pmu *pmu);

/**
 * pmu_find() - an event by name
 * @pmu: the PMU
 * @name: the event
 *
 * Return: the event, or NULL.
 */
const struct pmu_event *pmu_find(const struct pmu *pmu, const char *name);

#endif /* TALLY_ENERGY_PMU_H */
