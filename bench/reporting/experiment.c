// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena.h"
#include "experiment.h"
#include "series.h"

/* The sweep's axis; runs of one program that swept other things are apart. */
static const char *axis_of(const struct rp_run *run)
{
	for (size_t i = 0; i < run->n_points; i++)
		if (run->points[i].axis_name)
			return run->points[i].axis_name;
	return NULL;
}

static int compare_values(const void *a, const void *b)
{
	double x = ((const struct rp_axis_point *)a)->value;
	double y = ((const struct rp_axis_point *)b)->value;

	return (x > y) - (x < y);
}

static void collect_points(struct rp_experiment *experiment)
{
	struct rp_axis_point *points;
	size_t count = 0, unique = 0;

	for (size_t i = 0; i < experiment->n_runs; i++)
		count += experiment->runs[i]->n_points;
	points = calloc(count + 1, sizeof(*points));
	if (!points)
		return;
	count = 0;
	for (size_t i = 0; i < experiment->n_runs; i++)
		for (size_t k = 0; k < experiment->runs[i]->n_points; k++)
			points[count++].value =
				experiment->runs[i]->points[k].axis_value;
	qsort(points, count, sizeof(*points), compare_values);
	for (size_t i = 0; i < count; i++)
		if (!unique || points[i].value != points[unique - 1].value)
			points[unique++] = points[i];
	experiment->points = arena_new(struct rp_axis_point, unique);
	memcpy(experiment->points, points, unique * sizeof(*points));
	experiment->n_points = unique;
	free(points);
}

static int compare_points(const void *a, const void *b)
{
	double x = ((const struct rp_point *)a)->axis_value;
	double y = ((const struct rp_point *)b)->axis_value;

	return (x > y) - (x < y);
}

const struct rp_point *rp_point_at(const struct rp_run *run, double value)
{
	struct rp_point key = { .axis_value = value };

	return bsearch(&key, run->points, run->n_points, sizeof(key),
		       compare_points);
}

size_t rp_values(const struct rp_series *series, const char *metric,
		 double value, double *out)
{
	size_t count = 0;

	for (size_t i = 0; i < series->count; i++) {
		const struct rp_point *point =
			rp_point_at(series->runs[i], value);
		const struct rp_metric *found =
			point ? rp_metric(point, metric) : NULL;

		if (found && found->count)
			out[count++] = found->mean;
	}
	return count;
}

static const struct rp_metric *any_metric(const struct rp_experiment *experiment,
					  const char *metric)
{
	for (size_t i = 0; i < experiment->n_runs; i++)
		for (size_t k = 0; k < experiment->runs[i]->n_points; k++) {
			const struct rp_metric *found =
				rp_metric(&experiment->runs[i]->points[k],
					  metric);

			if (found)
				return found;
		}
	return NULL;
}

int rp_better(const struct rp_experiment *experiment, const char *metric)
{
	const struct rp_metric *found = any_metric(experiment, metric);

	return found ? found->better : 0;
}

const char *rp_unit(const struct rp_experiment *experiment, const char *metric)
{
	const struct rp_metric *found = any_metric(experiment, metric);

	return found && found->unit ? found->unit : "";
}

/*
 * The metric that a program is about; another program's first metric that has
 * a better side.
 */
static const char *main_metric(const struct rp_experiment *experiment)
{
	static const char *const known[] = { "loop_ns", "ns_per_loop",
		"wakeup_latency_ns", "wakeup_ns", "records_per_s", "elapsed" };
	const struct rp_run *run = experiment->runs[0];

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (any_metric(experiment, arena_intern(known[i])))
			return arena_intern(known[i]);
	for (int sided = 1; sided >= 0; sided--)
		for (size_t k = 0; k < run->n_points; k++)
			for (size_t m = 0; m < run->points[k].n_metrics; m++)
				if (run->points[k].metrics[m].better || !sided)
					return run->points[k].metrics[m].name;
	return NULL;
}

static struct rp_experiment *find(struct rp_experiment *list, size_t count,
				  const struct rp_run *run)
{
	const char *axis = axis_of(run);

	for (size_t i = 0; i < count; i++)
		if (list[i].program == run->program && list[i].axis == axis &&
		    list[i].cpus == run->cpus)
			return &list[i];
	return NULL;
}

static void add_run(struct rp_experiment *experiment, struct rp_run *run,
		    size_t room)
{
	if (!experiment->runs)
		experiment->runs = arena_new(struct rp_run *, room);
	qsort(run->points, run->n_points, sizeof(*run->points),
	      compare_points);
	experiment->runs[experiment->n_runs++] = run;
}

static const char *choose_metric(struct rp_experiment *experiment,
				 const char *asked)
{
	if (!asked)
		return main_metric(experiment);
	asked = arena_intern(asked);
	return any_metric(experiment, asked) ? asked : NULL;
}

size_t rp_experiments(const struct rp_set *set, const struct rp_choice *choice,
		      struct rp_experiment **list, const char **problem)
{
	struct rp_experiment *all = arena_new(struct rp_experiment,
					      set->n_runs + 1);
	size_t count = 0, used = 0;
	const char *wrong;

	*problem = NULL;
	for (size_t i = 0; i < set->n_runs; i++) {
		struct rp_experiment *at = find(all, count, set->runs[i]);

		if (!at) {
			at = &all[count++];
			at->program = set->runs[i]->program;
			at->axis = axis_of(set->runs[i]);
			at->cpus = set->runs[i]->cpus;
		}
		add_run(at, set->runs[i], set->n_runs);
	}
	for (size_t i = 0; i < count; i++) {
		all[i].metric = choose_metric(&all[i], choice->metric);
		if (choice->metric && !all[i].metric)
			continue;
		collect_points(&all[i]);
		wrong = rp_split_series(&all[i], choice);
		if (!wrong)
			all[used++] = all[i];
		else
			*problem = wrong;
	}
	if (!used && !*problem)
		*problem = choice->metric ?
			arena_printf("--metric %s: no run has it",
				     choice->metric) : "no usable run";
	*list = all;
	return used;
}
