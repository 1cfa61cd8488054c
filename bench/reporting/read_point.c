// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "read.h"
#include "read_point.h"

static void read_samples(struct doc *doc, json_t *from, bool keep,
			 struct rp_metric *to)
{
	json_t *samples = doc_array(doc, from, "samples", false), *value;
	size_t i;

	to->n_samples = json_array_size(samples);
	if (!keep || !to->n_samples)
		return;
	to->samples = arena_new(double, to->n_samples);
	json_array_foreach(samples, i, value) {
		if (!json_is_number(value)) {
			doc_fail(doc, "samples", "has something that is no number");
			return;
		}
		to->samples[i] = json_number_value(value);
	}
}

static void read_histogram(struct doc *doc, json_t *from, struct rp_metric *to)
{
	json_t *buckets = doc_array(doc, from, "histogram", false), *bucket;
	size_t i;

	to->n_buckets = json_array_size(buckets);
	to->histogram = arena_new(struct rp_bucket, to->n_buckets);
	json_array_foreach(buckets, i, bucket) {
		json_t *upper = json_array_get(bucket, 0);
		json_t *count = json_array_get(bucket, 1);

		if (!json_is_number(upper) || !json_is_number(count)) {
			doc_fail(doc, "histogram", "has something that is no [upper, count]");
			return;
		}
		to->histogram[i].upper_ns = json_number_value(upper);
		to->histogram[i].count = json_number_value(count);
	}
}

static void read_metric(struct doc *doc, const char *name, json_t *from,
			int keep, struct rp_metric *to)
{
	const char *better = doc_text(doc, from, "better", false);

	to->name = arena_intern(name);
	to->unit = doc_text(doc, from, "unit", false);
	to->better = !better ? 0 : !strcmp(better, "lower") ? -1 :
		     !strcmp(better, "higher") ? 1 : 0;
	to->count = doc_count(doc, from, "count", true);
	to->mean = doc_number(doc, from, "mean", NAN, true);
	to->stddev = doc_number(doc, from, "stddev", NAN, false);
	to->min = doc_number(doc, from, "min", NAN, false);
	to->p50 = doc_number(doc, from, "p50", NAN, false);
	to->p90 = doc_number(doc, from, "p90", NAN, false);
	to->p99 = doc_number(doc, from, "p99", NAN, false);
	to->p999 = doc_number(doc, from, "p999", NAN, false);
	to->max = doc_number(doc, from, "max", NAN, false);
	read_samples(doc, from, keep & RP_KEEP_SAMPLES, to);
	if (keep & RP_KEEP_HISTOGRAMS)
		read_histogram(doc, from, to);
}

static int compare_metrics(const void *a, const void *b)
{
	const struct rp_metric *x = a, *y = b;

	return strcmp(x->name, y->name);
}

static void read_metrics(struct doc *doc, json_t *from, int keep,
			 struct rp_point *to)
{
	json_t *metrics = doc_object(doc, from, "metrics", true), *metric;
	const char *name;

	to->metrics = arena_new(struct rp_metric, json_object_size(metrics));
	json_object_foreach(metrics, name, metric) {
		if (!json_is_object(metric)) {
			doc_fail(doc, name, "is not an object");
			return;
		}
		read_metric(doc, name, metric, keep,
			    &to->metrics[to->n_metrics++]);
	}
	qsort(to->metrics, to->n_metrics, sizeof(*to->metrics),
	      compare_metrics);
}

static void read_states(struct doc *doc, json_t *from, struct rp_idle *to)
{
	json_t *states = doc_array(doc, from, "states", true), *state;
	size_t i;

	to->count = json_array_size(states);
	to->states = arena_new(struct rp_usage, to->count);
	json_array_foreach(states, i, state) {
		struct rp_usage *usage = &to->states[i];

		usage->index = doc_count(doc, state, "index", true);
		usage->name = doc_text(doc, state, "name", true);
		usage->usage = doc_count(doc, state, "usage", true);
		usage->time_ns = doc_count(doc, state, "time_ns", true);
		usage->above = doc_count(doc, state, "above", false);
		usage->below = doc_count(doc, state, "below", false);
		usage->rejected = doc_count(doc, state, "rejected", false);
		usage->pending_ns = doc_count(doc, state, "pending_ns", false);
	}
}

