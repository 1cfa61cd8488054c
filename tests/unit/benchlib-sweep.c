// SPDX-License-Identifier: GPL-2.0
/* Values of a sweep: units, lists, geometric rows; nonsense is refused by name. */
#include "bench/lib/sweep.h"
#include "benchlib_tree.h"

static void times(void **state)
{
	static const struct { const char *text; uint64_t unit, ns; } good[] = {
		{ "20us", 1, 20000 }, { "1.5ms", 1, 1500000 }, { "2", 1000, 2000 },
		{ "2", 1, 2 }, { "0", 1, 0 }, { "0.25s", 1, 250000000 }, { "7ns", 1000, 7 },
		{ "0.001", 1000000000, 1000000 },
	};
	static const char *const bad[] = {
		"", "us", "qw", "-1", "1e400", "inf", "nan", "1 us", "1h", "0x10", "1e3", "5us5",
	};
	uint64_t ns;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(good) / sizeof(*good); i++) {
		assert_int_equal(parse_time_ns(&ns, good[i].text, good[i].unit, "t", NULL), 0);
		assert_int_equal(ns, good[i].ns);
	}
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct err err = { 0 };

		if (!parse_time_ns(&ns, bad[i], 1, "--duration", &err))
			fail_msg("'%s' was accepted", bad[i]);
		assert_non_null(strstr(err.text, "--duration"));
		assert_int_equal(err.status, BENCH_USAGE);
	}
}

static void geometric(void **state)
{
	struct sweep sweep;

	(void)state;
	assert_int_equal(sweep_parse(&sweep, "1us:1ms:4", 1, "t", NULL), 0);
	assert_int_equal(sweep.count, 4);
	assert_int_equal(sweep.value[0], 1000);
	assert_int_equal(sweep.value[1], 10000);
	assert_int_equal(sweep.value[2], 100000);
	assert_int_equal(sweep.value[3], 1000000);
	sweep_free(&sweep);
	assert_int_equal(sweep_parse(&sweep, "1:1000:300", 0, "t", NULL), 0);
	assert_int_equal(sweep.count, 300);
	assert_int_equal(sweep.value[299], 1000);
	sweep_free(&sweep);
}

static void lists(void **state)
{
	struct sweep sweep;

	(void)state;
	assert_int_equal(sweep_parse(&sweep, "1,2us,5", 1000, "t", NULL), 0);
	assert_int_equal(sweep.count, 3);
	assert_int_equal(sweep.value[0], 1000);
	assert_int_equal(sweep.value[1], 2000);
	assert_int_equal(sweep.value[2], 5000);
	sweep_free(&sweep);
}

static void refuses(void **state)
{
	static const char *const bad[] = {
		"", ",", "1:2", "0:1us:3", "2us:1us:3", "1:2:1", "1:2:3:4", "1:2:x", "x:2:3",
		"1us,x", "1:2:1000000", "::",
	};
	struct sweep sweep;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct err err = { 0 };

		if (!sweep_parse(&sweep, bad[i], 1, "--work", &err))
			fail_msg("'%s' was accepted", bad[i]);
		assert_non_null(strstr(err.text, "--work"));
		assert_null(sweep.value);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(times),
		cmocka_unit_test(geometric),
		cmocka_unit_test(lists),
		cmocka_unit_test(refuses),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
