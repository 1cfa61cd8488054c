/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the hardware says about idle states: the cstate_core and cstate_pkg PMUs
 * count the time (in ticks of the TSC) that cores and packages really were in a
 * state, whatever was asked for.
 */
#ifndef TALLY_CSTATE_H
#define TALLY_CSTATE_H

#include <stddef.h>
#include <stdint.h>

#include "bench/lib/energy-counter.h"

#define CSTATE_COUNTERS_MAX	24

/**
 * struct cstate - the residency counters of this machine
 * @count: how many events
 * @counter: the events: all of cstate_core, then all of cstate_pkg
 * @scope: "core" or "package", one for each
 * @tsc: the TSC on the same CPUs as @counter, from the `msr` PMU
 * @value: scratch: value of each CPU at the start, [counter][cpu]
 * @tsc_value: the same of the TSC
 */
struct cstate {
	int count;
	struct pmu_counter counter[CSTATE_COUNTERS_MAX];
	const char *scope[CSTATE_COUNTERS_MAX];
	struct pmu_counter tsc[CSTATE_COUNTERS_MAX];
	uint64_t *value[CSTATE_COUNTERS_MAX];
	uint64_t *tsc_value[CSTATE_COUNTERS_MAX];
};

/**
 * cstate_open() - find and open the counters
 * @cstate: filled in, for cstate_close()
 * @err: BENCH_NOT_HERE: this machine has none (virtual machines, AMD, Arm)
 *
 * Return: 0, or -1 with @err.
 */
int cstate_open(struct cstate *cstate, struct err *err);

/**
 * cstate_start() - the interval begins
 * @cstate: open
 *
 * Return: 0, or -1 with errno.
 */
int cstate_start(struct cstate *cstate);

/**
 * typedef cstate_fn - told of one counter on one CPU
 * @name: "core-c6", "package-c2"
 * @cpu: the CPU that stands for the core or package
 * @percent: share of the interval, 0 to 100
 * @data: what cstate_stop() was given
 */
typedef void (*cstate_fn)(const char *name, int cpu, double percent, void *data);

/**
 * cstate_stop() - the interval ends
 * @cstate: started
 * @fn: told of each counter on each CPU
 * @data: handed to @fn
 *
 * Return: 0, or -1 with errno.
 */
int cstate_stop(struct cstate *cstate, cstate_fn fn, void *data);

/**
 * cstate_close() - close all
 * @cstate: open, or all zero
 */
void cstate_close(struct cstate *cstate);

/**
 * cstate_name() - "c6-residency" of scope "core" is "core-c6"
 * @buf: result
 * @size: of @buf
 * @scope: "core" or "package"
 * @event: the PMU's name of the event
 */
void cstate_name(char *buf, size_t size, const char *scope, const char *event);

#endif /* TALLY_CSTATE_H */
