// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "replay/league.h"

/* Points of regret that make a win, and those that make a loss worth a reason. */
#define MARGIN		0.01
#define FAR		0.05

/* Sums over the pairs of one governor. */
struct sums {
	double log_energy, log_combined;
	double log_fixed_energy, log_fixed_combined;
	double latency_us, deep, shallow, ticks, asked;
	size_t pairs, fixed_pairs;
};

static void add(struct sums *sums, const struct model_score *score, double energy,
		double combined)
{
	double entries = score->entries ? score->entries : 1;

	sums->pairs++;
	sums->log_energy += log(energy);
	sums->log_combined += log(combined);
	if (score->sessions)
		sums->latency_us += score->latency_ns / score->sessions / 1e3;
	sums->deep += 100 * score->above / entries;
	sums->shallow += 100 * score->below / entries;
	sums->asked += 100 * score->asked / entries;
	if (score->wall_ns)
		sums->ticks += score->ticks / (score->wall_ns / 1e9);
}

static void compare(struct league_row *row, double energy, double combined,
		    double reference_energy, double reference_combined)
{
	row->energy_wins += energy < reference_energy - MARGIN;
	row->energy_losses += energy > reference_energy + MARGIN;
	row->wins += combined < reference_combined - MARGIN;
	row->losses += combined > reference_combined + MARGIN;
	row->far_losses += energy > reference_energy + FAR ||
			   combined > reference_combined + FAR;
}

static void one_pair(const struct evaluation *e, const size_t at[3], size_t governor,
		     size_t reference, struct league_row *row, struct sums *sums)
{
	const struct model_score *score = evaluate_score(e, at[0], at[1], at[2], governor);
	const struct model_score *other = evaluate_score(e, at[0], at[1], at[2], reference);
	double energy = score_energy_ratio(score);
	double combined = score_combined_ratio(score, &e->options);
	double fixed_energy, fixed_combined;

	add(sums, score, energy, combined);
	compare(row, energy, combined, score_energy_ratio(other),
		score_combined_ratio(other, &e->options));
	row->violations += score->violations;
	evaluate_best_fixed(e, at[0], at[1], at[2], &fixed_energy, &fixed_combined);
	if (fixed_energy > 0) {
		sums->fixed_pairs++;
		sums->log_fixed_energy += log(energy / fixed_energy);
		sums->log_fixed_combined += log(combined / fixed_combined);
	}
}

static double percent(double log_sum, size_t count)
{
	return count ? 100 * (exp(log_sum / count) - 1) : 0;
}

void league_row(const struct evaluation *e, size_t governor, size_t reference,
		const char *half, struct league_row *row)
{
	struct sums sums = { 0 };
	size_t at[3];

	memset(row, 0, sizeof(*row));
	row->name = e->governors[governor].name;
	for (at[0] = 0; at[0] < e->workload_count; at[0]++) {
		if (half && strcmp(half, e->workload_half[at[0]]))
			continue;
		for (at[1] = 0; at[1] < e->table_count; at[1]++)
			for (at[2] = 0; at[2] < e->tick_count; at[2]++)
				one_pair(e, at, governor, reference, row, &sums);
	}
	row->energy = percent(sums.log_energy, sums.pairs);
	row->combined = percent(sums.log_combined, sums.pairs);
	row->over_fixed_energy = percent(sums.log_fixed_energy, sums.fixed_pairs);
	row->over_fixed_combined = percent(sums.log_fixed_combined, sums.fixed_pairs);
	if (!sums.pairs)
		return;
	row->latency_us = sums.latency_us / sums.pairs;
	row->deep = sums.deep / sums.pairs;
	row->shallow = sums.shallow / sums.pairs;
	row->ticks_per_s = sums.ticks / sums.pairs;
	row->asked = sums.asked / sums.pairs;
}
