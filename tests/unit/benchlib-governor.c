// SPDX-License-Identifier: GPL-2.0
/* Governors: reading, choosing, switching; T07: kernels that have none, or one. */
#include "bench/lib/governor.h"
#include "benchlib_tree.h"

#define DIR	"devices/system/cpu/cpuidle/"

static struct governors govs;

static void several(void **state)
{
	struct governors chosen;

	(void)state;
	tree_put(DIR "available_governors", "ladder menu teo ");
	tree_put(DIR "current_governor", "menu");
	assert_int_equal(governors_read(&govs, NULL), 0);
	assert_int_equal(govs.count, 3);
	assert_string_equal(govs.current, "menu");
	assert_true(govs.writable);
	assert_int_equal(governors_select(&govs, "teo,menu", &chosen, NULL), 0);
	assert_int_equal(chosen.count, 2);
	assert_string_equal(chosen.name[0], "teo");
	assert_int_equal(governors_select(&govs, "all", &chosen, NULL), 0);
	assert_int_equal(chosen.count, 3);
	assert_int_equal(governor_set("teo", NULL), 0);
	assert_string_equal(tree_get(DIR "current_governor"), "teo");
}

static void unknown_name(void **state)
{
	struct governors chosen;
	struct err err = { 0 };

	(void)state;
	tree_put(DIR "available_governors", "ladder menu");
	tree_put(DIR "current_governor", "menu");
	assert_int_equal(governors_read(&govs, NULL), 0);
	assert_int_equal(governors_select(&govs, "menu,teo", &chosen, &err), -1);
	assert_int_equal(err.status, BENCH_USAGE);
	assert_non_null(strstr(err.text, "--governors"));
	assert_non_null(strstr(err.text, "'teo'"));
	assert_non_null(strstr(err.text, "ladder menu"));
	/* A prefix is no name. */
	assert_int_equal(governors_select(&govs, "men", &chosen, &err), -1);
	assert_int_equal(governors_select(&govs, "", &chosen, &err), -1);
}

static void no_cpuidle(void **state)
{
	struct err err = { 0 };

	(void)state;
	assert_int_equal(governors_read(&govs, &err), -1);
	assert_int_equal(err.status, BENCH_NOT_HERE);
	assert_non_null(strstr(err.text, "no cpuidle governor"));
}

static void read_only_kernel(void **state)
{
	struct governors chosen;
	struct err err = { 0 };

	(void)state;
	/* Before Linux 5.8, without cpuidle_sysfs_switch. */
	tree_put(DIR "current_governor_ro", "menu");
	assert_int_equal(governors_read(&govs, NULL), 0);
	assert_int_equal(govs.count, 1);
	assert_false(govs.writable);
	assert_int_equal(governors_select(&govs, "menu", &chosen, NULL), 0);
	tree_put(DIR "available_governors", "ladder menu");
	assert_int_equal(governors_read(&govs, NULL), 0);
	assert_int_equal(governors_select(&govs, "all", &chosen, &err), -1);
	assert_int_equal(err.status, BENCH_NOT_HERE);
	assert_non_null(strstr(err.text, "only menu can be measured"));
	assert_int_equal(governor_set("ladder", &err), -1);
	assert_int_equal(err.status, BENCH_NOT_HERE);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(several, tree_begin, tree_end),
		cmocka_unit_test_setup_teardown(unknown_name, tree_begin, tree_end),
		cmocka_unit_test_setup_teardown(no_cpuidle, tree_begin, tree_end),
		cmocka_unit_test_setup_teardown(read_only_kernel, tree_begin, tree_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
