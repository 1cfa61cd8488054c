// SPDX-License-Identifier: GPL-2.0
/* Distributions of a run, as they go into the result file. */
#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "bench/lib/result.h"
#include "bench/record-durations.h"

static json_int_t number(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

static void every_period_is_counted_once(void **state)
{
	struct durations *durations = durations_new(2);
	struct events_sink sink = durations_sink(durations);
	struct result result = { .root = json_pack("{s:[]}", "points") };
	json_t *point, *metric, *array;
	json_int_t in_histogram = 0;

	(void)state;
	assert_non_null(durations);
	for (uint64_t i = 1; i <= 1000; i++)
		sink.idle(i & 1, 1, i * 1000, sink.data);
	sink.idle(0, 3, 5, sink.data);
	/* Beyond the last CPU and the last state: dropped, and counted with the last. */
	sink.idle(2, 1, 5, sink.data);
	sink.idle(1, 4000000000u, 5, sink.data);
	sink.wakeup(0, 700, true, sink.data);
	sink.wakeup(1, 900, false, sink.data);

	point = result_point(&result, 0, NULL, 0);
	durations_report(durations, NULL, NULL, point);
	metric = json_object_get(json_object_get(point, "metrics"), "idle_duration_state1");
	assert_int_equal(number(metric, "count"), 1000);
	assert_int_equal(number(metric, "min"), 1000);
	assert_int_equal(number(metric, "max"), 1000000);
	array = json_object_get(point, "idle_durations");
	assert_int_equal(json_array_size(array), 4);
	for (size_t i = 0; i < json_array_size(array); i++) {
		json_t *rows = json_object_get(json_array_get(array, i), "histogram");

		for (size_t k = 0; k < json_array_size(rows); k++) {
			json_t *row = json_array_get(rows, k);

			in_histogram += json_integer_value(json_array_get(row, 1));
		}
	}
	assert_int_equal(in_histogram, 1002);
	metric = json_object_get(json_object_get(point, "metrics"), "wakeup_latency");
	assert_int_equal(number(metric, "count"), 2);
	metric = json_object_get(json_object_get(point, "metrics"), "wakeup_latency_command");
	assert_int_equal(number(metric, "count"), 1);
	assert_int_equal(number(metric, "max"), 700);
	durations_free(durations);
	json_decref(result.root);
}

static bool counters(int cpu, int state, uint64_t *usage, void *data)
{
	(void)data;
	*usage = cpu == 0 && state == 1 ? 7 : 0;
	return cpu == 0;
}

static void counters_stand_beside(void **state)
{
	struct durations *durations = durations_new(2);
	struct events_sink sink = durations_sink(durations);
	struct result result = { .root = json_pack("{s:[]}", "points") };
	json_t *point, *array;

	(void)state;
	sink.idle(1, 2, 5, sink.data);
	point = result_point(&result, 0, NULL, 0);
	durations_report(durations, counters, NULL, point);
	array = json_object_get(point, "idle_durations");
	/* CPU 0 has 7 entries that no event tells, CPU 1 an event and no counter. */
	assert_int_equal(json_array_size(array), 2);
	assert_int_equal(number(json_array_get(array, 0), "usage"), 7);
	assert_int_equal(number(json_array_get(array, 0), "count"), 0);
	assert_int_equal(number(json_array_get(array, 1), "count"), 1);
	assert_null(json_object_get(json_array_get(array, 1), "usage"));
	durations_free(durations);
	json_decref(result.root);
}

static bool many_on_three(int cpu, int state, uint64_t *usage, void *data)
{
	(void)data;
	*usage = 0;
	if (state < 2)
		*usage = cpu == 3 ? DURATIONS_UNTRACED_MIN / 2 - 1 : DURATIONS_UNTRACED_MIN / 2;
	return cpu < 4;
}

static void silent_cpus_are_named(void **state)
{
	struct durations *durations = durations_new(5);
	struct events_sink sink = durations_sink(durations);
	struct cpulist cpus = { 0 };

	(void)state;
	/* 0 and 2 are entered often without an event, 1 has one, 3 is too seldom, 4 unknown. */
	sink.idle(1, 1, 5, sink.data);
	durations_untraced(durations, many_on_three, NULL, &cpus);
	assert_int_equal(cpus.count, 2);
	assert_true(cpulist_has(&cpus, 0));
	assert_true(cpulist_has(&cpus, 2));
	cpulist_free(&cpus);
	durations_free(durations);
}

static void chosen_frequencies_are_counted(void **state)
{
	struct durations *durations = durations_new(1);
	struct events_sink sink = durations_sink(durations);
	struct result result = { .root = json_pack("{s:[]}", "points") };
	json_t *point, *rows;

	(void)state;
	for (int i = 0; i < 5; i++)
		sink.frequency(0, i == 3 ? 800000 : 2400000, sink.data);
	for (uint32_t i = 0; i < DURATIONS_TARGETS + 7; i++)
		sink.pstate(0, i, sink.data);
	point = result_point(&result, 0, NULL, 0);
	durations_report(durations, NULL, NULL, point);
	rows = json_object_get(point, "frequency_targets");
	assert_int_equal(json_array_size(rows), 2);
	assert_int_equal(json_integer_value(json_array_get(json_array_get(rows, 0), 0)), 2400000);
	assert_int_equal(json_integer_value(json_array_get(json_array_get(rows, 0), 1)), 4);
	rows = json_object_get(point, "pstate_targets");
	assert_int_equal(json_array_size(rows), DURATIONS_TARGETS + 1);
	rows = json_array_get(rows, DURATIONS_TARGETS);
	assert_true(json_is_null(json_array_get(rows, 0)));
	assert_int_equal(json_integer_value(json_array_get(rows, 1)), 7);
	durations_free(durations);
	json_decref(result.root);
}

static void nothing_remains_after_clearing(void **state)
{
	struct durations *durations = durations_new(1);
	struct events_sink sink = durations_sink(durations);
	struct result result = { .root = json_pack("{s:[]}", "points") };
	json_t *point;

	(void)state;
	sink.idle(0, 0, 5, sink.data);
	sink.wakeup(0, 700, true, sink.data);
	durations_clear(durations);
	point = result_point(&result, 0, NULL, 0);
	durations_report(durations, NULL, NULL, point);
	assert_int_equal(json_object_size(json_object_get(point, "metrics")), 0);
	assert_int_equal(json_array_size(json_object_get(point, "idle_durations")), 0);
	durations_free(durations);
	json_decref(result.root);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_period_is_counted_once),
		cmocka_unit_test(counters_stand_beside),
		cmocka_unit_test(silent_cpus_are_named),
		cmocka_unit_test(chosen_frequencies_are_counted),
		cmocka_unit_test(nothing_remains_after_clearing),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
