// SPDX-License-Identifier: GPL-2.0
/* The handed cases (shared/cases/README.md) that concern the choice of a state. */
#include "core_drive.h"

#define I5	STATES({0, 0}, {1, 1}, {120, 360}, {1034, 3102})
#define SPR	STATES({0, 0}, {1, 1}, {2, 4}, {290, 800})

/* S01: ticks while a long timer is pending are evidence for long sleep. */
static void ticks_lead_to_long_sleep(void **state)
{
	struct drive d;
	s64 shallow = 0, total = 0;

	(void)state;
	drive_init(&d, make_table(STATES({1, 1}, {147, 2580}, {181, 2580},
					 {20000, 4294967295.0})), TICK_1000HZ);
	/* A CPU that was busy with short waits before. */
	for (int i = 0; i < 50; i++)
		drive_session(&d, MS(70), US(40), US(500), US(60), 1);
	for (int i = 0; i < 16; i++) {
		shallow += drive_session(&d, US(62600), NO_LIMIT, US(997), US(60), 1);
		total += US(62600);
	}
	assert_true(shallow * 100 < total * 6);
	assert_true(d.stop_tick);
}

/* S09: state 0 disabled is never chosen; its bins' evidence still counts. */
static void disabled_state_0(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(I5), TICK_1000HZ);
	d.ask.disabled = 1;
	for (int i = 0; i < 100; i++) {
		assert_int_not_equal(drive_select(&d, MS(10), US(500)), 0);
		drive_wake(&d, 700, false);
	}
	assert_int_equal(d.state, 1);
	assert_true(d.cpu.bins[0].hazard_q15 > 16384);
}

/* S12: counters at 0 saturate; deep states are never lost for ever. */
static void deep_states_come_back(void **state)
{
	struct drive d;
	int deep = 0;

	(void)state;
	drive_init(&d, make_table(I5), TICK_250HZ);
	for (int i = 0; i < 100000; i++)
		drive_session(&d, MS(50), US(20), MS(2), US(60), 1);
	assert_true(d.state <= 1);
	for (int i = 0; i < 20; i++) {
		drive_session(&d, MS(50), MS(30), MS(2), US(60), 1);
		deep += d.state == 3;
	}
	assert_true(deep >= 18);
}

/* S14: load alone never forces a shallow state. */
static void load_alone_forces_nothing(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(I5), TICK_250HZ);
	d.params.util = true;
	d.ask.util = 17;
	for (int i = 0; i < 100; i++) {
		assert_int_equal(drive_select(&d, MS(20), MS(3)), 3);
		drive_wake(&d, MS(20), false);
	}
}

/* S15: a state lowered for the tick does not stop it. */
static void lowered_choice_keeps_the_tick(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(I5), TICK_250HZ);
	/* Mostly 500 us, so that C3 does not pay; the timer is far. */
	for (int i = 0; i < 60; i++)
		drive_session(&d, MS(50), US(500), MS(3), US(60), 2);
	drive_select(&d, MS(50), MS(3));
	assert_true(d.state < 3);
	assert_false(d.stop_tick);
}

/* S17: a timer that is due already is 0 away. */
static void negative_sleep_length(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(I5), TICK_1000HZ);
	assert_int_equal(drive_select(&d, -5, -5), 0);
	assert_false(d.stop_tick);
	assert_int_equal(drive_wake(&d, 800, false), TALLY_VERDICT_HIT);
	assert_int_equal(drive_select(&d, INT64_MIN, INT64_MIN), 0);
}

/* S19: many timer hits below the deepest state, some long ones. */
static void deepest_is_not_over_eager(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(I5), TICK_250HZ);
	for (int i = 0; i < 400; i++) {
		s64 timer = i % 8 ? MS(2) : MS(20);

		drive_select(&d, timer, timer < MS(3) ? timer : MS(3));
		assert_int_equal(d.state, timer == MS(2) ? 2 : 3);
		drive_wake(&d, timer + US(1), false);
	}
}

