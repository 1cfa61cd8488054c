// SPDX-License-Identifier: GPL-2.0
/* sched_waking to sched_switch, across rings that are read one after the other. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "bench/lib/events-wakeup.h"

#define SEEN_MAX	100000

struct seen {
	unsigned int count;
	uint64_t latency_ns[SEEN_MAX];
	unsigned int cpu[SEEN_MAX];
	unsigned int ours;
};

static struct seen seen;

static void note(unsigned int cpu, uint64_t latency_ns, bool ours, void *data)
{
	struct seen *to = data;

	assert_true(to->count < SEEN_MAX);
	to->latency_ns[to->count] = latency_ns;
	to->cpu[to->count++] = cpu;
	to->ours += ours;
}

static struct events_wakeup *begin(unsigned int cpus)
{
	struct events_wakeup *wakeup = events_wakeup_new(cpus, note, &seen);

	assert_non_null(wakeup);
	seen.count = 0;
	seen.ours = 0;
	return wakeup;
}

static void push(struct events_wakeup *wakeup, unsigned int cpu, uint64_t time_ns,
		 enum events_sched_kind kind, int pid, int other, bool preempted)
{
	struct events_sched event = {
		.time_ns = time_ns, .cpu = cpu, .kind = kind,
		.pid = pid, .other = other, .preempted = preempted,
	};

	assert_int_equal(events_wakeup_push(wakeup, cpu, &event), 0);
}

static void rings_are_merged_by_time(void **state)
{
	struct events_wakeup *wakeup = begin(2);

	(void)state;
	/* CPU 0 is read first, though its switch follows CPU 1's waking. */
	push(wakeup, 0, 1300, EVENTS_SWITCH, 42, 0, false);
	push(wakeup, 1, 1000, EVENTS_WAKING, 42, 0, false);
	assert_int_equal(events_wakeup_flush(wakeup, true), 0);
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.latency_ns[0], 300);
	assert_int_equal(seen.cpu[0], 0);
	events_wakeup_free(wakeup);
}

static void a_round_matches_only_what_is_certain(void **state)
{
	struct events_wakeup *wakeup = begin(2);

	(void)state;
	push(wakeup, 0, 1300, EVENTS_SWITCH, 42, 0, false);
	assert_int_equal(events_wakeup_flush(wakeup, false), 0);
	assert_int_equal(seen.count, 0);
	/* The waking of before comes in the next round only. */
	push(wakeup, 1, 1000, EVENTS_WAKING, 42, 0, false);
	assert_int_equal(events_wakeup_flush(wakeup, false), 0);
	assert_int_equal(seen.count, 1);
	events_wakeup_free(wakeup);
}

static void the_last_waking_counts(void **state)
{
	struct events_wakeup *wakeup = begin(1);

	(void)state;
	/* The first hit a task that had not gone to sleep yet. */
	push(wakeup, 0, 1000, EVENTS_WAKING, 7, 0, false);
	push(wakeup, 0, 5000, EVENTS_WAKING, 7, 0, false);
	push(wakeup, 0, 5200, EVENTS_SWITCH, 7, 0, false);
	assert_int_equal(events_wakeup_flush(wakeup, true), 0);
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.latency_ns[0], 200);
	events_wakeup_free(wakeup);
}

static void preemption_is_no_wakeup(void **state)
{
	struct events_wakeup *wakeup = begin(1);

	(void)state;
	push(wakeup, 0, 1000, EVENTS_WAKING, 7, 0, false);
	/* Still runnable when it leaves: it was running all the time. */
	push(wakeup, 0, 2000, EVENTS_SWITCH, 8, 7, true);
	push(wakeup, 0, 9000, EVENTS_SWITCH, 7, 8, false);
	assert_int_equal(events_wakeup_flush(wakeup, true), 0);
	assert_int_equal(seen.count, 0);
	events_wakeup_free(wakeup);
}

