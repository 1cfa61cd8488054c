// SPDX-License-Identifier: GPL-2.0
/* What bench-select plays back are the governor's own decisions, again and again. */
#include "model_drive.h"
#include "replay/select-load.h"

static unsigned long recorded_sum(const struct select_bench *bench)
{
	unsigned long sum = 0;
	size_t i;

	for (i = 0; i < bench->count; i++)
		sum += bench->inputs[i].state;
	return sum;
}

static void a_fresh_instance_decides_alike(void **unused)
{
	struct governor_kind kind;
	struct select_bench bench;
	char error[256];
	int states, load;

	(void)unused;
	assert_int_equal(governor_load(&kind, "tally", "build/peers", error, 256), 0);
	for (states = 2; states <= CPUIDLE_STATE_MAX; states++)
		for (load = 0; load < LOADS; load++) {
			unsigned long played;
			void *fresh;

			assert_int_equal(select_bench_init(&bench, &kind, states, load,
							   4000000), 0);
			assert_int_equal(bench.count, 4096);
			fresh = governor_start(&kind, &bench.cpu);
			free(bench.data);
			bench.data = fresh;
			/* The sum counts stopped ticks, too: those of the empty loop are all. */
			played = select_bench_play(&bench, true, false);
			assert_in_range(played - recorded_sum(&bench), 0, bench.count);
			select_bench_free(&bench);
		}
	governor_unload(&kind);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_fresh_instance_decides_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
