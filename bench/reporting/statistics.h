/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Statistics of a comparison. Distributions are GSL's.
 *
 * Sources: B. L. Welch, Biometrika 34 (1947) 28-35, for the test and its degrees
 * of freedom (F. E. Satterthwaite, Biometrics 2 (1946) 110-114); L. V. Hedges,
 * J. Educ. Stat. 6 (1981) 107-128, for the effect size; S. Holm, Scand. J. Stat.
 * 6 (1979) 65-70, and Y. Benjamini and Y. Hochberg, J. R. Stat. Soc. B 57 (1995)
 * 289-300, for the corrections; B. Efron and R. J. Tibshirani, An Introduction to
 * the Bootstrap (1993), chapter 13, for the percentile interval.
 */
#ifndef REPORTING_STATISTICS_H
#define REPORTING_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>

/**
 * struct rp_moments - what a set of numbers amounts to
 * @n: how many
 * @mean: their mean, NAN for none
 * @sd: sample standard deviation (n - 1), 0 for fewer than 2
 * @min: the least, @max: the greatest
 */
struct rp_moments {
	size_t n;
	double mean, sd, min, max;
};

/**
 * struct rp_test - a difference and how sure it is
 * @difference: new minus reference
 * @low: lower end of the confidence interval
 * @high: upper end
 * @p: two-sided probability of so great a difference by chance, 0 to 1
 * @effect: Hedges' g; NAN when both sides do not vary
 * @constant: neither side varies
 */
struct rp_test {
	double difference, low, high, p, effect;
	bool constant;
};

struct rp_moments rp_moments(const double *values, size_t n);

/**
 * rp_welch() - Welch's test
 * @reference: the reference
 * @other: what is compared with it
 * @confidence: of the interval, 0 to 1 (0.95)
 *
 * Both sides need 2 values or more. When neither varies, any difference is
 * certain (p 0) and none is (p 1).
 */
struct rp_test rp_welch(const struct rp_moments *reference,
			const struct rp_moments *other, double confidence);

/**
 * rp_bootstrap() - percentile bootstrap of the difference of means
 * @reference: values of the reference
 * @n: how many, 2 or more
 * @other: values that are compared with them
 * @m: how many, 2 or more
 * @confidence: of the interval, 0 to 1
 * @seed: of the generator; the same seed gives the same interval
 *
 * 10,000 resamples; p is twice the smaller share of resamples on either side of
 * no difference, 1/10,000 at least.
 */
struct rp_test rp_bootstrap(const double *reference, size_t n,
			    const double *other, size_t m, double confidence,
			    unsigned long seed);

/**
 * rp_hedges() - effect size
 * @reference: the reference
 * @other: what is compared with it
 *
 * Return: difference over the pooled standard deviation, with the correction for
 * small sets; NAN when neither varies.
 */
double rp_hedges(const struct rp_moments *reference,
		 const struct rp_moments *other);

/* Correct probabilities in place: Holm (family-wise), Benjamini-Hochberg (rate). */
void rp_holm(double *p, size_t n);
void rp_benjamini_hochberg(double *p, size_t n);

/**
 * rp_two_levels() - whether values lie on two levels
 * @values: the values, sorted in place
 * @n: how many
 * @low: mean of the lower level
 * @high: mean of the upper level
 *
 * The widest gap splits them; both sides need 2 values or more and a fifth of all,
 * the gap must be 3 % of the mean and 4 times either side's standard deviation.
 * Tests keep noise (1 % and less, any number of values) out.
 */
bool rp_two_levels(double *values, size_t n, double *low, double *high);

#endif /* REPORTING_STATISTICS_H */
