// SPDX-License-Identifier: GPL-2.0
/* The majority rule: the classic reading of intercepts, and its utilisation threshold. */
#include "core_drive.h"

#define FOUR	STATES({0, 0}, {1, 1}, {120, 360}, {1034, 3102})

static void init(struct drive *d, struct tally_table table)
{
	drive_init(d, table, TICK_250HZ);
	d->params.rule = TALLY_RULE_MAJORITY;
}

/* S04: half of 400/250/251 lies at or above state 1, but most intercepts lie below it. */
static void fullest_bin_bounds_the_walk(void **state)
{
	struct drive d;

	(void)state;
	init(&d, make_table(FOUR));
	d.cpu.majority.intercepts[0] = 400;
	d.cpu.majority.intercepts[1] = 250;
	d.cpu.majority.intercepts[2] = 251;
	d.cpu.majority.total = 1000;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 0);
	/* The fullest bin of several as full is the deepest of them. */
	d.cpu.majority.intercepts[0] = 300;
	d.cpu.majority.intercepts[1] = 300;
	d.cpu.majority.intercepts[2] = 251;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 1);
	/* Half lies at or above state 2. */
	d.cpu.majority.intercepts[2] = 610;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 2);
	/* Hits of the deepest bin outweigh them. */
	d.cpu.majority.hits[3] = 1300;
	d.cpu.majority.total = 300 + 300 + 610 + 1300;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 3);
	assert_true(d.stop_tick);
}

/* A wake-up after 500 us again and again: state 2, until timers come instead. */
static void learns_and_forgets(void **state)
{
	struct drive d;

	(void)state;
	init(&d, make_table(FOUR));
	for (int i = 0; i < 30; i++) {
		drive_select(&d, MS(50), MS(3));
		drive_wake(&d, US(500 + 120), false);
	}
	assert_int_equal(d.state, 2);
	for (int i = 0; i < 30; i++) {
		drive_select(&d, MS(50), MS(3));
		drive_wake(&d, MS(50) + US(1034), false);
	}
	assert_int_equal(d.state, 3);
	/* However strong the majority, the timer bounds it. */
	assert_int_equal(drive_select(&d, US(400), US(400)), 2);
	assert_false(d.stop_tick);
}

/* A busy CPU: one state shallower, never polling. */
static void busy_is_one_shallower(void **state)
{
	struct drive d;

	(void)state;
	init(&d, make_table(FOUR));
	drive_select(&d, MS(50), MS(3));
	drive_wake(&d, MS(50), false);
	d.params.util = true;
	d.ask.util = 16;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 3);
	d.ask.util = 17;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 2);
	assert_int_equal(d.cpu.decision.reason, TALLY_REASON_UTIL);
	assert_int_equal(drive_select(&d, US(100), US(100)), 1);
	d.params.util = false;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 3);
}

/* Two states: the shallower that does not poll, without asking. S50: two that are enabled. */
static void two_states(void **state)
{
	struct drive d;

	(void)state;
	init(&d, make_table(STATES({1, 1}, {195, 780})));
	d.params.util = true;
	d.ask.util = 17;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 0);
	assert_false(d.asked);

	init(&d, make_table(STATES({0, 0}, {10, 120})));
	d.params.util = true;
	d.ask.util = 17;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 1);
	assert_false(d.asked);

	init(&d, make_table(STATES({0, 0}, {1, 1}, {10, 120})));
	d.params.util = true;
	d.ask.util = 17;
	d.ask.disabled = 1 << 1;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 2);
	assert_false(d.asked);
	d.ask.disabled = 0;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 1);
	assert_true(d.asked);
}

/* A choice made anew is counted once. */
static void taken_back(void **state)
{
	struct drive d;

	(void)state;
	for (int rule = 0; rule < 2; rule++) {
		u32 sum = 0;

		init(&d, make_table(FOUR));
		d.params.rule = rule;
		for (int i = 0; i < 100; i++) {
			d.ask.disabled = 0;
			drive_select(&d, MS(50), MS(3));
			tally_take_back(&d.cpu);
			d.ask.disabled = 1 << 3;
			drive_select(&d, MS(50), MS(3));
			drive_wake(&d, MS(10), false);
		}
		for (int i = 0; i < TALLY_REASONS; i++)
			sum += d.cpu.reasons[i];
		assert_int_equal(sum, 100);
		assert_in_range(d.cpu.context_used, 0, rule ? 0 : 100);
		assert_true(rule || d.cpu.context_used > 80);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(fullest_bin_bounds_the_walk),
		cmocka_unit_test(learns_and_forgets),
		cmocka_unit_test(busy_is_one_shallower),
		cmocka_unit_test(two_states),
		cmocka_unit_test(taken_back),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
