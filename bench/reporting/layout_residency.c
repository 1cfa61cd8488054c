// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <string.h>

#include "arena.h"
#include "layout.h"

#define STATES_MAX 32
#define GROUPS_MAX 256

/* A group's counters summed over runs and points. */
struct sum {
	const char *group;
	const char *cpus;
	double elapsed_ns;
	size_t intervals, invalid;
	const char *why;
	size_t count;
	struct rp_usage states[STATES_MAX];
};

struct sums {
	struct sum *group;
	size_t count;
};

static struct sum *find_sum(struct sums *sums, const struct rp_idle *idle)
{
	const char *name = idle->group ? idle->group : idle->cpus;

	for (size_t i = 0; i < sums->count; i++)
		if (sums->group[i].group == name)
			return &sums->group[i];
	if (sums->count == GROUPS_MAX)
		return NULL;
	sums->group[sums->count].group = name;
	sums->group[sums->count].cpus = idle->cpus;
	return &sums->group[sums->count++];
}

static void add_state(struct sum *sum, const struct rp_usage *state)
{
	size_t i = 0;

	while (i < sum->count && (sum->states[i].index != state->index ||
				  sum->states[i].name != state->name))
		i++;
	if (i == STATES_MAX)
		return;
	if (i == sum->count) {
		sum->states[i].index = state->index;
		sum->states[i].name = state->name;
		sum->count++;
	}
	sum->states[i].usage += state->usage;
	sum->states[i].time_ns += state->time_ns;
	sum->states[i].above += state->above;
	sum->states[i].below += state->below;
	sum->states[i].rejected += state->rejected;
	sum->states[i].pending_ns += state->pending_ns;
}

static void add_idle(struct sums *sums, const struct rp_idle *idle,
		     uint64_t elapsed_ns)
{
	struct sum *sum = find_sum(sums, idle);

	if (!sum)
		return;
	if (sum->cpus != idle->cpus)
		sum->cpus = "differ";
	if (!idle->valid) {
		sum->invalid++;
		sum->why = idle->why;
		return;
	}
	sum->intervals++;
	sum->elapsed_ns += elapsed_ns;
	for (size_t i = 0; i < idle->count; i++)
		add_state(sum, &idle->states[i]);
}

static void add_point(struct sums *sums, const struct rp_point *point,
		      bool per_cpu)
{
	for (size_t i = 0; i < point->n_idle; i++)
		add_idle(sums, &point->idle[i], point->idle[i].elapsed_ns);
	for (size_t i = 0; per_cpu && i < point->n_per_cpu; i++) {
		const struct rp_idle *one = &point->per_cpu[i];

		add_idle(sums, one, one->elapsed_ns ? one->elapsed_ns :
			 point->elapsed_ns);
	}
}

static double share(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : NAN;
}

static void columns(struct table *table, const struct rp_experiment *from,
		    bool each_point)
{
	table_column(table, "governor", "governor")->left = true;
	if (each_point)
		table_column(table, from->axis ? from->axis : "point",
			     from->axis ? from->axis : "point");
	table_column(table, "CPUs", "group")->left = true;
	table_column(table, "state", "state")->left = true;
	table_column(table, "entries", "entries");
	table_column(table, "time ms", "time_ms");
	table_column(table, "residency", "residency_percent");
	table_column(table, "mean us", "mean_us");
	table_column(table, "too deep", "too_deep_percent");
	table_column(table, "(of)", "too_deep_entries")->joined = true;
	table_column(table, "too shallow", "too_shallow_percent");
	table_column(table, "(of)", "too_shallow_entries")->joined = true;
	table_column(table, "rejected", "rejected");
	table_column(table, "elapsed ms", "elapsed_ms")->machine_only = true;
	table_column(table, "pending ms", "pending_ms")->machine_only = true;
	table_column(table, "intervals", "intervals")->machine_only = true;
}

static void lead(struct table *table, const char *label, const double *value,
		 const struct sum *sum, const char *state)
{
	table_text(table, label);
	if (value)
		table_number(table, *value, "%s", layout_value(*value));
	table_text(table, sum->group == sum->cpus ?
		   arena_printf("CPU %s", sum->cpus) : sum->group);
	table_text(table, state);
}

