// SPDX-License-Identifier: GPL-2.0
/* Two modes in a row of batch means: see stats_bistable() in stats.h. */
#include <math.h>
#include <string.h>

#include <gsl/gsl_sort_double.h>
#include <gsl/gsl_statistics_double.h>

#include "stats.h"

#define VALUES_MIN	20
#define ASHMAN_MIN	4.0
#define RATIO_MIN	1.05
#define SHARE_MIN	0.1
/* A single mode cut in two has most of its values near the cut. */
#define MIDDLE_MAX	0.05

/* Number of values in the lower part for the greatest variance between the parts. */
static int best_split(const double *sorted, int count)
{
	double total = 0, below = 0, best = -1;
	int i, at = 0;

	for (i = 0; i < count; i++)
		total += sorted[i];
	for (i = 1; i < count; i++) {
		double low, high, between;

		below += sorted[i - 1];
		low = below / i;
		high = (total - below) / (count - i);
		between = (double)i * (count - i) * (high - low) * (high - low);
		if (between > best) {
			best = between;
			at = i;
		}
	}
	return at;
}

static double share_between(const double *sorted, int count, double from, double to)
{
	int i, n = 0;

	for (i = 0; i < count; i++)
		n += sorted[i] > from && sorted[i] < to;
	return (double)n / count;
}

bool stats_bistable(const double *value, int count, struct bistable *out)
{
	double sorted[STATS_SAMPLES], spread, third;
	int low;

	memset(out, 0, sizeof(*out));
	if (count < VALUES_MIN || count > STATS_SAMPLES)
		return false;
	memcpy(sorted, value, sizeof(*sorted) * count);
	gsl_sort(sorted, 1, count);
	low = best_split(sorted, count);
	out->low = gsl_stats_mean(sorted, 1, low);
	out->high = gsl_stats_mean(sorted + low, 1, count - low);
	out->share_high = (double)(count - low) / count;
	if (out->share_high < SHARE_MIN || out->share_high > 1 - SHARE_MIN ||
	    out->high < out->low * RATIO_MIN)
		return false;
	spread = sqrt(gsl_stats_variance_m(sorted, 1, low, out->low) +
		      gsl_stats_variance_m(sorted + low, 1, count - low, out->high));
	third = (out->high - out->low) / 3;
	return M_SQRT2 * (out->high - out->low) > ASHMAN_MIN * spread &&
	       share_between(sorted, count, out->low + third,
			     out->high - third) <= MIDDLE_MAX;
}
