// SPDX-License-Identifier: GPL-2.0
/*
 * Percentiles of idle lengths: nearest rank, near enough, and exact where it is promised.
 */
#include "tests/unit/read_memory.h"

static void exact_below_65_us(void **state)
{
	struct trace_summary s;
	unsigned int i;

	(void)state;
	assert_int_equal(summary_init(&s), 0);
	assert_int_equal(summary_percentile(&s, 50), 0);
	for (i = 100; i >= 1; i--)
		summary_add_length(&s, i * 650);
	assert_int_equal(summary_percentile(&s, 0), 650);
	assert_int_equal(summary_percentile(&s, 1), 650);
	assert_int_equal(summary_percentile(&s, 5), 5 * 650);
	assert_int_equal(summary_percentile(&s, 50), 50 * 650);
	assert_int_equal(summary_percentile(&s, 50.5), 51 * 650);
	assert_int_equal(summary_percentile(&s, 100), 100 * 650);
	summary_free(&s);
}

static void near_enough_above(void **state)
{
	uint64_t length, found;
	struct trace_summary s;

	(void)state;
	for (length = 70000; length < UINT64_C(1) << 62; length = length * 7 / 3) {
		assert_int_equal(summary_init(&s), 0);
		summary_add_length(&s, 1);
		summary_add_length(&s, length);
		summary_add_length(&s, UINT64_MAX);
		found = summary_percentile(&s, 60);
		assert_true(found <= length && length - found <= length / 32768);
		assert_true(summary_percentile(&s, 100) == UINT64_MAX);
		summary_free(&s);
	}
}

static void microseconds_stay_whole(void **state)
{
	struct trace_summary s;
	uint64_t us;

	(void)state;
	for (us = 66; us < 16000; us += 7) {
		assert_int_equal(summary_init(&s), 0);
		s.stamp_ns = 1000;
		summary_add_length(&s, us * 1000);
		summary_add_length(&s, 1000000000);
		assert_int_equal(summary_percentile(&s, 50), us * 1000);
		summary_free(&s);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exact_below_65_us), cmocka_unit_test(near_enough_above),
		cmocka_unit_test(microseconds_stay_whole),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
