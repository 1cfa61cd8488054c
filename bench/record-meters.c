// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/events.h"
#include "lib/idle.h"
#include "lib/procstat.h"
#include "lib/topology.h"
#include "record-durations.h"
#include "record-hardware.h"
#include "record-meters.h"

struct meters {
	struct durations *durations;
	struct events *events;
	/* Counters of the very interval that the durations cover. */
	struct idle idle;
	bool has_idle;
	struct idle_snapshot *from;
	struct idle_snapshot *to;
	uint64_t *stamp_ns;
	struct hardware hardware;
	uint64_t interrupts;
};

/* No cpuidle is no error here: the driver of all benches has said so. */
static int open_idle(struct meters *meters, struct err *err)
{
	struct cpulist online;
	struct err why;

	if (topology_online(&online, err))
		return -1;
	meters->has_idle = !idle_open(&meters->idle, &online, &why);
	cpulist_free(&online);
	if (!meters->has_idle)
		return 0;
	/* Without waking CPUs, as on a made-up tree, stamps and counters do not match. */
	if (!meters->idle.wake) {
		idle_close(&meters->idle);
		meters->has_idle = false;
		return 0;
	}
	meters->from = idle_snapshot_alloc(&meters->idle);
	meters->to = idle_snapshot_alloc(&meters->idle);
	return 0;
}

/* The snapshot's time on each CPU, by CPU number; NULL without counters. */
static const uint64_t *stamps(struct meters *meters, const struct idle_snapshot *snap,
			      uint64_t otherwise_ns)
{
	unsigned int count = events_cpu_count(meters->events);

	if (!meters->has_idle)
		return NULL;
	for (unsigned int i = 0; i < count; i++)
		meters->stamp_ns[i] = otherwise_ns;
	for (int i = 0; i < meters->idle.cpus; i++) {
		unsigned int cpu = (unsigned int)meters->idle.cpu[i].cpu;

		if (cpu < count && !snap->gone[i])
			meters->stamp_ns[cpu] = snap->stamp_ns[i];
	}
	return meters->stamp_ns;
}

/* A durations_usage_fn: entries of a state between the two snapshots. */
static bool usage_between(int cpu, int state, uint64_t *usage, void *data)
{
	struct meters *meters = data;
	int which = idle_find(&meters->idle, cpu);
	struct idle_interval interval;
	bool found = false;

	if (which < 0)
		return false;
	idle_cpu_interval(&meters->idle, which, meters->from, meters->to, &interval);
	for (int i = 0; interval.valid && i < interval.states; i++) {
		if (interval.state[i].index == state) {
			*usage = interval.state[i].usage;
			found = true;
		}
	}
	idle_interval_free(&interval);
	return found;
}

static int open_events(struct meters *meters, const struct meters_options *options,
		       struct result *result, struct err *err)
{
	struct events_options wanted = {
		.reader_cpu = options->reader_cpu,
		.ring_bytes = options->ring_bytes,
		.budget_percent = options->budget_percent,
		.proc_switches = options->proc_switches,
	};
	struct err why = { 0 };
	char text[sizeof(why.text) + 32];

	if (!options->events) {
		result_note(result, "no tracepoints: --no-events");
		return 0;
	}
	meters->durations = durations_new((unsigned int)sysconf(_SC_NPROCESSORS_CONF));
	if (!meters->durations)
		return err_set(err, BENCH_FAILED, "out of memory");
	wanted.sink = durations_sink(meters->durations);
	if (events_open(&meters->events, &wanted, &why)) {
		snprintf(text, sizeof(text), "no tracepoints: %s", why.text);
		result_note(result, text);
		return 0;
	}
	meters->stamp_ns = calloc(events_cpu_count(meters->events), sizeof(uint64_t));
	if (!meters->stamp_ns)
		return err_set(err, BENCH_FAILED, "out of memory");
	return options->wake ? open_idle(meters, err) : 0;
}

int meters_open(struct meters **out, const struct meters_options *options,
		struct result *result, struct err *err)
{
	struct meters *meters = calloc(1, sizeof(*meters));

	if (!meters)
		return err_set(err, BENCH_FAILED, "out of memory");
	if (open_events(meters, options, result, err)) {
		meters_close(meters);
		return -1;
	}
	hardware_open(&meters->hardware, result);
	*out = meters;
	return 0;
}

int meters_start(struct meters *meters, pid_t pid, struct err *err)
{
	if (meters->durations)
		durations_clear(meters->durations);
	meters->interrupts = procstat_count("intr");
	hardware_start(&meters->hardware);
	if (!meters->events)
		return 0;
	if (events_root(meters->events, pid))
		return err_set(err, BENCH_FAILED, "out of memory");
	if (events_start(meters->events, err))
		return -1;
	if (meters->has_idle)
		idle_snapshot(&meters->idle, meters->from);
	return events_read(meters->events, stamps(meters, meters->from, 0), err);
}

