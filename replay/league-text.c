// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "replay/league.h"

#define WORST	10

/* A pair, and how far a governor is behind the reference there. */
struct behind {
	size_t at[3];
	double points;
};

static int by_points(const void *left, const void *right)
{
	const struct behind *a = left, *b = right;

	if (a->points != b->points)
		return a->points < b->points ? 1 : -1;
	return memcmp(a->at, b->at, sizeof(a->at));
}

static double regret_energy(const struct evaluation *e, const size_t at[3], size_t governor)
{
	return 100 * (score_energy_ratio(evaluate_score(e, at[0], at[1], at[2], governor)) - 1);
}

static double regret_combined(const struct evaluation *e, const size_t at[3], size_t governor)
{
	return 100 * (score_combined_ratio(evaluate_score(e, at[0], at[1], at[2], governor),
					   &e->options) - 1);
}

static long long hz(const struct evaluation *e, size_t tick)
{
	return 1000000000LL / e->tick_ns[tick];
}

static void worst(FILE *out, const struct evaluation *e, size_t reference, size_t focus,
		  const char *half)
{
	size_t pairs = e->workload_count * e->table_count * e->tick_count, count = 0, i;
	struct behind *list = calloc(pairs, sizeof(*list));

	if (!list)
		return;
	for (i = 0; i < pairs; i++) {
		struct behind *b = &list[count];
		double energy, combined;

		b->at[0] = i / e->tick_count / e->table_count;
		b->at[1] = i / e->tick_count % e->table_count;
		b->at[2] = i % e->tick_count;
		if (strcmp(half, e->workload_half[b->at[0]]))
			continue;
		energy = regret_energy(e, b->at, focus) - regret_energy(e, b->at, reference);
		combined = regret_combined(e, b->at, focus) -
			   regret_combined(e, b->at, reference);
		b->points = energy > combined ? energy : combined;
		count++;
	}
	qsort(list, count, sizeof(*list), by_points);
	fprintf(out, "\nWorst pairs of %s against %s (regret, %%):\n",
		e->governors[focus].name, e->governors[reference].name);
	fprintf(out, "  %-22s %-14s %5s %22s %22s %8s\n", "workload", "table", "Hz",
		"energy", "combined", "points");
	for (i = 0; i < count && i < WORST; i++)
		fprintf(out, "  %-22s %-14s %5lld %9.1f vs %9.1f %9.1f vs %9.1f %+8.1f\n",
			e->workloads[list[i].at[0]]->name, e->tables[list[i].at[1]].name,
			hz(e, list[i].at[2]), regret_energy(e, list[i].at, focus),
			regret_energy(e, list[i].at, reference),
			regret_combined(e, list[i].at, focus),
			regret_combined(e, list[i].at, reference), list[i].points);
	free(list);
}

static void fixed_row(FILE *out, const struct evaluation *e, const char *half)
{
	double log_energy = 0, log_combined = 0, energy, combined;
	size_t w, t, k, pairs = 0;

	for (w = 0; w < e->workload_count; w++) {
		if (strcmp(half, e->workload_half[w]))
			continue;
		for (t = 0; t < e->table_count; t++)
			for (k = 0; k < e->tick_count; k++) {
				evaluate_best_fixed(e, w, t, k, &energy, &combined);
				log_energy += log(energy);
				log_combined += log(combined);
				pairs++;
			}
	}
	if (pairs)
		fprintf(out, "  %-28s %7.2f %8.2f   (best fixed policy of each pair, in hindsight)\n",
			"fixed", 100 * (exp(log_energy / pairs) - 1),
			100 * (exp(log_combined / pairs) - 1));
}

static void half_table(FILE *out, const struct evaluation *e, size_t reference, size_t focus,
		       const double *instructions, const char *half)
{
	struct league_row row;
	size_t g;

	fprintf(out, "%s half, %zu tables, regret over the oracle (geometric mean, %%):\n",
		half, e->table_count);
	fprintf(out, "  %-28s %7s %8s %9s %6s %8s %8s %6s %6s %11s %11s %5s\n", "governor",
		"energy", "combined", "latency", "deep", "shallow", "ticks", "asked", "instr",
		"energy", "combined", "far");
	fprintf(out, "  %-28s %7s %8s %9s %6s %8s %8s %6s %6s %11s %11s %5s\n", "", "%", "%",
		"us", "%", "%", "/s", "%", "", "won-lost", "won-lost", "lost");
	for (g = 0; g < e->governor_count; g++) {
		char count[16] = "-";

		league_row(e, g, reference, half, &row);
		if (instructions && instructions[g] > 0)
			snprintf(count, sizeof(count), "%.0f", instructions[g]);
		fprintf(out, "  %-28s %7.2f %8.2f %9.2f %6.2f %8.2f %8.2f %6.1f %6s %5u-%-5u %5u-%-5u %5u",
			row.name, row.energy, row.combined, row.latency_us, row.deep,
			row.shallow, row.ticks_per_s, row.asked, count, row.energy_wins,
			row.energy_losses, row.wins, row.losses, row.far_losses);
		if (row.violations)
			fprintf(out, "  %llu forbidden choices", row.violations);
		fprintf(out, "\n");
	}
	if (e->fixed_count)
		fixed_row(out, e, half);
	if (focus != reference)
		worst(out, e, reference, focus, half);
}

void league_print(FILE *out, const struct evaluation *e, size_t reference, size_t focus,
		  const double *instructions)
{
	const char *last = NULL;
	size_t w;

	for (w = 0; w < e->workload_count; w++) {
		if (last && !strcmp(last, e->workload_half[w]))
			continue;
		if (last)
			fprintf(out, "\n");
		last = e->workload_half[w];
		half_table(out, e, reference, focus, instructions, last);
	}
}

void league_pairs(FILE *out, const struct evaluation *e)
{
	size_t at[3], g;

	fprintf(out, "%-9s %-22s %-14s %5s", "half", "workload", "table", "Hz");
	for (g = 0; g < e->governor_count; g++)
		fprintf(out, " %22.22s", e->governors[g].name);
	fprintf(out, "   (energy/combined regret, %%)\n");
	for (at[0] = 0; at[0] < e->workload_count; at[0]++)
		for (at[1] = 0; at[1] < e->table_count; at[1]++)
			for (at[2] = 0; at[2] < e->tick_count; at[2]++) {
				fprintf(out, "%-9s %-22s %-14s %5lld", e->workload_half[at[0]],
					e->workloads[at[0]]->name, e->tables[at[1]].name,
					hz(e, at[2]));
				for (g = 0; g < e->governor_count; g++)
					fprintf(out, " %10.1f/%11.1f", regret_energy(e, at, g),
						regret_combined(e, at, g));
				fprintf(out, "\n");
			}
}
