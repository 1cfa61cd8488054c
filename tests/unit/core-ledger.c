// SPDX-License-Identifier: GPL-2.0
/* What becomes evidence: the handed cases (shared/cases/README.md) that concern the ledger. */
#include <stdlib.h>

#include "../../governor/ledger.h"
#include "core_drive.h"

#define I5	STATES({0, 0}, {1, 1}, {120, 360}, {1034, 3102})

/* S02: what is left of old evidence decays to nothing. */
static void small_residues_decay(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(I5), TICK_250HZ);
	for (int i = 0; i < d.cpu.bin_count; i++)
		d.cpu.bins[i].hazard_q15 = 7;
	for (int i = 0; i < 10; i++) {
		drive_select(&d, MS(400), MS(4));
		drive_wake(&d, MS(400), false);
	}
	for (int i = 0; i < d.cpu.bin_count - 1; i++)
		assert_int_equal(d.cpu.bins[i].hazard_q15, 0);
}

/* Bins that hold these shares of all wake-ups; what is left lies beyond. */
static void set_shares(struct tally_cpu *cpu, const double *shares, int count)
{
	double left = 1;

	for (int i = 0; i < cpu->bin_count; i++) {
		double share = i < count ? shares[i] : 0;

		cpu->bins[i].hazard_q15 = share / left * 32768 + 0.5;
		left -= share;
	}
	ledger_refresh(cpu);
}

/*
 * S04: intercepts 400/250/251 of 1000 in the three shallow bins: the state of least
 * expected cost. Bin 0 ends at 2.048 us, bin 1 at 32.768, bin 2 at 131.072, as the states do.
 * By hand, an intercept lying in the middle of its bin on average: up to a timer at t ns,
 *
 *   in bin 1: E = 0.4 * 1.024 + 0.6 * (t - 2.048) - 0.25 * (t - 2.048)^2 / (2 * 30.72)
 *   in bin 2: E = 0.410 + 0.25 * 17.408 + 0.35 * (t - 2.048) - 0.251 * (t - 32.768)^2 /
 *		   (2 * 98.304), roughly: 14.59 at 32.768
 *   beyond:   E = 0.410 + 4.352 + 0.251 * 81.92 + 0.099 * t = 25.32 + 0.099 * t
 *
 * and a state pays from T + w * L on, w = 15 / 8: C1 6.7, C2 42.1, C3 318.6 us.
 */
static void least_expected_cost(void **state)
{
	static const double shares[] = { 0.4, 0.25, 0.251 };
	static const struct {
		int timer_us, state;
	} cases[] = {
		{ 1, 0 }, { 10, 0 }, { 14, 1 }, { 33, 1 }, { 100, 1 },
		{ 160, 1 }, { 180, 2 }, { 2900, 2 }, { 3100, 3 },
	};
	struct drive d;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		drive_init(&d, make_table(STATES({0, 0}, {2.5, 2.048}, {5, 32.768},
						 {100, 131.072})), TICK_250HZ);
		d.params.context = false;
		set_shares(&d.cpu, shares, 3);
		drive_select(&d, US(cases[i].timer_us), US(cases[i].timer_us));
		assert_int_equal(d.state, cases[i].state);
	}
}

/* S05: timer at 590, woken at 20, both in the bin from 10 to 600. */
static void intercept_in_the_timers_bin(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(STATES({0, 0}, {2, 10}, {133, 600})), TICK_250HZ);
	drive_select(&d, US(590), US(590));
	assert_true(d.asked);
	assert_int_equal(drive_wake(&d, US(20), false), TALLY_VERDICT_INTERCEPT);
	drive_init(&d, make_table(STATES({0, 0}, {2, 10}, {133, 600})), TICK_250HZ);
	drive_select(&d, US(590), US(590));
	assert_int_equal(drive_wake(&d, US(591), false), TALLY_VERDICT_HIT);
}

