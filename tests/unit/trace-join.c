// SPDX-License-Identifier: GPL-2.0
/* Recorded periods become sessions: ticks do not end one, the exit latency is taken off. */
#include "model_drive.h"
#include "replay/trace-run.h"

static struct state_table table;
static struct machine_tables tables = { .tables = &table, .table_count = 1 };
static struct governor_kind kind;

static void setup(struct trace_run *run)
{
	char error[256];

	table.table.count = 2;
	table.table.exit_ns[0] = 1000;
	table.table.residency_ns[0] = 1000;
	table.table.exit_ns[1] = 100000;
	table.table.residency_ns[1] = 300000;
	assert_int_equal(governor_load(&kind, "fixed:state=1+stop=1", "", error, 256), 0);
	*run = (struct trace_run){
		.governors = &kind, .governor_count = 1, .threads = 2, .tables = &tables,
	};
	model_options_default(&run->options);
}

static struct idle_period period(u32 cpu, int state, u64 start_us, u64 length_us)
{
	return (struct idle_period){
		.cpu = cpu, .state = state,
		.start_ns = start_us * 1000, .length_ns = length_us * 1000,
		.sleep_source = SLEEP_RECORDED, .sleep_ns = 50000000, .tick_ns = TALLY_NOT_ASKED,
	};
}

static void add(struct trace_run *run, struct idle_period p)
{
	assert_int_equal(trace_run_add(run, &p), 0);
}

static void a_tick_goes_on(void **unused)
{
	struct trace_run run;
	struct idle_period p;

	(void)unused;
	setup(&run);
	p = period(0, 0, 1000, 1001);
	p.cause = WAKE_TICK;
	add(&run, p);
	p = period(0, 1, 2010, 600);
	p.flags = PERIOD_CONTINUES;
	add(&run, p);
	add(&run, period(0, 1, 5000, 400));
	assert_int_equal(trace_run_finish(&run), 0);
	assert_int_equal(run.sessions, 2);
	/* First: from 1000 to 2510 us, second: 5000 to 5300; each woken 100 us late. */
	assert_int_equal(run.cpus[0]->models[0].score.sessions, 2);
	assert_int_equal(run.cpus[0]->models[0].score.idle_ns, 1610000 + 400000);
	assert_int_equal(run.cpus[0]->usage[0], 1);
	assert_int_equal(run.cpus[0]->usage[1], 2);
	trace_run_free(&run);
	governor_unload(&kind);
}

/* The timer that was known has expired, but no task ran: what follows has another. */
static void an_expired_timer_ends_a_session(void **unused)
{
	struct trace_run run;
	struct idle_period p;

	(void)unused;
	setup(&run);
	p = period(0, 0, 1000, 1001);
	p.cause = WAKE_TICK;
	p.sleep_ns = 1000000;
	add(&run, p);
	p = period(0, 1, 2010, 600);
	p.flags = PERIOD_CONTINUES;
	add(&run, p);
	assert_int_equal(trace_run_finish(&run), 0);
	assert_int_equal(run.sessions, 2);
	/* The tick was stopped in the first and stays so: no task ran. */
	assert_int_equal(run.cpus[0]->models[0].score.stops, 1);
	trace_run_free(&run);
	governor_unload(&kind);
}

static void short_stays_are_halved(void **unused)
{
	struct trace_run run;

	(void)unused;
	setup(&run);
	/* 120 us in a state of 100 us: woken after 60 at the latest. */
	add(&run, period(0, 1, 1000, 120));
	assert_int_equal(trace_run_finish(&run), 0);
	assert_int_equal(run.cpus[0]->models[0].score.idle_ns, 160000);
	trace_run_free(&run);
	governor_unload(&kind);
}

static void lost_events_are_left_out(void **unused)
{
	struct trace_run run;
	struct idle_period p;

	(void)unused;
	setup(&run);
	add(&run, period(0, 1, 1000, 500));
	p = period(0, 1, 3000, 500);
	p.flags = PERIOD_LOST;
	add(&run, p);
	assert_int_equal(trace_run_finish(&run), 0);
	assert_int_equal(run.cpus[0]->unreliable, 1);
	assert_int_equal(run.cpus[0]->models[0].score.sessions, 1);
	trace_run_free(&run);
	governor_unload(&kind);
}

static void states_and_cpus_without_a_table(void **unused)
{
	u16 only_first[1] = { 0 };
	struct trace_run run;

	(void)unused;
	setup(&run);
	tables.cpu_table = only_first;
	tables.cpu_count = 1;
	add(&run, period(0, 1, 1000, 500));
	add(&run, period(0, 2, 2000, 500));
	add(&run, period(3, 1, 2000, 500));
	assert_int_equal(trace_run_finish(&run), 0);
	assert_int_equal(run.bad_state, 1);
	assert_int_equal(run.no_table, 1);
	assert_int_equal(run.sessions, 1);
	trace_run_free(&run);
	governor_unload(&kind);
	tables.cpu_table = NULL;
	tables.cpu_count = 0;
}

/* Awake late: in an open loop the next session is shorter, in a closed one it moves. */
static void loops(void **unused)
{
	struct trace_run run;
	int closed;

	(void)unused;
	for (closed = 0; closed < 2; closed++) {
		setup(&run);
		run.closed = closed;
		add(&run, period(0, 0, 1000, 201));
		add(&run, period(0, 0, 1210, 301));
		assert_int_equal(trace_run_finish(&run), 0);
		/* Woken at 1200, awake at 1300; the next began at 1210 and ended at 1510. */
		assert_int_equal(run.cpus[0]->models[0].score.idle_ns,
				 closed ? 300000 + 400000 : 300000 + 310000);
		trace_run_free(&run);
		governor_unload(&kind);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(a_tick_goes_on),
		cmocka_unit_test(an_expired_timer_ends_a_session),
		cmocka_unit_test(short_stays_are_halved),
		cmocka_unit_test(lost_events_are_left_out),
		cmocka_unit_test(states_and_cpus_without_a_table),
		cmocka_unit_test(loops),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
