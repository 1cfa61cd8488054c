// SPDX-License-Identifier: GPL-2.0
/* Polling ends by its time limit, which the table gives, and the governor is asked again. */
#include "model_drive.h"

/* Polls once, then sleeps; returns how long it polled. */
static s64 limit(int count, const double (*us)[2], u32 disabled, s64 tick_ns)
{
	struct model_session session = { .event_ns = 50000000, .timer_ns = MODEL_NEVER };
	struct model_options options;
	static struct model_cpu cpu;
	struct cpuidle_driver drv;

	table_of(&drv, true, count, us);
	model_options_default(&options);
	options.tick_ns = tick_ns;
	model_cpu_init(&cpu, &drv, disabled, &options, tick_ns - 1);
	cpu.gov = &script;
	driven = &cpu;
	script_at = 0;
	script_state[0] = 0;
	script_state[1] = count;
	script_stop[0] = false;
	script_stop[1] = true;
	model_idle(&cpu, &session);
	assert_int_equal(script_at, 2);
	assert_true(heard_limit[0]);
	assert_int_equal(cpu.score.sessions, 1);
	return heard_residency_ns[0];
}

static void first_state_of_ten_microseconds(void **unused)
{
	static const double skx[][2] = { { 2, 2 }, { 10, 20 }, { 133, 600 } };

	(void)unused;
	assert_int_equal(limit(3, skx, 0, 4000000), 20000);
	/* C1E disabled: C6 counts, up to a sixteenth of the tick. */
	assert_int_equal(limit(3, skx, 4, 4000000), 250000);
	assert_int_equal(limit(3, skx, 4, 1000000), 62500);
}

static void only_short_states(void **unused)
{
	static const double c1[][2] = { { 1, 1 } };

	(void)unused;
	assert_int_equal(limit(1, c1, 0, 4000000), 250000);
}

static void a_wakeup_before_the_limit(void **unused)
{
	static const double skx[][2] = { { 2, 2 }, { 10, 20 }, { 133, 600 } };
	struct model_session session = { .event_ns = 7000, .timer_ns = MODEL_NEVER };
	struct cpuidle_driver drv;
	struct model_cpu cpu;

	(void)unused;
	table_of(&drv, true, 3, skx);
	drive(&cpu, &drv, 3999999);
	model_idle(&cpu, &session);
	assert_int_equal(script_at, 1);
	assert_false(heard_limit[0]);
	assert_int_equal((s64)cpu.score.latency_ns, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(first_state_of_ten_microseconds),
		cmocka_unit_test(only_short_states),
		cmocka_unit_test(a_wakeup_before_the_limit),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
