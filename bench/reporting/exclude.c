// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>

#include "arena.h"
#include "exclude.h"
#include "statistics.h"

#define GAP_MAX 2

static const char two_levels[] =
	"bi-stable (under the reference or half of the series); --bistable keep compares it";
static const char between[] = "between bi-stable points; --bistable keep compares it";
static const char asked_for[] = "left out by --exclude";
static const char not_asked[] = "not within --only";

/* The program saw two levels in half of the series' runs, or in more. */
static bool told_bistable(const struct rp_series *series, double value)
{
	size_t told = 0, have = 0;

	for (size_t i = 0; i < series->count; i++) {
		const struct rp_point *point =
			rp_point_at(series->runs[i], value);

		have += !!point;
		told += point && point->bistable;
	}
	return told && told * 2 >= have;
}

static bool shown_bistable(const struct rp_series *series, const char *metric,
			   double value)
{
	double *values, low, high;
	bool two;
	size_t n;

	if (series->count < 4)
		return false;
	values = malloc(series->count * sizeof(*values));
	if (!values)
		return false;
	n = rp_values(series, metric, value, values);
	two = rp_two_levels(values, n, &low, &high);
	free(values);
	return two;
}

static void judge_point(const struct rp_experiment *from,
			struct rp_axis_point *point, bool keep)
{
	size_t count = 0;
	bool reference = false;

	for (size_t s = 0; s < from->n_series; s++) {
		const struct rp_series *series = &from->series[s];

		if (!told_bistable(series, point->value) &&
		    !shown_bistable(series, from->metric, point->value))
			continue;
		count++;
		reference |= !s;
		point->two_levels = arena_printf("%s%s%s", point->two_levels ?
			point->two_levels : "", point->two_levels ? ", " : "",
			series->label);
	}
	if (point->two_levels)
		point->two_levels = arena_intern(point->two_levels);
	if (!keep && (reference || (count && count * 2 >= from->n_series)))
		point->excluded = two_levels;
}

static bool bistable(const struct rp_axis_point *point)
{
	return point->excluded == two_levels;
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
	for (size_t p = 0; p < from->n_points; p++)
		judge_point(from, &from->points[p],
			    exclusion->keep_bistable || !from->axis);
	fill_gaps(from);
	for (size_t p = 0; p < from->n_points; p++) {
		if (within(exclusion->out, exclusion->n_out, p + 1))
			from->points[p].excluded = asked_for;
		else if (exclusion->n_only &&
			 !within(exclusion->only, exclusion->n_only, p + 1))
			from->points[p].excluded = not_asked;
	}
}
