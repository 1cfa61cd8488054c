// SPDX-License-Identifier: GPL-2.0
/* PMUs as sysfs describes them: a two-package server's `power`, a laptop's cstate_core. */
#include "bench/lib/energy-pmu.h"
#include "tests/unit/record_tree.h"

#define DIR	"bus/event_source/devices/"

static void make_rapl(void)
{
	tree_file(DIR "power/type", "20\n");
	tree_file(DIR "power/cpumask", "0,28\n");
	tree_file(DIR "power/format/event", "config:0-7\n");
	tree_file(DIR "power/events/energy-pkg", "event=0x02\n");
	tree_file(DIR "power/events/energy-pkg.scale", "2.3283064365386962890625e-10\n");
	tree_file(DIR "power/events/energy-pkg.unit", "Joules\n");
	tree_file(DIR "power/events/energy-ram", "event=0x03\n");
	tree_file(DIR "power/events/energy-ram.scale", "1.5258789062500000e-05\n");
	tree_file(DIR "power/events/energy-ram.unit", "Joules\n");
}

static void rapl_is_read(void **state)
{
	const struct pmu_event *event;
	struct pmu pmu;

	(void)state;
	tree_begin();
	make_rapl();
	assert_int_equal(pmu_read(&pmu, "power"), 0);
	assert_int_equal(pmu.type, 20);
	assert_int_equal(pmu.cpus.count, 2);
	assert_int_equal(pmu.cpus.cpu[1], 28);
	assert_int_equal(pmu.count, 2);
	event = pmu_find(&pmu, "energy-pkg");
	assert_non_null(event);
	assert_int_equal(event->config, 2);
	assert_string_equal(event->unit, "Joules");
	assert_true(event->scale == 1.0 / 4294967296.0);
	assert_null(pmu_find(&pmu, "energy-psys"));
	pmu_free(&pmu);
	tree_end();
}

static void terms_go_where_format_says(void **state)
{
	struct pmu pmu;

	(void)state;
	tree_begin();
	tree_file(DIR "cpu/type", "4\n");
	tree_file(DIR "cpu/format/event", "config:0-7\n");
	tree_file(DIR "cpu/format/umask", "config:8-15\n");
	tree_file(DIR "cpu/format/inv", "config:23\n");
	tree_file(DIR "cpu/format/offcore", "config1:0-63\n");
	tree_file(DIR "cpu/events/a", "event=0x3c,umask=0x1,inv\n");
	tree_file(DIR "cpu/events/b-other-word", "event=0x1,offcore=0x5\n");
	tree_file(DIR "cpu/events/c-too-big", "event=0x100\n");
	tree_file(DIR "cpu/events/d-no-number", "event=x\n");
	tree_file(DIR "cpu/events/e-unknown-term", "edge=1\n");
	assert_int_equal(pmu_read(&pmu, "cpu"), 0);
	assert_int_equal(pmu.cpus.count, 0);
	assert_int_equal(pmu.count, 1);
	assert_string_equal(pmu.event[0].name, "a");
	assert_int_equal(pmu.event[0].config, 0x3c | 1 << 8 | 1 << 23);
	assert_true(pmu.event[0].scale == 1);
	pmu_free(&pmu);
	tree_end();
}

static void a_missing_pmu_is_an_error(void **state)
{
	struct pmu pmu;

	(void)state;
	tree_begin();
	make_rapl();
	assert_int_equal(pmu_read(&pmu, "cstate_core"), -1);
	tree_end();
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rapl_is_read),
		cmocka_unit_test(terms_go_where_format_says),
		cmocka_unit_test(a_missing_pmu_is_an_error),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
