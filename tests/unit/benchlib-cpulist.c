// SPDX-License-Identifier: GPL-2.0
/* Lists of CPUs as text: order and repeats are kept, nonsense is refused by name. */
#include "bench/lib/cpulist.h"
#include "benchlib_tree.h"

static void check(const char *text, const char *wanted)
{
	struct cpulist list;
	struct err err = { 0 };
	char *back;

	assert_int_equal(cpulist_parse(&list, text, "--cpus", &err), 0);
	back = cpulist_format(&list);
	assert_string_equal(back, wanted);
	free(back);
	cpulist_free(&list);
}

static void reads(void **state)
{
	(void)state;
	check("", "");
	check("0", "0");
	check("0,2-3", "0,2-3");
	check(" 0-3\n", "0-3");
	check("3,1,2", "3,1-2");
	check("0,0", "0,0");
	check("0-1,1-2", "0-1,1-2");
	check("1023", "1023");
}

static void refuses(void **state)
{
	static const char *const bad[] = {
		"x", "1,", ",1", "3-1", "-1", "1-", "1 2", "1,,2", "99999999", "0x3", "1-2-3",
	};
	struct cpulist list;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct err err = { 0 };

		if (!cpulist_parse(&list, bad[i], "--cpus", &err))
			fail_msg("'%s' was accepted", bad[i]);
		assert_int_equal(err.status, BENCH_USAGE);
		assert_non_null(strstr(err.text, "--cpus"));
		assert_int_equal(list.count, 0);
	}
}

static void unique(void **state)
{
	struct cpulist list;
	char *text;
	int i;

	(void)state;
	assert_int_equal(cpulist_parse(&list, "5,1,5,3,1", "t", NULL), 0);
	cpulist_unique(&list);
	/* It can still grow afterwards. */
	for (i = 10; i < 40; i++)
		cpulist_add(&list, i);
	text = cpulist_format(&list);
	assert_string_equal(text, "1,3,5,10-39");
	assert_true(cpulist_has(&list, 39));
	assert_false(cpulist_has(&list, 2));
	free(text);
	cpulist_free(&list);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(reads),
		cmocka_unit_test(refuses),
		cmocka_unit_test(unique),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
