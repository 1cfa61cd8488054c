// SPDX-License-Identifier: GPL-2.0
/*
 * Time to reach a utilisation from zero, by a task that never sleeps: the table that
 * came with the time scaling of the signal. Its times are segments of about a
 * millisecond, at whose ends the average is worked out; the one where it comes nearest
 * is meant. The signal is updated every 8 us, as often as any kernel would.
 */
#include <stdlib.h>

#include "model_drive.h"
#include "replay/pelt.h"

#define STEPS	128

/* In segments of wall time; -1 if it is never reached. */
static int time_to(enum pelt_scale scale, u32 capacity, int target)
{
	int step, nearest = -1, distance = PELT_MAX;
	struct pelt pelt;

	pelt_init(&pelt, scale, capacity);
	for (step = 1; step <= 2000 * STEPS; step++) {
		int off;

		if (!pelt_update(&pelt, PELT_SEGMENT_NS / STEPS, true))
			continue;
		off = abs((int)pelt.average - target);
		if (off < distance) {
			distance = off;
			nearest = step / STEPS;
		}
		if ((int)pelt.average > target)
			return nearest;
	}
	return distance ? -1 : nearest;
}

static void full_capacity(void **unused)
{
	(void)unused;
	assert_int_equal(time_to(PELT_SCALE_TIME, 1024, 972), 138);
	assert_int_equal(time_to(PELT_SCALE_TIME, 1024, 486), 30);
	assert_int_equal(time_to(PELT_SCALE_TIME, 1024, 256), 13);
}

static void half_capacity_contribution_scaled(void **unused)
{
	(void)unused;
	assert_int_equal(time_to(PELT_SCALE_CONTRIBUTION, 512, 972), -1);
	assert_int_equal(time_to(PELT_SCALE_CONTRIBUTION, 512, 486), 138);
	assert_int_equal(time_to(PELT_SCALE_CONTRIBUTION, 512, 256), 32);
}

static void half_capacity_time_scaled(void **unused)
{
	(void)unused;
	assert_int_equal(time_to(PELT_SCALE_TIME, 512, 972), 276);
	assert_int_equal(time_to(PELT_SCALE_TIME, 512, 486), 60);
	assert_int_equal(time_to(PELT_SCALE_TIME, 512, 256), 26);
}

static void half_life(void **unused)
{
	struct pelt pelt;

	(void)unused;
	pelt_init(&pelt, PELT_SCALE_TIME, 1024);
	pelt_update(&pelt, 1000ull * PELT_SEGMENT_NS, true);
	assert_in_range(pelt.average, 1023, 1024);
	pelt_update(&pelt, 32ull * PELT_SEGMENT_NS, false);
	assert_in_range(pelt.average, 511, 512);
	pelt_update(&pelt, 100000ull * PELT_SEGMENT_NS, false);
	assert_int_equal(pelt.average, 0);
}

/* Idle time passes at full speed on every CPU. */
static void idle_is_not_scaled(void **unused)
{
	struct pelt pelt;

	(void)unused;
	pelt_init(&pelt, PELT_SCALE_TIME, 256);
	pelt_update(&pelt, 4000ull * PELT_SEGMENT_NS, true);
	pelt_update(&pelt, 32ull * PELT_SEGMENT_NS, false);
	assert_in_range(pelt.average, 511, 512);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(full_capacity),
		cmocka_unit_test(half_capacity_contribution_scaled),
		cmocka_unit_test(half_capacity_time_scaled),
		cmocka_unit_test(half_life),
		cmocka_unit_test(idle_is_not_scaled),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
