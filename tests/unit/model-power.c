// SPDX-License-Identifier: GPL-2.0
/* States pay exactly from their target residency on, whatever the table looks like. */
#include <math.h>

#include "model_drive.h"

static void derive(struct model_cpu *cpu, bool poll, int count, const double (*us)[2],
		   enum model_power_kind kind)
{
	struct model_options options;
	struct cpuidle_driver drv;

	table_of(&drv, poll, count, us);
	model_options_default(&options);
	options.power_kind = kind;
	model_cpu_init(cpu, &drv, 0, &options, 0);
}

static void assert_close(double a, double b)
{
	if (fabs(a - b) > 0.000001 * (fabs(a) + fabs(b) + 1))
		fail_msg("%.9f is not %.9f", a, b);
}

static void neighbours_break_even(void **unused)
{
	static const double us[][2] = { { 2, 2 }, { 10, 20 }, { 133, 600 }, { 900, 2700 } };
	enum model_power_kind kind;
	struct model_cpu cpu;
	int i;

	(void)unused;
	for (kind = MODEL_POWER_RESIDENCY; kind <= MODEL_POWER_GEOMETRIC; kind++) {
		derive(&cpu, true, 4, us, kind);
		for (i = 1; i < 5; i++) {
			s64 at = cpu.drv.states[i].target_residency_ns;

			assert_close(model_energy(&cpu, i, at), model_energy(&cpu, i - 1, at));
			assert_true(model_energy(&cpu, i, at + 100) <
				    model_energy(&cpu, i - 1, at + 100));
			assert_true(model_energy(&cpu, i, at - 100) >
				    model_energy(&cpu, i - 1, at - 100));
		}
	}
}

/* With neighbours breaking even, the cheapest state is the deepest that fits. */
static void deepest_that_fits_is_cheapest(void **unused)
{
	static const double us[][2] = {
		{ 1, 1 }, { 2, 4 }, { 220, 600 }, { 280, 800 }, { 680, 2000 }
	};
	struct model_cpu cpu;
	s64 stay;
	int i, fits, best;

	(void)unused;
	derive(&cpu, true, 5, us, MODEL_POWER_RESIDENCY);
	for (stay = 500; stay < 10000000; stay = stay * 5 / 4 + 7) {
		for (i = fits = best = 0; i < 6; i++) {
			if (cpu.drv.states[i].target_residency_ns <= stay)
				fits = i;
			if (model_energy(&cpu, i, stay) < model_energy(&cpu, best, stay))
				best = i;
		}
		assert_int_equal(best, fits);
	}
}

static void equal_residencies_cost_the_same(void **unused)
{
	static const double us[][2] = { { 1, 1 }, { 147, 2580 }, { 181, 2580 } };
	struct model_cpu cpu;

	(void)unused;
	derive(&cpu, false, 3, us, MODEL_POWER_GEOMETRIC);
	assert_close(model_energy(&cpu, 1, 1e6), model_energy(&cpu, 2, 1e6));
	assert_close(model_energy(&cpu, 1, 5e6), model_energy(&cpu, 2, 5e6));
}

/* OMAP3: C4 pays from 3495 us on, C5 already from 2001. */
static void unordered_residencies(void **unused)
{
	static const double us[][2] = { { 1, 1 }, { 300, 3495 }, { 250, 2001 } };
	struct model_cpu cpu;

	(void)unused;
	derive(&cpu, false, 3, us, MODEL_POWER_RESIDENCY);
	assert_close(model_energy(&cpu, 2, 2001000), model_energy(&cpu, 0, 2001000));
	assert_close(model_energy(&cpu, 1, 3495000), model_energy(&cpu, 2, 3495000));
	assert_true(cpu.power.power[1] < cpu.power.power[2]);
}

/* A residency of more than an hour is no break-even point: energies stay sane. */
static void never_is_not_a_price(void **unused)
{
	static const double us[][2] = { { 1, 1 }, { 181, 2580 }, { 20000, 4294967295.0 } };
	struct model_cpu cpu;

	(void)unused;
	derive(&cpu, false, 3, us, MODEL_POWER_RESIDENCY);
	assert_true(model_energy(&cpu, 2, 0) < 1e9);
	assert_true(model_energy(&cpu, 2, 999000000) > model_energy(&cpu, 1, 999000000));
}

static void given_powers_are_used(void **unused)
{
	static const double us[][2] = { { 2, 2 }, { 133, 600 } };
	struct model_options options;
	struct cpuidle_driver drv;
	struct model_cpu cpu;

	(void)unused;
	table_of(&drv, true, 2, us);
	model_options_default(&options);
	options.power_kind = MODEL_POWER_GIVEN;
	options.power_given[0] = .9;
	options.power_given[1] = .5;
	options.power_given[2] = .1;
	options.power_given_count = 3;
	model_cpu_init(&cpu, &drv, 0, &options, 0);
	assert_close(cpu.power.power[2], .1);
	assert_close(model_energy(&cpu, 2, 600000), model_energy(&cpu, 1, 600000));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(neighbours_break_even),
		cmocka_unit_test(deepest_that_fits_is_cheapest),
		cmocka_unit_test(equal_residencies_cost_the_same),
		cmocka_unit_test(unordered_residencies),
		cmocka_unit_test(never_is_not_a_price),
		cmocka_unit_test(given_powers_are_used),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
