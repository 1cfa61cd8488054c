// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/sysfs.h"
#include "record-hardware.h"

/* Through perf the counters are 64 bits wide and cannot wrap unseen. */
static int open_power(struct hardware *hardware, struct err *err)
{
	struct pmu pmu;

	if (pmu_read(&pmu, "power"))
		return err_set(err, BENCH_NOT_HERE, "perf has no `power` PMU");
	for (int i = 0; i < pmu.count && hardware->powers < HARDWARE_POWER_MAX; i++) {
		struct pmu_counter *counter = &hardware->power[hardware->powers];

		if (strcmp(pmu.event[i].unit, "Joules") ||
		    pmu_counter_open(counter, &pmu, &pmu.event[i], &pmu.cpus, err))
			continue;
		hardware->power_from[hardware->powers] =
			calloc(counter->cpus.count, sizeof(uint64_t));
		if (hardware->power_from[hardware->powers])
			hardware->powers++;
		else
			pmu_counter_close(counter);
	}
	pmu_free(&pmu);
	return hardware->powers ? 0 : -1;
}

void hardware_open(struct hardware *hardware, struct result *result)
{
	struct err err = { 0 };

	memset(hardware, 0, sizeof(*hardware));
	if (open_power(hardware, &err) && energy_open(&hardware->energy, &err))
		result_note(result, err.text);
	if (cstate_open(&hardware->cstate, &err))
		result_note(result, err.text);
	hardware->has_cpufreq = !cpufreq_read(&hardware->cpufreq_from, &err);
	cpufreq_free(&hardware->cpufreq_from);
	if (!hardware->has_cpufreq)
		result_note(result, err.text);
}

void hardware_start(struct hardware *hardware)
{
	if (hardware->has_cpufreq)
		cpufreq_read(&hardware->cpufreq_from, NULL);
	cstate_start(&hardware->cstate);
	energy_read(&hardware->energy, &hardware->energy_from);
	for (int i = 0; i < hardware->powers; i++)
		pmu_counter_read(&hardware->power[i], hardware->power_from[i]);
}

/* perf says "energy-pkg" and a CPU; powercap says "package-0" for the same. */
static void power_name(char *buf, size_t size, const char *event, int cpu)
{
	uint64_t package = 0;

	sysfs_read_u64(&package, "devices/system/cpu/cpu%d/topology/physical_package_id", cpu);
	if (!strcmp(event, "energy-pkg"))
		snprintf(buf, size, "package-%u", (unsigned int)package);
	else
		snprintf(buf, size, "package-%u/%s", (unsigned int)package,
			 !strncmp(event, "energy-", 7) ? event + 7 : event);
}

static void report_power(const struct pmu_counter *counter, const uint64_t *from,
			 json_t *point)
{
	uint64_t *to = calloc(counter->cpus.count, sizeof(*to));
	char name[96];

	if (to && !pmu_counter_read(counter, to)) {
		for (int i = 0; i < counter->cpus.count; i++) {
			power_name(name, sizeof(name), counter->event.name,
				   counter->cpus.cpu[i]);
			result_point_energy(point, name,
					    (double)(to[i] - from[i]) * counter->event.scale);
		}
	}
	free(to);
}

static void report_energy(struct hardware *hardware, json_t *point)
{
	struct energy_reading to;

	for (int i = 0; i < hardware->powers; i++)
		report_power(&hardware->power[i], hardware->power_from[i], point);
	if (energy_read(&hardware->energy, &to))
		return;
	for (int i = 0; i < hardware->energy.count; i++) {
		const struct energy_domain *domain = &hardware->energy.domain[i];

		result_point_energy(point, domain->name,
				    energy_joules(domain, hardware->energy_from.uj[i],
						  to.uj[i]));
	}
}

static void add_residency(const char *name, int cpu, double percent, void *data)
{
	json_array_append_new(data, json_pack("{s:s,s:i,s:f}", "state", name, "cpu", cpu,
					      "percent", percent));
}

static json_t *policy_json(const struct cpufreq_policy *from, const struct cpufreq_policy *to)
{
	json_t *steps = json_array();

	for (int i = 0; i < to->steps; i++) {
		uint64_t ms = cpufreq_step_ms(from, to, i);

		if (ms)
			json_array_append_new(steps, json_pack("[I,I]", (json_int_t)to->khz[i],
							       (json_int_t)ms));
	}
	return json_pack("{s:s,s:s,s:s,s:I,s:o}", "cpus", to->cpus, "driver", to->driver,
			 "governor", to->governor,
			 "transitions", (json_int_t)(to->transitions - from->transitions),
			 "khz_ms", steps);
}

static void report_frequencies(struct hardware *hardware, json_t *point,
			       struct result *result)
{
	json_t *array = json_array();
	struct cpufreq to;
	int steps = 0;

	if (cpufreq_read(&to, NULL) || to.count != hardware->cpufreq_from.count)
		result_note(result, "frequencies: policies came or went during the run");
	else
		for (int i = 0; i < to.count; i++) {
			steps += to.policy[i].steps;
			json_array_append_new(array,
					      policy_json(&hardware->cpufreq_from.policy[i],
							  &to.policy[i]));
		}
	if (!steps)
		result_note(result, "frequencies: this cpufreq driver keeps no time_in_state");
	json_object_set_new(point, "frequencies", array);
	cpufreq_free(&to);
}

void hardware_stop(struct hardware *hardware, json_t *point, struct result *result)
{
	json_t *residency;

	if (point) {
		report_energy(hardware, point);
		residency = json_array();
		cstate_stop(&hardware->cstate, add_residency, residency);
		json_object_set_new(point, "hardware_residency", residency);
		if (hardware->has_cpufreq)
			report_frequencies(hardware, point, result);
	}
	cpufreq_free(&hardware->cpufreq_from);
}

void hardware_close(struct hardware *hardware)
{
	for (int i = 0; i < hardware->powers; i++) {
		pmu_counter_close(&hardware->power[i]);
		free(hardware->power_from[i]);
	}
	cstate_close(&hardware->cstate);
	cpufreq_free(&hardware->cpufreq_from);
}
