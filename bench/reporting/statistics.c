// SPDX-License-Identifier: GPL-2.0
#include <gsl/gsl_cdf.h>
#include <gsl/gsl_rng.h>
#include <gsl/gsl_sort.h>
#include <gsl/gsl_statistics_double.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "statistics.h"

#define RESAMPLES 10000
#define GAP_OF_MEAN 0.03
#define GAP_OF_SD 4

struct rp_moments rp_moments(const double *values, size_t n)
{
	struct rp_moments out = { n, NAN, 0, NAN, NAN };

	if (!n)
		return out;
	out.mean = gsl_stats_mean(values, 1, n);
	out.min = gsl_stats_min(values, 1, n);
	out.max = gsl_stats_max(values, 1, n);
	/* Equal values: no rounding of the mean shall make them vary. */
	if (n > 1 && out.min != out.max)
		out.sd = gsl_stats_sd_m(values, 1, n, out.mean);
	return out;
}

double rp_hedges(const struct rp_moments *reference,
		 const struct rp_moments *other)
{
	double df = (double)reference->n + (double)other->n - 2, pooled;

	if (df < 1)
		return NAN;
	pooled = sqrt(((reference->n - 1) * reference->sd * reference->sd +
		       (other->n - 1) * other->sd * other->sd) / df);
	if (!(pooled > 0))
		return NAN;
	return (other->mean - reference->mean) / pooled *
		(1 - 3 / (4 * df - 1));
}

struct rp_test rp_welch(const struct rp_moments *reference,
			const struct rp_moments *other, double confidence)
{
	double a = reference->sd * reference->sd / reference->n;
	double b = other->sd * other->sd / other->n;
	double error = sqrt(a + b), df, half;
	struct rp_test test = { .difference = other->mean - reference->mean };

	test.effect = rp_hedges(reference, other);
	if (!(error > 0)) {
		test.constant = true;
		test.low = test.difference;
		test.high = test.difference;
		test.p = test.difference == 0;
		return test;
	}
	df = (a + b) * (a + b) / (a * a / (reference->n - 1) +
				  b * b / (other->n - 1));
	half = gsl_cdf_tdist_Pinv(0.5 + confidence / 2, df) * error;
	test.low = test.difference - half;
	test.high = test.difference + half;
	test.p = 2 * gsl_cdf_tdist_Q(fabs(test.difference) / error, df);
	return test;
}

static double resampled_mean(const gsl_rng *rng, const double *values, size_t n)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++)
		sum += values[gsl_rng_uniform_int(rng, n)];
	return sum / n;
}

static double quantile(const double *sorted, double share)
{
	return gsl_stats_quantile_from_sorted_data(sorted, 1, RESAMPLES, share);
}

struct rp_test rp_bootstrap(const double *reference, size_t n,
			    const double *other, size_t m, double confidence,
			    unsigned long seed)
{
	struct rp_moments a = rp_moments(reference, n);
	struct rp_moments b = rp_moments(other, m);
	struct rp_test test = rp_welch(&a, &b, confidence);
	double *differences = malloc(RESAMPLES * sizeof(*differences));
	gsl_rng *rng = gsl_rng_alloc(gsl_rng_mt19937);
	size_t below = 0, above = 0;

	if (!differences || !rng || test.constant)
		goto out;
	gsl_rng_set(rng, seed);
	for (size_t i = 0; i < RESAMPLES; i++) {
		differences[i] = resampled_mean(rng, other, m) -
			resampled_mean(rng, reference, n);
		below += differences[i] <= 0;
		above += differences[i] >= 0;
	}
	gsl_sort(differences, 1, RESAMPLES);
	test.low = quantile(differences, 0.5 - confidence / 2);
	test.high = quantile(differences, 0.5 + confidence / 2);
	test.p = 2.0 * (below < above ? below : above) / RESAMPLES;
	test.p = fmin(1, fmax(test.p, 1.0 / RESAMPLES));
out:
	gsl_rng_free(rng);
	free(differences);
	return test;
}

/* The order of @p, least first, in memory of the caller's. */
static size_t *order_of(const double *p, size_t n)
{
	size_t *order = malloc((n + 1) * sizeof(*order));

	if (order)
		gsl_sort_index(order, p, 1, n);
	return order;
}

void rp_holm(double *p, size_t n)
{
	size_t *order = order_of(p, n);
	double least = 0;

	for (size_t i = 0; order && i < n; i++) {
		least = fmax(least, fmin(1, p[order[i]] * (n - i)));
		p[order[i]] = least;
	}
	free(order);
}

void rp_benjamini_hochberg(double *p, size_t n)
{
	size_t *order = order_of(p, n);
	double most = 1;

	for (size_t i = n; order && i-- > 0;) {
		most = fmin(most, p[order[i]] * n / (i + 1));
		p[order[i]] = most;
	}
	free(order);
}

bool rp_two_levels(double *values, size_t n, double *low, double *high)
{
	struct rp_moments below, above;
	size_t at = 0, least = n / 5 > 2 ? n / 5 : 2;
	double gap = 0;

	if (n < 4)
		return false;
	gsl_sort(values, 1, n);
	for (size_t i = least; i + least <= n; i++)
		if (values[i] - values[i - 1] > gap) {
			gap = values[i] - values[i - 1];
			at = i;
		}
	if (!at)
		return false;
	below = rp_moments(values, at);
	above = rp_moments(values + at, n - at);
	*low = below.mean;
	*high = above.mean;
	return gap > GAP_OF_MEAN * (*low + *high) / 2 &&
		gap > GAP_OF_SD * below.sd && gap > GAP_OF_SD * above.sd;
}
