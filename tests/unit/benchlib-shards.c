// SPDX-License-Identifier: GPL-2.0
/*
 * More counters than files may be open: every one is still read, and none of the other
 * threads' descriptors keeps a file of this one alive.
 */
#include <fcntl.h>
#include <sys/resource.h>

#include "bench/lib/idle.h"
#include "benchlib_tree.h"

#define CPUS	24

static void set_limit(rlim_t soft)
{
	struct rlimit lim;

	assert_int_equal(getrlimit(RLIMIT_NOFILE, &lim), 0);
	lim.rlim_cur = soft;
	lim.rlim_max = soft;
	assert_int_equal(setrlimit(RLIMIT_NOFILE, &lim), 0);
}

static void count(int cpu, const char *file, unsigned long long value)
{
	char path[128];

	snprintf(path, sizeof(path), "devices/system/cpu/cpu%d/cpuidle/state1/%s", cpu, file);
	tree_put_number(path, value);
}

static void all_are_read(void **state)
{
	struct idle_snapshot *from, *to;
	struct idle_interval one;
	struct cpulist cpus = { 0 };
	struct idle idle;
	int cpu, s, k, kept = 0;

	(void)state;
	for (cpu = 0; cpu < CPUS; cpu++) {
		tree_state(cpu, 0, "POLL", 0, 0);
		tree_state(cpu, 1, "C1", 1, 1);
		count(cpu, "usage", 100);
		cpulist_add(&cpus, cpu);
	}
	/* 240 counters; root may not raise the limit either: it is the hard one. */
	set_limit(200);
	assert_int_equal(idle_open(&idle, &cpus, NULL), 0);
	assert_int_equal(idle.cpus, CPUS);
	from = idle_snapshot_alloc(&idle);
	to = idle_snapshot_alloc(&idle);
	idle_snapshot(&idle, from);
	for (cpu = 0; cpu < CPUS; cpu++) {
		count(cpu, "usage", 101 + cpu);
		count(cpu, "time", 1 + cpu);
	}
	idle_snapshot(&idle, to);
	for (cpu = 0; cpu < CPUS; cpu++) {
		idle_cpu_interval(&idle, cpu, from, to, &one);
		assert_true(one.valid);
		assert_int_equal(one.state[1].usage, 1 + cpu);
		idle_interval_free(&one);
		for (s = 0; s < 2; s++)
			for (k = 0; k < IDLE_COUNTERS; k++)
				kept += idle.cpu[cpu].state[s].fd[k] >= 0;
	}
	/* Unless root raised the limit again, that took more than one table of files. */
	printf("%d parts, %d descriptors kept open\n", idle.shards, kept);
	assert_true(kept == CPUS * 2 * IDLE_COUNTERS);
	idle_snapshot_free(from);
	idle_snapshot_free(to);
	idle_close(&idle);
	cpulist_free(&cpus);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(all_are_read, tree_begin, tree_end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
