/* SPDX-License-Identifier: GPL-2.0 */
/* What is drawn, whether gnuplot or the page draws it. */
#ifndef REPORTING_CHART_H
#define REPORTING_CHART_H

#include "experiment.h"

/**
 * enum chart_kind - how it is drawn
 * @CHART_LINES: a line a series
 * @CHART_STACKED: areas on top of each other, 0 to 100
 * @CHART_STEPS: a histogram's outline
 */
enum chart_kind {
	CHART_LINES,
	CHART_STACKED,
	CHART_STEPS,
};

/**
 * struct chart_line - a series of a chart
 * @name: its name
 * @y: a value for each x, NAN where there is none
 */
struct chart_line {
	const char *name;
	double *y;
};

/**
 * struct chart_mark - a vertical line with a name (a target residency)
 */
struct chart_mark {
	double x;
	const char *name;
};

/**
 * struct chart_band - a range of x that is left out of comparisons
 */
struct chart_band {
	double from, to;
};

/**
 * struct chart - a chart
 * @id: name for files and links: "sweep", "relative", ...
 * @title: what people read above it
 * @x_label: name and unit of x
 * @y_label: name and unit of y
 * @kind: how it is drawn
 * @log_x: x is logarithmic; likewise @log_y
 * @x: the x values, ascending
 * @n: how many
 * @lines: the series
 * @n_lines: how many
 * @marks: vertical lines
 * @n_marks: how many
 * @bands: ranges left out
 * @n_bands: how many
 * @panel: charts with the same id and a panel name belong into one picture
 */
struct chart {
	const char *id;
	const char *title;
	const char *x_label;
	const char *y_label;
	enum chart_kind kind;
	bool log_x, log_y;
	double *x;
	size_t n;
	struct chart_line *lines;
	size_t n_lines;
	struct chart_mark *marks;
	size_t n_marks;
	struct chart_band *bands;
	size_t n_bands;
	const char *panel;
};

/**
 * struct charts - a list of charts
 */
struct charts {
	struct chart **chart;
	size_t count, room;
};

/* An empty chart at the end of the list. */
struct chart *charts_add(struct charts *charts);

/**
 * charts_of() - all charts that an experiment has data for
 * @charts: they are added here
 * @from: the experiment
 */
void charts_of(struct charts *charts, const struct rp_experiment *from);

/* Those of charts_of() that come from idle counters and histograms. */
void charts_residency(struct charts *charts, const struct rp_experiment *from);
void charts_histograms(struct charts *charts, const struct rp_experiment *from);

#endif /* REPORTING_CHART_H */
