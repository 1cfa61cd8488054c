// SPDX-License-Identifier: GPL-2.0
/*
 * The layout of the kernel test robot: base value ± stddev %, change %, new value
 * ± stddev %, metric. A stddev up to 2 % is not shown, a change counts only if the
 * ranges of the runs do not overlap.
 */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "layout.h"
#include "relative.h"
#include "series.h"

#define STDDEV_SHOWN 2.0

static void head(struct table *table, const char *base, const char *other)
{
	table_column(table, base, "base");
	table_column(table, "%stddev", "base_stddev_percent")->left = true;
	table_column(table, "%change", "change_percent");
	table_column(table, other, "new");
	table_column(table, "%stddev", "new_stddev_percent")->left = true;
	table_column(table, "runs", "base_runs");
	table_column(table, "", "new_runs")->joined = true;
	table_column(table, "metric", "metric")->left = true;
	table_column(table, "", "kind")->left = true;
	table_column(table, "", "overlap")->machine_only = true;
}

static void value_cells(struct table *table, const struct rp_moments *moments)
{
	double percent = moments->mean ? 100 * moments->sd / moments->mean : 0;

	table_number(table, moments->mean, "%.*f",
		     moments->mean < 1000 ? 2 : 0, moments->mean);
	if (percent > STDDEV_SHOWN)
		table_number(table, percent, "± %.0f%%", percent);
	else
		table_number(table, percent, "%s", "");
}

static bool overlap(const struct rp_moments *a, const struct rp_moments *b)
{
	return a->min <= b->max && b->min <= a->max;
}

static const char *kind(double change, int better)
{
	if (!better || change == 0)
		return "undefined";
	return (change > 0) == (better > 0) ? "improvement" : "regression";
}

static bool row(struct table *table, const struct rp_experiment *from,
		size_t series, const char *metric, long point, bool overlapping)
{
	double *a = arena_new(double, from->series[0].count);
	double *b = arena_new(double, from->series[series].count);
	struct rp_moments base, other;
	const char *name;
	double change;
	bool both;

	base = rp_moments(a, rp_run_values(from, &from->series[0], metric,
					   point, a));
	other = rp_moments(b, rp_run_values(from, &from->series[series],
					    metric, point, b));
	if (!base.n || !other.n)
		return true;
	both = overlap(&base, &other);
	if (both && !overlapping)
		return false;
	change = base.mean ? 100 * (other.mean / base.mean - 1) : NAN;
	name = point < 0 || from->n_points == 1 ?
		arena_printf("%s.%s", from->program, metric) :
		arena_printf("%s.%s.%s", from->program,
			     layout_value(from->points[point].value), metric);
	value_cells(table, &base);
	table_number(table, change, "%+.1f%%", change);
	value_cells(table, &other);
	table_count(table, base.n);
	table_count(table, other.n);
	table_text(table, name);
	table_text(table, kind(change, rp_better(from, metric)));
	table_text(table, both ? "yes" : "no");
	return true;
}

static void add_axis(const char **keys, const char **values,
		     const struct rp_experiment *from, const char *name,
		     const char *key)
{
	const char *value = rp_by_value(from->runs[0], key);

	if (rp_varies(from, key) > 1)
		value = "(differs)";
	if (!value)
		return;
	*keys = arena_printf("%s%s%s", *keys, **keys ? "/" : "", name);
	*values = arena_printf("%s%s%s", *values, **values ? "/" : "", value);
}

/* The robot's heading: names of the axes, then their values. */
static void axes(struct table *table, const struct rp_experiment *from)
{
	static const char *const facts[][2] = {
		{ "cpufreq_governor", "cpufreq.governor" },
		{ "kernel", "kernel_release" }, { "machine", "machine" },
		{ "nr_task", "nr_task" }, { "runtime", "runtime" },
		{ "ucode", "microcode" },
	};
	const char *keys = "testcase", *values = from->program;

	if (from->cpus) {
		keys = arena_printf("%s/cpus", keys);
		values = arena_printf("%s/%s", values, from->cpus);
	}
	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		add_axis(&keys, &values, from, facts[i][0], facts[i][1]);
	table_note(table, "%s:", keys);
	table_note(table, "%s", values);
	if (from->runs[0]->parameters)
		table_note(table, "parameters: %s", from->runs[0]->parameters);
}

void layout_zero_day(struct report *report, const struct rp_experiment *from,
		     const struct layout_options *options)
{
	const char *metrics[64];
	size_t count = layout_metrics(from, options->metric, metrics, 64);

	if (from->n_series < 2)
		table_note(report_table(report, "zero_day",
					arena_printf("0-day, %s", layout_subject(from))),
			   "only %s is here: there is nothing to compare it with",
			   from->series[0].label);
	for (size_t s = 1; s < from->n_series; s++) {
		struct table *table = report_table(report, "zero_day",
			arena_printf("%s: %s against %s", layout_subject(from),
				     from->series[s].label,
				     from->series[0].label));
		size_t hidden = 0;

		head(table, from->series[0].label, from->series[s].label);
		for (size_t m = 0; m < count; m++) {
			hidden += !row(table, from, s, metrics[m], -1,
				       options->overlapping);
			for (size_t p = 0; options->each_point &&
			     p < from->n_points; p++)
				if (!from->points[p].excluded)
					hidden += !row(table, from, s,
						       metrics[m], p,
						       options->overlapping);
		}
		axes(table, from);
		if (hidden)
			table_note(table, "not shown, since the ranges of the runs overlap (--overlapping shows them): %zu",
				   hidden);
		layout_note_excluded(table, from);
	}
}
