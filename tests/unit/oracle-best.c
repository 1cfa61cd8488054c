// SPDX-License-Identifier: GPL-2.0
/* Nothing is better than the oracle, and it is no better than the best of all plans. */
#include <math.h>

#include "model_drive.h"
#include "replay/workloads/random.h"

/* Active nanoseconds. */
#define CLOSE	0.001

static const double us[][2] = { { 2, 2 }, { 10, 20 }, { 133, 600 }, { 900, 2700 } };

static struct model_cpu start(double latency_weight, s64 phase_ns)
{
	struct model_options options;
	struct cpuidle_driver drv;
	struct model_cpu cpu;

	table_of(&drv, true, 4, us);
	model_options_default(&options);
	options.latency_weight = latency_weight;
	model_cpu_init(&cpu, &drv, 0, &options, phase_ns);
	cpu.gov = &script;
	return cpu;
}

static void by_hand(void **unused)
{
	struct model_session session = { .event_ns = 700000, .timer_ns = MODEL_NEVER };
	struct model_cpu cpu = start(1, 3900000);
	double energy, combined, deep, shallow;
	int state;

	(void)unused;
	oracle_session(&cpu, &session, &energy, &combined, &state);
	/* 700 us: state 3 pays for energy, its 133 us of latency do not. */
	deep = model_energy(&cpu, 3, 700000);
	shallow = model_energy(&cpu, 2, 700000) + 10000;
	assert_true(deep < model_energy(&cpu, 2, 700000));
	assert_true(fabs(energy - deep) < CLOSE);
	assert_true(fabs(combined - shallow) < CLOSE);
	assert_int_equal(state, 2);
}

/* Every plan of four choices, tick stopped or not at each. */
static void best_of_all_plans(const struct model_cpu *cpu, const struct model_session *session,
			      double *energy, double *combined)
{
	unsigned int plan;

	*energy = *combined = 1e300;
	for (plan = 0; plan < 10 * 10 * 10 * 10; plan++) {
		struct model_cpu copy = *cpu;
		unsigned int rest = plan;
		double both;
		int i;

		driven = &copy;
		script_at = 0;
		for (i = 0; i < 64; i++) {
			script_state[i] = rest % 5;
			script_stop[i] = rest / 5 % 2;
			if (i < 3)
				rest /= 10;
		}
		model_idle(&copy, session);
		both = copy.score.energy + copy.options.latency_weight * copy.score.latency_ns;
		if (copy.score.energy < *energy)
			*energy = copy.score.energy;
		if (both < *combined)
			*combined = both;
	}
}

static void nothing_is_better(void **unused)
{
	struct random random;
	int round;

	(void)unused;
	random_seed(&random, "oracle", 1, 0);
	for (round = 0; round < 60; round++) {
		struct model_cpu cpu = start(round % 3, random_unit(&random) * 4000000);
		struct model_session session = { .timer_ns = MODEL_NEVER };
		double energy, combined, least_energy, least_combined;

		session.event_ns = 1000 * exp(random_unit(&random) * 9.5) + 1;
		oracle_session(&cpu, &session, &energy, &combined, NULL);
		best_of_all_plans(&cpu, &session, &least_energy, &least_combined);
		if (energy > least_energy + CLOSE || combined > least_combined + CLOSE)
			fail_msg("event %lld tick %lld: oracle %f/%f, a plan %f/%f",
				 (long long)session.event_ns, (long long)cpu.next_tick_ns, energy,
				 combined, least_energy, least_combined);
		if (energy < least_energy - CLOSE || combined < least_combined - CLOSE)
			fail_msg("event %lld tick %lld: oracle %f/%f, no plan is below %f/%f",
				 (long long)session.event_ns, (long long)cpu.next_tick_ns, energy,
				 combined, least_energy, least_combined);
	}
}

static void only_allowed_states(void **unused)
{
	struct model_session session = { .event_ns = 5000000, .timer_ns = MODEL_NEVER };
	struct model_cpu cpu = start(1, 3900000);
	double all, some, combined;

	(void)unused;
	oracle_session(&cpu, &session, &all, &combined, NULL);
	cpu.allowed = 7;
	oracle_session(&cpu, &session, &some, &combined, NULL);
	assert_true(some > all);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(by_hand),
		cmocka_unit_test(nothing_is_better),
		cmocka_unit_test(only_allowed_states),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
