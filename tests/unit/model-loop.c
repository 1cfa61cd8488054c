// SPDX-License-Identifier: GPL-2.0
/*
 * Closed loops wait for the CPU, open ones do not: where a wake-up takes longer than
 * the gap between events, an open source leaves no idle time.
 */
#include "model_drive.h"
#include "replay/workloads/shorthand.h"

static const double us[][2] = { { 100, 300 } };

static void run(struct model_cpu *cpu, const struct workload *workload, u64 sessions)
{
	struct workload_limits limits = { .sessions = sessions, .wall_ns = MODEL_NEVER, .seed = 3 };
	struct cpuidle_driver drv;
	int i;

	table_of(&drv, false, 1, us);
	drive(cpu, &drv, 0);
	for (i = 0; i < 64; i++)
		script_stop[i] = true;
	workload_run(workload, cpu, &limits);
}

static void closed_loop_is_delayed(void **unused)
{
	static const struct workload closed = { "closed", "test", {
		REPLY(EVERY(CONST(400)), TAKES(CONST(50))) } };
	struct model_cpu cpu;

	(void)unused;
	run(&cpu, &closed, 100);
	/* 400 us of idle, 100 us of waking, 50 us of work: nothing else happens. */
	assert_int_equal(cpu.now_ns, 100 * 550000);
	assert_int_equal(cpu.score.idle_ns, 100 * 500000);
	assert_int_equal((s64)cpu.score.latency_ns, 100 * 100000);
}

static void open_loop_keeps_its_times(void **unused)
{
	static const struct workload open = { "open", "test", {
		EVENT(EVERY(CONST(400)), TAKES(CONST(50))) } };
	struct model_cpu cpu;

	(void)unused;
	run(&cpu, &open, 100);
	/* Events every 400 us: 250 us are left to sleep in between. */
	assert_int_equal(cpu.now_ns, 100 * 400000 + 150000);
	assert_int_equal(cpu.score.idle_ns, 500000 + 99 * 350000);
}

static void an_overloaded_cpu_comes_to_an_end(void **unused)
{
	static const struct workload flood = { "flood", "test", {
		EVENT(EVERY(CONST(10)), TAKES(CONST(50))) } };
	struct model_cpu cpu;

	(void)unused;
	run(&cpu, &flood, 100);
	assert_true(cpu.score.sessions < 100);
	assert_true(cpu.score.wall_ns > 0);
}

static void a_time_out_is_pushed_off(void **unused)
{
	static const struct workload guarded = { "guarded", "test", {
		TIMEOUT(EVERY(CONST(1000)), TAKES(CONST(5))),
		REPLY(EVERY(CONST(400)), TAKES(CONST(50))) } };
	struct model_cpu cpu;

	(void)unused;
	run(&cpu, &guarded, 50);
	/* It never fires, but every choice sees it: 1000 us from the last event. */
	assert_int_equal(cpu.now_ns, 50 * 550000);
	assert_int_equal(asked_sleep_ns[20], 1000000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(closed_loop_is_delayed),
		cmocka_unit_test(open_loop_keeps_its_times),
		cmocka_unit_test(an_overloaded_cpu_comes_to_an_end),
		cmocka_unit_test(a_time_out_is_pushed_off),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
