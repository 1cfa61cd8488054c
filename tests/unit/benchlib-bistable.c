// SPDX-License-Identifier: GPL-2.0
/* Two modes are found where there are two, and not where there is one. */
#include <math.h>

#include <gsl/gsl_randist.h>
#include <gsl/gsl_rng.h>

#include "bench/lib/stats.h"
#include "benchlib_tree.h"

#define VALUES	200
#define TRIALS	300

static gsl_rng *rng;

static int begin(void **state)
{
	(void)state;
	rng = gsl_rng_alloc(gsl_rng_mt19937);
	gsl_rng_set(rng, 1);
	return 0;
}

static int end(void **state)
{
	(void)state;
	gsl_rng_free(rng);
	return 0;
}

static double normal(void)
{
	return 1000 + gsl_ran_gaussian(rng, 80);
}

static double uniform(void)
{
	return gsl_ran_flat(rng, 800, 1600);
}

static double exponential(void)
{
	return 500 + gsl_ran_exponential(rng, 400);
}

static double lognormal(void)
{
	return gsl_ran_lognormal(rng, 7, 0.6);
}

static double steady(void)
{
	return 1000;
}

static int found(double (*draw)(void))
{
	struct bistable two;
	double v[VALUES];
	int i, t, hits = 0;

	for (t = 0; t < TRIALS; t++) {
		for (i = 0; i < VALUES; i++)
			v[i] = draw();
		hits += stats_bistable(v, VALUES, &two);
	}
	return hits;
}

static void one_mode(void **state)
{
	(void)state;
	assert_int_equal(found(normal), 0);
	assert_int_equal(found(uniform), 0);
	assert_int_equal(found(steady), 0);
	/* Skewed rows: at most one in a hundred. */
	assert_true(found(exponential) <= TRIALS / 100);
	assert_true(found(lognormal) <= TRIALS / 100);
}

static void two_modes(void **state)
{
	struct bistable two;
	double v[VALUES];
	int i;

	(void)state;
	for (i = 0; i < VALUES; i++)
		v[i] = i < 140 ? 1000 + gsl_ran_gaussian(rng, 20) :
				 1400 + gsl_ran_gaussian(rng, 40);
	assert_true(stats_bistable(v, VALUES, &two));
	assert_true(fabs(two.low - 1000) < 10);
	assert_true(fabs(two.high - 1400) < 20);
	assert_true(fabs(two.share_high - 0.3) < 0.01);
}

static void a_few_outliers_are_no_mode(void **state)
{
	struct bistable two;
	double v[VALUES];
	int i;

	(void)state;
	for (i = 0; i < VALUES; i++)
		v[i] = i < 195 ? normal() : 5000;
	assert_false(stats_bistable(v, VALUES, &two));
	assert_false(stats_bistable(v, 5, &two));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(one_mode),
		cmocka_unit_test(two_modes),
		cmocka_unit_test(a_few_outliers_are_no_mode),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
