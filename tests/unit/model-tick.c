// SPDX-License-Identifier: GPL-2.0
/* Ticks split an idle session unless they are stopped; they keep their grid. */
#include "model_drive.h"

static const double us[][2] = { { 2, 2 }, { 100, 300 } };

static void start(struct model_cpu *cpu, s64 phase_ns)
{
	struct cpuidle_driver drv;
	int i;

	table_of(&drv, true, 2, us);
	drive(cpu, &drv, phase_ns);
	for (i = 0; i < 5; i++)
		script_state[i] = 2;
}

static void idle_until(struct model_cpu *cpu, s64 event_ns, s64 timer_ns)
{
	struct model_session session = { .event_ns = event_ns, .timer_ns = timer_ns };

	model_idle(cpu, &session);
}

static void ticks_split_a_session(void **unused)
{
	struct model_cpu cpu;

	(void)unused;
	start(&cpu, 1000000);
	idle_until(&cpu, 9500000, 20000000);
	/* Ticks at 1, 5 and 9 ms; the event at 9.5. */
	assert_int_equal(script_at, 4);
	assert_int_equal(cpu.score.ticks, 3);
	assert_true(heard_tick[0] && heard_tick[1] && heard_tick[2]);
	assert_false(heard_tick[3]);
	assert_int_equal(heard_residency_ns[0], 1100000);
	/* After the tick: woken at 1.1 ms, 2 us of handler. */
	assert_int_equal(asked_sleep_ns[1], 20000000 - 1102000);
	assert_int_equal(asked_delta_ns[1], 5000000 - 1102000);
	assert_int_equal(cpu.score.sessions, 1);
	assert_int_equal(cpu.now_ns, 9600000);
	assert_int_equal((s64)cpu.score.latency_ns, 100000);
}

static void a_stopped_tick_does_not(void **unused)
{
	struct model_cpu cpu;

	(void)unused;
	start(&cpu, 1000000);
	script_stop[0] = true;
	idle_until(&cpu, 9500000, 20000000);
	assert_int_equal(script_at, 1);
	assert_int_equal(cpu.score.ticks, 0);
	assert_int_equal(cpu.score.stops, 1);
	assert_int_equal(heard_residency_ns[0], 9600000);
}

static void it_stays_stopped_until_a_task_runs(void **unused)
{
	struct model_cpu cpu;

	(void)unused;
	start(&cpu, 1000000);
	script_stop[0] = true;
	idle_until(&cpu, 500000, 20000000);
	/* An interrupt only: the next choice finds the tick stopped, whatever it says. */
	idle_until(&cpu, 3500000, 20000000);
	assert_true(asked_stopped[1]);
	assert_int_equal(asked_delta_ns[1], asked_sleep_ns[1]);
	assert_int_equal(script_at, 2);
	assert_int_equal(cpu.score.stops, 1);
	model_busy(&cpu);
	idle_until(&cpu, 4900000, 20000000);
	assert_false(asked_stopped[2]);
	/* Back on the same grid. */
	assert_int_equal(asked_delta_ns[2], 5000000 - 3600000);
}

static void the_event_comes_while_waking_from_a_tick(void **unused)
{
	struct model_cpu cpu;

	(void)unused;
	start(&cpu, 1000000);
	idle_until(&cpu, 1050000, 20000000);
	assert_int_equal(script_at, 1);
	assert_true(heard_tick[0]);
	/* Awake at 1.1 ms, and 2 us of tick before the event is served. */
	assert_int_equal((s64)cpu.score.latency_ns, 52000);
}

static void a_tick_while_waking_is_noticed(void **unused)
{
	struct model_cpu cpu;

	(void)unused;
	start(&cpu, 1000000);
	idle_until(&cpu, 950000, 20000000);
	assert_int_equal(script_at, 1);
	assert_true(heard_tick[0]);
	assert_int_equal(cpu.score.ticks, 1);
}

static void costs_are_charged(void **unused)
{
	struct model_cpu cpu;
	double kept, stopped;

	(void)unused;
	start(&cpu, 1000000);
	idle_until(&cpu, 2000000, 20000000);
	kept = model_energy(&cpu, 2, 1000000) + 2000 + model_energy(&cpu, 2, 2000000 - 1102000);
	assert_int_equal((s64)cpu.score.energy, (s64)kept);
	start(&cpu, 1000000);
	script_stop[0] = true;
	idle_until(&cpu, 2000000, 20000000);
	stopped = model_energy(&cpu, 2, 2000000) + 1000;
	assert_int_equal((s64)cpu.score.energy, (s64)stopped);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ticks_split_a_session),
		cmocka_unit_test(a_stopped_tick_does_not),
		cmocka_unit_test(it_stays_stopped_until_a_task_runs),
		cmocka_unit_test(the_event_comes_while_waking_from_a_tick),
		cmocka_unit_test(a_tick_while_waking_is_noticed),
		cmocka_unit_test(costs_are_charged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
