/* SPDX-License-Identifier: GPL-2.0 */
/* A metric relative to the reference, in per cent; negative is better. */
#ifndef REPORTING_RELATIVE_H
#define REPORTING_RELATIVE_H

#include "experiment.h"

/**
 * rp_relative() - a value relative to a reference
 * @value: the value
 * @reference: the reference's
 * @better: as in struct rp_metric
 *
 * For a metric of which more is better the inverse is compared (the time that
 * a unit of it takes), so that negative always is better.
 *
 * Return: per cent; NAN when it cannot be told.
 */
double rp_relative(double value, double reference, int better);

/**
 * rp_point_mean() - mean over a series' runs at a point
 * @series: the series
 * @metric: the metric
 * @value: value of the axis
 *
 * Return: the mean; NAN when no run has it.
 */
double rp_point_mean(const struct rp_series *series, const char *metric,
		     double value);

/**
 * rp_run_values() - a metric of each run of a series
 * @from: the experiment
 * @series: the series
 * @metric: the metric
 * @point: number of the point, or -1: mean over the points that are not excluded
 * @out: room for series->count numbers
 *
 * Return: how many runs have it.
 */
size_t rp_run_values(const struct rp_experiment *from,
		     const struct rp_series *series, const char *metric,
		     long point, double *out);

/**
 * struct rp_sweep - a series against the reference, over the points of a sweep
 * @average: mean of the points' relative values, per cent
 * @max: the worst
 * @min: the best
 * @points: points that both have and that are not excluded
 * @missing: points that one of them lacks
 */
struct rp_sweep {
	double average, max, min;
	size_t points, missing;
};

/**
 * rp_sweep() - a series against the reference (series 0)
 * @from: the experiment
 * @metric: the metric
 * @series: number of the series
 */
struct rp_sweep rp_sweep(const struct rp_experiment *from, const char *metric,
			 size_t series);

#endif /* REPORTING_RELATIVE_H */
