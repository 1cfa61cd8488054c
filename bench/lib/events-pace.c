// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/events-pace.h"

static void earn(struct events_pace *pace, uint64_t elapsed_ns)
{
	double least = EVENTS_PACE_LEAST(pace);

	pace->debt_ns -= pace->budget * (double)elapsed_ns;
	if (pace->debt_ns < least)
		pace->debt_ns = least;
}

static double patience(const struct events_pace *pace)
{
	return pace->budget * EVENTS_PACE_PATIENCE_NS;
}

void events_pace_begin(struct events_pace *pace)
{
	pace->debt_ns = patience(pace) / 2;
}

uint64_t events_pace_spend(struct events_pace *pace, uint64_t samples,
			   uint64_t elapsed_ns)
{
	if (pace->budget >= 1)
		return 0;
	pace->debt_ns += (double)samples * pace->cost_ns;
	earn(pace, elapsed_ns);
	return pace->debt_ns > patience(pace) ? (uint64_t)(pace->debt_ns / pace->budget) : 0;
}

void events_pace_rest(struct events_pace *pace, uint64_t elapsed_ns)
{
	earn(pace, elapsed_ns);
}
