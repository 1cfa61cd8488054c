/* SPDX-License-Identifier: GPL-2.0 */
/* Energy, hardware residency and frequencies around a run, where a machine has them. */
#ifndef BENCH_RECORD_HARDWARE_H
#define BENCH_RECORD_HARDWARE_H

#include <jansson.h>

#include "lib/cpufreq.h"
#include "lib/cstate.h"
#include "lib/energy.h"
#include "lib/result.h"

#define HARDWARE_POWER_MAX	8

/**
 * struct hardware - the meters that this machine has
 * @powers: number of RAPL events counted through perf
 * @power: them
 * @power_from: their values at the start, [event][cpu]
 * @energy: powercap, used where perf has no RAPL
 * @energy_from: its reading at the start
 * @cstate: hardware residency
 * @cpufreq_from: frequency statistics at the start
 * @has_cpufreq: the machine has cpufreq
 */
struct hardware {
	int powers;
	struct pmu_counter power[HARDWARE_POWER_MAX];
	uint64_t *power_from[HARDWARE_POWER_MAX];
	struct energy energy;
	struct energy_reading energy_from;
	struct cstate cstate;
	struct cpufreq cpufreq_from;
	bool has_cpufreq;
};

/** hardware_open() - look for them; what is missing is noted in @result */
void hardware_open(struct hardware *hardware, struct result *result);

/** hardware_start() - the interval begins */
void hardware_start(struct hardware *hardware);

/**
 * hardware_stop() - the interval ends
 * @hardware: started
 * @point: gets `energy`, `hardware_residency` and `frequencies`; NULL: dropped
 * @result: for notes
 */
void hardware_stop(struct hardware *hardware, json_t *point, struct result *result);

/** hardware_close() - close all */
void hardware_close(struct hardware *hardware);

#endif /* BENCH_RECORD_HARDWARE_H */
