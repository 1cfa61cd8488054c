/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Sorts runs into experiments (one program, one sweep) and, within each, into
 * series (one governor and setting; one kernel or machine where asked for).
 * A series is a column of a comparison; its runs are its replicates.
 */
#ifndef REPORTING_EXPERIMENT_H
#define REPORTING_EXPERIMENT_H

#include "load.h"

/**
 * struct rp_series - the runs that are one side of a comparison
 * @label: "teo", "teo+fixup", "teo, 6.12.1"
 * @runs: its runs
 * @count: how many
 */
struct rp_series {
	const char *label;
	struct rp_run **runs;
	size_t count;
};

/**
 * struct rp_axis_point - a point of the sweep that the series share
 * @value: value of the axis
 * @excluded: NULL, or why it is left out of comparisons
 * @two_levels: labels of the series that are bi-stable there, or NULL
 */
struct rp_axis_point {
	double value;
	const char *excluded;
	const char *two_levels;
};

/**
 * struct rp_experiment - what can be compared
 * @program: the program
 * @axis: what was swept, or NULL
 * @cpus: which CPUs took part, as asked for, or NULL
 * @metric: the metric that is compared
 * @series: the series, the reference first
 * @n_series: how many
 * @points: every value of the axis that any run has, ascending
 * @n_points: how many
 * @runs: all runs
 * @n_runs: how many
 */
struct rp_experiment {
	const char *program;
	const char *axis;
	const char *cpus;
	const char *metric;
	struct rp_series *series;
	size_t n_series;
	struct rp_axis_point *points;
	size_t n_points;
	struct rp_run **runs;
	size_t n_runs;
};

/**
 * struct rp_choice - what the user asked for
 * @by: what tells series apart besides governor and setting: "kernel_release",
 *	"hostname", any key of the host object, or "program_version" or "day";
 *	a comma between; NULL to choose
 * @reference: label of the reference series, or NULL
 * @metric: metric, or NULL
 * @order: labels in the order of the columns, a comma between, or NULL
 */
struct rp_choice {
	const char *by;
	const char *reference;
	const char *metric;
	const char *order;
};

/**
 * rp_experiments() - sort runs into experiments
 * @set: what was read
 * @choice: what the user asked for
 * @list: the experiments
 * @problem: when 0 is returned, what is wrong with @choice
 *
 * Return: how many experiments; 0 when the choice fits none.
 */
size_t rp_experiments(const struct rp_set *set, const struct rp_choice *choice,
		      struct rp_experiment **list, const char **problem);

/**
 * rp_point_at() - a run's point at a value of the axis
 * @run: the run
 * @value: the value
 *
 * Return: the point, or NULL.
 */
const struct rp_point *rp_point_at(const struct rp_run *run, double value);

/**
 * rp_values() - the metric's mean in each run of a series at a point
 * @series: the series
 * @metric: the metric
 * @value: value of the axis
 * @out: room for series->count numbers
 *
 * Return: how many runs have it.
 */
size_t rp_values(const struct rp_series *series, const char *metric,
		 double value, double *out);

/**
 * rp_better() - which way the metric is better
 * @experiment: the experiment
 * @metric: the metric
 *
 * Return: -1, 1 or 0 as struct rp_metric tells.
 */
int rp_better(const struct rp_experiment *experiment, const char *metric);

/* The metric's unit, "" when none. */
const char *rp_unit(const struct rp_experiment *experiment, const char *metric);

#endif /* REPORTING_EXPERIMENT_H */