/* S20: one outlier on either side leaves the prediction finite. */
static void one_outlier(void **state)
{
	struct drive d;

	(void)state;
	for (int mirror = 0; mirror < 2; mirror++) {
		drive_init(&d, make_table(STATES({0, 0}, {1, 1}, {50, 400}, {1034, 3102})),
			   TICK_250HZ);
		for (int i = 0; i < 16; i++)
			drive_session(&d, MS(50), i % 8 == 7 ? mirror ? US(5000) : US(2) :
				      US(100), MS(3), US(250), 2);
		for (int i = 0; i < 7; i++) {
			drive_select(&d, MS(50), MS(3));
			/* 1/8 of 5000 is worth state 2 at most, of 2 nothing. */
			assert_in_range(d.state, 1, mirror ? 2 : 1);
			drive_wake(&d, US(100), false);
		}
	}
}

/* S22: the hole that a disabled state leaves is filled from below. */
static void hole_in_the_table(void **state)
{
	static const int timers_us[] = { 100, 150, 250, 399 };
	struct drive d;

	(void)state;
	drive_init(&d, make_table(STATES({0, 0}, {2, 2}, {10, 20}, {40, 100}, {133, 400})),
		   TICK_250HZ);
	d.ask.disabled = 1 << 3;
	for (size_t i = 0; i < 4; i++) {
		assert_int_equal(drive_select(&d, US(timers_us[i]), US(timers_us[i])), 2);
		drive_wake(&d, US(timers_us[i]), false);
	}
	assert_int_equal(drive_select(&d, US(1000), US(1000)), 4);
}

/* S23: rejections are no evidence, the tick stops, and there is no storm. */
static void rejections(void **state)
{
	struct drive d;
	int rejected = 0, slept = 0;

	(void)state;
	drive_init(&d, make_table(STATES({1, 1}, {1500, 2000}, {1600, 2500})), TICK_1000HZ);
	for (int i = 0; i < 1000; i++) {
		drive_select(&d, MS(80), US(700));
		if (d.state > 0) {
			assert_int_equal(drive_reject(&d), TALLY_VERDICT_REJECTED);
			rejected++;
			continue;
		}
		assert_true(d.stop_tick);
		drive_wake(&d, MS(80), false);
		slept++;
	}
	assert_true(rejected * 10 < slept);
	assert_no_intercept_learned(&d);
	/* Accepted again: at the latest when the longest ban is over. */
	for (int i = 0; i < 64; i++) {
		drive_select(&d, MS(80), US(700));
		drive_wake(&d, MS(80), false);
	}
	assert_int_equal(drive_select(&d, MS(80), US(700)), 2);
}

/* S25, S26: the shortest waits are polled. */
static void short_waits_are_polled(void **state)
{
	struct drive d;
	int polled = 0;

	(void)state;
	drive_init(&d, make_table(I5), TICK_1000HZ);
	for (int i = 0; i < 400; i++) {
		polled += drive_select(&d, MS(10), US(500)) == 0;
		drive_wake(&d, 500 + i * 37 % 1500, false);
	}
	assert_true(polled > 350);

	drive_init(&d, make_table(STATES({0, 0}, {10, 120})), TICK_250HZ);
	polled = 0;
	for (int i = 0; i < 400; i++) {
		polled += drive_select(&d, MS(10), US(900)) == 0;
		drive_wake(&d, US(13) + i * 37 % 4000, false);
	}
	assert_true(polled > 390);
}

