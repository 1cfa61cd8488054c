// SPDX-License-Identifier: GPL-2.0
#include <math.h>

#include "replay/model.h"

/*
 * Some tables mark a state that only suspend-to-idle uses by a target residency of
 * more than an hour. That is no break-even point: no idle state needs more than this.
 */
#define RESIDENCY_MAX_NS	1000000000LL

static s64 break_even(const struct cpuidle_state *state)
{
	return state->target_residency_ns < RESIDENCY_MAX_NS ? state->target_residency_ns :
							       RESIDENCY_MAX_NS;
}

/* State indices in the order of their target residencies; equal ones keep theirs. */
static void by_residency(const struct cpuidle_driver *drv, int *order)
{
	int i, j;

	for (i = 0; i < drv->state_count; i++) {
		s64 residency_ns = drv->states[i].target_residency_ns;

		for (j = i; j > 0; j--) {
			if (drv->states[order[j - 1]].target_residency_ns <= residency_ns)
				break;
			order[j] = order[j - 1];
		}
		order[j] = i;
	}
}

static double power_of(const struct cpuidle_driver *drv,
		       const struct model_options *options, int state, int rank)
{
	double residency_us = break_even(&drv->states[state]) / 1e3;

	if (options->power_kind == MODEL_POWER_GIVEN && state < options->power_given_count)
		return options->power_given[state];
	if (drv->states[state].flags & CPUIDLE_FLAG_POLLING)
		return 1.0;
	if (options->power_kind == MODEL_POWER_GEOMETRIC)
		return options->power_first * pow(options->power_ratio, rank);
	if (residency_us < 1.0)
		residency_us = 1.0;
	return options->power_first * pow(residency_us, -options->power_exponent);
}

void model_power_derive(const struct cpuidle_driver *drv,
			const struct model_options *options, struct model_power *power)
{
	double last_power = 1.0, last_entry = 0.0;
	int order[CPUIDLE_STATE_MAX];
	s64 last_residency_ns = -1;
	int i, rank = -1;

	by_residency(drv, order);
	for (i = 0; i < drv->state_count; i++) {
		const struct cpuidle_state *state = &drv->states[order[i]];

		/* States that pay from the same time on share a rank, and a power. */
		if (!(state->flags & CPUIDLE_FLAG_POLLING) &&
		    state->target_residency_ns != last_residency_ns) {
			rank++;
			last_residency_ns = state->target_residency_ns;
		}
		power->power[order[i]] = power_of(drv, options, order[i], rank);
		power->entry[order[i]] = last_entry + (last_power - power->power[order[i]]) *
					 break_even(state);
		last_power = power->power[order[i]];
		last_entry = power->entry[order[i]];
	}
}
