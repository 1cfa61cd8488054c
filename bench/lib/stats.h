/* SPDX-License-Identifier: GPL-2.0 */
/* Running mean and deviation, log-linear histogram, batch means. */
#ifndef BENCH_STATS_H
#define BENCH_STATS_H

#include <stdbool.h>
#include <stdint.h>

/* 16 sub-buckets an octave: a bucket is at most 6.25 % wide. */
#define HIST_SUB_BITS	4
#define HIST_BUCKETS	((64 - HIST_SUB_BITS + 1) << HIST_SUB_BITS)
#define STATS_SAMPLES	1000

/**
 * struct stats - everything a metric of the result file needs
 * @count: number of values
 * @mean: running mean (Welford, Technometrics 4/3, 1962)
 * @m2: running sum of squared differences from the mean
 * @min: smallest value, 0 without values
 * @max: largest value
 * @hist: log-linear histogram of the values
 * @sum: sum of the values in each bucket
 * @samples: number of batch means
 * @sample: means of consecutive batches of equal length, at most STATS_SAMPLES
 *
 * About 24 KiB. All zero is the empty set. Values are 0 or more.
 */
struct stats {
	uint64_t count;
	double mean;
	double m2;
	uint64_t min;
	uint64_t max;
	uint64_t hist[HIST_BUCKETS];
	uint64_t sum[HIST_BUCKETS];
	int samples;
	double sample[STATS_SAMPLES];
};

/** hist_bucket() - the bucket of a value */
static inline int hist_bucket(uint64_t value)
{
	int shift;

	if (value < (1u << HIST_SUB_BITS))
		return (int)value;
	shift = 63 - __builtin_clzll(value) - HIST_SUB_BITS;
	return ((shift + 1) << HIST_SUB_BITS) +
	       (int)((value >> shift) - (1u << HIST_SUB_BITS));
}

/** hist_upper() - largest value that falls into @bucket */
uint64_t hist_upper(int bucket);

/** stats_add() - one value */
static inline void stats_add(struct stats *stats, uint64_t value)
{
	double delta = (double)value - stats->mean;
	int bucket = hist_bucket(value);

	if (!stats->count++ || value < stats->min)
		stats->min = value;
	if (value > stats->max)
		stats->max = value;
	stats->mean += delta / (double)stats->count;
	stats->m2 += delta * ((double)value - stats->mean);
	stats->hist[bucket]++;
	stats->sum[bucket] += value;
}

/** stats_merge() - add the values of @from to @to; samples are left alone */
void stats_merge(struct stats *to, const struct stats *from);

/** stats_stddev() - sample standard deviation, 0 with fewer than two values */
double stats_stddev(const struct stats *stats);

/**
 * stats_percentile() - a percentile out of the histogram
 * @stats: the values
 * @percent: 0 to 100
 *
 * Return: mean of the values in the bucket in which it falls, rounded: exact where
 * the values lie close together, else off by at most 6.25 %; 0 without values.
 */
uint64_t stats_percentile(const struct stats *stats, double percent);

/** stats_sample() - append a batch mean; beyond STATS_SAMPLES it is dropped */
void stats_sample(struct stats *stats, double mean);

/**
 * stats_half_ci() - half width of the 95 % confidence interval of the mean
 * @mean: of @value
 * @value: batch means (batches are long: neighbours count as independent)
 * @count: how many
 *
 * Return: t(0.975, count - 1) * s / sqrt(count) (GSL), HUGE_VAL below 3 values.
 */
double stats_half_ci(const double *value, int count, double *mean);

/**
 * stats_drift() - slope of a straight line through equidistant values
 * @value: values
 * @count: how many
 *
 * Return: change from the first to the last value along the line, in percent
 * of the mean (least squares, GSL); 0 below 3 values.
 */
double stats_drift(const double *value, int count);

/**
 * struct bistable - two modes in a row of values
 * @low: mean of the lower mode
 * @high: mean of the upper mode
 * @share_high: share of values in the upper mode, 0 to 1
 */
struct bistable {
	double low;
	double high;
	double share_high;
};

/**
 * stats_bistable() - do the values fall into two modes?
 * @value: batch means
 * @count: how many; below 20 the answer is always no
 * @out: the modes
 *
 * Best split in two (Otsu, IEEE Trans. SMC 9/1, 1979), then Ashman's D (AJ 108,
 * 1994) above 4, modes at least 5 % apart, each with at least a tenth of the values,
 * and hardly any value in the middle third between the modes.
 *
 * Return: true when there are two.
 */
bool stats_bistable(const double *value, int count, struct bistable *out);

#endif /* BENCH_STATS_H */
