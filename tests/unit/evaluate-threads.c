// SPDX-License-Identifier: GPL-2.0
/* The scores of an evaluation are the same for any number of threads. */
#include "model_drive.h"
#include "replay/evaluate.h"

/* The same terms are added up in another order. */
#define ROUNDING	0.000000001

static void evaluate_with(struct evaluation *e, unsigned int threads)
{
	static const double us[][2] = { { 2, 2 }, { 10, 20 }, { 133, 600 } };
	static struct evaluate_table tables[2];
	static const struct workload *workloads[8];
	static const char *halves[8];
	static struct governor_kind kinds[3];
	char error[256];
	int i;

	table_of(&tables[0].drv, true, 3, us);
	table_of(&tables[1].drv, false, 2, us);
	for (i = 0; i < 8; i++) {
		workloads[i] = &workloads_design.workloads[3 * i];
		halves[i] = "design";
	}
	assert_int_equal(governor_load(&kinds[0], "tally", "build/peers", error, 256), 0);
	assert_int_equal(governor_load(&kinds[1], "tally:context=0", "build/peers", error, 256), 0);
	assert_int_equal(governor_load(&kinds[2], "fixed:state=1", "build/peers", error, 256), 0);
	*e = (struct evaluation){
		.limits = { .sessions = 1500, .wall_ns = MODEL_NEVER, .seed = 5 },
		.workloads = workloads, .workload_half = halves, .workload_count = 8,
		.tables = tables, .table_count = 2, .governors = kinds, .governor_count = 3,
		.tick_ns = { 4000000, 1000000 }, .tick_count = 2, .threads = threads,
	};
	model_options_default(&e->options);
	assert_int_equal(evaluate(e), 0);
	for (i = 0; i < 3; i++)
		governor_unload(&kinds[i]);
}

static void same_for_any_number_of_threads(void **unused)
{
	struct evaluation one, many;
	unsigned int threads;

	(void)unused;
	evaluate_with(&one, 1);
	for (threads = 2; threads <= 7; threads += 5) {
		evaluate_with(&many, threads);
		assert_memory_equal(one.scores, many.scores,
				    8 * 2 * 2 * 3 * sizeof(*one.scores));
		free(many.scores);
	}
	free(one.scores);
}

static void every_run_was_made(void **unused)
{
	struct evaluation e;
	int i;

	(void)unused;
	evaluate_with(&e, 2);
	for (i = 0; i < 8 * 2 * 2 * 3; i++) {
		assert_true(e.scores[i].sessions > 0);
		assert_true(score_energy_ratio(&e.scores[i]) > 1 - ROUNDING);
		if (score_combined_ratio(&e.scores[i], &e.options) < 1 - ROUNDING)
			fail_msg("run %d: %.9f", i, score_combined_ratio(&e.scores[i], &e.options));
	}
	free(e.scores);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(same_for_any_number_of_threads),
		cmocka_unit_test(every_run_was_made),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