/* S07: a tick while a long timer is pending is no intercept. */
static void tick_is_no_intercept(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(I5), TICK_1000HZ);
	drive_select(&d, MS(60), US(900));
	assert_int_equal(d.state, 3);
	assert_int_equal(drive_wake(&d, US(900 + 1034), true), TALLY_VERDICT_TICK);
	assert_no_intercept_learned(&d);
	assert_int_equal(d.cpu.decision.age_ns, US(900));
}

/*
 * S11: N + 1 idle periods through whatever holds N of them write nothing beyond. The CPU's data
 * end where the allocation ends, for the sanitizer; arrays in their middle lie between what no
 * period changes.
 */
static void no_write_past_a_ring(void **state)
{
	struct tally_table table = make_table(I5);
	struct drive *d = malloc(sizeof(*d));

	(void)state;
	assert_non_null(d);
	for (int periods = 1; periods <= 600; periods++) {
		struct tally_cpu fresh;

		tally_cpu_init(&fresh, &table, TICK_250HZ);
		drive_init(d, table, TICK_250HZ);
		for (int i = 0; i < periods; i++) {
			drive_select(d, MS(50), MS(3));
			drive_wake(d, US(i % 7 ? 50 : 700), i % 11 == 0);
			assert_in_range(d->cpu.pending, 0, d->cpu.batch - 1);
			assert_in_range(d->cpu.decision.context, 0, TALLY_CONTEXTS - 1);
		}
		assert_memory_equal(&d->cpu.table, &fresh.table, sizeof(fresh.table));
		assert_memory_equal(d->cpu.residency_ns, fresh.residency_ns,
				    sizeof(fresh.residency_ns));
		assert_memory_equal(d->cpu.first_bin, fresh.first_bin, sizeof(fresh.first_bin));
		assert_int_equal(d->cpu.bin_count, fresh.bin_count);
		for (int i = fresh.bin_count; i < TALLY_BINS_MAX; i++)
			assert_memory_equal(&d->cpu.bins[i], &fresh.bins[i],
					    sizeof(fresh.bins[i]));
	}
	free(d);
}

/* S32: a poll that reached its limit says nothing of a short sleep. */
static void poll_limit_is_survival(void **state)
{
	struct drive d;
	struct tally_outcome outcome = { .poll_limit = true, .measured_ns = US(250) };

	(void)state;
	drive_init(&d, make_table(I5), TICK_250HZ);
	drive_select(&d, MS(30), MS(3));
	outcome.entered = 0;
	assert_int_equal(tally_reflect(&d.cpu, &d.params, &outcome), TALLY_VERDICT_POLL);
	assert_no_intercept_learned(&d);
	assert_int_equal(d.cpu.decision.age_ns, US(250));
	assert_int_equal(drive_select(&d, MS(30), MS(3)), 3);
}

/* S59: durations above 4.29 s do not wrap. */
static void long_durations(void **state)
{
	struct drive d;

	(void)state;
	drive_init(&d, make_table(I5), TICK_250HZ);
	assert_int_equal(drive_select(&d, MS(4295), MS(3)), 3);
	assert_int_equal(drive_wake(&d, MS(4294) + 967296 + US(1), false),
			 TALLY_VERDICT_INTERCEPT);
	/* Learned where it lies, in the open last bin. */
	for (int i = 0; i < d.cpu.bin_count; i++)
		assert_int_equal(d.cpu.bins[i].hazard_q15 > 16384, i == d.cpu.bin_count - 1);
	assert_int_equal(drive_select(&d, NO_LIMIT, MS(3)), 3);
	assert_true(d.stop_tick);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(small_residues_decay),
		cmocka_unit_test(least_expected_cost),
		cmocka_unit_test(intercept_in_the_timers_bin),
		cmocka_unit_test(tick_is_no_intercept),
		cmocka_unit_test(no_write_past_a_ring),
		cmocka_unit_test(poll_limit_is_survival),
		cmocka_unit_test(long_durations),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
