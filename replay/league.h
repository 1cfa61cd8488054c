/* SPDX-License-Identifier: GPL-2.0 */
/* The league table of an evaluation: text, CSV, JSON. */
#ifndef TALLY_REPLAY_LEAGUE_H
#define TALLY_REPLAY_LEAGUE_H

#include "replay/evaluate.h"

/**
 * struct league_row - one governor over all pairs; a pair is a workload on a table
 * at a tick rate
 * @name: the governor
 * @energy: geometric mean of energy over the least possible, minus 1, in percent
 * @combined: the same of energy plus weighted latency
 * @latency_us: mean wake-up latency of an idle session, mean over the pairs
 * @deep: entries that were too deep in percent of all, mean over the pairs
 * @shallow: too shallow, likewise
 * @ticks_per_s: tick wake-ups in idle a second, mean over the pairs
 * @asked: sleep length asked for, in percent of the choices, mean over the pairs
 * @instructions: of select and reflect, from bench-select; 0 if not measured
 * @energy_wins: pairs where the energy regret is at least a point below the reference's
 * @energy_losses: a point above
 * @wins: the same for the combined cost
 * @losses: a point above
 * @far_losses: more than five points above, in energy or in combined cost
 * @over_fixed_energy: geometric mean of energy over the best fixed policy's, minus 1,
 *	in percent
 * @over_fixed_combined: the same for the combined cost
 * @violations: forbidden choices
 */
struct league_row {
	const char *name;
	double energy, combined;
	double latency_us;
	double deep, shallow;
	double ticks_per_s;
	double asked;
	double instructions;
	unsigned int energy_wins, energy_losses, wins, losses, far_losses;
	double over_fixed_energy, over_fixed_combined;
	unsigned long long violations;
};

/**
 * league_row() - add up one governor
 * @e: after evaluate()
 * @governor: index
 * @reference: index of the governor that wins and losses are counted against
 * @half: name of the half to look at, or NULL for all workloads
 * @row: filled
 */
void league_row(const struct evaluation *e, size_t governor, size_t reference,
		const char *half, struct league_row *row);

/**
 * league_print() - the table for people, one for each half that was run
 * @out: where to
 * @e: after evaluate()
 * @reference: index of the reference governor
 * @focus: index of the governor whose worst ten pairs are shown
 * @instructions: by governor, or NULL
 */
void league_print(FILE *out, const struct evaluation *e, size_t reference, size_t focus,
		  const double *instructions);

/**
 * league_pairs() - every pair with all governors' regrets
 * @out: where to
 * @e: after evaluate()
 */
void league_pairs(FILE *out, const struct evaluation *e);

/**
 * league_csv() - every run, one a line
 * @out: where to
 * @e: after evaluate()
 */
void league_csv(FILE *out, const struct evaluation *e);

/**
 * league_json() - league tables and every run
 * @out: where to
 * @e: after evaluate()
 * @reference: index of the reference governor
 * @instructions: by governor, or NULL
 *
 * Return: 0, or -1 when it could not be written.
 */
int league_json(FILE *out, const struct evaluation *e, size_t reference,
		const double *instructions);

#endif /* TALLY_REPLAY_LEAGUE_H */
