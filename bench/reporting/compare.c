// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "compare.h"
#include "relative.h"

const char *rp_verdict_text(enum rp_verdict verdict)
{
	static const char *const texts[] = {
		[VERDICT_BETTER] = "better", [VERDICT_WORSE] = "worse",
		[VERDICT_NONE] = "no difference shown",
		[VERDICT_FEW] = "not enough runs",
	};

	return texts[verdict];
}

/* The replicates of a series at a point, in the arena. */
static double *replicates(const struct rp_series *series, const char *metric,
			  double at, bool samples, size_t *n)
{
	size_t room = series->count;
	double *values;

	*n = 0;
	if (!samples) {
		values = arena_new(double, room);
		*n = rp_values(series, metric, at, values);
		return values;
	}
	for (size_t i = 0; i < series->count; i++) {
		const struct rp_point *point = rp_point_at(series->runs[i], at);
		const struct rp_metric *found =
			point ? rp_metric(point, metric) : NULL;

		room += found && found->samples ? found->n_samples : 0;
	}
	values = arena_new(double, room);
	for (size_t i = 0; i < series->count; i++) {
		const struct rp_point *point = rp_point_at(series->runs[i], at);
		const struct rp_metric *found =
			point ? rp_metric(point, metric) : NULL;

		for (size_t k = 0; found && found->samples &&
		     k < found->n_samples; k++)
			values[(*n)++] = found->samples[k];
	}
	return values;
}

/* Per cent of the reference's mean, turned so that negative is better. */
static void to_percent(double *values, size_t n, double reference, int better)
{
	for (size_t i = 0; i < n; i++)
		values[i] = rp_relative(values[i], reference, better);
}

static void judge(struct rp_comparison *out, int better,
		  const struct rp_rules *rules)
{
	if (out->reference.n < rules->min_runs ||
	    out->other.n < rules->min_runs)
		out->verdict = VERDICT_FEW;
	else if (!(out->corrected < 1 - rules->confidence) || !better ||
		 fabs(out->test.difference) < rules->threshold)
		out->verdict = VERDICT_NONE;
	else
		out->verdict = out->test.difference < 0 ? VERDICT_BETTER :
			VERDICT_WORSE;
}

/* The test alone; without two values a side there is only a difference. */
static void test(struct rp_comparison *out, const double *a, const double *b,
		 const struct rp_rules *rules)
{
	struct rp_moments reference = rp_moments(a, out->reference.n);
	struct rp_moments other = rp_moments(b, out->other.n);

	if (reference.n < 2 || other.n < 2) {
		out->test = (struct rp_test){ other.mean - reference.mean,
					      NAN, NAN, NAN, NAN, false };
		return;
	}
	if (rules->bootstrap)
		out->test = rp_bootstrap(a, reference.n, b, other.n,
					 rules->confidence, rules->seed);
	else
		out->test = rp_welch(&reference, &other, rules->confidence);
}

static void compare_pair(const double *reference, size_t n,
			 const double *other, size_t m, int better,
			 const struct rp_rules *rules,
			 struct rp_comparison *out)
{
	double *a = arena_new(double, n), *b = arena_new(double, m);

	if (!n || !m)
		return;
	memcpy(a, reference, n * sizeof(*a));
	memcpy(b, other, m * sizeof(*b));
	out->reference = rp_moments(a, n);
	out->other = rp_moments(b, m);
	out->points = 1;
	to_percent(a, n, out->reference.mean, better);
	to_percent(b, m, out->reference.mean, better);
	test(out, a, b, rules);
	/* The difference of the means is what the other tables print. */
	out->test.difference = rp_relative(out->other.mean,
					   out->reference.mean, better);
}

static void compare_point(const struct rp_experiment *from, const char *metric,
			  size_t series, double at, int better,
			  const struct rp_rules *rules,
			  struct rp_comparison *out)
{
	size_t n, m;
	double *a = replicates(&from->series[0], metric, at, rules->samples, &n);
	double *b = replicates(&from->series[series], metric, at,
			       rules->samples, &m);

	compare_pair(a, n, b, m, better, rules, out);
}

static void correct(double *p, size_t n, enum rp_correction correction)
{
	if (correction == CORRECT_HOLM)
		rp_holm(p, n);
	else if (correction == CORRECT_BH)
		rp_benjamini_hochberg(p, n);
}

/* Corrects over those that have a p, then judges all. */
static void correct_and_judge(struct rp_comparison *out, size_t count,
			      int better, const struct rp_rules *rules)
{
	double *p = arena_new(double, count);
	size_t n = 0;

	for (size_t i = 0; i < count; i++)
		if (out[i].points && !isnan(out[i].test.p))
			p[n++] = out[i].test.p;
	correct(p, n, rules->correction);
	n = 0;
	for (size_t i = 0; i < count; i++) {
		out[i].corrected = NAN;
		if (out[i].points && !isnan(out[i].test.p))
			out[i].corrected = p[n++];
		judge(&out[i], better, rules);
	}
}

void rp_compare_points(const struct rp_experiment *from, const char *metric,
		       size_t series, const struct rp_rules *rules,
		       struct rp_comparison *out)
{
	int better = rp_better(from, metric);

