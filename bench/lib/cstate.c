// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/cstate.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int add_counter(struct cstate *cstate, const struct pmu *pmu,
		       const struct pmu_event *event, const char *scope,
		       const struct pmu *msr, struct err *err)
{
	const struct pmu_event *tsc = pmu_find(msr, "tsc");
	int i = cstate->count;

	if (i == CSTATE_COUNTERS_MAX)
		return 0;
	if (!tsc)
		return err_set(err, BENCH_NOT_HERE, "hardware residency: perf has no msr/tsc/");
	if (pmu_counter_open(&cstate->counter[i], pmu, event, &pmu->cpus, err))
		return -1;
	if (pmu_counter_open(&cstate->tsc[i], msr, tsc, &pmu->cpus, err)) {
		pmu_counter_close(&cstate->counter[i]);
		return -1;
	}
	cstate->scope[i] = scope;
	cstate->value[i] = calloc(cstate->counter[i].cpus.count, sizeof(uint64_t));
	cstate->tsc_value[i] = calloc(cstate->counter[i].cpus.count, sizeof(uint64_t));
	cstate->count++;
	if (!cstate->value[i] || !cstate->tsc_value[i])
		return err_set(err, BENCH_FAILED, "out of memory");
	return 0;
}

static int add_pmu(struct cstate *cstate, const char *name, const char *scope,
		   const struct pmu *msr, struct err *err)
{
	struct pmu pmu;
	int ret = 0;

	if (pmu_read(&pmu, name))
		return 0;
	for (int i = 0; !ret && i < pmu.count; i++)
		ret = add_counter(cstate, &pmu, &pmu.event[i], scope, msr, err);
	pmu_free(&pmu);
	return ret;
}

int cstate_open(struct cstate *cstate, struct err *err)
{
	struct pmu msr;
	int ret;

	memset(cstate, 0, sizeof(*cstate));
	if (pmu_read(&msr, "msr"))
		memset(&msr, 0, sizeof(msr));
	ret = add_pmu(cstate, "cstate_core", "core", &msr, err);
	if (!ret)
		ret = add_pmu(cstate, "cstate_pkg", "package", &msr, err);
	pmu_free(&msr);
	if (!ret && !cstate->count)
		ret = err_set(err, BENCH_NOT_HERE,
			      "hardware residency: this machine has no cstate_core and cstate_pkg");
	if (ret)
		cstate_close(cstate);
	return ret;
}

static int read_pair(struct cstate *cstate, int i, uint64_t *value, uint64_t *tsc)
{
	if (pmu_counter_read(&cstate->counter[i], value))
		return -1;
	return pmu_counter_read(&cstate->tsc[i], tsc);
}

int cstate_start(struct cstate *cstate)
{
	for (int i = 0; i < cstate->count; i++) {
		if (read_pair(cstate, i, cstate->value[i], cstate->tsc_value[i]))
			return -1;
	}
	return 0;
}

static int stop_one(struct cstate *cstate, int i, cstate_fn fn, void *data)
{
	int cpus = cstate->counter[i].cpus.count;
	uint64_t *value = calloc(2 * cpus, sizeof(*value));
	uint64_t *tsc;
	char name[64];

	if (!value)
		return -1;
	tsc = value + cpus;
	if (read_pair(cstate, i, value, tsc)) {
		free(value);
		return -1;
	}
	cstate_name(name, sizeof(name), cstate->scope[i], cstate->counter[i].event.name);
	for (int k = 0; k < cpus; k++) {
		uint64_t ticks = tsc[k] - cstate->tsc_value[i][k];

		if (ticks)
			fn(name, cstate->counter[i].cpus.cpu[k],
			   100.0 * (double)(value[k] - cstate->value[i][k]) / (double)ticks,
			   data);
	}
	free(value);
	return 0;
}

int cstate_stop(struct cstate *cstate, cstate_fn fn, void *data)
{
	for (int i = 0; i < cstate->count; i++) {
		if (stop_one(cstate, i, fn, data))
			return -1;
	}
	return 0;
}

void cstate_close(struct cstate *cstate)
{
	for (int i = 0; i < cstate->count; i++) {
		pmu_counter_close(&cstate->counter[i]);
		pmu_counter_close(&cstate->tsc[i]);
		free(cstate->value[i]);
		free(cstate->tsc_value[i]);
	}
	memset(cstate, 0, sizeof(*cstate));
}

void cstate_name(char *buf, size_t size, const char *scope, const char *event)
{
	snprintf(buf, size, "%s-%.*s", scope, (int)strcspn(event, "-"), event);
}
