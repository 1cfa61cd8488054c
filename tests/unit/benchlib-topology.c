// SPDX-License-Identifier: GPL-2.0
/* CPUs by topology: 4 cores x 2 threads whose numbers are not in order, CPU 5 offline. */
#include "bench/lib/topology.h"
#include "benchlib_tree.h"

static struct topology *topo;

/* Threads of a core are n and n + 4; with CPU 5 offline core 1 has one thread. */
static int begin(void **state)
{
	int cpu;

	tree_begin(state);
	for (cpu = 0; cpu < 8; cpu++) {
		unsigned int threads = cpu % 4 == 1 ? 0x02 : 0x11u << (cpu % 4);

		if (cpu != 5)
			tree_core(cpu, cpu % 4, threads, 0xdf);
	}
	tree_put("devices/system/cpu/cpu5/online", "0");
	tree_put("devices/system/cpu/online", "0-4,6-7");
	tree_put("devices/system/cpu/possible", "0-7");
	tree_put("devices/system/cpu/present", "0-7");
	return topology_load(&topo, NULL);
}

static int end(void **state)
{
	topology_free(topo);
	return tree_end(state);
}

static void check(const char *spec, const char *wanted)
{
	struct err err = { 0 };
	struct cpulist list;
	char *text;

	if (topology_pick(topo, spec, &list, &err))
		fail_msg("%s: %s", spec, err.text);
	text = cpulist_format(&list);
	if (strcmp(text, wanted))
		fail_msg("%s gives %s, not %s", spec, text, wanted);
	free(text);
	cpulist_free(&list);
}

static void picks(void **state)
{
	(void)state;
	check("cores:1", "0");
	check("cores:2", "0-1");
	check("cores:all", "0-3");
	check("threads:4", "0-3");
	/* All first threads, then the second ones. */
	check("threads:5", "0-4");
	check("threads:all", "0-4,6-7");
	check("all", "0-4,6-7");
	check("7,0,7", "7,0,7");
}

static void refuses(void **state)
{
	static const char *const bad[] = {
		"cores:5", "cores:0", "cores:", "cores:x", "threads:8", "threads:-1", "5", "8",
		"0,99", "", "cores", "nonsense",
	};
	struct cpulist list;
	size_t i;

	(void)state;
	for (i = 0; i < sizeof(bad) / sizeof(*bad); i++) {
		struct err err = { 0 };

		if (!topology_pick(topo, bad[i], &list, &err))
			fail_msg("'%s' was accepted", bad[i]);
		assert_non_null(strstr(err.text, "--cpus"));
		assert_int_equal(err.status, BENCH_USAGE);
	}
}

static void neighbours(void **state)
{
	struct cpulist list;
	char *text;

	(void)state;
	topology_siblings(topo, 0, &list);
	assert_int_equal(list.count, 1);
	assert_int_equal(list.cpu[0], 4);
	cpulist_free(&list);
	topology_siblings(topo, 1, &list);
	assert_int_equal(list.count, 0);
	topology_other_cores(topo, 2, &list);
	text = cpulist_format(&list);
	assert_string_equal(text, "3,0-1");
	free(text);
	cpulist_free(&list);
	assert_true(topology_share_core(topo, 2, 6));
	assert_false(topology_share_core(topo, 2, 3));
	assert_false(topology_share_core(topo, 2, 2));
	assert_int_equal(topology_cores(topo), 4);
	assert_int_equal(topology_threads(topo), 7);
}

static void the_rest(void **state)
{
	struct cpulist picked, rest;
	char *text;

	(void)state;
	assert_int_equal(topology_pick(topo, "0,2", &picked, NULL), 0);
	assert_int_equal(topology_rest(&picked, &rest, NULL), 0);
	text = cpulist_format(&rest);
	assert_string_equal(text, "1,3-4,6-7");
	free(text);
	cpulist_free(&picked);
	cpulist_free(&rest);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(picks),
		cmocka_unit_test(refuses),
		cmocka_unit_test(neighbours),
		cmocka_unit_test(the_rest),
	};

	return cmocka_run_group_tests(tests, begin, end);
}
