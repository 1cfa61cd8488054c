// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>

#include "relative.h"

double rp_relative(double value, double reference, int better)
{
	if (better > 0)
		return value > 0 ? 100 * (reference / value - 1) : NAN;
	return reference != 0 ? 100 * (value / reference - 1) : NAN;
}

double rp_point_mean(const struct rp_series *series, const char *metric,
		     double value)
{
	double *values = malloc((series->count + 1) * sizeof(*values));
	double sum = 0;
	size_t count;

	if (!values)
		return NAN;
	count = rp_values(series, metric, value, values);
	for (size_t i = 0; i < count; i++)
		sum += values[i];
	free(values);
	return count ? sum / count : NAN;
}

static double run_value(const struct rp_experiment *from,
			const struct rp_run *run, const char *metric,
			long point)
{
	double sum = 0;
	size_t count = 0;

	for (size_t p = 0; p < from->n_points; p++) {
		const struct rp_point *at;
		const struct rp_metric *found;

		if (point < 0 ? !!from->points[p].excluded : p != (size_t)point)
			continue;
		at = rp_point_at(run, from->points[p].value);
		found = at ? rp_metric(at, metric) : NULL;
		if (found && found->count) {
			sum += found->mean;
			count++;
		}
	}
	return count ? sum / count : NAN;
}

size_t rp_run_values(const struct rp_experiment *from,
		     const struct rp_series *series, const char *metric,
		     long point, double *out)
{
	size_t count = 0;

	for (size_t r = 0; r < series->count; r++) {
		double value = run_value(from, series->runs[r], metric, point);

		if (!isnan(value))
			out[count++] = value;
	}
	return count;
}

struct rp_sweep rp_sweep(const struct rp_experiment *from, const char *metric,
			 size_t series)
{
	struct rp_sweep sweep = { 0, -HUGE_VAL, HUGE_VAL, 0, 0 };
	int better = rp_better(from, metric);

	for (size_t p = 0; p < from->n_points; p++) {
		const struct rp_axis_point *point = &from->points[p];
		double relative;

		if (point->excluded)
			continue;
		relative = rp_relative(rp_point_mean(&from->series[series],
						     metric, point->value),
				       rp_point_mean(&from->series[0], metric,
						     point->value), better);
		if (!isfinite(relative)) {
			sweep.missing++;
			continue;
		}
		sweep.average += relative;
		sweep.max = fmax(sweep.max, relative);
		sweep.min = fmin(sweep.min, relative);
		sweep.points++;
	}
	sweep.average /= sweep.points;
	return sweep;
}
