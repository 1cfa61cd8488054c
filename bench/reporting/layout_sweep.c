// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <string.h>

#include "arena.h"
#include "layout.h"
#include "relative.h"

static void percent(struct table *table, double value)
{
	/* No "-0.00%": it reads as a finding. */
	table_number(table, value, "%.2f%%", fabs(value) < 0.005 ? 0 : value);
}

/* Series that have two levels at points that are compared all the same. */
static void note_two_levels(struct table *table,
			    const struct rp_experiment *from)
{
	for (size_t i = 0, end; i < from->n_points; i = end) {
		const struct rp_axis_point *point = &from->points[i];

		for (end = i + 1; end < from->n_points &&
		     !from->points[end].excluded == !point->excluded &&
		     from->points[end].two_levels == point->two_levels;)
			end++;
		if (point->two_levels && !point->excluded && end == i + 1)
			table_note(table, "point %zu: bi-stable under %s: means there depend on chance",
				   end, point->two_levels);
		else if (point->two_levels && !point->excluded)
			table_note(table, "points %zu to %zu: bi-stable under %s: means there depend on chance",
				   i + 1, end, point->two_levels);
	}
}

/* Says points a to b as one range; the reasons come from the rules. */
void layout_note_excluded(struct table *table,
			  const struct rp_experiment *from)
{
	for (size_t i = 0, end; i < from->n_points; i = end) {
		const char *why = from->points[i].excluded;

		for (end = i + 1; end < from->n_points &&
		     from->points[end].excluded == why;)
			end++;
		if (why && end - i == 1)
			table_note(table, "point %zu (%s %s) is left out: %s",
				   i + 1, from->axis ? from->axis : "point",
				   layout_value(from->points[i].value), why);
		else if (why)
			table_note(table, "points %zu to %zu (%s %s to %s) are left out: %s",
				   i + 1, end,
				   from->axis ? from->axis : "point",
				   layout_value(from->points[i].value),
				   layout_value(from->points[end - 1].value),
				   why);
	}
	note_two_levels(table, from);
}

/* The reference has no column of its own where everything is relative to it. */
static size_t first_series(const struct rp_experiment *from, bool all)
{
	return all || from->n_series == 1 ? 0 : 1;
}

static void head(struct table *table, const struct rp_experiment *from,
		 const char *first, const char *key, bool all)
{
	table_column(table, first, key)->left = !strcmp(key, "statistic");
	for (size_t s = first_series(from, all); s < from->n_series; s++)
		table_column(table, from->series[s].label,
			     from->series[s].label);
}

static void count_row(struct table *table, const struct rp_experiment *from,
		      const char *name, const size_t *counts)
{
	table_text(table, name);
	for (size_t s = first_series(from, false); s < from->n_series; s++)
		table_count(table, counts[s]);
}

static void summary(struct report *report, const struct rp_experiment *from)
{
	struct table *table = report_table(report, "sweep",
		arena_printf("%s, %s relative to %s (negative is better)",
			     layout_subject(from), from->metric,
			     from->series[0].label));
	struct rp_sweep *sweeps = arena_new(struct rp_sweep, from->n_series);
	size_t *points = arena_new(size_t, from->n_series);
	size_t *runs = arena_new(size_t, from->n_series);

	head(table, from, "", "statistic", false);
	for (size_t s = 0; s < from->n_series; s++) {
		sweeps[s] = rp_sweep(from, from->metric, s);
		points[s] = sweeps[s].points;
		runs[s] = from->series[s].count;
		if (sweeps[s].missing && s)
			table_note(table, "%s: %zu points are missing on one side and not compared",
				   from->series[s].label, sweeps[s].missing);
	}
	table_text(table, "average");
	for (size_t s = first_series(from, false); s < from->n_series; s++)
		percent(table, sweeps[s].average);
	table_text(table, "max");
	for (size_t s = first_series(from, false); s < from->n_series; s++)
		percent(table, sweeps[s].max);
	table_text(table, "min");
	for (size_t s = first_series(from, false); s < from->n_series; s++)
		percent(table, sweeps[s].min);
	count_row(table, from, "points", points);
	count_row(table, from, "runs", runs);
	table_note(table, "reference: %s (runs: %zu, points: %zu)",
		   from->series[0].label, runs[0], points[0]);
	if (rp_better(from, from->metric) > 0)
		table_note(table, "more %s is better: the inverse is compared, so that negative still is better",
			   from->metric);
	layout_note_excluded(table, from);
}

/* Each point: the value itself, and relative to the reference. */
static void each_point(struct report *report, const struct rp_experiment *from,
		       bool relative)
{
	int better = rp_better(from, from->metric);
	struct table *table = report_table(report, relative ?
		"sweep_points_relative" : "sweep_points", relative ?
		arena_printf("%s, %s at each point relative to %s (negative is better)",
			     layout_subject(from), from->metric,
			     from->series[0].label) :
		arena_printf("%s, %s at each point, %s", layout_subject(from),
			     from->metric, rp_unit(from, from->metric)));

	table_column(table, "#", "point");
	head(table, from, from->axis ? from->axis : "point",
	     from->axis ? from->axis : "value", !relative);
	for (size_t p = 0; p < from->n_points; p++) {
		double at = from->points[p].value;
		double reference = rp_point_mean(&from->series[0],
						 from->metric, at);

		table_number(table, p + 1, "%zu", p + 1);
		table_number(table, at, "%s%s", layout_value(at),
			     from->points[p].excluded ? " (out)" : "");
		for (size_t s = first_series(from, !relative);
		     s < from->n_series; s++) {
			double value = rp_point_mean(&from->series[s],
						     from->metric, at);

			if (relative)
				percent(table, rp_relative(value, reference,
							   better));
			else
				table_number(table, value, "%.2f", value);
		}
	}
	layout_note_excluded(table, from);
}

void layout_sweep(struct report *report, const struct rp_experiment *from,
		  const struct layout_options *options)
{
	bool alone = from->n_series < 2;

	/* With nothing to compare with, the values are what can be told. */
	if (!alone)
		summary(report, from);
	if (options->each_point || alone)
		each_point(report, from, false);
	if (options->each_point && !alone)
		each_point(report, from, true);
}
