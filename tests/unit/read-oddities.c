// SPDX-License-Identifier: GPL-2.0
/*
 * Case T09: what is odd in a trace is handled or counted, and never silently wrong.
 */
#include "tests/unit/read_memory.h"

#define E(time, state)	"  <idle>-0 [000] " time ": cpu_idle: state=" state " cpu_id=0\n"
#define EXIT	"4294967295"

static void exits_without_entry(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, E("1.000000", EXIT) E("1.000100", "1") E("1.000200", EXIT)
		    E("1.000300", EXIT));
	assert_int_equal(r.count, 1);
	assert_int_equal(r.odd[ODD_IDLE_AT_START], 1);
	assert_int_equal(r.odd[ODD_EXIT_WITHOUT_ENTRY], 1);
}

static void entries_without_exit(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, E("1.000100", "1") E("1.000200", "0") E("1.000300", EXIT)
		    E("1.000400", "1"));
	assert_int_equal(r.count, 1);
	assert_int_equal(r.periods[0].state, 0);
	assert_int_equal(r.periods[0].length_ns, 100000);
	assert_int_equal(r.entries, 3);
	assert_int_equal(r.odd[ODD_ENTRY_WITHOUT_EXIT], 1);
	assert_int_equal(r.odd[ODD_IDLE_AT_END], 1);
}

static void exit_is_minus_one_too(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, E("1.000100", "1") E("1.000200", "-1"));
	assert_int_equal(r.count, 1);
	assert_int_equal(r.odd[ODD_STATE_RANGE], 0);
}

static void impossible_states(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, E("1.000100", "10") E("1.000200", "-2") E("1.000300", "4294967294"));
	assert_int_equal(r.count, 0);
	assert_int_equal(r.odd[ODD_STATE_RANGE], 3);
}

static void time_goes_back(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, E("1.000100", "1") E("1.000050", EXIT) E("1.000200", "1")
		    E("1.000300", EXIT));
	assert_int_equal(r.count, 2);
	assert_int_equal(r.periods[0].length_ns, 0);
	assert_true(r.periods[0].flags & PERIOD_CLAMPED);
	assert_false(r.periods[1].flags & PERIOD_CLAMPED);
	assert_int_equal(r.periods[1].length_ns, 100000);
	assert_int_equal(r.odd[ODD_TIME_BACK], 1);
}

static void cpus_out_of_order(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, E("1.000100", "1")
		    "  <idle>-0 [001] 1.000050: cpu_idle: state=1 cpu_id=1\n" E("1.000200", EXIT));
	assert_int_equal(r.count, 1);
	assert_int_equal(r.odd[ODD_UNSORTED], 1);
	assert_int_equal(r.odd[ODD_TIME_BACK], 0);
}

static void no_final_newline(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, E("1.000100", "1")
		    "  <idle>-0 [000] 1.000300: cpu_idle: state=4294967295 cpu_id=0");
	assert_int_equal(r.end, 0);
	assert_int_equal(r.count, 1);
	assert_int_equal(r.odd[ODD_NO_FINAL_NEWLINE], 1);
}

static void cut_within_the_last_event(void **state)
{
	static const char whole[] = E("1.000100", "1") E("1.000200", EXIT)
		"  <idle>-0 [000] 1.000300: cpu_idle: state=1 cpu_id=0";
	size_t start = strstr(whole, "1.000300") - whole - 17, length;
	struct read_result r;

	(void)state;
	for (length = start + 4; length < sizeof(whole) - 1; length++) {
		read_bytes(&r, whole, length);
		assert_int_equal(r.end, -1);
		assert_int_equal(r.count, 1);
		assert_int_equal(r.events, 2);
		assert_int_equal(r.error.fault, READER_FAULT_DAMAGED);
		assert_int_equal(r.error.offset, start);
		assert_non_null(strstr(r.error.text, "memory: damaged at byte "));
		assert_int_equal(r.odd[ODD_NO_FINAL_NEWLINE], 1);
	}
}

static void lost_events(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, E("1.000100", "1") E("1.000200", EXIT) "CPU:0 [LOST 12 EVENTS]\n"
		    E("1.000300", "1") E("1.000400", EXIT) "CPU:0 [34 EVENTS DROPPED]\n"
		    "CPU:0 [EVENTS DROPPED]\n");
	assert_int_equal(r.count, 2);
	assert_false(r.periods[0].flags & PERIOD_LOST);
	assert_true(r.periods[1].flags & PERIOD_LOST);
	assert_int_equal(r.odd[ODD_LOST_EVENTS], 12 + 34 + 1);
	assert_int_equal(r.odd[ODD_UNKNOWN_LINE], 0);
}

static void lost_events_of_perf(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, "swapper 0 [000] 1.000100: power:cpu_idle: state=1 cpu_id=0\n"
		    "swapper 0 [000] 1.000200: PERF_RECORD_LOST lost 7\n"
		    "swapper 0 [000] 1.000300: power:cpu_idle: state=4294967295 cpu_id=0\n");
	assert_int_equal(r.count, 1);
	assert_true(r.periods[0].flags & PERIOD_LOST);
	assert_int_equal(r.odd[ODD_LOST_EVENTS], 7);
}

