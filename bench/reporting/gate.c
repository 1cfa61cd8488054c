// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "gate.h"
#include "layout.h"

static const char *const fields[] = { "mean", "p50", "p90", "p99", "p999",
				      "max" };

static double field_of(const struct rp_metric *metric, const char *field)
{
	const double values[] = { metric->mean, metric->p50, metric->p90,
				  metric->p99, metric->p999, metric->max };

	for (size_t i = 0; i < sizeof(fields) / sizeof(*fields); i++)
		if (!strcmp(fields[i], field))
			return values[i];
	return NAN;
}

const char *rp_gate_parse(const char *text, struct rp_gate *gate)
{
	const char *colon = strrchr(text, ':');
	char *metric, *dot, *end;

	if (!colon || colon == text || !colon[1])
		return "is not METRIC:LIMIT";
	metric = arena_printf("%.*s", (int)(colon - text), text);
	gate->text = text;
	gate->field = "mean";
	dot = strrchr(metric, '.');
	for (size_t i = 0; dot && i < sizeof(fields) / sizeof(*fields); i++)
		if (!strcmp(dot + 1, fields[i])) {
			gate->field = fields[i];
			*dot = '\0';
			break;
		}
	gate->metric = arena_intern(metric);
	gate->limit = strtod(colon + 1, &end);
	gate->relative = *end == '%';
	if (end == colon + 1 || *(end + gate->relative) || !isfinite(gate->limit))
		return "has a LIMIT that is not a number, with or without %";
	if (gate->relative && strcmp(gate->field, "mean"))
		return "has a relative LIMIT, which goes with the mean only";
	return NULL;
}

static void say(const char **why, const char *line)
{
	*why = arena_printf("%s%s\n", *why, line);
}

static const char *interval(const struct rp_comparison *c)
{
	if (!isfinite(c->test.low))
		return "";
	return arena_printf(" (%+.2f to %+.2f%%, %zu and %zu runs)",
			    c->test.low, c->test.high, c->other.n,
			    c->reference.n);
}

static bool check_relative(const struct rp_gate *gate,
			   const struct rp_experiment *from,
			   const struct rp_rules *rules, const char **why)
{
	struct rp_comparison *all = arena_new(struct rp_comparison,
					      from->n_series);
	bool met = true;

	rp_compare_sweep(from, gate->metric, rules, all);
	for (size_t s = 1; s < from->n_series; s++) {
		const struct rp_comparison *c = &all[s];
		bool over = c->test.difference > gate->limit;
		bool shown = c->verdict != VERDICT_NONE;
		bool fails = !c->points || (over && shown);

		met &= !fails;
		if (!c->points) {
			say(why, arena_printf("%s: no point can be compared with %s",
					      from->series[s].label,
					      from->series[0].label));
			continue;
		}
		say(why, arena_printf("%s: %+.2f%% against %s%s, limit %+g%%: %s%s",
				      from->series[s].label, c->test.difference,
				      from->series[0].label, interval(c), gate->limit,
				      fails ? "over" : over ?
				      "over, but no difference shown" : "met",
				      c->verdict == VERDICT_FEW ?
				      " (not enough runs to be sure)" : ""));
	}
	if (from->n_series < 2) {
		say(why, arena_printf("only %s is here: nothing to compare with",
				      from->series[0].label));
		met = false;
	}
	return met;
}

/* The mean over runs of the field at a point; NAN when no run has it. */
static double field_mean(const struct rp_series *series,
			 const struct rp_gate *gate, double at)
{
	double sum = 0;
	size_t count = 0;

	for (size_t r = 0; r < series->count; r++) {
		const struct rp_point *point =
			rp_point_at(series->runs[r], at);
		const struct rp_metric *metric =
			point ? rp_metric(point, gate->metric) : NULL;
		double value = metric ? field_of(metric, gate->field) : NAN;

		if (isfinite(value)) {
			sum += value;
			count++;
		}
	}
	return count ? sum / count : NAN;
}

static bool check_absolute(const struct rp_gate *gate,
			   const struct rp_experiment *from, const char **why)
{
	int side = rp_better(from, gate->metric) > 0 ? -1 : 1;
	const char *unit = rp_unit(from, gate->metric);
	bool met = true;

	for (size_t s = 0; s < from->n_series; s++) {
		double worst = NAN, where = 0;
		bool over;

		for (size_t p = 0; p < from->n_points; p++) {
			double at = from->points[p].value;
			double value = from->points[p].excluded ? NAN :
				field_mean(&from->series[s], gate, at);

			if (isfinite(value) &&
			    (isnan(worst) || side * value > side * worst)) {
				worst = value;
				where = at;
			}
		}
		over = isnan(worst) || side * worst > side * gate->limit;
		met &= !over;
		say(why, isnan(worst) ?
		    arena_printf("%s: has no %s.%s", from->series[s].label,
				 gate->metric, gate->field) :
		    arena_printf("%s: %g %s at %s %s, limit %g: %s",
				 from->series[s].label, worst, unit,
				 from->axis ? from->axis : "point",
				 layout_value(where), gate->limit,
				 over ? side > 0 ? "over" : "below" : "met"));
	}
	return met;
}

static bool has_metric(const struct rp_experiment *from, const char *metric)
{
	for (size_t r = 0; r < from->n_runs; r++)
		for (size_t p = 0; p < from->runs[r]->n_points; p++)
			if (rp_metric(&from->runs[r]->points[p], metric))
				return true;
	return false;
}

bool rp_gate_check(const struct rp_gate *gate,
		   const struct rp_experiment *from, size_t count,
		   const struct rp_rules *rules, const char **why)
{
	bool met = true, found = false;

	*why = "";
	for (size_t i = 0; i < count; i++) {
		if (!has_metric(&from[i], gate->metric))
			continue;
		found = true;
		met &= gate->relative ?
			check_relative(gate, &from[i], rules, why) :
			check_absolute(gate, &from[i], why);
	}
	if (!found)
		say(why, arena_printf("no run has the metric %s",
				      gate->metric));
	return met && found;
}
