// SPDX-License-Identifier: GPL-2.0
/* RAPL through powercap, on made-up trees. */
#include "bench/lib/energy.h"
#include "tests/unit/record_tree.h"

static void zones_are_found_and_named(void **state)
{
	struct energy_reading reading;
	struct energy energy;
	struct err err;

	(void)state;
	tree_begin();
	tree_file("class/powercap/intel-rapl/enabled", "1\n");
	tree_file("class/powercap/intel-rapl:0/name", "package-0\n");
	tree_file("class/powercap/intel-rapl:0/energy_uj", "1500000\n");
	tree_file("class/powercap/intel-rapl:0/max_energy_range_uj", "262143328850\n");
	tree_file("class/powercap/intel-rapl:0:0/name", "core\n");
	tree_file("class/powercap/intel-rapl:0:0/energy_uj", "70\n");
	tree_file("class/powercap/intel-rapl:0:0/max_energy_range_uj", "100\n");
	tree_file("class/powercap/dtpm/name", "other\n");
	assert_int_equal(energy_open(&energy, &err), 0);
	assert_int_equal(energy.count, 2);
	assert_string_equal(energy.domain[0].name, "package-0");
	assert_string_equal(energy.domain[1].name, "package-0/core");
	assert_int_equal(energy_read(&energy, &reading), 0);
	assert_int_equal(reading.uj[0], 1500000);
	assert_int_equal(reading.uj[1], 70);
	tree_end();
}

static void no_powercap_is_said(void **state)
{
	struct energy energy;
	struct err err;

	(void)state;
	tree_begin();
	assert_int_equal(energy_open(&energy, &err), -1);
	assert_int_equal(err.status, BENCH_NOT_HERE);
	assert_non_null(strstr(err.text, "no powercap"));
	tree_file("class/powercap/dtpm/name", "other\n");
	assert_int_equal(energy_open(&energy, &err), -1);
	assert_non_null(strstr(err.text, "no RAPL zone"));
	tree_end();
}

static void the_counter_wraps(void **state)
{
	struct energy_domain domain = { .range_uj = 100000000 };

	(void)state;
	assert_true(energy_joules(&domain, 1000000, 3500000) == 2.5);
	assert_true(energy_joules(&domain, 99000000, 1000000) == 2.0);
	domain.range_uj = 0;
	assert_true(energy_joules(&domain, 99000000, 1000000) == 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(zones_are_found_and_named),
		cmocka_unit_test(no_powercap_is_said),
		cmocka_unit_test(the_counter_wraps),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