	for (size_t p = 0; p < from->n_points; p++) {
		out[p] = (struct rp_comparison){ 0 };
		if (!from->points[p].excluded)
			compare_point(from, metric, series,
				      from->points[p].value, better, rules,
				      &out[p]);
	}
	correct_and_judge(out, from->n_points, better, rules);
}

void rp_compare_sets(double *const *values, const size_t *n, size_t count,
		     int better, const struct rp_rules *rules,
		     struct rp_comparison *out)
{
	for (size_t i = 0; i < count; i++) {
		out[i] = (struct rp_comparison){ 0 };
		if (i)
			compare_pair(values[0], n[0], values[i], n[i], better,
				     rules, &out[i]);
	}
	correct_and_judge(out + 1, count - 1, better, rules);
}

/* A run's mean over the sweep of its per cent against the reference's mean. */
static double run_mean(const struct rp_experiment *from, const char *metric,
		       const struct rp_run *run, const double *reference,
		       int better)
{
	double sum = 0;
	size_t count = 0;

	for (size_t p = 0; p < from->n_points; p++) {
		const struct rp_point *point;
		const struct rp_metric *found;
		double relative;

		if (from->points[p].excluded)
			continue;
		point = rp_point_at(run, from->points[p].value);
		found = point ? rp_metric(point, metric) : NULL;
		relative = found && found->count ?
			rp_relative(found->mean, reference[p], better) : NAN;
		if (!isnan(relative)) {
			sum += relative;
			count++;
		}
	}
	return count ? sum / count : NAN;
}

static double *run_means(const struct rp_experiment *from, const char *metric,
			 const struct rp_series *series,
			 const double *reference, int better, size_t *n)
{
	double *values = arena_new(double, series->count);

	*n = 0;
	for (size_t i = 0; i < series->count; i++) {
		double mean = run_mean(from, metric, series->runs[i],
				       reference, better);

		if (!isnan(mean))
			values[(*n)++] = mean;
	}
	return values;
}

/*
 * Batch means instead of runs: the sweep's difference is the mean of the points'
 * differences, its variance the sum of theirs over the square of their number.
 */
static void sweep_of_samples(struct rp_comparison *out,
			     const struct rp_comparison *points, size_t count,
			     const struct rp_rules *rules)
{
	struct rp_moments a = { 0 }, b = { 0 };
	double variance_a = 0, variance_b = 0, sum = 0;
	size_t used = 0, n = 0, m = 0;

	for (size_t p = 0; p < count; p++) {
		double scale = 100 / points[p].reference.mean;

		if (!points[p].points)
			continue;
		sum += points[p].test.difference;
		variance_a += pow(points[p].reference.sd * scale, 2) /
			points[p].reference.n;
		variance_b += pow(points[p].other.sd * scale, 2) /
			points[p].other.n;
		n += points[p].reference.n;
		m += points[p].other.n;
		used++;
	}
	if (!used)
		return;
	a.n = n;
	b.n = m;
	a.mean = 0;
	b.mean = sum / used;
	a.sd = sqrt(variance_a * n) / used;
	b.sd = sqrt(variance_b * m) / used;
	out->reference = a;
	out->other = b;
	out->points = used;
	out->test = (struct rp_test){ b.mean, NAN, NAN, NAN, NAN, false };
	if (n > 1 && m > 1)
		out->test = rp_welch(&a, &b, rules->confidence);
}

static void sweep_of_runs(const struct rp_experiment *from, const char *metric,
			  size_t series, const double *reference, int better,
			  const struct rp_rules *rules,
			  struct rp_comparison *out)
{
	size_t n, m;
	double *a = run_means(from, metric, &from->series[0], reference,
			      better, &n);
	double *b = run_means(from, metric, &from->series[series], reference,
			      better, &m);

	if (!n || !m)
		return;
	out->reference = rp_moments(a, n);
	out->other = rp_moments(b, m);
	test(out, a, b, rules);
}

static void count_points(const struct rp_comparison *points, size_t count,
			 struct rp_comparison *out)
{
	out->points = 0;
	for (size_t p = 0; p < count; p++) {
		if (!points[p].points)
			continue;
		out->points++;
		out->better += points[p].verdict == VERDICT_BETTER;
		out->worse += points[p].verdict == VERDICT_WORSE;
	}
}

void rp_compare_sweep(const struct rp_experiment *from, const char *metric,
		      const struct rp_rules *rules, struct rp_comparison *out)
{
	struct rp_comparison *points = arena_new(struct rp_comparison,
						 from->n_points);
	double *reference = arena_new(double, from->n_points);
	int better = rp_better(from, metric);

	for (size_t p = 0; p < from->n_points; p++)
		reference[p] = rp_point_mean(&from->series[0], metric,
					     from->points[p].value);
	for (size_t s = 0; s < from->n_series; s++) {
		out[s] = (struct rp_comparison){ 0 };
		if (!s)
			continue;
		rp_compare_points(from, metric, s, rules, points);
		if (rules->samples)
			sweep_of_samples(&out[s], points, from->n_points,
					 rules);
		else
			sweep_of_runs(from, metric, s, reference, better,
				      rules, &out[s]);
		count_points(points, from->n_points, &out[s]);
	}
	correct_and_judge(out + 1, from->n_series - 1, better, rules);
}