static void state_row(struct table *table, const char *label,
		      const double *value, const struct sum *sum,
		      const struct rp_usage *state)
{
	lead(table, label, value, sum, state->name);
	table_count(table, state->usage);
	table_number(table, state->time_ns / 1e6, "%.3f", state->time_ns / 1e6);
	table_number(table, share(state->time_ns, sum->elapsed_ns), "%.2f%%",
		     share(state->time_ns, sum->elapsed_ns));
	table_number(table, state->usage ? state->time_ns / 1e3 / state->usage :
		     NAN, "%.1f", state->time_ns / 1e3 / state->usage);
	table_number(table, share(state->above, state->usage), "%.2f%%",
		     share(state->above, state->usage));
	table_count(table, state->above);
	table_number(table, share(state->below, state->usage), "%.2f%%",
		     share(state->below, state->usage));
	table_count(table, state->below);
	table_count(table, state->rejected);
	table_number(table, sum->elapsed_ns / 1e6, "%.3f",
		     sum->elapsed_ns / 1e6);
	table_number(table, state->pending_ns / 1e6, "%.3f",
		     state->pending_ns / 1e6);
	table_count(table, sum->intervals);
}

static void total_row(struct table *table, const char *label,
		      const double *value, const struct sum *sum)
{
	struct rp_usage all = { .name = "(all)" };

	for (size_t i = 0; i < sum->count; i++) {
		all.usage += sum->states[i].usage;
		all.time_ns += sum->states[i].time_ns;
		all.above += sum->states[i].above;
		all.below += sum->states[i].below;
		all.rejected += sum->states[i].rejected;
		all.pending_ns += sum->states[i].pending_ns;
	}
	state_row(table, label, value, sum, &all);
	if (share(all.time_ns, sum->elapsed_ns) > 100.005)
		table_note(table, "%s, %s: more than 100 %%: sleeps that began before the interval are counted when they end (kernel counters move on idle exit)",
			   label, sum->group);
}

static void rows(struct table *table, const char *label, const double *value,
		 const struct sums *sums)
{
	for (size_t g = 0; g < sums->count; g++) {
		const struct sum *sum = &sums->group[g];

		for (size_t s = 0; s < sum->count; s++)
			state_row(table, label, value, sum, &sum->states[s]);
		if (sum->count)
			total_row(table, label, value, sum);
		if (sum->invalid)
			table_note(table, "%s, %s: %zu intervals are invalid and left out (%s)",
				   label, sum->group, sum->invalid,
				   sum->why ? sum->why : "no reason given");
	}
}

static void whole(struct report *report, const struct rp_experiment *from,
		  bool per_cpu)
{
	struct table *table = report_table(report, "residency",
		arena_printf("Idle state residency, %s: all points and runs",
			     layout_subject(from)));

	columns(table, from, false);
	for (size_t s = 0; s < from->n_series; s++) {
		const struct rp_series *series = &from->series[s];
		struct sums sums = { arena_new(struct sum, GROUPS_MAX), 0 };

		for (size_t r = 0; r < series->count; r++)
			for (size_t p = 0; p < series->runs[r]->n_points; p++)
				add_point(&sums, &series->runs[r]->points[p],
					  per_cpu);
		rows(table, series->label, NULL, &sums);
	}
	table_note(table, "residency: time in the state as requested / time of the group's CPUs; too deep, too shallow: share of the state's entries (how many)");
	if (!table->n_rows)
		table_note(table, "no idle counters in these files");
}

static void by_point(struct report *report, const struct rp_experiment *from,
		     bool per_cpu)
{
	struct table *table = report_table(report, "residency_points",
		arena_printf("Idle state residency, %s: by point",
			     layout_subject(from)));

	columns(table, from, true);
	for (size_t s = 0; s < from->n_series; s++) {
		const struct rp_series *series = &from->series[s];

		for (size_t p = 0; p < from->n_points; p++) {
			struct sums sums = { arena_new(struct sum, GROUPS_MAX),
					     0 };
			double value = from->points[p].value;

			for (size_t r = 0; r < series->count; r++) {
				const struct rp_point *point =
					rp_point_at(series->runs[r], value);

				if (point)
					add_point(&sums, point, per_cpu);
			}
			rows(table, series->label, &value, &sums);
		}
	}
}

void layout_residency(struct report *report, const struct rp_experiment *from,
		      const struct layout_options *options)
{
	whole(report, from, options->per_cpu);
	if (options->each_point)
		by_point(report, from, options->per_cpu);
}
