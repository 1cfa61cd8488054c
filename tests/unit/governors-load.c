// SPDX-License-Identifier: GPL-2.0
/* Governors by name, their parameters, and instances that do not share anything. */
#include "model_drive.h"
#include "replay/governors.h"
#include "replay/workloads/workload.h"

static const char folder[] = "build/peers";
static char error[512];

static int load(struct governor_kind *kind, const char *name)
{
	return governor_load(kind, name, folder, error, sizeof(error));
}

static void unknown_names_are_refused(void **unused)
{
	struct governor_kind kind;

	(void)unused;
	assert_int_equal(load(&kind, "no-such-governor"), -1);
	assert_non_null(strstr(error, "no-such-governor"));
	assert_int_equal(load(&kind, "../tally"), -1);
}

static void parameters_are_checked(void **unused)
{
	static const char *const bad[] = {
		"tally:context=2", "tally:latency_weight=256", "tally:latency_weight=",
		"tally:rule=none", "tally:nonsense=1", "tally:context", "fixed:state=10",
		"fixed:stop=2",
	};
	struct governor_kind kind;
	size_t i;

	(void)unused;
	for (i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
		if (load(&kind, bad[i]) != -1)
			fail_msg("%s was accepted", bad[i]);
		governor_unload(&kind);
	}
	assert_int_equal(load(&kind, "tally:context=0+latency_weight=8+rule=majority"), 0);
	governor_unload(&kind);
}

/* A run in one go, or with another CPU's run of the same governor in between. */
static void run(const struct governor_kind *kind, struct model_cpu *cpu, int workload, u64 sessions,
		void **data)
{
	static const double us[][2] = { { 2, 2 }, { 10, 20 }, { 133, 600 } };
	struct workload_limits limits = {
		.sessions = sessions, .wall_ns = MODEL_NEVER, .seed = 1,
	};
	struct model_options options;
	struct cpuidle_driver drv;

	table_of(&drv, true, 3, us);
	model_options_default(&options);
	model_cpu_init(cpu, &drv, 0, &options, 1234567);
	*data = governor_start(kind, cpu);
	assert_non_null(*data);
	workload_run(&workloads_design.workloads[workload], cpu, &limits);
}

static void instances_do_not_mix(void **unused)
{
	struct model_cpu alone, other, again;
	struct governor_kind kind;
	void *data[3];
	int i;

	(void)unused;
	assert_int_equal(load(&kind, "tally"), 0);
	run(&kind, &alone, 16, 3000, &data[0]);
	run(&kind, &other, 20, 3000, &data[1]);
	run(&kind, &again, 16, 3000, &data[2]);
	assert_memory_equal(&alone.score, &again.score, sizeof(alone.score));
	assert_memory_not_equal(&alone.score, &other.score, sizeof(alone.score));
	for (i = 0; i < 3; i++)
		free(data[i]);
	governor_unload(&kind);
}

static void parameters_make_a_difference(void **unused)
{
	struct governor_kind plain, weighted;
	struct model_cpu a, b;
	void *data[2];

	(void)unused;
	assert_int_equal(load(&plain, "tally"), 0);
	assert_int_equal(load(&weighted, "tally:latency_weight=255"), 0);
	run(&plain, &a, 17, 3000, &data[0]);
	run(&weighted, &b, 17, 3000, &data[1]);
	assert_true(b.score.latency_ns < a.score.latency_ns);
	free(data[0]);
	free(data[1]);
	governor_unload(&plain);
	governor_unload(&weighted);
}

/* The best fixed policy cannot beat the oracle; polling always has no latency. */
static void fixed_policies(void **unused)
{
	struct governor_kind kind;
	struct model_cpu cpu;
	void *data;

	(void)unused;
	assert_int_equal(load(&kind, "fixed:state=0+stop=0"), 0);
	run(&kind, &cpu, 16, 2000, &data);
	assert_int_equal(cpu.score.entries, cpu.dev.states_usage[0].usage);
	assert_true(cpu.score.energy >= cpu.score.best_energy);
	free(data);
	governor_unload(&kind);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(unknown_names_are_refused),
		cmocka_unit_test(parameters_are_checked),
		cmocka_unit_test(instances_do_not_mix),
		cmocka_unit_test(parameters_make_a_difference),
		cmocka_unit_test(fixed_policies),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
