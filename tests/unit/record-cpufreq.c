// SPDX-License-Identifier: GPL-2.0
/* Time at each frequency, on made-up trees. */
#include "bench/lib/cpufreq.h"
#include "tests/unit/record_tree.h"

#define DIR	"devices/system/cpu/cpufreq/"

static void policies_are_read_in_order(void **state)
{
	struct cpufreq cpufreq;
	struct err err;

	(void)state;
	tree_begin();
	tree_file(DIR "policy10/affected_cpus", "10 11\n");
	tree_file(DIR "policy10/scaling_driver", "acpi-cpufreq\n");
	tree_file(DIR "policy10/scaling_governor", "schedutil\n");
	tree_file(DIR "policy2/scaling_driver", "intel_pstate\n");
	tree_file(DIR "policy2/scaling_governor", "performance\n");
	tree_file(DIR "policy10/stats/time_in_state", "1800000 300\n800000 1200\n");
	tree_file(DIR "policy10/stats/total_trans", "77\n");
	tree_file(DIR "boost", "1\n");
	assert_int_equal(cpufreq_read(&cpufreq, &err), 0);
	assert_int_equal(cpufreq.count, 2);
	assert_int_equal(cpufreq.policy[0].number, 2);
	assert_int_equal(cpufreq.policy[0].steps, 0);
	assert_string_equal(cpufreq.policy[1].cpus, "10 11");
	assert_string_equal(cpufreq.policy[1].governor, "schedutil");
	assert_int_equal(cpufreq.policy[1].steps, 2);
	assert_int_equal(cpufreq.policy[1].khz[1], 800000);
	assert_int_equal(cpufreq.policy[1].time_ms[1], 12000);
	assert_int_equal(cpufreq.policy[1].transitions, 77);
	cpufreq_free(&cpufreq);
	tree_end();
}

static void a_machine_without_is_said(void **state)
{
	struct cpufreq cpufreq;
	struct err err;

	(void)state;
	tree_begin();
	assert_int_equal(cpufreq_read(&cpufreq, &err), -1);
	assert_int_equal(err.status, BENCH_NOT_HERE);
	assert_non_null(strstr(err.text, "no cpufreq"));
	tree_end();
}

static void differences_go_by_frequency(void **state)
{
	struct cpufreq_policy from, to;

	(void)state;
	assert_int_equal(cpufreq_parse_stats(&from, "1800000 300\n800000 1200\n"), 0);
	/* Boost has come on: a new step, and another order. */
	assert_int_equal(cpufreq_parse_stats(&to, "2400000 5\n800000 1300\n1800000 300\n"), 0);
	assert_int_equal(cpufreq_step_ms(&from, &to, 0), 50);
	assert_int_equal(cpufreq_step_ms(&from, &to, 1), 1000);
	assert_int_equal(cpufreq_step_ms(&from, &to, 2), 0);
	/* The statistics were reset meanwhile. */
	assert_int_equal(cpufreq_step_ms(&to, &from, 1), 0);
}

static void nonsense_is_refused(void **state)
{
	struct cpufreq_policy policy;

	(void)state;
	assert_int_equal(cpufreq_parse_stats(&policy, "1800000 300\nnonsense\n"), -1);
	assert_int_equal(cpufreq_parse_stats(&policy, ""), 0);
	assert_int_equal(policy.steps, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(policies_are_read_in_order),
		cmocka_unit_test(a_machine_without_is_said),
		cmocka_unit_test(differences_go_by_frequency),
		cmocka_unit_test(nonsense_is_refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
