// SPDX-License-Identifier: GPL-2.0
/* Mean, deviation, percentiles, merging, confidence interval, drift. */
#include <math.h>

#include "bench/lib/batches.h"
#include "bench/lib/stats.h"
#include "benchlib_tree.h"

#define TINY	(1.0 / (1 << 20))

static struct stats *fresh(void)
{
	struct stats *s = calloc(1, sizeof(*s));

	assert_non_null(s);
	return s;
}

static void close_to(double is, double wanted, double error)
{
	if (!(fabs(is - wanted) <= error))
		fail_msg("%.12g is not %.12g", is, wanted);
}

static void buckets_cover_all(void **state)
{
	uint64_t value, last = 0;
	int i;

	(void)state;
	for (i = 0; i < HIST_BUCKETS; i++) {
		uint64_t upper = hist_upper(i);

		assert_int_equal(hist_bucket(upper), i);
		if (i) {
			assert_true(upper > last);
			assert_int_equal(hist_bucket(last + 1), i);
		}
		last = upper;
	}
	assert_true(last == UINT64_MAX);
	for (value = 16; value < UINT64_C(1) << 60; value = value * 3 + 1)
		close_to((double)hist_upper(hist_bucket(value)) / (double)value, 1, 0.0625);
}

static void known_numbers(void **state)
{
	/* NIST's NumAcc1: mean 10000002, deviation 1. */
	struct stats *s = fresh();

	(void)state;
	stats_add(s, 10000001);
	stats_add(s, 10000003);
	stats_add(s, 10000002);
	close_to(s->mean, 10000002, TINY);
	close_to(stats_stddev(s), 1, TINY);
	assert_int_equal(s->min, 10000001);
	assert_int_equal(s->max, 10000003);
	free(s);
}

static void empty_and_one(void **state)
{
	struct stats *s = fresh();

	(void)state;
	assert_int_equal(stats_percentile(s, 50), 0);
	assert_true(stats_stddev(s) == 0);
	stats_add(s, 7);
	assert_int_equal(stats_percentile(s, 0), 7);
	assert_int_equal(stats_percentile(s, 50), 7);
	assert_int_equal(stats_percentile(s, 100), 7);
	assert_true(stats_stddev(s) == 0);
	free(s);
}

static void percentiles(void **state)
{
	struct stats *s = fresh();
	int i;

	(void)state;
	for (i = 1; i <= 100000; i++)
		stats_add(s, i);
	close_to((double)stats_percentile(s, 50), 50000, 0.0625 * 50000);
	close_to((double)stats_percentile(s, 99), 99000, 0.0625 * 99000);
	assert_int_equal(stats_percentile(s, 100), 100000);
	free(s);
	/* A thousand sleepers that all take 1045 us, a few that take much longer. */
	s = fresh();
	for (i = 0; i < 1000; i++)
		stats_add(s, 1045000 + (i & 7));
	stats_add(s, 90000000);
	close_to((double)stats_percentile(s, 50), 1045004, 5);
	close_to((double)stats_percentile(s, 99), 1045004, 5);
	assert_int_equal(stats_percentile(s, 100), 90000000);
	free(s);
}

static void merged_is_the_same(void **state)
{
	struct stats *a = fresh(), *b = fresh(), *all = fresh();
	uint64_t x = 88172645463325252u;
	int i;

	(void)state;
	for (i = 0; i < 5000; i++) {
		x ^= x << 13;
		x ^= x >> 7;
		x ^= x << 17;
		stats_add(i % 3 ? a : b, x % 1000000);
		stats_add(all, x % 1000000);
	}
	stats_merge(a, b);
	assert_int_equal(a->count, all->count);
	assert_int_equal(a->min, all->min);
	assert_int_equal(a->max, all->max);
	close_to(a->mean, all->mean, TINY);
	close_to(stats_stddev(a), stats_stddev(all), TINY);
	assert_int_equal(stats_percentile(a, 90), stats_percentile(all, 90));
	free(a);
	free(b);
	free(all);
}

static void confidence(void **state)
{
	static const double v[] = { 10, 12, 14 };
	double mean;

	(void)state;
	/* s = 2, t(0.975, 2) = 4.302653, / sqrt(3) */
	close_to(stats_half_ci(v, 3, &mean), 4.302653 * 2 / sqrt(3), 16 * TINY);
	close_to(mean, 12, TINY);
	assert_true(isinf(stats_half_ci(v, 2, &mean)));
}

static void drift(void **state)
{
	double v[101];
	int i;

	(void)state;
	for (i = 0; i <= 100; i++)
		v[i] = 95 + 0.1 * i;
	close_to(stats_drift(v, 101), 10, TINY);
	for (i = 0; i <= 100; i++)
		v[i] = 5;
	close_to(stats_drift(v, 101), 0, TINY);
	close_to(stats_drift(v, 2), 0, 0);
}

static void convergence(void **state)
{
	struct stats *s = fresh();
	struct batches batches;
	uint64_t now = 0;
	int i;

	(void)state;
	batches_begin(&batches, 0, 200000, 0.01);
	for (i = 0; i < 2000 && !batches.converged; i++) {
		now += 100;
		batches_add(&batches, s, i & 1 ? 99 : 101, now);
	}
	assert_true(batches.converged);
	assert_true(s->samples >= BATCHES_MIN);
	memset(s, 0, sizeof(*s));
	batches_begin(&batches, 0, 200000, 0.01);
	for (i = 0, now = 0; i < 2000; i++) {
		now += 100;
		/* Slow drift: the batches' means never agree. */
		batches_add(&batches, s, 100 + i, now);
	}
	assert_false(batches.converged);
	assert_true(s->samples > 150 && s->samples <= STATS_SAMPLES);
	free(s);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(buckets_cover_all), cmocka_unit_test(known_numbers),
		cmocka_unit_test(empty_and_one), cmocka_unit_test(percentiles),
		cmocka_unit_test(merged_is_the_same), cmocka_unit_test(confidence),
		cmocka_unit_test(drift), cmocka_unit_test(convergence),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