static int stop_events(struct meters *meters, struct events_totals *totals)
{
	if (meters->has_idle) {
		/* Nothing that ends after the snapshot may be read before its time is known. */
		events_hold(meters->events);
		idle_snapshot(&meters->idle, meters->to);
	}
	return events_stop(meters->events, stamps(meters, meters->to, UINT64_MAX), totals);
}

static void report_counts(json_t *point, const struct events_totals *totals)
{
	result_point_event(point, "context_switches", totals->context_switches);
	result_point_event(point, "migrations", totals->migrations);
	if (totals->has_interrupts)
		result_point_event(point, "device_interrupts", totals->device_interrupts);
	if (totals->has_miss) {
		result_point_event(point, "cpu_idle_miss",
				   totals->too_deep + totals->too_shallow);
		result_point_event(point, "cpu_idle_miss_too_deep", totals->too_deep);
		result_point_event(point, "cpu_idle_miss_too_shallow", totals->too_shallow);
	}
	result_point_event(point, "samples", totals->samples);
	result_point_event(point, "lost", totals->lost);
	result_point_event(point, "idle_unmatched", totals->idle_unmatched);
	result_point_event(point, "recorder_wakes", totals->reader_wakes);
	result_point_event(point, "recorder_pauses", totals->pauses);
}

static void report_notes(struct result *result, const struct events_totals *totals,
			 uint64_t elapsed_ns)
{
	char text[256];

	if (totals->lost)
		result_note(result,
			    "events were lost: distributions lack them (a larger --ring helps)");
	if (totals->covered_ns < elapsed_ns) {
		snprintf(text, sizeof(text),
			 "events came too fast for the --budget: distributions cover %.1f %% of the time",
			 100.0 * (double)totals->covered_ns / (double)elapsed_ns);
		result_note(result, text);
	}
}

static void note_untraced(struct meters *meters, struct result *result)
{
	struct cpulist cpus = { 0 };
	char text[256], *list;

	durations_untraced(meters->durations, usage_between, meters, &cpus);
	list = cpus.count ? cpulist_format(&cpus) : NULL;
	if (list) {
		snprintf(text, sizeof(text),
			 "CPUs %.100s: idle periods are counted, but this kernel traces none of them: idle durations lack them",
			 list);
		result_note(result, text);
	}
	free(list);
	cpulist_free(&cpus);
}

static void report_events(struct meters *meters, const struct events_totals *totals,
			  uint64_t elapsed_ns, json_t *point, struct result *result)
{
	durations_report(meters->durations, meters->has_idle ? usage_between : NULL, meters,
			 point);
	report_counts(point, totals);
	result_point_value(point, "recorder_share",
			   100.0 * (double)totals->reader_ns / (double)elapsed_ns,
			   "percent of one CPU", NULL);
	result_point_value(point, "events_coverage",
			   100.0 * (double)totals->covered_ns / (double)elapsed_ns,
			   "percent of time", NULL);
	if (totals->sample_cost_ns)
		result_point_value(point, "recorder_sample_cost",
				   (double)totals->sample_cost_ns, "ns", NULL);
	report_notes(result, totals, elapsed_ns);
	if (meters->has_idle && !totals->pauses)
		note_untraced(meters, result);
}

void meters_stop(struct meters *meters, uint64_t elapsed_ns, json_t *point,
		 struct result *result)
{
	struct events_totals totals = { 0 };
	int error = 0;

	if (meters->events)
		error = stop_events(meters, &totals);
	/* Its edges lie a little outside the command's. */
	if (totals.covered_ns > elapsed_ns || !totals.pauses)
		totals.covered_ns = elapsed_ns;
	hardware_stop(&meters->hardware, point, result);
	if (!point)
		return;
	result_point_event(point, "interrupts", procstat_count("intr") - meters->interrupts);
	if (error)
		result_note(result, "the events' reader ran out of memory: wakeups are missing");
	if (meters->events)
		report_events(meters, &totals, elapsed_ns, point, result);
}

void meters_close(struct meters *meters)
{
	if (!meters)
		return;
	events_close(meters->events);
	durations_free(meters->durations);
	if (meters->has_idle)
		idle_close(&meters->idle);
	idle_snapshot_free(meters->from);
	idle_snapshot_free(meters->to);
	free(meters->stamp_ns);
	hardware_close(&meters->hardware);
	free(meters);
}