static void going_to_sleep_keeps_a_waking(void **state)
{
	struct events_wakeup *wakeup = begin(2);

	(void)state;
	/* Woken by another CPU while it was leaving its own. */
	push(wakeup, 1, 1000, EVENTS_WAKING, 7, 0, false);
	push(wakeup, 0, 1100, EVENTS_SWITCH, 8, 7, false);
	push(wakeup, 0, 1500, EVENTS_SWITCH, 7, 8, false);
	assert_int_equal(events_wakeup_flush(wakeup, true), 0);
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.latency_ns[0], 500);
	events_wakeup_free(wakeup);
}

static void descendants_are_ours(void **state)
{
	struct events_wakeup *wakeup = begin(1);

	(void)state;
	assert_int_equal(events_wakeup_root(wakeup, 100), 0);
	push(wakeup, 0, 10, EVENTS_FORK, 101, 100, false);
	push(wakeup, 0, 20, EVENTS_FORK, 102, 101, false);
	push(wakeup, 0, 30, EVENTS_FORK, 103, 99, false);
	for (int pid = 100; pid <= 103; pid++) {
		push(wakeup, 0, 1000 * pid, EVENTS_WAKING, pid, 0, false);
		push(wakeup, 0, 1000 * pid + 5, EVENTS_SWITCH, pid, 0, false);
	}
	/* 102 has ended and its number is used again by a stranger. */
	push(wakeup, 0, 200000, EVENTS_FORK, 102, 99, false);
	push(wakeup, 0, 200010, EVENTS_WAKING, 102, 0, false);
	push(wakeup, 0, 200020, EVENTS_SWITCH, 102, 0, false);
	assert_int_equal(events_wakeup_flush(wakeup, true), 0);
	assert_int_equal(seen.count, 5);
	assert_int_equal(seen.ours, 3);
	events_wakeup_free(wakeup);
}

static void nothing_spans_a_gap(void **state)
{
	struct events_wakeup *wakeup = begin(1);

	(void)state;
	assert_int_equal(events_wakeup_root(wakeup, 7), 0);
	push(wakeup, 0, 1000, EVENTS_WAKING, 7, 0, false);
	assert_int_equal(events_wakeup_gap(wakeup), 0);
	push(wakeup, 0, 900000, EVENTS_SWITCH, 7, 0, false);
	push(wakeup, 0, 900100, EVENTS_WAKING, 7, 0, false);
	push(wakeup, 0, 900200, EVENTS_SWITCH, 7, 0, false);
	assert_int_equal(events_wakeup_flush(wakeup, true), 0);
	assert_int_equal(seen.count, 1);
	assert_int_equal(seen.latency_ns[0], 100);
	assert_int_equal(seen.ours, 1);
	events_wakeup_free(wakeup);
}

/* Many tasks on many CPUs, rings read in rounds that cut anywhere. */
static void nothing_is_missed_in_a_crowd(void **state)
{
	struct events_wakeup *wakeup = begin(4);
	unsigned int random = 1;
	uint64_t now = 1000;

	(void)state;
	for (int i = 0; i < 50000; i++) {
		int pid = 1 + i % 3000;

		random = random * 1103515245 + 12345;
		push(wakeup, random >> 16 & 3, now, EVENTS_WAKING, pid, 0, false);
		push(wakeup, random >> 18 & 3, now + 50, EVENTS_SWITCH, pid, 0, false);
		now += 100;
		if (!(random >> 20 & 63))
			assert_int_equal(events_wakeup_flush(wakeup, false), 0);
	}
	assert_int_equal(events_wakeup_flush(wakeup, true), 0);
	assert_int_equal(seen.count, 50000);
	for (unsigned int i = 0; i < seen.count; i++)
		assert_int_equal(seen.latency_ns[i], 50);
	events_wakeup_free(wakeup);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(rings_are_merged_by_time),
		cmocka_unit_test(a_round_matches_only_what_is_certain),
		cmocka_unit_test(the_last_waking_counts),
		cmocka_unit_test(preemption_is_no_wakeup),
		cmocka_unit_test(going_to_sleep_keeps_a_waking),
		cmocka_unit_test(descendants_are_ours),
		cmocka_unit_test(nothing_spans_a_gap),
		cmocka_unit_test(nothing_is_missed_in_a_crowd),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
