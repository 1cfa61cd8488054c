// SPDX-License-Identifier: GPL-2.0
/* Residency, too deep and too shallow, as the cpuidle core counts them. */
#include "model_drive.h"

static const double us[][2] = { { 2, 2 }, { 10, 20 }, { 133, 600 } };

/* One stay in @state, woken after @event_us; returns the counters of that state. */
static struct cpuidle_state_usage stay(int state, double event_us, u32 disabled)
{
	struct model_session session = { .timer_ns = MODEL_NEVER };
	struct model_options options;
	struct cpuidle_driver drv;
	static struct model_cpu cpu;

	table_of(&drv, true, 3, us);
	model_options_default(&options);
	model_cpu_init(&cpu, &drv, disabled, &options, 3999999);
	cpu.gov = &script;
	driven = &cpu;
	script_at = 0;
	script_state[0] = state;
	script_stop[0] = true;
	session.event_ns = event_us * 1000;
	model_idle(&cpu, &session);
	assert_int_equal(script_at, 1);
	return cpu.dev.states_usage[state];
}

static void residency_includes_the_exit(void **unused)
{
	struct cpuidle_state_usage usage = stay(3, 1000, 0);

	(void)unused;
	assert_int_equal(usage.usage, 1);
	assert_int_equal(usage.time_ns, 1133000);
	assert_int_equal(heard_residency_ns[0], 1133000);
}

static void too_deep(void **unused)
{
	(void)unused;
	/* 466 + 133 is one short of 600. */
	assert_int_equal(stay(3, 466, 0).above, 1);
	assert_int_equal(stay(3, 467, 0).above, 0);
	/* There must be an enabled shallower state to blame. */
	assert_int_equal(stay(3, 100, 7).above, 0);
	assert_int_equal(stay(3, 100, 6).above, 1);
}

static void too_shallow(void **unused)
{
	(void)unused;
	/* Measured minus the exit latency reaches the next state's residency. */
	assert_int_equal(stay(2, 599.999, 0).below, 0);
	assert_int_equal(stay(2, 600, 0).below, 1);
	/* Only the next enabled state is looked at. */
	assert_int_equal(stay(1, 100, 0).below, 1);
	assert_int_equal(stay(1, 100, 4).below, 0);
	assert_int_equal(stay(1, 700, 4).below, 1);
	/* The deepest is never too shallow. */
	assert_int_equal(stay(3, 100000, 0).below, 0);
}

static void polling_is_seen_at_once(void **unused)
{
	(void)unused;
	stay(0, 1.5, 0);
	assert_int_equal(heard_residency_ns[0], 1500);
}

static void forbidden_choices_are_counted(void **unused)
{
	(void)unused;
	stay(3, 100, 8);
	assert_int_equal(driven->score.violations, 1);
	stay(3, 100, 0);
	assert_int_equal(driven->score.violations, 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(residency_includes_the_exit),
		cmocka_unit_test(too_deep),
		cmocka_unit_test(too_shallow),
		cmocka_unit_test(polling_is_seen_at_once),
		cmocka_unit_test(forbidden_choices_are_counted),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
