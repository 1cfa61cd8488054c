// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "chart.h"
#include "layout.h"
#include "relative.h"

struct chart *charts_add(struct charts *charts)
{
	struct chart *chart = arena_new(struct chart, 1);

	if (charts->count == charts->room) {
		charts->room = charts->room ? charts->room * 2 : 16;
		charts->chart = realloc(charts->chart, charts->room *
					sizeof(*charts->chart));
		if (!charts->chart)
			exit(1);
	}
	charts->chart[charts->count++] = chart;
	return chart;
}

/* Times are drawn in us: nobody reads nanoseconds off an axis. */
static double scale_of(const char *unit)
{
	return !strcmp(unit, "ns") ? 0.001 : 1;
}

static const char *label_of(const char *metric, const char *unit)
{
	size_t length = strlen(metric);

	if (length > 3 && !strcmp(unit, "ns") &&
	    !strcmp(metric + length - 3, "_ns"))
		return arena_printf("%.*s, us", (int)length - 3, metric);
	return *unit ? arena_printf("%s, %s", metric, unit) : metric;
}

static void bands_of(struct chart *chart, const struct rp_experiment *from,
		     double scale)
{
	chart->bands = arena_new(struct chart_band, from->n_points);
	for (size_t p = 0; p < from->n_points; p++) {
		struct chart_band *last = &chart->bands[chart->n_bands];
		double at = from->points[p].value * scale;

		if (!from->points[p].excluded)
			continue;
		if (p && from->points[p - 1].excluded) {
			last[-1].to = at;
			continue;
		}
		last->from = at;
		last->to = at;
		chart->n_bands++;
	}
}

static void axis_of(struct chart *chart, const struct rp_experiment *from)
{
	const char *axis = from->axis ? from->axis : "point";
	size_t length = strlen(axis);
	bool ns = length > 3 && !strcmp(axis + length - 3, "_ns");
	double scale = ns ? 0.001 : 1;

	chart->x_label = ns ? arena_printf("%.*s, us", (int)length - 3, axis) :
		axis;
	chart->n = from->n_points;
	chart->x = arena_new(double, chart->n);
	for (size_t p = 0; p < chart->n; p++)
		chart->x[p] = from->points[p].value * scale;
	chart->log_x = chart->n > 2 && chart->x[0] > 0 &&
		chart->x[chart->n - 1] / chart->x[0] > 20;
	bands_of(chart, from, scale);
}

static void sweep(struct charts *charts, const struct rp_experiment *from,
		  const char *metric, const char *id)
{
	struct chart *chart = charts_add(charts);
	const char *unit = rp_unit(from, metric);
	double scale = scale_of(unit);

	chart->id = id;
	chart->title = arena_printf("%s, %s", layout_subject(from), metric);
	chart->y_label = label_of(metric, unit);
	axis_of(chart, from);
	chart->n_lines = from->n_series;
	chart->lines = arena_new(struct chart_line, chart->n_lines);
	for (size_t s = 0; s < from->n_series; s++) {
		chart->lines[s].name = from->series[s].label;
		chart->lines[s].y = arena_new(double, chart->n);
		for (size_t p = 0; p < chart->n; p++)
			chart->lines[s].y[p] = scale *
				rp_point_mean(&from->series[s], metric,
					      from->points[p].value);
	}
	chart->log_y = chart->log_x && from->metric == metric;
}

static void relative(struct charts *charts, const struct rp_experiment *from)
{
	struct chart *chart = charts_add(charts);
	int better = rp_better(from, from->metric);

	chart->id = "relative";
	chart->title = arena_printf("%s, %s relative to %s (negative is better)",
				    layout_subject(from), from->metric,
				    from->series[0].label);
	chart->y_label = arena_printf("difference to %s, %%",
				      from->series[0].label);
	axis_of(chart, from);
	chart->n_lines = from->n_series;
	chart->lines = arena_new(struct chart_line, chart->n_lines);
	for (size_t s = 0; s < from->n_series; s++) {
		chart->lines[s].name = from->series[s].label;
		chart->lines[s].y = arena_new(double, chart->n);
		for (size_t p = 0; p < chart->n; p++) {
			double at = from->points[p].value;

			double value = rp_point_mean(&from->series[s],
						     from->metric, at);
			double base = rp_point_mean(&from->series[0],
						    from->metric, at);

			chart->lines[s].y[p] = rp_relative(value, base, better);
		}
	}
}

void charts_of(struct charts *charts, const struct rp_experiment *from)
{
	const char *metrics[64];
	size_t count = layout_metrics(from, NULL, metrics, 64);

	if (from->n_points > 1) {
		if (from->n_series > 1)
			relative(charts, from);
		sweep(charts, from, from->metric, "sweep");
		charts_residency(charts, from);
		for (size_t m = 1; m < count; m++) {
			bool power = !strncmp(metrics[m], "power_", 6);

			sweep(charts, from, metrics[m], power ? metrics[m] :
			      arena_printf("sweep_%s", metrics[m]));
		}
	}
	charts_histograms(charts, from);
}
