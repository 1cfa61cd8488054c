// SPDX-License-Identifier: GPL-2.0
/* Statistics of the reports against published worked examples. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "bench/reporting/statistics.h"

/* Cushny and Peebles' sleep data (Student, Biometrika 6, 1908), hours gained. */
static const double drug1[] = { 0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0, 2 };
static const double drug2[] = { 1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4 };

#define TINY 0.000000001
#define SMALL 0.000001

static void near(double value, double expected, double tolerance)
{
	if (!(fabs(value - expected) <= tolerance))
		fail_msg("%.6f is not %.6f", value, expected);
}

static void test_moments(void **state)
{
	struct rp_moments moments = rp_moments(drug1, 10);
	const double equal[] = { 0.1, 0.1, 0.1 };

	(void)state;
	near(moments.mean, 0.75, TINY);
	near(moments.sd, 1.789010, SMALL);
	near(moments.min, -1.6, 0);
	near(moments.max, 3.7, 0);
	assert_true(rp_moments(equal, 3).sd == 0);
	assert_true(isnan(rp_moments(NULL, 0).mean));
}

/* The values that any statistics package gives for this classic. */
static void test_welch(void **state)
{
	struct rp_moments a = rp_moments(drug1, 10), b = rp_moments(drug2, 10);
	struct rp_test test = rp_welch(&a, &b, 0.95);

	(void)state;
	near(test.difference, 1.58, TINY);
	near(test.low, -0.2054832, SMALL);
	near(test.high, 3.3654832, SMALL);
	near(test.p, 0.07939, 0.00001);
	/* Cohen's d 0.83218 times 1 - 3 / (4 * 18 - 1). */
	near(test.effect, 0.832181 * (1 - 3.0 / 71), 0.00001);
}

static void test_constant(void **state)
{
	struct rp_moments a = { 3, 5, 0, 5, 5 }, b = { 3, 6, 0, 6, 6 };
	struct rp_test differ = rp_welch(&a, &b, 0.95);
	struct rp_test same = rp_welch(&a, &a, 0.95);

	(void)state;
	assert_true(differ.constant && differ.p == 0 && differ.low == 1);
	assert_true(isnan(differ.effect));
	assert_true(same.constant && same.p == 1);
}

static void test_bootstrap(void **state)
{
	struct rp_test one = rp_bootstrap(drug1, 10, drug2, 10, 0.95, 1);
	struct rp_test again = rp_bootstrap(drug1, 10, drug2, 10, 0.95, 1);
	struct rp_test other = rp_bootstrap(drug1, 10, drug2, 10, 0.95, 2);

	(void)state;
	assert_true(one.low == again.low && one.high == again.high);
	assert_true(one.low != other.low);
	/* Near the normal interval with the plug-in error (0.8054): -0.00 to 3.16. */
	near(one.low, 0.0, 0.12);
	near(one.high, 3.16, 0.12);
	near(one.p, 0.05, 0.03);
}

static void test_corrections(void **state)
{
	double holm[] = { 0.01, 0.04, 0.03, 0.005 };
	double bh[] = { 0.01, 0.04, 0.03, 0.005 };

	(void)state;
	rp_holm(holm, 4);
	near(holm[0], 0.03, TINY);
	near(holm[1], 0.06, TINY);
	near(holm[2], 0.06, TINY);
	near(holm[3], 0.02, TINY);
	rp_benjamini_hochberg(bh, 4);
	near(bh[0], 0.02, TINY);
	near(bh[1], 0.04, TINY);
	near(bh[2], 0.04, TINY);
	near(bh[3], 0.02, TINY);
}

static void test_two_levels(void **state)
{
	double two[] = { 115, 100, 101, 116, 114, 100.5 };
	double noise[] = { 100, 100.4, 100.2, 99.8, 99.1, 100.9, 100.3 };
	double outlier[] = { 100, 100.4, 100.2, 99.8, 99.1, 150 };
	double few[] = { 100, 100, 120 };
	double low, high;

	(void)state;
	assert_true(rp_two_levels(two, 6, &low, &high));
	near(low, 100.5, TINY);
	near(high, 115, TINY);
	assert_false(rp_two_levels(noise, 7, &low, &high));
	assert_false(rp_two_levels(outlier, 6, &low, &high));
	assert_false(rp_two_levels(few, 3, &low, &high));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_moments),
		cmocka_unit_test(test_welch),
		cmocka_unit_test(test_constant),
		cmocka_unit_test(test_bootstrap),
		cmocka_unit_test(test_corrections),
		cmocka_unit_test(test_two_levels),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
