// SPDX-License-Identifier: GPL-2.0
/*
 * No coordinated omission: a sleeper that is late finds every wake-up that was due
 * meanwhile, each measured from its own time; a waker that is late leaves times out.
 */
#include "bench/lib/clock.h"
#include "bench/sleepers.h"
#include "benchlib_tree.h"

static atomic_int stop;

static struct round rounds[64];

static void start(struct sleeper *s, uint64_t work_iterations)
{
	struct thread_setup setup = { .cpu = -1, .timer_slack_ns = 1 };

	memset(s, 0, sizeof(*s));
	s->work = work_iterations;
	s->rounds = rounds;
	s->round_max = 64;
	assert_int_equal(sleeper_open(s, NULL), 0);
	assert_int_equal(sleeper_start(s, &setup, NULL), 0);
}

static void a_busy_sleeper_misses_nothing(void **state)
{
	struct sleeper s;
	struct waker waker = {
		.sleeper = &s, .sleepers = 1, .period_ns = NSEC_PER_MSEC, .each = true,
		.mode = WAKER_SLEEP, .duration_ns = 100 * NSEC_PER_MSEC, .stop = &stop,
	};

	(void)state;
	/* Some 10 ms of work after each wake-up, that is ten periods. */
	start(&s, 5000000);
	waker_run(&waker);
	sleeper_end(&s);
	/* Every time was either sent and measured, or the waker's own and counted. */
	assert_true(s.latency->count + waker.skipped >= 100);
	assert_true(s.latency->count + waker.skipped <= 102);
	/* Latencies pile up: with one stamp that is overwritten they could not. */
	if (waker.skipped < 50)
		assert_true(s.latency->max > 10 * NSEC_PER_MSEC);
	assert_true(s.latency->mean >= s.from_write->mean);
	sleeper_close(&s);
}

static void a_slow_waker_is_counted(void **state)
{
	struct sleeper s;
	struct waker waker = {
		.sleeper = &s, .sleepers = 1, .period_ns = 1, .each = true,
		.mode = WAKER_SPIN, .duration_ns = 5 * NSEC_PER_MSEC, .stop = &stop,
		.late = calloc(1, sizeof(struct stats)),
	};

	(void)state;
	start(&s, 0);
	waker_run(&waker);
	sleeper_end(&s);
	assert_true(waker.skipped > 0);
	assert_true(waker.elapsed_ns < 10 * NSEC_PER_SEC);
	assert_int_equal(waker.late->count, s.latency->count + waker.dropped);
	assert_true(waker.skipped + waker.late->count >= 5 * NSEC_PER_MSEC);
	free(waker.late);
	sleeper_close(&s);
}

static void one_after_the_other(void **state)
{
	struct sleeper s[3];
	struct waker waker = {
		.sleeper = s, .sleepers = 3, .period_ns = NSEC_PER_MSEC,
		.mode = WAKER_SLEEP, .duration_ns = 30 * NSEC_PER_MSEC, .stop = &stop,
	};
	uint64_t total = 0, sum = 0;
	int i;

	(void)state;
	memset(rounds, 0, sizeof(rounds));
	for (i = 0; i < 3; i++)
		start(&s[i], 0);
	waker_run(&waker);
	for (i = 0; i < 3; i++) {
		sleeper_end(&s[i]);
		total += s[i].latency->count;
	}
	for (i = 0; i < 3; i++)
		assert_true(s[i].latency->count + 1 >= s[0].latency->count);
	for (i = 0; i < 3; i++)
		sleeper_close(&s[i]);
	for (i = 0; i < 64; i++)
		sum += atomic_load(&rounds[i].count);
	assert_int_equal(sum, total);
	assert_true(atomic_load(&rounds[0].count) == 3);
}

static void modes(void **state)
{
	(void)state;
	assert_int_equal(waker_mode_parse("auto"), WAKER_AUTO);
	assert_int_equal(waker_mode_parse("spin"), WAKER_SPIN);
	assert_int_equal(waker_mode_parse("sleep"), WAKER_SLEEP);
	assert_int_equal(waker_mode_parse("spi"), -1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_busy_sleeper_misses_nothing),
		cmocka_unit_test(a_slow_waker_is_counted),
		cmocka_unit_test(one_after_the_other),
		cmocka_unit_test(modes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
