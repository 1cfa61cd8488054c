/* SPDX-License-Identifier: GPL-2.0 */
/* Compares a series with the reference: difference, interval, verdict. */
#ifndef REPORTING_COMPARE_H
#define REPORTING_COMPARE_H

#include "experiment.h"
#include "statistics.h"

/**
 * enum rp_verdict - what can be said of a difference
 */
enum rp_verdict {
	VERDICT_BETTER,
	VERDICT_WORSE,
	VERDICT_NONE,
	VERDICT_FEW,
};

enum rp_correction {
	CORRECT_HOLM,
	CORRECT_BH,
	CORRECT_NOTHING,
};

/**
 * struct rp_rules - how comparisons are judged
 * @confidence: of intervals; a verdict needs p below 1 - confidence
 * @bootstrap: percentile bootstrap instead of Welch
 * @seed: of the bootstrap
 * @correction: for the many points of a sweep, and the many series
 * @min_runs: fewer runs on either side give no verdict, 2 or more
 * @threshold: differences smaller than this, per cent, are no difference
 * @samples: per-batch means of the runs stand in for runs
 */
struct rp_rules {
	double confidence;
	bool bootstrap;
	unsigned long seed;
	enum rp_correction correction;
	size_t min_runs;
	double threshold;
	bool samples;
};

/**
 * struct rp_comparison - a series against the reference
 * @reference: the reference's moments, in the metric's unit (per cent for a sweep)
 * @other: the series' moments
 * @test: difference and interval, per cent of the reference; negative is better
 * @corrected: p corrected for the number of comparisons
 * @verdict: what can be said
 * @better: points of the sweep that are better by themselves, after correction
 * @worse: points that are worse
 * @points: points that were compared
 */
struct rp_comparison {
	struct rp_moments reference, other;
	struct rp_test test;
	double corrected;
	enum rp_verdict verdict;
	size_t better, worse, points;
};

/**
 * rp_compare_points() - a series with the reference at each point
 * @from: the experiment
 * @metric: the metric
 * @series: number of the series, 1 or more
 * @rules: how it is judged
 * @out: room for from->n_points comparisons; @points is 0 where a side has none or
 *	the point is excluded
 */
void rp_compare_points(const struct rp_experiment *from, const char *metric,
		       size_t series, const struct rp_rules *rules,
		       struct rp_comparison *out);

/**
 * rp_compare_sweep() - each series with the reference, over the whole sweep
 * @from: the experiment
 * @metric: the metric
 * @rules: how it is judged
 * @out: room for from->n_series comparisons; the first is the reference itself
 *
 * The replicates are the runs: each run's mean over the points of its per cent
 * against the reference's mean at the point.
 */
void rp_compare_sweep(const struct rp_experiment *from, const char *metric,
		      const struct rp_rules *rules, struct rp_comparison *out);

/**
 * rp_compare_sets() - sets of numbers with the first of them
 * @values: the sets; the first is the reference
 * @n: how many numbers each has
 * @count: how many sets
 * @better: as in struct rp_metric
 * @rules: how it is judged
 * @out: room for count comparisons; the first is the reference itself
 */
void rp_compare_sets(double *const *values, const size_t *n, size_t count,
		     int better, const struct rp_rules *rules,
		     struct rp_comparison *out);

const char *rp_verdict_text(enum rp_verdict verdict);

#endif /* REPORTING_COMPARE_H */
