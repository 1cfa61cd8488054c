// SPDX-License-Identifier: GPL-2.0
/*
 * The comparison that mmtests prints: the first column is the baseline, every
 * other cell is "value ( gain%)" and a positive gain always is better; a
 * significant difference of means is marked "*gain%*".
 */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "layout.h"
#include "relative.h"

enum statistic { S_MIN, S_MEAN, S_STDDEV, S_COEFFVAR, S_MAX, STATISTICS };

static const char *const names[] = { "min", "mean", "stddev", "coeffvar",
				     "max" };

static double statistic_of(const struct rp_moments *moments,
			   enum statistic statistic)
{
	/* mmtests divides by n: its published figures are possible no other way. */
	double sd = moments->n ? moments->sd *
		sqrt((moments->n - 1.0) / moments->n) : NAN;

	switch (statistic) {
	case S_MIN:
		return moments->min;
	case S_MEAN:
		return moments->mean;
	case S_STDDEV:
		return sd;
	case S_COEFFVAR:
		return moments->mean ? 100 * sd / moments->mean : 0;
	default:
		return moments->max;
	}
}

/* More spread never is better, whichever way the metric itself goes. */
static double gain(double base, double value, enum statistic statistic,
		   int better)
{
	bool spread = statistic == S_STDDEV || statistic == S_COEFFVAR;

	if (base == value)
		return 0;
	if (base == 0)
		return NAN;
	return 100 * (better > 0 && !spread ? value - base : base - value) /
		base;
}

static void value_cell(struct table *table, double value)
{
	table_number(table, value, fabs(value) < 1e9 ? "%.2f" : "%.6g", value);
}

static void gain_cell(struct table *table, double value, bool significant)
{
	/* No "-0.00%": it reads as a loss. */
	double shown = fabs(value) < 0.005 ? 0 : value;

	table_number(table, value, significant ? "*%.2f%%*" : "%7.2f%%", shown);
}

static void head(struct table *table, const struct rp_experiment *from,
		 bool gains)
{
	table_column(table, "", "metric")->left = true;
	if (gains)
		table_column(table, "", "statistic")->left = true;
	for (size_t s = 0; s < from->n_series; s++) {
		const char *label = from->series[s].label;

		table_column(table, label, label);
		if (gains)
			table_column(table, "", arena_printf("%s gain_percent",
							     label))->joined = true;
	}
	if (gains)
		table_column(table, "", "significant")->machine_only = true;
}

/* The values of each series' runs; their moments, and what they amount to. */
struct sets {
	double **values;
	size_t *n;
	struct rp_moments *moments;
	struct rp_comparison *compared;
};

static struct sets sets_of(const struct rp_experiment *from,
			   const char *metric, long point,
			   const struct rp_rules *rules)
{
	struct sets sets = {
		arena_new(double *, from->n_series),
		arena_new(size_t, from->n_series),
		arena_new(struct rp_moments, from->n_series),
		arena_new(struct rp_comparison, from->n_series),
	};

	for (size_t s = 0; s < from->n_series; s++) {
		sets.values[s] = arena_new(double, from->series[s].count);
		sets.n[s] = rp_run_values(from, &from->series[s], metric,
					  point, sets.values[s]);
		sets.moments[s] = rp_moments(sets.values[s], sets.n[s]);
	}
	rp_compare_sets(sets.values, sets.n, from->n_series,
			rp_better(from, metric), rules, sets.compared);
	return sets;
}

static bool significant(const struct rp_comparison *compared)
{
	return compared->points && (compared->verdict == VERDICT_BETTER ||
				    compared->verdict == VERDICT_WORSE);
}

static void rows_of(struct table *table, const struct rp_experiment *from,
		    const char *metric, long point,
		    const struct rp_rules *rules)
{
	struct sets sets = sets_of(from, metric, point, rules);
	int better = rp_better(from, metric);
	const char *label = metric;

	if (point >= 0 && from->n_points > 1)
		label = arena_printf("%s %s", metric,
				     layout_value(from->points[point].value));
	for (int i = 0; i < STATISTICS; i++) {
		const char *marked = "";

		table_text(table, label);
		table_text(table, names[i]);
		for (size_t s = 0; s < from->n_series; s++) {
			double value = statistic_of(&sets.moments[s], i);
			double base = statistic_of(&sets.moments[0], i);
			bool mark = s && i == S_MEAN &&
				significant(&sets.compared[s]);

			value_cell(table, value);
			gain_cell(table, gain(base, value, i, better), mark);
			if (mark)
				marked = arena_printf("%s%s%s", marked,
						      *marked ? ";" : "",
						      from->series[s].label);
		}
		table_text(table, marked);
	}
}

static bool is_total(const char *metric)
{
	return !strncmp(metric, "total_", 6);
}

/* A program's own totals (total_*), and the time that was measured. */
static void totals(struct report *report, const struct rp_experiment *from,
		   const char **metrics, size_t count)
{
	struct table *table = report_table(report, "mmtests_totals",
		arena_printf("Totals, %s", layout_subject(from)));

	head(table, from, false);
	for (size_t m = 0; m < count; m++) {
		if (!is_total(metrics[m]))
			continue;
		table_text(table, metrics[m] + 6);
		for (size_t s = 0; s < from->n_series; s++) {
			double sum = 0, *values =
				arena_new(double, from->series[s].count);
			size_t n = rp_run_values(from, &from->series[s],
						 metrics[m], -1, values);

			for (size_t i = 0; i < n; i++)
				sum += values[i];
			value_cell(table, n ? sum : NAN);
		}
	}
	table_text(table, "measured, s");
	for (size_t s = 0; s < from->n_series; s++) {
		double sum = 0;

		for (size_t r = 0; r < from->series[s].count; r++)
			for (size_t p = 0; p < from->series[s].runs[r]->n_points;
			     p++)
				sum += from->series[s].runs[r]->points[p].elapsed_ns;
		value_cell(table, sum / 1e9);
	}
}

void layout_mmtests(struct report *report, const struct rp_experiment *from,
		    const struct layout_options *options)
{
	struct table *table = report_table(report, "mmtests",
		arena_printf("Comparison, %s%s", layout_subject(from),
			     from->n_points > 1 && !options->each_point ?
			     ": mean over the points" : ""));
	const char *metrics[64];
	size_t count = layout_metrics(from, options->metric, metrics, 64);

	head(table, from, true);
	for (size_t m = 0; m < count; m++) {
		if (is_total(metrics[m]))
			continue;
		if (!options->each_point) {
			rows_of(table, from, metrics[m], from->n_points > 1 ?
				-1 : 0, &options->rules);
			continue;
		}
		for (size_t p = 0; p < from->n_points; p++)
			if (!from->points[p].excluded)
				rows_of(table, from, metrics[m], p,
					&options->rules);
	}
	table_note(table, "value (gain): positive always is better than %s; *gain*: the means differ significantly (p after correction below %.2g)",
		   from->series[0].label, 1 - options->rules.confidence);
	table_note(table, "stddev divides by the number of runs, as mmtests does");
	for (size_t s = 0; s < from->n_series; s++)
		if (from->series[s].count < options->rules.min_runs)
			table_note(table, "%s: %zu runs, not enough to call a difference significant",
				   from->series[s].label,
				   from->series[s].count);
	layout_note_excluded(table, from);
	totals(report, from, metrics, count);
}
