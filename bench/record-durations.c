// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "lib/result.h"
#include "record-durations.h"

struct durations *durations_new(unsigned int cpus)
{
	struct durations *durations = calloc(1, sizeof(*durations));

	if (!durations)
		return NULL;
	durations->cpus = cpus;
	durations->idle = calloc(cpus, sizeof(*durations->idle));
	if (!durations->idle) {
		free(durations);
		return NULL;
	}
	return durations;
}

void durations_clear(struct durations *durations)
{
	for (unsigned int cpu = 0; cpu < durations->cpus; cpu++)
		for (int s = 0; s < DURATIONS_STATES; s++) {
			free(durations->idle[cpu][s]);
			durations->idle[cpu][s] = NULL;
		}
	memset(&durations->wakeup, 0, sizeof(durations->wakeup));
	memset(&durations->wakeup_command, 0, sizeof(durations->wakeup_command));
	memset(&durations->frequency, 0, sizeof(durations->frequency));
	memset(&durations->pstate, 0, sizeof(durations->pstate));
}

void durations_free(struct durations *durations)
{
	if (!durations)
		return;
	durations_clear(durations);
	free(durations->idle);
	free(durations);
}

static void idle(unsigned int cpu, uint32_t state, uint64_t duration_ns, void *data)
{
	struct durations *durations = data;
	struct stats **stats;

	if (cpu >= durations->cpus)
		return;
	if (state >= DURATIONS_STATES)
		state = DURATIONS_STATES - 1;
	stats = &durations->idle[cpu][state];
	if (!*stats)
		*stats = calloc(1, sizeof(**stats));
	if (*stats)
		stats_add(*stats, duration_ns);
}

static void wakeup(unsigned int cpu, uint64_t latency_ns, bool ours, void *data)
{
	struct durations *durations = data;

	(void)cpu;
	stats_add(&durations->wakeup, latency_ns);
	if (ours)
		stats_add(&durations->wakeup_command, latency_ns);
}

void targets_add(struct targets *targets, uint32_t value)
{
	int i = 0;

	while (i < targets->used && targets->value[i] != value)
		i++;
	if (i == DURATIONS_TARGETS) {
		targets->beyond++;
		return;
	}
	if (i == targets->used)
		targets->value[targets->used++] = value;
	targets->count[i]++;
}

static void frequency(unsigned int cpu, uint32_t khz, void *data)
{
	struct durations *durations = data;

	(void)cpu;
	targets_add(&durations->frequency, khz);
}

static void pstate(unsigned int cpu, uint32_t target, void *data)
{
	struct durations *durations = data;

	(void)cpu;
	targets_add(&durations->pstate, target);
}

struct events_sink durations_sink(struct durations *durations)
{
	struct events_sink sink = {
		.idle = idle,
		.wakeup = wakeup,
		.frequency = frequency,
		.pstate = pstate,
		.data = durations,
	};

	return sink;
}

/* Where the counters speak, periods that the events have not are shown as well: as 0. */
struct report {
	durations_usage_fn usage;
	void *data;
	json_t *array;
};

static void report_cpu(const struct report *report, int cpu, int state,
		       const struct stats *stats)
{
	static const struct stats none;
	json_t *entry, *histogram = json_array();
	uint64_t usage = 0;
	bool known = report->usage && report->usage(cpu, state, &usage, report->data);

	if (!stats && !usage) {
		json_decref(histogram);
		return;
	}
	if (!stats)
		stats = &none;
	for (int i = 0; i < HIST_BUCKETS; i++)
		if (stats->hist[i])
			json_array_append_new(histogram,
					      json_pack("[I,I]", (json_int_t)hist_upper(i),
							(json_int_t)stats->hist[i]));
	entry = json_pack("{s:i,s:i,s:I,s:I,s:I,s:I,s:o}", "cpu", cpu, "state", state,
			  "count", (json_int_t)stats->count,
			  "total_ns", (json_int_t)(stats->mean * (double)stats->count),
			  "min_ns", (json_int_t)stats->min,
			  "max_ns", (json_int_t)stats->max, "histogram", histogram);
	if (known)
		json_object_set_new(entry, "usage", json_integer((json_int_t)usage));
	json_array_append_new(report->array, entry);
}

static void report_state(const struct durations *durations, int state, json_t *point,
			 const struct report *report)
{
	struct stats *all = calloc(1, sizeof(*all));
	char name[48];

	if (!all)
		return;
	for (unsigned int cpu = 0; cpu < durations->cpus; cpu++) {
		const struct stats *stats = durations->idle[cpu][state];

		if (stats)
			stats_merge(all, stats);
		report_cpu(report, (int)cpu, state, stats);
	}
	snprintf(name, sizeof(name), "idle_duration_state%d", state);
	if (all->count)
		result_point_metric(point, name, all, "ns", NULL);
	free(all);
}

static void report_targets(const struct targets *targets, const char *key, json_t *point)
{
	json_t *rows;

	if (!targets->used)
		return;
	rows = json_array();
	for (int i = 0; i < targets->used; i++)
		json_array_append_new(rows, json_pack("[I,I]", (json_int_t)targets->value[i],
						      (json_int_t)targets->count[i]));
	if (targets->beyond)
		json_array_append_new(rows, json_pack("[n,I]", (json_int_t)targets->beyond));
	json_object_set_new(point, key, rows);
}

void durations_report(const struct durations *durations, durations_usage_fn usage,
		      void *data, json_t *point)
{
	struct report report = { usage, data, json_array() };

	for (int state = 0; state < DURATIONS_STATES; state++)
		report_state(durations, state, point, &report);
	json_object_set_new(point, "idle_durations", report.array);
	if (durations->wakeup.count)
		result_point_metric(point, "wakeup_latency", &durations->wakeup, "ns", "lower");
	if (durations->wakeup_command.count)
		result_point_metric(point, "wakeup_latency_command",
				    &durations->wakeup_command, "ns", "lower");
	report_targets(&durations->frequency, "frequency_targets", point);
	report_targets(&durations->pstate, "pstate_targets", point);
}

static bool is_untraced(const struct durations *durations, durations_usage_fn usage,
			void *data, int cpu)
{
	uint64_t entries = 0, more;

	for (int state = 0; state < DURATIONS_STATES; state++) {
		const struct stats *stats = durations->idle[cpu][state];

		if (stats && stats->count)
			return false;
		if (usage(cpu, state, &more, data))
			entries += more;
	}
	return entries >= DURATIONS_UNTRACED_MIN;
}

void durations_untraced(const struct durations *durations, durations_usage_fn usage,
			void *data, struct cpulist *cpus)
{
	for (unsigned int cpu = 0; cpu < durations->cpus; cpu++)
		if (is_untraced(durations, usage, data, (int)cpu))
			cpulist_add(cpus, (int)cpu);
}