static void overwritten_events(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, "# tracer: nop\n#\n# entries-in-buffer/entries-written: 2/250280   #P:4\n"
		    E("1.000100", "1") E("1.000200", EXIT));
	assert_int_equal(r.count, 1);
	assert_int_equal(r.odd[ODD_NOT_KEPT], 250278);
}

static void wrapped_lines(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, "  <idle>-0 [000] 1.000100: cpu_idle:\n state=1 cpu_id=0\n"
		    "  <idle>-0 [000] 1.000200: cpu_idle: state=42949\n67295 cpu_id=0\n"
		    "  <idle>-0     [000]\n   1.000300: cpu_idle: state=2 cpu_id=0\n"
		    E("1.000400", EXIT));
	assert_int_equal(r.count, 2);
	assert_int_equal(r.periods[0].length_ns, 100000);
	assert_int_equal(r.periods[1].state, 2);
	assert_int_equal(r.odd[ODD_WRAPPED_LINE], 3);
	assert_int_equal(r.odd[ODD_UNKNOWN_LINE], 0);
}

static void unreadable_fields(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, E("1.000100", "one") E("1.000200", "1") E("1.000300", EXIT));
	assert_int_equal(r.count, 1);
	assert_int_equal(r.odd[ODD_FIELDS], 1);
}

static void unknown_lines(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, "what is this\n" E("1.000200", "1") "and this\n\n" E("1.000300", EXIT));
	assert_int_equal(r.end, 0);
	assert_int_equal(r.count, 1);
	assert_int_equal(r.odd[ODD_UNKNOWN_LINE], 2);
}

static void cpus_without_idle_events(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, E("1.000200", "1") "  sh-9 [003] 1.0: sched_switch: x\n");
	assert_int_equal(r.odd[ODD_CPU_WITHOUT_IDLE], 3);
}

static void cpu_id_is_believed(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, "foo-1 [000] 0.01: cpu_idle: state=0 cpu_id=3\n"
		    "foo-1 [000] 0.02: cpu_idle: state=-1 cpu_id=3\n");
	assert_int_equal(r.count, 1);
	assert_int_equal(r.periods[0].cpu, 3);
	assert_int_equal(r.periods[0].length_ns, 10000000);
	assert_int_equal(r.odd[ODD_CPU_MISMATCH], 2);
}

static void impossible_cpus(void **state)
{
	struct read_result r;

	(void)state;
	read_string(&r, "foo-1 [9999] 0.01: cpu_idle: state=0 cpu_id=9999\n"
		    "foo-1 [000] 0.02: cpu_idle: state=0 cpu_id=4294967295\n" E("1.0", "1"));
	assert_int_equal(r.count, 0);
	assert_int_equal(r.odd[ODD_CPU_RANGE], 2);
}

static void binary_bytes(void **state)
{
	static const char text[] = E("1.000100", "1") E("1.000200", EXIT) "ab\0cd\n"
				   E("1.000300", "1") E("1.000400", EXIT);
	struct read_result r;

	(void)state;
	read_bytes(&r, text, sizeof(text) - 1);
	assert_int_equal(r.end, -1);
	assert_int_equal(r.count, 2);
	assert_int_equal(r.error.offset, strlen(text) - 2);
}

static void long_lines(void **state)
{
	static char text[600000];
	struct read_result r;
	size_t length;

	(void)state;
	memset(text, 'x', 500000);
	strcpy(text + 500000, "\n" E("1.000100", "1") E("1.000200", EXIT));
	length = strlen(text);
	read_bytes(&r, text, length);
	assert_int_equal(r.count, 1);
	assert_int_equal(r.odd[ODD_LONG_LINE], 1);
	assert_int_equal(r.odd[ODD_UNKNOWN_LINE], 1);
}

static void not_a_trace(void **state)
{
	static const struct {
		const char *data;
		size_t size;
		const char *advice;
	} others[] = {
		{ "", 0, "empty" },
		{ "hello\nworld\n", 12, "not one event" },
		{ "PERFILE2xxxx", 12, "perf script" },
		{ "\x1f\x8b\x08xxxxxxx", 10, "gzip" },
		{ "\x28\xb5\x2f\xfdxxxx", 8, "zstd" },
		{ "\0\1\2\3", 4, "neither" },
	};
	struct read_result r;
	unsigned int i;

	(void)state;
	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		read_bytes(&r, others[i].data, others[i].size);
		assert_false(r.opened);
		assert_int_equal(r.error.fault, READER_FAULT_FORMAT);
		assert_non_null(strstr(r.error.text, others[i].advice));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(exits_without_entry), cmocka_unit_test(entries_without_exit),
		cmocka_unit_test(exit_is_minus_one_too), cmocka_unit_test(impossible_states),
		cmocka_unit_test(time_goes_back), cmocka_unit_test(cpus_out_of_order),
		cmocka_unit_test(no_final_newline), cmocka_unit_test(cut_within_the_last_event),
		cmocka_unit_test(lost_events), cmocka_unit_test(lost_events_of_perf),
		cmocka_unit_test(overwritten_events), cmocka_unit_test(wrapped_lines),
		cmocka_unit_test(unreadable_fields),
		cmocka_unit_test(unknown_lines), cmocka_unit_test(cpus_without_idle_events),
		cmocka_unit_test(cpu_id_is_believed), cmocka_unit_test(impossible_cpus),
		cmocka_unit_test(binary_bytes), cmocka_unit_test(long_lines),
		cmocka_unit_test(not_a_trace),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
