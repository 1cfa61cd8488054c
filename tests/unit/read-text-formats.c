// SPDX-License-Identifier: GPL-2.0
/*
 * Every look of a trace in text gives the same idle period.
 */
#include "tests/unit/read_memory.h"

/* CPU 2 enters state 1 at 10.000100 s and leaves it 200 us later. */
static void check_one(const char *text, uint64_t start_ns, const char *format)
{
	struct read_result r;

	read_string(&r, text);
	assert_true(r.opened);
	assert_int_equal(r.end, 0);
	assert_int_equal(r.count, 1);
	assert_int_equal(r.events, 2);
	assert_int_equal(r.periods[0].cpu, 2);
	assert_int_equal(r.periods[0].state, 1);
	assert_int_equal(r.periods[0].start_ns, start_ns);
	assert_int_equal(r.periods[0].length_ns, 200000);
	assert_string_equal(r.format, format);
}

#define START	UINT64_C(10000100000)

static void trace_cmd_report(void **state)
{
	(void)state;
	check_one("cpus=4\n"
		  "          <idle>-0     [002]    10.000100: cpu_idle:             state=1 cpu_id=2\n"
		  "          <idle>-0     [002]    10.000300: cpu_idle:             state=4294967295 cpu_id=2\n",
		  START, "ftrace text, us stamps");
}

static void flags_of_four_and_five(void **state)
{
	(void)state;
	check_one("# tracer: nop\n#\n"
		  "          <idle>-0     [002] d..2    10.000100: cpu_idle: state=1 cpu_id=2\n"
		  "          <idle>-0     [002] d..2.   10.000300: cpu_idle: state=4294967295 cpu_id=2\n",
		  START, "ftrace text, flags column, us stamps");
}

static void tgid_column(void **state)
{
	(void)state;
	check_one("          <idle>-0     (-----) [002] d..2    10.000100: cpu_idle: state=1 cpu_id=2\n"
		  "          <idle>-0     (  959) [002] d..2    10.000300: cpu_idle: state=4294967295 cpu_id=2\n",
		  START, "ftrace text, TGID column, flags column, us stamps");
}

static void nanoseconds(void **state)
{
	(void)state;
	check_one("          <idle>-0     [002]    10.000100000: cpu_idle: state=1 cpu_id=2\n"
		  "          <idle>-0     [002]    10.000300000: cpu_idle: state=4294967295 cpu_id=2\n",
		  START, "ftrace text, ns stamps");
}

static void bare_nanoseconds(void **state)
{
	(void)state;
	check_one("          <idle>-0     [002]    10000100000: cpu_idle: state=1 cpu_id=2\n"
		  "          <idle>-0     [002]    10000300000: cpu_idle: state=4294967295 cpu_id=2\n",
		  START, "ftrace text, bare ns, ns stamps");
}

static void time_differences(void **state)
{
	(void)state;
	check_one("          <idle>-0     [002]    10.000100: (+22400) cpu_idle:  state=1 cpu_id=2\n"
		  "          <idle>-0     [002]    10.000300: (+200000) cpu_idle:  state=4294967295 cpu_id=2\n",
		  START, "ftrace text, time differences, us stamps");
}

static void latency_format(void **state)
{
	(void)state;
	check_one("  <idle>-0       2d..1.  10.000100: cpu_idle:             state=1 cpu_id=2\n"
		  "  <idle>-0       2d..1.  10.000300: cpu_idle:             state=4294967295 cpu_id=2\n",
		  START, "ftrace text, latency format, us stamps");
}

static void latency_format_relative(void **state)
{
	(void)state;
	check_one("  <idle>-0       2d.h4    5us : cpu_idle: state=1 cpu_id=2\n"
		  "  <idle>-0       2.N.2  205us+: cpu_idle: state=4294967295 cpu_id=2\n",
		  5000, "ftrace text, latency format, relative times, us stamps");
}

static void perf_script(void **state)
{
	(void)state;
	check_one("         swapper     0 [002]    10.000100000:     power:cpu_idle: state=1 cpu_id=2\n"
		  "         swapper     0 [002]    10.000300000:          1 power:cpu_idle: state=4294967295 cpu_id=2\n",
		  START, "perf script text, ns stamps");
}

static void systrace_page(void **state)
{
	(void)state;
	check_one("<!DOCTYPE html>\n<html>\n<script>var x = '[002] 1.0: cpu_idle: state=1 cpu_id=2';</script>\n"
		  "<script class=\"trace-data\" type=\"application/text\">\n# tracer: nop\n"
		  "          <idle>-0     (-----) [002] d..2    10.000100: cpu_idle: state=1 cpu_id=2\n"
		  "          <idle>-0     (-----) [002] d..2    10.000300: cpu_idle: state=4294967295 cpu_id=2\n"
		  "</script>\n<script class=\"trace-data\" type=\"application/text\">\n"
		  "{\"traceEvents\": [{\"category\": \"x-1 [002] 10.5: cpu_idle: state=1 cpu_id=2\"}]}\n"
		  "</script></html>\n",
		  START, "systrace HTML, TGID column, flags column, us stamps");
}

static void names_with_spaces_and_brackets(void **state)
{
	(void)state;
	check_one("  a [003] 1.0: b-0     [002]    10.000100: cpu_idle: state=1 cpu_id=2\n"
		  "   my - idle-0     [002]    10.000300: cpu_idle: state=4294967295 cpu_id=2\n",
		  START, "ftrace text, us stamps");
}

static void carriage_returns(void **state)
{
	(void)state;
	check_one("          <idle>-0     [002]    10.000100: cpu_idle: state=1 cpu_id=2\r\n"
		  "          <idle>-0     [002]    10.000300: cpu_idle: state=-1 cpu_id=2\r\n",
		  START, "ftrace text, us stamps");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(trace_cmd_report), cmocka_unit_test(flags_of_four_and_five),
		cmocka_unit_test(tgid_column), cmocka_unit_test(nanoseconds),
		cmocka_unit_test(bare_nanoseconds), cmocka_unit_test(time_differences),
		cmocka_unit_test(latency_format), cmocka_unit_test(latency_format_relative),
		cmocka_unit_test(perf_script), cmocka_unit_test(systrace_page),
		cmocka_unit_test(names_with_spaces_and_brackets),
		cmocka_unit_test(carriage_returns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
