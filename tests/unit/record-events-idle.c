// SPDX-License-Identifier: GPL-2.0
/* Idle periods from power:cpu_idle. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bench/lib/events-idle.h"

static void a_period_is_entry_to_exit(void **state)
{
	struct events_idle idle = { 0 };
	uint64_t ns = 0;

	(void)state;
	assert_false(events_idle_event(&idle, 2, 1000, &ns));
	assert_true(events_idle_event(&idle, EVENTS_IDLE_EXIT, 251000, &ns));
	assert_int_equal(ns, 250000);
	assert_int_equal(idle.state, 2);
	assert_int_equal(idle.unmatched, 0);
}

static void a_sleep_from_before_is_not_odd(void **state)
{
	struct events_idle idle = { 0 };
	uint64_t ns;

	(void)state;
	assert_false(events_idle_event(&idle, EVENTS_IDLE_EXIT, 1000, &ns));
	assert_int_equal(idle.unmatched, 0);
	assert_false(events_idle_event(&idle, EVENTS_IDLE_EXIT, 2000, &ns));
	assert_int_equal(idle.unmatched, 1);
}

static void a_second_entry_replaces_the_first(void **state)
{
	struct events_idle idle = { 0 };
	uint64_t ns = 0;

	(void)state;
	events_idle_event(&idle, 0, 1000, &ns);
	events_idle_event(&idle, 1, 5000, &ns);
	assert_int_equal(idle.unmatched, 1);
	assert_true(events_idle_event(&idle, EVENTS_IDLE_EXIT, 6000, &ns));
	assert_int_equal(ns, 1000);
	assert_int_equal(idle.state, 1);
}

static void nothing_spans_a_gap(void **state)
{
	struct events_idle idle = { 0 };
	uint64_t ns;

	(void)state;
	events_idle_event(&idle, 1, 1000, &ns);
	events_idle_gap(&idle);
	assert_false(events_idle_event(&idle, EVENTS_IDLE_EXIT, 9000, &ns));
	assert_int_equal(idle.unmatched, 0);
}

static void time_going_back_is_no_age(void **state)
{
	struct events_idle idle = { 0 };
	uint64_t ns = 1;

	(void)state;
	events_idle_event(&idle, 1, 1000, &ns);
	assert_true(events_idle_event(&idle, EVENTS_IDLE_EXIT, 900, &ns));
	assert_int_equal(ns, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_period_is_entry_to_exit),
		cmocka_unit_test(a_sleep_from_before_is_not_odd),
		cmocka_unit_test(a_second_entry_replaces_the_first),
		cmocka_unit_test(nothing_spans_a_gap),
		cmocka_unit_test(time_going_back_is_no_age),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
