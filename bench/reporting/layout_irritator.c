// SPDX-License-Identifier: GPL-2.0
/*
 * The three tables of the irritator: wakeup latency, throughput, residency on the
 * irritators' CPUs, by wakeup period; the reference ("without"), then each other
 * series ("with") and its change in per cent.
 */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "layout.h"
#include "relative.h"

/* Shown in the unit that people say: latencies in us. */
static double scale_of(const char *unit)
{
	return !strcmp(unit, "ns") ? 0.001 : 1;
}

static const char *shown_unit(const char *unit)
{
	return !strcmp(unit, "ns") ? "us" : unit;
}

static const char *period(const struct rp_experiment *from, double value)
{
	const char *axis = from->axis ? from->axis : "";
	size_t length = strlen(axis);

	if (length > 3 && !strcmp(axis + length - 3, "_ns"))
		return arena_printf("%s us", layout_value(value / 1000));
	return layout_value(value);
}

static void period_cells(struct table *table, const struct rp_experiment *from,
			 size_t point)
{
	double value = from->points[point].value;

	table_text(table, from->axis ? period(from, value) : "all");
	table_number(table, value, "%s", layout_value(value));
}

static void machine_column(struct table *table, const char *key)
{
	table_column(table, "", key)->machine_only = true;
}

/* The axis without its unit, which stands beside each value. */
static const char *axis_title(const struct rp_experiment *from)
{
	size_t length = from->axis ? strlen(from->axis) : 0;

	if (length > 3 && !strcmp(from->axis + length - 3, "_ns"))
		return arena_printf("%.*s", (int)length - 3, from->axis);
	return length ? from->axis : "";
}

static void period_columns(struct table *table,
			   const struct rp_experiment *from)
{
	table_column(table, axis_title(from), "period");
	machine_column(table, from->axis ? from->axis : "value");
}

static void metric_table(struct report *report,
			 const struct rp_experiment *from, const char *metric,
			 const char *id)
{
	const char *unit = rp_unit(from, metric);
	double scale = scale_of(unit);
	struct table *table = report_table(report, id,
		arena_printf("%s, %s, %s (%s is better), %s and change", metric,
			     layout_subject(from), shown_unit(unit),
			     rp_better(from, metric) > 0 ? "higher" : "lower",
			     from->series[0].label));

	period_columns(table, from);
	for (size_t s = 0; s < from->n_series; s++) {
		const char *label = from->series[s].label;

		table_column(table, label, label);
		if (s)
			table_column(table, "", arena_printf("%s change_percent",
							     label))->joined = true;
	}
	for (size_t p = 0; p < from->n_points; p++) {
		double at = from->points[p].value;
		double base = rp_point_mean(&from->series[0], metric, at);

		period_cells(table, from, p);
		for (size_t s = 0; s < from->n_series; s++) {
			double value = rp_point_mean(&from->series[s], metric,
						     at);

			table_number(table, value * scale, "%.3f",
				     value * scale);
			if (s)
				table_number(table, 100 * (value / base - 1),
					     "%+6.2f%%",
					     100 * (value / base - 1));
		}
	}
	for (size_t s = 0; s < from->n_series; s++)
		table_note(table, "runs of %s: %zu", from->series[s].label,
			   from->series[s].count);
}

/* The group whose residency is asked about; the first where no other fits. */
static const struct rp_idle *group_of(const struct rp_point *point)
{
	static const char *const names[] = { "irritators", "irritator",
					     "participants" };

	for (size_t n = 0; n < sizeof(names) / sizeof(*names); n++)
		for (size_t i = 0; i < point->n_idle; i++)
			if (point->idle[i].group &&
			    !strcmp(point->idle[i].group, names[n]))
				return &point->idle[i];
	return point->n_idle ? &point->idle[0] : NULL;
}

static const struct rp_idle *any_group(const struct rp_experiment *from)
{
	for (size_t r = 0; r < from->n_runs; r++)
		for (size_t p = 0; p < from->runs[r]->n_points; p++) {
			const struct rp_idle *idle =
				group_of(&from->runs[r]->points[p]);

			if (idle && idle->count)
				return idle;
		}
	return NULL;
}

/* Residency in a state over a series' runs at a point, per cent. */
static double residency(const struct rp_series *series, double at,
			const char *state)
{
	double time = 0, elapsed = 0;

	for (size_t r = 0; r < series->count; r++) {
		const struct rp_point *point =
			rp_point_at(series->runs[r], at);
		const struct rp_idle *idle = point ? group_of(point) : NULL;

		if (!idle || !idle->valid)
			continue;
		elapsed += idle->elapsed_ns;
		for (size_t i = 0; i < idle->count; i++)
			if (idle->states[i].name == state)
				time += idle->states[i].time_ns;
	}
	return elapsed > 0 ? 100 * time / elapsed : NAN;
}

static void residency_cells(struct table *table,
			    const struct rp_experiment *from, size_t series,
			    const struct rp_idle *states, double at)
{
	const char *shown = "", *change = "";

	for (size_t i = 0; i < states->count; i++) {
		const char *state = states->states[i].name;
		double value = residency(&from->series[series], at, state);
		double base = residency(&from->series[0], at, state);

		shown = arena_printf("%s%s%5.2f%%", shown, i ? ", " : "",
				     value);
		change = arena_printf("%s%s%+.2f", change, i ? ", " : "",
				      value - base);
	}
	table_text(table, arena_printf("(%s)", shown));
	if (series)
		table_text(table, change);
	for (size_t i = 0; i < states->count; i++) {
		double value = residency(&from->series[series], at,
					 states->states[i].name);

		table_number(table, value, "%.2f", value);
	}
}

static void residency_table(struct report *report,
			    const struct rp_experiment *from)
{
	const struct rp_idle *states = any_group(from);
	const char *list = "";
	struct table *table;

	if (!states)
		return;
	for (size_t i = 0; i < states->count; i++)
		list = arena_printf("%s%s%s", list, i ? ", " : "",
				    states->states[i].name);
	list = arena_printf("Residency of %s in (%s), %s, with the change in percentage points",
			    states->group, list, layout_subject(from));
	table = report_table(report, "irritator_residency", list);
	period_columns(table, from);
	for (size_t s = 0; s < from->n_series; s++) {
		const char *label = from->series[s].label;

		table_column(table, label, arena_printf("%s text", label));
		if (s)
			table_column(table, "", arena_printf("%s change_points",
							     label))->joined = true;
		for (size_t i = 0; i < states->count; i++)
			machine_column(table, arena_printf("%s %s_percent", label,
							   states->states[i].name));
	}
	for (size_t p = 0; p < from->n_points; p++) {
		period_cells(table, from, p);
		for (size_t s = 0; s < from->n_series; s++)
			residency_cells(table, from, s, states,
					from->points[p].value);
	}
}

void layout_irritator(struct report *report, const struct rp_experiment *from)
{
	const char *metrics[64], *latency = NULL, *throughput = NULL;
	size_t count = layout_metrics(from, NULL, metrics, 64);

	for (size_t m = 0; m < count; m++) {
		const char *unit = rp_unit(from, metrics[m]);

		if (!latency && !strcmp(unit, "ns") &&
		    rp_better(from, metrics[m]) < 0)
			latency = metrics[m];
		if (!throughput && rp_better(from, metrics[m]) > 0)
			throughput = metrics[m];
	}
	if (latency)
		metric_table(report, from, latency, "irritator_latency");
	if (throughput)
		metric_table(report, from, throughput, "irritator_throughput");
	residency_table(report, from);
}