/* S27: a strong short prediction is kept, but not for ever without a tick. */
static void stopped_tick_short_prediction(void **state)
{
	static const int last_us[] = { 36, 15, 22, 35, 34, 39, 39, 35 };
	struct drive d;

	(void)state;
	drive_init(&d, make_table(STATES({0, 0}, {2, 10}, {133, 600})), TICK_250HZ);
	d.params.context = false;
	for (int round = 0; round < 4; round++)
		for (int i = 0; i < 8; i++) {
			drive_select(&d, MS(36), MS(3));
			drive_wake(&d, US(last_us[i]), false);
		}
	d.ask.tick_stopped = true;
	/* 35.8 ms away: the prediction is strong, kept. */
	assert_int_equal(drive_select(&d, US(35800), US(35800)), 1);
	/* Thirty times as far away: being wrong would cost more than it saves. */
	assert_int_equal(drive_select(&d, MS(1074), MS(1074)), 2);
}

/* S28: tick stopped, packets after 500 us, the timer 10 ms away. */
static void stopped_tick_packets(void **state)
{
	struct drive d;
	int deepest = 0;

	(void)state;
	drive_init(&d, make_table(SPR), TICK_250HZ);
	d.ask.tick_stopped = true;
	for (int i = 0; i < 200; i++) {
		drive_select(&d, MS(10), MS(10));
		deepest += d.state == 3;
		drive_wake(&d, US(500), false);
	}
	assert_true(deepest < 20);
}

/* S31: C2 is left within a dozen wake-ups when every sleep is short. */
static void drift_to_c1(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(STATES({0, 0}, {1, 1}, {41, 124})), TICK_250HZ);
	for (int i = 0; i < 40; i++)
		drive_session(&d, MS(100), MS(30), MS(2), US(60), 1);
	for (int i = 0; i < 12; i++)
		drive_session(&d, MS(100), US(11 + i % 8), MS(2), US(60), 1);
	assert_int_equal(d.state, 1);
}

/* S33: the tick is always stopped; short waits still get shallow states. */
static void nohz_full(void **state)
{
	struct drive d;
	int shallow = 0;

	(void)state;
	drive_init(&d, make_table(SPR), TICK_250HZ);
	d.ask.tick_stopped = true;
	for (int i = 0; i < 200; i++) {
		drive_select(&d, MS(20), MS(20));
		shallow += d.state < 3;
		drive_wake(&d, US(30), false);
	}
	assert_true(shallow > 190);
}

/* S36: disabled and enabled again at run time. */
static void disabled_at_run_time(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(I5), TICK_250HZ);
	assert_int_equal(drive_select(&d, MS(30), MS(3)), 3);
	d.ask.disabled = 1 << 3;
	assert_int_equal(drive_select(&d, MS(30), MS(3)), 2);
	d.ask.disabled = 0;
	assert_int_equal(drive_select(&d, MS(30), MS(3)), 3);
}

/* S37: a steady input gives a steady choice. */
static void no_oscillation(void **state)
{
	static const int inputs_us[] = { 5, 50, 300, 700, 2000, 8000 };
	struct drive d;

	(void)state;
	for (size_t n = 0; n < 6; n++) {
		int changes = 0, last = -1;

		drive_init(&d, make_table(I5), TICK_250HZ);
		for (int i = 0; i < 400; i++) {
			drive_session(&d, MS(100), US(inputs_us[n]), MS(4) - 1, US(250), 0);
			if (i >= 100)
				changes += d.state != last;
			last = d.state;
		}
		assert_true(changes <= 1);
	}
}

/* S49: retention is used for the long ones of a mix of 300 and 2000. */
static void retention_for_the_long_ones(void **state)
{
	struct drive d;
	int retention = 0;

	(void)state;
	drive_init(&d, make_table(STATES({1, 1}, {195, 780})), TICK_250HZ);
	for (int i = 0; i < 400; i++) {
		s64 timer = i * 7919 % 5 < 2 ? US(2000) : US(300);

		drive_select(&d, timer, timer);
		if (timer == US(2000))
			retention += d.state == 1;
		else
			assert_int_equal(d.state, 0);
		drive_wake(&d, timer + US(1), false);
	}
	assert_true(retention > 150);
}

