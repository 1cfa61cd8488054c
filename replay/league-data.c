// SPDX-License-Identifier: GPL-2.0
#include <jansson.h>
#include <string.h>

#include "replay/league.h"

static double per(double count, double of)
{
	return of > 0 ? count / of : 0;
}

void league_csv(FILE *out, const struct evaluation *e)
{
	size_t w, t, k, g;

	fprintf(out, "half,workload,family,table,hz,governor,energy_regret_percent,"
		"combined_regret_percent,energy_active_ns,latency_mean_ns,best_energy_active_ns,"
		"best_combined_active_ns,sessions,entries,too_deep_percent,too_shallow_percent,"
		"ticks_per_s,tick_stops,sleep_length_asked,forbidden,wall_ns,idle_ns\n");
	for (w = 0; w < e->workload_count; w++)
		for (t = 0; t < e->table_count; t++)
			for (k = 0; k < e->tick_count; k++)
				for (g = 0; g < e->governor_count; g++) {
					const struct model_score *s = evaluate_score(e, w, t, k, g);

					fprintf(out, "%s,%s,%s,%s,%lld,%s,%.4f,%.4f,%.0f,%.1f,%.0f,%.0f,",
						e->workload_half[w], e->workloads[w]->name,
						e->workloads[w]->family, e->tables[t].name,
						1000000000LL / (long long)e->tick_ns[k],
						e->governors[g].name,
						100 * (score_energy_ratio(s) - 1),
						100 * (score_combined_ratio(s, &e->options) - 1),
						s->energy, per(s->latency_ns, s->sessions),
						s->best_energy, s->best_combined);
					fprintf(out, "%llu,%llu,%.4f,%.4f,%.4f,%llu,%llu,%llu,%lld,%lld\n",
						(unsigned long long)s->sessions,
						(unsigned long long)s->entries,
						100 * per(s->above, s->entries),
						100 * per(s->below, s->entries),
						per(s->ticks, s->wall_ns / 1e9),
						(unsigned long long)s->stops,
						(unsigned long long)s->asked,
						(unsigned long long)s->violations,
						(long long)s->wall_ns, (long long)s->idle_ns);
				}
}

static json_t *league_of(const struct evaluation *e, size_t reference, const char *half,
			 const double *instructions)
{
	json_t *rows = json_array();
	size_t g;

	for (g = 0; g < e->governor_count; g++) {
		struct league_row row;
		json_t *object;

		league_row(e, g, reference, half, &row);
		object = json_pack("{s:s,s:f,s:f,s:f,s:f,s:f,s:f,s:f,s:i,s:i,s:i,s:i,s:i,s:I}",
				   "governor", row.name,
				   "energy_regret_percent", row.energy,
				   "combined_regret_percent", row.combined,
				   "latency_mean_us", row.latency_us,
				   "too_deep_percent", row.deep,
				   "too_shallow_percent", row.shallow,
				   "ticks_per_s", row.ticks_per_s,
				   "sleep_length_asked_percent", row.asked,
				   "energy_wins", row.energy_wins,
				   "energy_losses", row.energy_losses,
				   "combined_wins", row.wins,
				   "combined_losses", row.losses,
				   "losses_over_5_points", row.far_losses,
				   "forbidden", (json_int_t)row.violations);
		if (e->fixed_count) {
			json_object_set_new(object, "energy_over_best_fixed_percent",
					    json_real(row.over_fixed_energy));
			json_object_set_new(object, "combined_over_best_fixed_percent",
					    json_real(row.over_fixed_combined));
		}
		if (instructions && instructions[g] > 0)
			json_object_set_new(object, "instructions", json_real(instructions[g]));
		json_array_append_new(rows, object);
	}
	return rows;
}

static json_t *one_run(const struct evaluation *e, const size_t at[3], size_t governor)
{
	const struct model_score *s = evaluate_score(e, at[0], at[1], at[2], governor);
	double energy = 100 * (score_energy_ratio(s) - 1);
	double combined = 100 * (score_combined_ratio(s, &e->options) - 1);
	json_int_t hz = 1000000000LL / e->tick_ns[at[2]];

	return json_pack("{s:s,s:s,s:s,s:I,s:s,s:f,s:f}", "half", e->workload_half[at[0]],
			 "workload", e->workloads[at[0]]->name, "table", e->tables[at[1]].name,
			 "hz", hz, "governor", e->governors[governor].name,
			 "energy_regret_percent", energy, "combined_regret_percent", combined);
}

static json_t *all_pairs(const struct evaluation *e)
{
	json_t *pairs = json_array();
	size_t at[3], g;

	for (at[0] = 0; at[0] < e->workload_count; at[0]++)
		for (at[1] = 0; at[1] < e->table_count; at[1]++)
			for (at[2] = 0; at[2] < e->tick_count; at[2]++)
				for (g = 0; g < e->governor_count; g++)
					json_array_append_new(pairs, one_run(e, at, g));
	return pairs;
}

int league_json(FILE *out, const struct evaluation *e, size_t reference,
		const double *instructions)
{
	json_t *leagues = json_object();
	json_t *root;
	size_t w;
	int ret;

	for (w = 0; w < e->workload_count; w++)
		if (!json_object_get(leagues, e->workload_half[w]))
			json_object_set_new(leagues, e->workload_half[w],
					    league_of(e, reference, e->workload_half[w],
						      instructions));
	root = json_pack("{s:s,s:i,s:s,s:I,s:o,s:o}", "format", "tally-league", "version", 1,
			 "reference", e->governors[reference].name,
			 "seed", (json_int_t)e->limits.seed,
			 "leagues", leagues, "pairs", all_pairs(e));
	ret = json_dumpf(root, out, JSON_INDENT(1) | JSON_SORT_KEYS);
	json_decref(root);
	return ret || fputc('\n', out) == EOF ? -1 : 0;
}
