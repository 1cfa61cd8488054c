// SPDX-License-Identifier: GPL-2.0
/* Learned exit latency: finds the real value, bears outliers, keeps its bounds. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <cmocka.h>

#include "governor/learn.h"

static struct tally_learned learned;

/* @count samples around @real_ns, every @outlier_each one (0: none) off by 1 ms. */
static void teach(int count, s64 told_ns, s64 real_ns, int outlier_each)
{
	memset(&learned, 0, sizeof(learned));
	for (int i = 0; i < count; i++) {
		s64 noise = (i * 7919 % 21 - 10) * real_ns / 200;

		if (outlier_each && i % outlier_each == 0)
			noise = 1000000;
		tally_learn(&learned, told_ns, real_ns + noise);
	}
}

static void too_few_hits_say_nothing(void **unused)
{
	(void)unused;
	teach(TALLY_LEARN_MIN - 1, 1000, 8000, 0);
	assert_int_equal(tally_learned_exit_ns(&learned, 1000, 1000), 1000);
	memset(&learned, 0, sizeof(learned));
	assert_int_equal(tally_learned_exit_ns(&learned, 1000, 1000), 1000);
}

static void the_real_latency_is_found(void **unused)
{
	(void)unused;
	/* CEDE told as 1 us and really 8; C1 of a guest, 1 and 15; a round ACPI number. */
	teach(300, 1000, 8000, 0);
	assert_in_range(learned.exit_ns, 7600, 8400);
	assert_int_equal(tally_learned_exit_ns(&learned, 1000, 1000), learned.exit_ns);
	teach(300, 1000, 15000, 0);
	assert_in_range(learned.exit_ns, 14250, 15750);
	teach(300, 100000, 180000, 0);
	assert_in_range(learned.exit_ns, 171000, 189000);
}

static void outliers_hardly_move_it(void **unused)
{
	(void)unused;
	teach(2000, 10000, 10000, 10);
	assert_in_range(learned.exit_ns, 9500, 11500);
	/* A single one: by a sixteenth at most. */
	teach(300, 10000, 10000, 0);
	learned.exit_ns = 10000;
	tally_learn(&learned, 10000, 1000000000);
	assert_in_range(learned.exit_ns, 10000, 10000 + 10000 / 16);
	learned.exit_ns = 10000;
	tally_learn(&learned, 10000, -1000000000);
	assert_in_range(learned.exit_ns, 10000 - 10000 / 16, 10000);
}

static void never_below_what_is_told(void **unused)
{
	(void)unused;
	teach(1000, 120000, 20000, 0);
	assert_in_range(learned.exit_ns, 19000, 21000);
	assert_int_equal(tally_learned_exit_ns(&learned, 120000, 120000), 120000);
	/* Told anew, longer than was used. */
	assert_int_equal(tally_learned_exit_ns(&learned, 120000, 30000), 120000);
}

static void never_far_above_what_is_told(void **unused)
{
	(void)unused;
	teach(2000, 10000, 900000, 0);
	assert_int_equal(tally_learned_exit_ns(&learned, 10000, 10000), 160000);
	teach(2000, 1000, 900000, 0);
	assert_int_equal(tally_learned_exit_ns(&learned, 1000, 1000), 64000);
	teach(2000, 0, 900000, 0);
	assert_int_equal(tally_learned_exit_ns(&learned, 0, 0), 64000);
}

static void small_changes_are_not_worth_a_new_table(void **unused)
{
	(void)unused;
	teach(300, 1000, 8000, 0);
	assert_int_equal(tally_learned_exit_ns(&learned, 1000, 7500), 7500);
	assert_int_equal(tally_learned_exit_ns(&learned, 1000, 8500), 8500);
	assert_int_equal(tally_learned_exit_ns(&learned, 1000, 6000), learned.exit_ns);
	assert_int_equal(tally_learned_exit_ns(&learned, 1000, 12000), learned.exit_ns);
}

static void the_residency_goes_along(void **unused)
{
	(void)unused;
	assert_int_equal(tally_learned_residency_ns(10000, 1000, 8000), 80000);
	assert_int_equal(tally_learned_residency_ns(360000, 120000, 120000), 360000);
	assert_int_equal(tally_learned_residency_ns(360000, 120000, 180000), 540000);
	assert_int_equal(tally_learned_residency_ns(2000, 1000, 64000), 32000);
	assert_int_equal(tally_learned_residency_ns(2000, 0, 5000), 7000);
	assert_int_equal(tally_learned_residency_ns(5000, 10, 64000), 80000);
}

static void nonsense_does_not_overflow(void **unused)
{
	(void)unused;
	for (int i = 0; i < 1000; i++)
		tally_learn(&learned, INT64_MAX, i & 1 ? INT64_MAX : INT64_MIN);
	assert_true(learned.exit_ns <= 1000000000);
	tally_learned_exit_ns(&learned, INT64_MAX, 0);
	tally_learned_exit_ns(&learned, INT64_MIN, 0);
	assert_int_equal(tally_learned_residency_ns(INT64_MAX, 1, 1000000000), INT64_MAX);
	assert_true(tally_learned_residency_ns(8000000000, 999999999, 1000000000) > 8000000000);
	assert_int_equal(tally_learned_residency_ns(-5, 1, 2), -5);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(too_few_hits_say_nothing),
		cmocka_unit_test(the_real_latency_is_found),
		cmocka_unit_test(outliers_hardly_move_it),
		cmocka_unit_test(never_below_what_is_told),
		cmocka_unit_test(never_far_above_what_is_told),
		cmocka_unit_test(small_changes_are_not_worth_a_new_table),
		cmocka_unit_test(the_residency_goes_along),
		cmocka_unit_test(nonsense_does_not_overflow),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
