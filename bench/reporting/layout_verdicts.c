// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <string.h>

#include "arena.h"
#include "layout.h"

static const char *const corrections[] = {
	[CORRECT_HOLM] = "Holm",
	[CORRECT_BH] = "Benjamini-Hochberg",
	[CORRECT_NOTHING] = "no",
};

static void columns(struct table *table, const char *first, const char *key)
{
	table_column(table, "governor", "governor")->left = true;
	table_column(table, first, key)->left = true;
	table_column(table, "n", "n");
	table_column(table, "of reference", "n_reference")->joined = true;
	table_column(table, "difference", "difference_percent");
	table_column(table, "confidence interval", NULL);
	table_column(table, "", "ci_low_percent")->machine_only = true;
	table_column(table, "", "ci_high_percent")->machine_only = true;
	table_column(table, "effect g", "effect_g");
	table_column(table, "p", "p");
	table_column(table, "p corrected", "p_corrected");
	table_column(table, "verdict", "verdict")->left = true;
}

static void probability(struct table *table, double p)
{
	if (p < 0.0001)
		table_number(table, p, "<0.0001");
	else
		table_number(table, p, "%.4f", p);
}

static void percent(struct table *table, double value)
{
	table_number(table, value, "%+.2f%%", value);
}

static void row(struct table *table, const char *label, const char *what,
		const struct rp_comparison *c)
{
	table_text(table, label);
	table_text(table, what);
	table_count(table, c->other.n);
	table_count(table, c->reference.n);
	percent(table, c->points ? c->test.difference : NAN);
	table_text(table, c->points && isfinite(c->test.low) ?
		   arena_printf("%+.2f to %+.2f%%", c->test.low,
				c->test.high) : NULL);
	percent(table, c->points ? c->test.low : NAN);
	percent(table, c->points ? c->test.high : NAN);
	table_number(table, c->points ? c->test.effect : NAN, "%+.2f",
		     c->test.effect);
	probability(table, c->points ? c->test.p : NAN);
	probability(table, c->points ? c->corrected : NAN);
	table_text(table, rp_verdict_text(c->verdict));
}

/* The metrics that are compared: the one asked for, else all that have a side. */
size_t layout_metrics(const struct rp_experiment *from, const char *asked,
		      const char **names, size_t room)
{
	const struct rp_run *run = from->runs[0];
	size_t count = 0;

	names[count++] = from->metric;
	for (size_t p = 0; !asked && p < run->n_points; p++)
		for (size_t m = 0; m < run->points[p].n_metrics; m++) {
			const struct rp_metric *metric =
				&run->points[p].metrics[m];
			size_t k = 0;

			while (k < count && names[k] != metric->name)
				k++;
			if (k == count && count < room && metric->better)
				names[count++] = metric->name;
		}
	return count;
}

static void note_rules(struct table *table, const struct rp_experiment *from,
		       const struct rp_rules *rules)
{
	table_note(table, "against %s; negative is better; %.0f %% %s intervals, not corrected; n: %s (of the reference)",
		   from->series[0].label, rules->confidence * 100,
		   rules->bootstrap ? "bootstrap" : "Welch",
		   rules->samples ? "batch means within runs" : "runs");
	table_note(table, "verdict: p after %s correction below %.2g, %zu or more %s a side%s",
		   corrections[rules->correction], 1 - rules->confidence,
		   rules->min_runs, rules->samples ? "batches" : "runs",
		   rules->threshold > 0 ?
		   arena_printf(", difference of %g %% or more",
				rules->threshold) : "");
	if (rules->samples)
		table_note(table, "batches of one run share its conditions: a difference between two boots looks surer here than it is");
}

static void note_constant(struct table *table,
			  const struct rp_comparison *comparison, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (comparison[i].points && comparison[i].test.constant) {
			table_note(table, "no effect size: the runs do not vary at all (exact time, as in the lab): any difference is certain for this set-up, and says nothing of others");
			return;
		}
}

static void summary(struct report *report, const struct rp_experiment *from,
		    const struct rp_rules *rules, const char *asked)
{
	struct table *table = report_table(report, "verdicts",
		arena_printf("Verdicts, %s, whole sweep",
			     layout_subject(from)));
	const char *metrics[64];
	size_t count = layout_metrics(from, asked, metrics, 64);

	columns(table, "metric", "metric");
	table_column(table, "points better", "points_better");
	table_column(table, "points worse", "points_worse");
	table_column(table, "of", "points")->joined = true;
	for (size_t m = 0; m < count; m++) {
		struct rp_comparison *all = arena_new(struct rp_comparison,
						      from->n_series);

		rp_compare_sweep(from, metrics[m], rules, all);
		for (size_t s = 1; s < from->n_series; s++) {
			row(table, from->series[s].label, metrics[m], &all[s]);
			table_count(table, all[s].better);
			table_count(table, all[s].worse);
			table_number(table, all[s].points, "of %zu",
				     all[s].points);
		}
		if (!m)
			note_constant(table, all, from->n_series);
	}
	note_rules(table, from, rules);
	layout_note_excluded(table, from);
}

static void each_point(struct report *report, const struct rp_experiment *from,
		       const struct rp_rules *rules)
{
	struct table *table = report_table(report, "verdict_points",
		arena_printf("Verdicts, %s, %s at each point",
			     layout_subject(from), from->metric));
	struct rp_comparison *all = arena_new(struct rp_comparison,
					      from->n_points);

	columns(table, from->axis ? from->axis : "point", "point");
	for (size_t s = 1; s < from->n_series; s++) {
		rp_compare_points(from, from->metric, s, rules, all);
		for (size_t p = 0; p < from->n_points; p++)
			if (all[p].points)
				row(table, from->series[s].label,
				    layout_value(from->points[p].value),
				    &all[p]);
	}
	note_rules(table, from, rules);
	layout_note_excluded(table, from);
}

void layout_verdicts(struct report *report, const struct rp_experiment *from,
		     const struct layout_options *options)
{
	if (from->n_series < 2) {
		struct table *table = report_table(report, "verdicts",
			arena_printf("Verdicts, %s", layout_subject(from)));

		table_note(table, "only %s is here: there is nothing to compare it with",
			   from->series[0].label);
		return;
	}
	summary(report, from, &options->rules, options->metric);
	if (options->each_point)
		each_point(report, from, &options->rules);
}
