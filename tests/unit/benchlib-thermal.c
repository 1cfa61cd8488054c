// SPDX-License-Identifier: GPL-2.0
/* Temperatures: the hottest CPU sensor, none at all, steady or not. */
#include "bench/lib/thermal.h"
#include "benchlib_tree.h"

static void no_sensor(void **state)
{
	long mc;

	(void)state;
	assert_int_equal(thermal_read(&mc), -1);
}

static void hottest_cpu_sensor(void **state)
{
	long mc;

	(void)state;
	tree_put("class/hwmon/hwmon0/name", "nvme");
	tree_put("class/hwmon/hwmon0/temp1_input", "90000");
	tree_put("class/hwmon/hwmon1/name", "coretemp");
	tree_put("class/hwmon/hwmon1/temp1_input", "51000");
	tree_put("class/hwmon/hwmon1/temp7_input", "63000");
	assert_int_equal(thermal_read(&mc), 0);
	assert_int_equal(mc, 63000);
}

static void thermal_zone(void **state)
{
	long mc;

	(void)state;
	tree_put("class/thermal/thermal_zone0/type", "battery");
	tree_put("class/thermal/thermal_zone0/temp", "70000");
	tree_put("class/thermal/thermal_zone1/type", "x86_pkg_temp");
	tree_put("class/thermal/thermal_zone1/temp", "-3000");
	assert_int_equal(thermal_read(&mc), 0);
	assert_int_equal(mc, -3000);
}

static void settling(void **state)
{
	struct settling s = { 0 };
	int i;

	(void)state;
	for (i = 0; i < 60; i++)
		assert_false(settling_add(&s, 40000 + 500 * i));
	for (i = 0; i < SETTLING_READINGS - 3; i++)
		assert_false(settling_add(&s, 70000));
	/* The last three readings of the climb lie within the band, too. */
	assert_true(settling_add(&s, 70000) || settling_add(&s, 70000) ||
		    settling_add(&s, 70000));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, tree_begin, tree_end)
	const struct CMUnitTest tests[] = {
		TEST(no_sensor), TEST(hottest_cpu_sensor), TEST(thermal_zone), TEST(settling),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
