// SPDX-License-Identifier: GPL-2.0
/* Samples must not cost more than their budget. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bench/lib/events-pace.h"

#define MS	1000000

static void a_quiet_machine_is_never_paused(void **state)
{
	struct events_pace pace = { .budget = 0.02, .cost_ns = 500 };

	(void)state;
	/* 1,000 samples a second are 0.05 %. */
	for (int i = 0; i < 100; i++)
		assert_int_equal(events_pace_spend(&pace, 50, 50 * MS), 0);
}

static void a_busy_one_is_paused_for_the_debt(void **state)
{
	struct events_pace pace = { .budget = 0.02, .cost_ns = 500 };

	(void)state;
	/* 10 ms of debt are tolerated, 5 ms are there at the start. */
	events_pace_begin(&pace);
	/* 5 ms of cost in 50 ms, 1 ms allowed: 9 ms are owed. */
	assert_int_equal(events_pace_spend(&pace, 10000, 50 * MS), 0);
	/* 13 ms are owed: 650 ms at 2 %. */
	assert_in_range(events_pace_spend(&pace, 10000, 50 * MS), 650 * MS - 1, 650 * MS);
	events_pace_rest(&pace, 650 * MS);
	assert_true(pace.debt_ns < 1 && pace.debt_ns > -1);
}

static void the_average_keeps_the_budget(void **state)
{
	struct events_pace pace = { .budget = 0.02, .cost_ns = 700 };
	uint64_t on_ns = 0, all_ns = 0;
	double share;

	(void)state;
	for (int i = 0; i < 1000; i++) {
		/* 200,000 samples a second, now and then none at all. */
		uint64_t samples = i % 10 ? 10000 : 0;
		uint64_t pause = events_pace_spend(&pace, samples, 50 * MS);

		on_ns += samples * 700;
		events_pace_rest(&pace, pause);
		all_ns += 50 * MS + pause;
	}
	share = (double)on_ns / (double)all_ns;
	assert_true(share <= 0.0201 && share > 0.019);
}

static void savings_are_bounded(void **state)
{
	struct events_pace pace = { .budget = 0.02, .cost_ns = 500 };

	(void)state;
	for (int i = 0; i < 100000; i++)
		events_pace_spend(&pace, 0, 50 * MS);
	assert_true(pace.debt_ns >= EVENTS_PACE_LEAST(&pace));
	/* A second of 10 % must not pass unpaused. */
	assert_true(events_pace_spend(&pace, 200000, 1000 * (uint64_t)MS) > 0);
}

static void all_may_be_spent(void **state)
{
	struct events_pace pace = { .budget = 1, .cost_ns = 500 };

	(void)state;
	assert_int_equal(events_pace_spend(&pace, 1000000000, 50 * MS), 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_quiet_machine_is_never_paused),
		cmocka_unit_test(a_busy_one_is_paused_for_the_debt),
		cmocka_unit_test(the_average_keeps_the_budget),
		cmocka_unit_test(savings_are_bounded),
		cmocka_unit_test(all_may_be_spent),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
