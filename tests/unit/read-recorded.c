// SPDX-License-Identifier: GPL-2.0
/*
 * tally's own tracepoints, as text: all that the replay needs to repeat a run.
 */
#include "tests/unit/read_memory.h"

#define CPU(time, rest)	"  <idle>-0 [000] " time ": " rest "\n"
#define SELECT(time, state, sleep)						\
	CPU(time, "select: state=" state " reason=5 (deepest) sleep_ns=" sleep " tick_ns=2000000" \
	    " age_ns=4000 expected_ns=3000000 tick_stopped=1 stop_tick=1 context=33"	\
	    " latency_req_ns=9223372036854775807 disabled=0x4 util=7 capacity=1024"	\
	    " rule=1 (majority) use_context=1 use_util=0 latency_weight=20 util_shift=6 version=3")

static const char text[] =
	CPU("1.000000", "table: cpu=0 version=3 tick_period_ns=4000000 polling=0x1 count=3"
	    " exit_ns={0x0,0x3e8,0x1d4c0} residency_ns={0x0,0x7d0,0x57e40}")
	SELECT("1.000010", "2", "3000000")
	CPU("1.000011", "cpu_idle: state=2 cpu_id=0")
	CPU("1.000100", "cpu_idle: state=4294967295 cpu_id=0")
	CPU("1.000110", "reflect: entered=2 measured_ns=88000 verdict=2 (tick) tick=1 poll_limit=0"
	    " rejected=0 rule=1 (majority) version=3")
	SELECT("1.000111", "1", "9223372036854775807 (not asked)")
	SELECT("1.000120", "0", "-5")
	CPU("1.000121", "cpu_idle: state=0 cpu_id=0")
	CPU("1.000130", "cpu_idle: state=4294967295 cpu_id=0")
	CPU("1.000140", "reflect: entered=0 measured_ns=9000 verdict=3 (poll) tick=0 poll_limit=1"
	    " rejected=0 rule=1 (majority) version=3")
	SELECT("1.000150", "1", "100");

static void all_of_it(void **state)
{
	struct recorded_table table;
	struct reader_error error;
	struct idle_period p[4];
	struct reader *reader;
	int i;

	(void)state;
	assert_int_equal(reader_open_memory(&reader, "t", text, strlen(text), &error), 0);
	for (i = 0; i < 4; i++)
		assert_int_equal(reader_next(reader, &p[i], &error), 1);
	assert_int_equal(reader_next(reader, &p[0], &error), 0);
	assert_true(reader_recorded_table(reader, 0, &table));
	assert_false(reader_recorded_table(reader, 1, &table));
	assert_int_equal(table.table.count, 3);
	assert_int_equal(table.table.polling, 1);
	assert_int_equal(table.table.exit_ns[2], 120000);
	assert_int_equal(table.table.residency_ns[2], 360000);
	assert_int_equal(table.tick_period_ns, 4000000);
	assert_int_equal(reader_summary(reader)->not_entered, 2);
	reader_close(reader);

	assert_int_equal(p[0].flags, PERIOD_RESET | PERIOD_HAS_ASK | PERIOD_HAS_OUTCOME);
	assert_int_equal(p[0].sleep_source, SLEEP_RECORDED);
	assert_int_equal(p[0].sleep_ns, 3000000);
	assert_int_equal(p[0].tick_ns, 2000000);
	assert_int_equal(p[0].cause, WAKE_TICK);
	assert_int_equal(p[0].params.rule, TALLY_RULE_MAJORITY);
	assert_int_equal(p[0].params.latency_weight, 20);
	assert_int_equal(p[0].params.util_shift, 6);
	assert_true(p[0].params.context);
	assert_false(p[0].params.util);
	assert_int_equal(p[0].ask.latency_req_ns, INT64_MAX);
	assert_int_equal(p[0].ask.disabled, 4);
	assert_int_equal(p[0].ask.util, 7);
	assert_int_equal(p[0].ask.capacity, 1024);
	assert_true(p[0].ask.tick_stopped);
	assert_int_equal(p[0].decision.state, 2);
	assert_int_equal(p[0].decision.reason, TALLY_REASON_DEEPEST);
	assert_int_equal(p[0].decision.age_ns, 4000);
	assert_int_equal(p[0].decision.expected_ns, 3000000);
	assert_int_equal(p[0].decision.context, 33);
	assert_true(p[0].decision.stop_tick);
	assert_int_equal(p[0].verdict, TALLY_VERDICT_TICK);
	assert_int_equal(p[0].outcome.measured_ns, 88000);
	assert_true(p[0].outcome.tick);

	assert_int_equal(p[1].flags, PERIOD_NOT_ENTERED | PERIOD_HAS_ASK);
	assert_int_equal(p[1].state, 1);
	assert_true(p[1].decision.sleep_ns == TALLY_NOT_ASKED);

	assert_int_equal(p[2].sleep_ns, -5);
	assert_int_equal(p[2].cause, WAKE_POLL_LIMIT);
	assert_true(p[2].flags & PERIOD_CONTINUES);
	assert_int_equal(p[3].flags & PERIOD_NOT_ENTERED, PERIOD_NOT_ENTERED);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(all_of_it) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
