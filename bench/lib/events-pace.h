/* SPDX-License-Identifier: GPL-2.0 */
/* When to pause samples so that they cost no more than a share of the time. */
#ifndef TALLY_EVENTS_PACE_H
#define TALLY_EVENTS_PACE_H

#include <stdint.h>

/**
 * struct events_pace - what has been spent
 * @budget: share of the time that may be spent, above 0; 1 or more: all
 * @cost_ns: what one sample costs
 * @debt_ns: spent beyond the budget so far, less than 0: saved
 */
struct events_pace {
	double budget;
	double cost_ns;
	double debt_ns;
};

/* Savings count for this long: a quiet hour allows no expensive minute. */
#define EVENTS_PACE_SAVED_NS	5e8

/* Debts up to what the budget allows in this time are no reason for a pause. */
#define EVENTS_PACE_PATIENCE_NS	5e8

/* The lowest value of debt_ns. */
#define EVENTS_PACE_LEAST(pace)	(-(pace)->budget * EVENTS_PACE_SAVED_NS)

/**
 * events_pace_begin() - a recording begins
 * @pace: budget and cost are set; begins with half of the debt that brings a pause,
 *	so that the average over the time between pauses is the budget
 */
void events_pace_begin(struct events_pace *pace);

/**
 * events_pace_spend() - samples flowed for a while
 * @pace: what has been spent, updated
 * @samples: how many, on all CPUs together
 * @elapsed_ns: for how long
 *
 * Return: for how many ns to pause now, 0: not at all.
 */
uint64_t events_pace_spend(struct events_pace *pace, uint64_t samples,
			   uint64_t elapsed_ns);

/**
 * events_pace_rest() - samples were paused
 * @pace: what has been spent, updated
 * @elapsed_ns: for how long
 */
void events_pace_rest(struct events_pace *pace, uint64_t elapsed_ns);

#endif /* TALLY_EVENTS_PACE_H */
