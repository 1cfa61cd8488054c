// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>

#include "replay/summary.h"
#include "replay/trace-report.h"

static double per(double count, double of)
{
	return of > 0 ? count / of : 0;
}

/* All CPUs under one governor. */
static void add_up(const struct trace_run *run, size_t governor, struct model_score *sum)
{
	size_t c;
	int s;

	*sum = (struct model_score){ 0 };
	for (c = 0; c < run->cpu_count; c++) {
		const struct model_score *score;

		if (!run->cpus[c]->models)
			continue;
		score = &run->cpus[c]->models[governor].score;
		sum->energy += score->energy;
		sum->latency_ns += score->latency_ns;
		sum->best_energy += score->best_energy;
		sum->best_combined += score->best_combined;
		sum->sessions += score->sessions;
		sum->entries += score->entries;
		sum->above += score->above;
		sum->below += score->below;
		sum->ticks += score->ticks;
		sum->asked += score->asked;
		sum->violations += score->violations;
		sum->wall_ns += score->wall_ns;
		for (s = 0; s < CPUIDLE_STATE_MAX; s++)
			sum->usage[s] += run->cpus[c]->models[governor].dev.states_usage[s].usage;
	}
}

static double energy_regret(const struct model_score *score)
{
	return 100 * (per(score->energy, score->best_energy) - 1);
}

static double combined_regret(const struct model_score *score,
			      const struct model_options *options)
{
	return 100 * (per(score->energy + options->latency_weight * score->latency_ns,
			  score->best_combined) - 1);
}

static int most_states(const struct trace_run *run)
{
	int most = 0;
	size_t c;

	for (c = 0; c < run->cpu_count; c++)
		if (run->cpus[c]->drv.state_count > most)
			most = run->cpus[c]->drv.state_count;
	return most;
}

static void print_usage(FILE *out, const u64 *usage, int states)
{
	int s;

	for (s = 0; s < states; s++)
		fprintf(out, "%s%" PRIu64, s ? "/" : "  ", usage[s]);
	fprintf(out, "\n");
}

void trace_report_print(FILE *out, const char *name, const struct trace_run *run,
			const struct trace_summary *summary)
{
	u64 recorded[CPUIDLE_STATE_MAX] = { 0 }, unreliable = 0;
	struct model_score sum;
	int states = most_states(run), s;
	size_t c, g;

	for (c = 0; c < run->cpu_count; c++) {
		unreliable += run->cpus[c]->unreliable;
		for (s = 0; s < states; s++)
			recorded[s] += run->cpus[c]->usage[s];
	}
	fprintf(out, "%s: %zu CPUs, %" PRIu64 " idle periods, %" PRIu64 " idle sessions\n", name,
		run->cpu_count, summary->periods, run->sessions);
	fprintf(out, "  sleep lengths: %" PRIu64 " recorded, %" PRIu64
		" estimated from the timer that ended the period, %" PRIu64
		" from a later timer, %" PRIu64 " unknown\n",
		summary->sleep_sources[SLEEP_RECORDED], summary->sleep_sources[SLEEP_ENDED],
		summary->sleep_sources[SLEEP_NEXT_TIMER], summary->sleep_sources[SLEEP_UNKNOWN]);
	if (summary->ipi_before)
		fprintf(out, "  %" PRIu64 " periods began with an interrupt under way\n",
			summary->ipi_before);
	if (run->inferred_ticks)
		fprintf(out, "  %" PRIu64 " timer wake-ups taken for ticks: on a grid of %" PRId64
			" us, and idle again at once\n", run->inferred_ticks,
			run->options.tick_ns / 1000);
	if (unreliable)
		fprintf(out, "  %" PRIu64 " sessions left out: events were lost in them\n",
			unreliable);
	if (run->no_table)
		fprintf(out, "  %" PRIu64 " periods left out: their CPU has no state table\n",
			run->no_table);
	if (run->bad_state)
		fprintf(out, "  %" PRIu64 " periods left out: their state is not in the table\n",
			run->bad_state);
	fprintf(out, "  %-28s %9s %9s %9s %7s %8s %8s %6s  %s\n", "governor", "energy", "combined",
		"latency", "deep", "shallow", "ticks", "asked", "entries by state");
	fprintf(out, "  %-28s %9s %9s %9s %7s %8s %8s %6s\n", "", "regret %", "regret %", "us", "%",
		"%", "/s/CPU", "%");
	fprintf(out, "  %-28s %9s %9s %9s %7s %8s %8s %6s", "(recorded)", "", "", "", "", "", "", "");
	print_usage(out, recorded, states);
	for (g = 0; g < run->governor_count; g++) {
		add_up(run, g, &sum);
		fprintf(out, "  %-28s %9.2f %9.2f %9.2f %7.2f %8.2f %8.2f %6.1f",
			run->governors[g].name, energy_regret(&sum),
			combined_regret(&sum, &run->options),
			per(sum.latency_ns, sum.sessions) / 1e3, 100 * per(sum.above, sum.entries),
			100 * per(sum.below, sum.entries), per(sum.ticks, sum.wall_ns / 1e9),
			100 * per(sum.asked, sum.entries));
		print_usage(out, sum.usage, states);
	}
}

static void csv_states(FILE *out, const struct cpuidle_driver *drv,
		       const struct cpuidle_state_usage *usage, const u64 *counts,
		       const u64 *time_ns)
{
	int s;

	for (s = 0; s < CPUIDLE_STATE_MAX; s++) {
		if (s >= drv->state_count)
			fprintf(out, ",,");
		else
			fprintf(out, ",%llu,%llu",
				(unsigned long long)(usage ? usage[s].usage : counts[s]),
				(unsigned long long)(usage ? usage[s].time_ns : time_ns[s]));
	}
	fprintf(out, "\n");
}

void trace_report_csv(FILE *out, const char *name, const struct trace_run *run, bool header)
{
	size_t c, g;
	int s;

	if (header) {
		fprintf(out, "trace,cpu,governor,sessions,entries,energy_active_ns,"
			"best_energy_active_ns,energy_regret_percent,combined_regret_percent,"
			"latency_mean_ns,too_deep,too_shallow,ticks,sleep_length_asked,wall_ns");
		for (s = 0; s < CPUIDLE_STATE_MAX; s++)
			fprintf(out, ",state%d_entries,state%d_ns", s, s);
		fprintf(out, "\n");
	}
	for (c = 0; c < run->cpu_count; c++) {
		const struct trace_cpu *cpu = run->cpus[c];

		fprintf(out, "%s,%u,(recorded),,,,,,,,,,,,", name, cpu->number);
		csv_states(out, &cpu->drv, NULL, cpu->usage, cpu->time_ns);
		for (g = 0; cpu->models && g < run->governor_count; g++) {
			const struct model_score *score = &cpu->models[g].score;

			fprintf(out, "%s,%u,%s,%" PRIu64 ",%" PRIu64 ",%.0f,%.0f,%.4f,%.4f,%.1f,",
				name, cpu->number, run->governors[g].name, score->sessions,
				score->entries, score->energy, score->best_energy,
				energy_regret(score), combined_regret(score, &run->options),
				per(score->latency_ns, score->sessions));
			fprintf(out, "%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRId64,
				score->above, score->below, score->ticks, score->asked,
				score->wall_ns);
			csv_states(out, &cpu->drv, cpu->models[g].dev.states_usage, NULL, NULL);
		}
	}
}
