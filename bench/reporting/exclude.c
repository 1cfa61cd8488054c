// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "arena.h"
#include "exclude.h"
#include "statistics.h"

#define GAP_MAX 2

static const char said_so[] = "bi-stable (the program saw two levels); --bistable keep compares it";
static const char runs_show[] = "bi-stable (the runs lie on two levels); --bistable keep compares it";
static const char between[] = "between bi-stable points; --bistable keep compares it";
static const char asked_for[] = "left out by --exclude";
static const char not_asked[] = "not within --only";

static bool told_bistable(const struct rp_experiment *from, double value)
{
	for (size_t i = 0; i < from->n_runs; i++) {
		const struct rp_point *point =
			rp_point_at(from->runs[i], value);

		if (point && point->bistable)
			return true;
	}
	return false;
}

static bool shown_bistable(const struct rp_experiment *from, double value)
{
	for (size_t s = 0; s < from->n_series; s++) {
		const struct rp_series *series = &from->series[s];
		double *values, low, high;
		bool two;
		size_t n;

		if (series->count < 4)
			continue;
		values = malloc(series->count * sizeof(*values));
		if (!values)
			return false;
		n = rp_values(series, from->metric, value, values);
		two = rp_two_levels(values, n, &low, &high);
		free(values);
		if (two)
			return true;
	}
	return false;
}

static bool bistable(const struct rp_axis_point *point)
{
	return point->excluded == said_so || point->excluded == runs_show;
}

static void fill_gaps(struct rp_experiment *from)
{
	size_t last = from->n_points;

	for (size_t p = 0; p < from->n_points; p++) {
		if (!bistable(&from->points[p]))
			continue;
		if (last < from->n_points && p - last - 1 <= GAP_MAX)
			for (size_t k = last + 1; k < p; k++)
				from->points[k].excluded = between;
		last = p;
	}
}

static bool within(const struct rp_range *ranges, size_t count, size_t number)
{
	for (size_t i = 0; i < count; i++)
		if (number >= ranges[i].from && number <= ranges[i].to)
			return true;
	return false;
}

void rp_exclude(struct rp_experiment *from,
		const struct rp_exclusion *exclusion)
{
	/* Without a sweep there is no range to leave out. */
	if (!exclusion->keep_bistable && from->axis)
		for (size_t p = 0; p < from->n_points; p++) {
			if (told_bistable(from, from->points[p].value))
				from->points[p].excluded = said_so;
			else if (shown_bistable(from, from->points[p].value))
				from->points[p].excluded = runs_show;
		}
	fill_gaps(from);
	for (size_t p = 0; p < from->n_points; p++) {
		if (within(exclusion->out, exclusion->n_out, p + 1))
			from->points[p].excluded = asked_for;
		else if (exclusion->n_only &&
			 !within(exclusion->only, exclusion->n_only, p + 1))
			from->points[p].excluded = not_asked;
	}
}
