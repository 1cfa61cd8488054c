// SPDX-License-Identifier: GPL-2.0
/*
 * The two halves share no workload, cover the same kinds, and every governor meets the
 * same draws.
 */
#include "model_drive.h"
#include "replay/workloads/workload.h"

static bool has_family(const struct workload_half *half, const char *family)
{
	size_t i;

	for (i = 0; i < half->count; i++)
		if (!strcmp(half->workloads[i].family, family))
			return true;
	return false;
}

static bool same_dist(const struct dist *a, const struct dist *b)
{
	int i;

	if (a->kind != b->kind || a->a != b->a || a->b != b->b || a->c != b->c ||
	    a->count != b->count || memcmp(a->weight, b->weight, sizeof(a->weight)) ||
	    memcmp(a->order, b->order, sizeof(a->order)))
		return false;
	for (i = 0; a->sub && i < a->count; i++)
		if (!same_dist(&a->sub[i], &b->sub[i]))
			return false;
	return true;
}

static void halves_are_disjoint(void **unused)
{
	size_t i, j;

	(void)unused;
	assert_true(workloads_design.count + workloads_held_out.count >= 70);
	for (i = 0; i < workloads_design.count; i++)
		for (j = 0; j < workloads_held_out.count; j++) {
			const struct workload *a = &workloads_design.workloads[i];
			const struct workload *b = &workloads_held_out.workloads[j];

			assert_string_not_equal(a->name, b->name);
			if (same_dist(&a->sources[0].gap, &b->sources[0].gap))
				fail_msg("%s and %s are woken alike", a->name, b->name);
		}
}

static void halves_cover_the_same_kinds(void **unused)
{
	size_t i;

	(void)unused;
	for (i = 0; i < workloads_design.count; i++)
		assert_true(has_family(&workloads_held_out, workloads_design.workloads[i].family));
	for (i = 0; i < workloads_held_out.count; i++)
		assert_true(has_family(&workloads_design, workloads_held_out.workloads[i].family));
}

/* Events of an open loop come when they come, whatever the governor does. */
static void draws_do_not_depend_on_the_governor(void **unused)
{
	static const double us[][2] = { { 1, 1 }, { 5, 15 } };
	struct workload_limits limits = { .sessions = 100000, .wall_ns = 5000000000, .seed = 7 };
	const struct workload *poisson = NULL;
	struct cpuidle_driver drv;
	struct model_cpu cpu;
	s64 end_ns[2];
	size_t i;
	int run;

	(void)unused;
	for (i = 0; i < workloads_design.count; i++)
		if (!strcmp(workloads_design.workloads[i].name, "poisson-9ms"))
			poisson = &workloads_design.workloads[i];
	assert_non_null(poisson);
	table_of(&drv, true, 2, us);
	for (run = 0; run < 2; run++) {
		drive(&cpu, &drv, 0);
		for (i = 0; i < 64; i++) {
			script_state[i] = 1 + run;
			script_stop[i] = true;
		}
		workload_run(poisson, &cpu, &limits);
		end_ns[run] = cpu.now_ns;
	}
	/* Both end with the same event, five seconds in, and the wake-up from it. */
	assert_in_range(end_ns[1] - end_ns[0], 0, 5000);
}

static void seeds_matter(void **unused)
{
	static const double us[][2] = { { 1, 1 } };
	struct workload_limits limits = { .sessions = 500, .wall_ns = MODEL_NEVER };
	struct cpuidle_driver drv;
	struct model_cpu cpu;
	s64 end_ns[3];
	int i, run;

	(void)unused;
	table_of(&drv, true, 1, us);
	for (run = 0; run < 3; run++) {
		drive(&cpu, &drv, 0);
		for (i = 0; i < 64; i++)
			script_state[i] = 1;
		limits.seed = run ? 2 : 1;
		workload_run(&workloads_held_out.workloads[4], &cpu, &limits);
		end_ns[run] = cpu.now_ns;
	}
	assert_int_not_equal(end_ns[0], end_ns[1]);
	assert_int_equal(end_ns[1], end_ns[2]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(halves_are_disjoint),
		cmocka_unit_test(halves_cover_the_same_kinds),
		cmocka_unit_test(draws_do_not_depend_on_the_governor),
		cmocka_unit_test(seeds_matter),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
