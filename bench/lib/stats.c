// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <string.h>

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_fit.h>
#include <gsl/gsl_statistics_double.h>

#include "stats.h"

uint64_t hist_upper(int bucket)
{
	int shift;

	if (bucket < (2 << HIST_SUB_BITS))
		return (uint64_t)bucket;
	shift = (bucket >> HIST_SUB_BITS) - 1;
	return (((uint64_t)(bucket & ((1 << HIST_SUB_BITS) - 1)) +
		 (1 << HIST_SUB_BITS) + 1) << shift) - 1;
}

/* Two sets' sums of squares: Chan, Golub, LeVeque, COMPSTAT 1982. */
void stats_merge(struct stats *to, const struct stats *from)
{
	double n = (double)to->count + (double)from->count;
	double delta = from->mean - to->mean;
	int i;

	if (!from->count)
		return;
	if (!to->count || from->min < to->min)
		to->min = from->min;
	if (from->max > to->max)
		to->max = from->max;
	to->m2 += from->m2 +
		  delta * delta * (double)to->count * (double)from->count / n;
	to->mean += delta * (double)from->count / n;
	to->count += from->count;
	for (i = 0; i < HIST_BUCKETS; i++) {
		to->hist[i] += from->hist[i];
		to->sum[i] += from->sum[i];
	}
}

double stats_stddev(const struct stats *stats)
{
	return stats->count < 2 ? 0 : sqrt(stats->m2 / (double)(stats->count - 1));
}

uint64_t stats_percentile(const struct stats *stats, double percent)
{
	uint64_t rank = (uint64_t)ceil(percent / 100 * (double)stats->count);
	uint64_t seen = 0;
	int i;

	if (!stats->count)
		return 0;
	if (rank < 1)
		return stats->min;
	if (rank >= stats->count)
		return stats->max;
	for (i = 0; i < HIST_BUCKETS - 1; i++) {
		seen += stats->hist[i];
		if (seen >= rank)
			break;
	}
	return (stats->sum[i] + stats->hist[i] / 2) / stats->hist[i];
}

void stats_sample(struct stats *stats, double mean)
{
	if (stats->samples < STATS_SAMPLES)
		stats->sample[stats->samples++] = mean;
}

double stats_half_ci(const double *value, int count, double *mean)
{
	*mean = count ? gsl_stats_mean(value, 1, count) : 0;
	if (count < 3)
		return HUGE_VAL;
	return gsl_cdf_tdist_Pinv(0.975, count - 1) *
	       gsl_stats_sd_m(value, 1, count, *mean) / sqrt(count);
}

double stats_drift(const double *value, int count)
{
	double x[STATS_SAMPLES], c0, c1, cov00, cov01, cov11, sumsq, mean;
	int i;

	if (count > STATS_SAMPLES)
		count = STATS_SAMPLES;
	mean = count ? gsl_stats_mean(value, 1, count) : 0;
	if (count < 3 || mean == 0)
		return 0;
	for (i = 0; i < count; i++)
		x[i] = i;
	gsl_fit_linear(x, 1, value, 1, count, &c0, &c1, &cov00, &cov01, &cov11, &sumsq);
	return 100 * c1 * (count - 1) / mean;
}
