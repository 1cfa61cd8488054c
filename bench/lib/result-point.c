// SPDX-License-Identifier: GPL-2.0
/* The points of a result file. */
#include <string.h>

#include "result.h"

json_t *result_point(struct result *result, int index, const char *axis, uint64_t value)
{
	json_t *point = json_pack("{s:i, s:{}, s:[], s:[], s:{}, s:n, s:n}", "index", index,
				  "metrics", "idle", "energy", "events", "bistable",
				  "converged");

	json_object_set_new(point, "axis",
			    axis ? json_pack("{s:s, s:I}", "name", axis, "value",
					     (json_int_t)value) : json_null());
	json_array_append_new(json_object_get(result->root, "points"), point);
	return point;
}

static void set_int(json_t *object, const char *key, uint64_t value)
{
	json_object_set_new(object, key, json_integer((json_int_t)value));
}

static json_t *metric_head(const char *unit, const char *better, uint64_t count,
			   double mean)
{
	json_t *metric = json_pack("{s:s, s:f}", "unit", unit, "mean", mean);

	json_object_set_new(metric, "better", better ? json_string(better) : json_null());
	set_int(metric, "count", count);
	return metric;
}

static json_t *histogram(const struct stats *stats)
{
	json_t *rows = json_array();
	int i;

	for (i = 0; i < HIST_BUCKETS; i++)
		if (stats->hist[i])
			json_array_append_new(rows,
					      json_pack("[I, I]", (json_int_t)hist_upper(i),
							(json_int_t)stats->hist[i]));
	return rows;
}

static void add_metric(json_t *point, const char *name, json_t *metric)
{
	json_object_set_new(json_object_get(point, "metrics"), name, metric);
}

void result_point_metric(json_t *point, const char *name, const struct stats *stats,
			 const char *unit, const char *better)
{
	json_t *metric = metric_head(unit, better, stats->count, stats->mean);
	json_t *samples;
	int i;

	if (stats->count) {
		json_object_set_new(metric, "stddev", json_real(stats_stddev(stats)));
		set_int(metric, "min", stats->min);
		set_int(metric, "p50", stats_percentile(stats, 50));
		set_int(metric, "p90", stats_percentile(stats, 90));
		set_int(metric, "p99", stats_percentile(stats, 99));
		set_int(metric, "p999", stats_percentile(stats, 99.9));
		set_int(metric, "max", stats->max);
		json_object_set_new(metric, "histogram", histogram(stats));
	}
	if (stats->samples) {
		samples = json_array();
		for (i = 0; i < stats->samples; i++)
			json_array_append_new(samples, json_real(stats->sample[i]));
		json_object_set_new(metric, "samples", samples);
	}
	add_metric(point, name, metric);
}

void result_point_value(json_t *point, const char *name, double value,
			const char *unit, const char *better)
{
	add_metric(point, name, metric_head(unit, better, 1, value));
}

static json_t *states(const struct idle_interval *interval)
{
	json_t *all = json_array();
	int i;

	for (i = 0; i < interval->states; i++) {
		const struct idle_delta *s = &interval->state[i];
		json_t *one = json_pack("{s:i, s:s}", "index", s->index, "name", s->name);

		set_int(one, "usage", s->usage);
		set_int(one, "time_ns", s->time_ns);
		set_int(one, "above", s->above);
		set_int(one, "below", s->below);
		set_int(one, "rejected", s->rejected);
		set_int(one, "pending_ns", s->pending_ns);
		json_array_append_new(all, one);
	}
	return all;
}

static json_t *interval_json(const struct idle_interval *interval)
{
	json_t *entry = json_pack("{s:b, s:o}", "valid", interval->valid, "states",
				  states(interval));

	set_int(entry, "elapsed_ns", interval->elapsed_ns);
	if (interval->carried_ns)
		set_int(entry, "carried_ns", interval->carried_ns);
	if (interval->unseen_ns)
		set_int(entry, "unseen_ns", interval->unseen_ns);
	if (!interval->valid)
		json_object_set_new(entry, "why", json_string(interval->why));
	return entry;
}

void result_point_idle(json_t *point, const char *group, const struct cpulist *cpus,
		       const struct idle *idle, const struct idle_snapshot *from,
		       const struct idle_snapshot *to)
{
	json_t *entry, *numbers = json_array(), *per_cpu = json_array();
	struct idle_interval interval;
	struct cpulist once;
	int i;

	idle_group_interval(idle, cpus, from, to, &interval);
	entry = interval_json(&interval);
	idle_interval_free(&interval);
	cpulist_copy(&once, cpus);
	cpulist_unique(&once);
	for (i = 0; i < once.count; i++) {
		int which = idle_find(idle, once.cpu[i]);
		json_t *one;

		json_array_append_new(numbers, json_integer(once.cpu[i]));
		if (which < 0)
			continue;
		idle_cpu_interval(idle, which, from, to, &interval);
		one = interval_json(&interval);
		set_int(one, "cpu", once.cpu[i]);
		json_array_append_new(per_cpu, one);
		idle_interval_free(&interval);
	}
	cpulist_free(&once);
	json_object_set_new(entry, "group", json_string(group));
	json_object_set_new(entry, "cpus", numbers);
	json_object_set_new(entry, "per_cpu", per_cpu);
	json_array_append_new(json_object_get(point, "idle"), entry);
}

void result_point_event(json_t *point, const char *name, uint64_t count)
{
	set_int(json_object_get(point, "events"), name, count);
}

void result_point_energy(json_t *point, const char *domain, double joules)
{
	json_array_append_new(json_object_get(point, "energy"),
			      json_pack("{s:s, s:f}", "domain", domain, "joules", joules));
}