/* S58: the limit is honoured where any state can; a disabled one is never returned. */
static void limit_and_disabled(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(I5), TICK_250HZ);
	d.ask.disabled = 0xb;
	d.ask.latency_req_ns = US(5);
	assert_int_equal(drive_select(&d, MS(30), MS(3)), 2);
	d.ask.disabled = 1;
	d.ask.latency_req_ns = 500;
	assert_int_equal(drive_select(&d, MS(30), MS(3)), 1);
	d.ask.disabled = 0;
	assert_int_equal(drive_select(&d, MS(30), MS(3)), 0);
	d.ask.disabled = 0xf;
	assert_int_equal(drive_select(&d, MS(30), MS(3)), 0);
}

/* S45: one short prediction on a tickless CPU: a timer hours away does not leave it shallow. */
static void one_short_prediction(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(STATES({0, 0}, {1, 10}, {10, 100}, {100, 1000})), TICK_250HZ);
	for (int i = 0; i < 100; i++) {
		drive_select(&d, MS(4) * 900000, MS(3));
		/* As long as it is shallow there is a tick to look again. */
		assert_true(d.state == 3 || !d.stop_tick);
		drive_wake(&d, US(15), false);
	}
	assert_int_equal(d.state, 1);
	/* The tick comes: alive for so long, it is no short sleep any more. */
	drive_select(&d, MS(4) * 900000, MS(3));
	drive_wake(&d, MS(3), true);
	assert_int_equal(drive_select(&d, MS(4) * 900000, MS(4)), 3);
	drive_wake(&d, US(15), false);
	/* No tick will come. */
	d.ask.tick_stopped = true;
	assert_int_equal(drive_select(&d, MS(4) * 900000, MS(4) * 900000), 3);
}

/* S50: a state that is listed but never to be entered does not count. */
static void unusable_states(void **state)
{
	struct drive d;

	(void)state;
	/* Alder Lake: C1 is there, C1E is to be used. */
	drive_init(&d, make_table(STATES({0, 0}, {1, 1}, {2, 4}, {220, 600})), TICK_250HZ);
	d.ask.disabled = 1 << 1;
	assert_int_equal(drive_select(&d, US(3), US(3)), 0);
	drive_wake(&d, US(3), false);
	assert_int_equal(drive_select(&d, US(500), US(500)), 2);
	drive_wake(&d, US(500), false);
	/* One of four left: nothing is asked, nothing to choose. */
	d.ask.disabled = 0xb;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 2);
	assert_int_equal(d.cpu.decision.reason, TALLY_REASON_DEEPEST);
	d.ask.disabled = 0xe;
	assert_int_equal(drive_select(&d, MS(50), MS(3)), 0);
	assert_int_equal(d.cpu.decision.reason, TALLY_REASON_ONLY);
	assert_false(d.asked);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ticks_lead_to_long_sleep),
		cmocka_unit_test(disabled_state_0),
		cmocka_unit_test(deep_states_come_back),
		cmocka_unit_test(load_alone_forces_nothing),
		cmocka_unit_test(lowered_choice_keeps_the_tick),
		cmocka_unit_test(negative_sleep_length),
		cmocka_unit_test(deepest_is_not_over_eager),
		cmocka_unit_test(one_outlier),
		cmocka_unit_test(hole_in_the_table),
		cmocka_unit_test(rejections),
		cmocka_unit_test(short_waits_are_polled),
		cmocka_unit_test(stopped_tick_short_prediction),
		cmocka_unit_test(stopped_tick_packets),
		cmocka_unit_test(drift_to_c1),
		cmocka_unit_test(nohz_full),
		cmocka_unit_test(disabled_at_run_time),
		cmocka_unit_test(no_oscillation),
		cmocka_unit_test(one_short_prediction),
		cmocka_unit_test(retention_for_the_long_ones),
		cmocka_unit_test(unusable_states),
		cmocka_unit_test(limit_and_disabled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