static void read_per_cpu(struct doc *doc, json_t *group, struct rp_point *to)
{
	json_t *array = doc_array(doc, group, "per_cpu", false), *cpu;
	size_t count = to->n_per_cpu + json_array_size(array), i;
	struct rp_idle *all = arena_new(struct rp_idle, count);

	if (to->n_per_cpu)
		memcpy(all, to->per_cpu, to->n_per_cpu * sizeof(*all));
	json_array_foreach(array, i, cpu) {
		struct rp_idle *one = &all[to->n_per_cpu + i];

		one->cpus = doc_any(json_object_get(cpu, "cpu"));
		one->elapsed_ns = doc_count(doc, cpu, "elapsed_ns", false);
		one->valid = doc_bool(doc, cpu, "valid", true);
		one->why = doc_text(doc, cpu, "why", false);
		read_states(doc, cpu, one);
	}
	to->per_cpu = all;
	to->n_per_cpu = count;
}

static void read_idle(struct doc *doc, json_t *from, int keep,
		      struct rp_point *to)
{
	json_t *groups = doc_array(doc, from, "idle", false), *group;
	size_t i;

	to->n_idle = json_array_size(groups);
	to->idle = arena_new(struct rp_idle, to->n_idle);
	json_array_foreach(groups, i, group) {
		struct rp_idle *idle = &to->idle[i];

		idle->group = doc_text(doc, group, "group", true);
		idle->cpus = doc_cpus(doc, group, "cpus");
		idle->elapsed_ns = doc_count(doc, group, "elapsed_ns", true);
		idle->valid = doc_bool(doc, group, "valid", true);
		idle->why = doc_text(doc, group, "why", false);
		read_states(doc, group, idle);
		if (keep & RP_KEEP_PER_CPU)
			read_per_cpu(doc, group, to);
	}
}

static void read_energy(struct doc *doc, json_t *from, struct rp_point *to)
{
	json_t *domains = doc_array(doc, from, "energy", false), *domain;
	size_t i;

	to->n_energy = json_array_size(domains);
	to->energy = arena_new(struct rp_named, to->n_energy);
	json_array_foreach(domains, i, domain) {
		to->energy[i].name = doc_text(doc, domain, "domain", true);
		to->energy[i].value =
			doc_number(doc, domain, "joules", 0, true);
	}
}

static void read_events(struct doc *doc, json_t *from, struct rp_point *to)
{
	json_t *events = doc_object(doc, from, "events", false), *event;
	const char *name;

	to->events = arena_new(struct rp_named, json_object_size(events));
	json_object_foreach(events, name, event) {
		if (!json_is_number(event))
			continue;
		to->events[to->n_events].name = arena_intern(name);
		to->events[to->n_events++].value = json_number_value(event);
	}
}

/* Power is a metric like any other: it can be compared, drawn and gated. */
static void derive_power(struct rp_point *to)
{
	struct rp_metric *metrics;

	if (!to->n_energy || !to->elapsed_ns)
		return;
	metrics = arena_new(struct rp_metric, to->n_metrics + to->n_energy);
	if (to->n_metrics)
		memcpy(metrics, to->metrics, to->n_metrics * sizeof(*metrics));
	to->metrics = metrics;
	for (size_t i = 0; i < to->n_energy; i++) {
		struct rp_metric *power = &metrics[to->n_metrics++];
		char name[256];

		snprintf(name, sizeof(name), "power_%s_w", to->energy[i].name);
		*power = (struct rp_metric){
			.name = arena_intern(name), .unit = arena_intern("W"),
			.better = -1, .count = 1,
			.mean = to->energy[i].value * 1e9 / to->elapsed_ns,
			.stddev = NAN, .min = NAN, .p50 = NAN, .p90 = NAN,
			.p99 = NAN, .p999 = NAN, .max = NAN,
		};
	}
	qsort(metrics, to->n_metrics, sizeof(*metrics), compare_metrics);
}

void rp_read_point(struct doc *doc, json_t *from, int keep,
		   struct rp_point *to)
{
	json_t *axis, *bistable;

	if (!json_is_object(from)) {
		doc_fail(doc, "", "is not an object");
		return;
	}
	axis = doc_object(doc, from, "axis", false);
	bistable = doc_object(doc, from, "bistable", false);
	to->index = doc_count(doc, from, "index", true);
	to->elapsed_ns = doc_count(doc, from, "elapsed_ns", true);
	to->converged = json_is_boolean(json_object_get(from, "converged")) ?
		doc_bool(doc, from, "converged", false) : -1;
	if (axis) {
		to->axis_name = doc_text(doc, axis, "name", true);
		to->axis_value = doc_number(doc, axis, "value", 0, true);
	}
	if (bistable) {
		to->bistable = true;
		to->low = doc_number(doc, bistable, "low", 0, false);
		to->high = doc_number(doc, bistable, "high", 0, false);
		to->share_high =
			doc_number(doc, bistable, "share_high", 0, false);
	}
	read_metrics(doc, from, keep, to);
	read_idle(doc, from, keep, to);
	read_energy(doc, from, to);
	if (!doc->error)
		derive_power(to);
	read_events(doc, from, to);
}
