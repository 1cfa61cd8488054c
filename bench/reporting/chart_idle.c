// SPDX-License-Identifier: GPL-2.0
/* Charts of idle counters and of histograms. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "chart.h"
#include "layout.h"

#define GROUPS_MAX 8
#define STATES_MAX 16

static void points_axis(struct chart *chart, const struct rp_experiment *from)
{
	const char *axis = from->axis ? from->axis : "point";
	size_t length = strlen(axis);
	bool ns = length > 3 && !strcmp(axis + length - 3, "_ns");

	chart->x_label = ns ? arena_printf("%.*s, us", (int)length - 3, axis) :
		axis;
	chart->n = from->n_points;
	chart->x = arena_new(double, chart->n);
	for (size_t p = 0; p < chart->n; p++)
		chart->x[p] = from->points[p].value * (ns ? 0.001 : 1);
	chart->log_x = chart->n > 2 && chart->x[0] > 0 &&
		chart->x[chart->n - 1] / chart->x[0] > 20;
}

/* Time in each state and in all, of a group at a point. */
struct share {
	double time[STATES_MAX];
	double elapsed;
};

static void add_share(struct share *share, const struct rp_idle *idle,
		      const char **states, size_t *count)
{
	share->elapsed += idle->elapsed_ns;
	for (size_t i = 0; i < idle->count; i++) {
		size_t k = 0;

		while (k < *count && states[k] != idle->states[i].name)
			k++;
		if (k == STATES_MAX)
			continue;
		if (k == *count)
			states[(*count)++] = idle->states[i].name;
		share->time[k] += idle->states[i].time_ns;
	}
}

static void group_share(const struct rp_series *series, double at,
			const char *group, struct share *share,
			const char **states, size_t *count)
{
	for (size_t r = 0; r < series->count; r++) {
		const struct rp_point *point =
			rp_point_at(series->runs[r], at);

		for (size_t i = 0; point && i < point->n_idle; i++)
			if (point->idle[i].group == group &&
			    point->idle[i].valid)
				add_share(share, &point->idle[i], states,
					  count);
	}
}

static void residency(struct charts *charts, const struct rp_experiment *from,
		      size_t series, const char *group)
{
	struct share *shares = arena_new(struct share, from->n_points);
	const char *states[STATES_MAX];
	struct chart *chart;
	size_t count = 0;

	for (size_t p = 0; p < from->n_points; p++)
		group_share(&from->series[series], from->points[p].value,
			    group, &shares[p], states, &count);
	if (!count)
		return;
	chart = charts_add(charts);
	chart->id = arena_printf("residency_%s", group);
	chart->title = arena_printf("%s, residency of %s under %s",
				    layout_subject(from), group,
				    from->series[series].label);
	chart->panel = from->series[series].label;
	chart->kind = CHART_STACKED;
	chart->y_label = "residency, %";
	points_axis(chart, from);
	chart->n_lines = count;
	chart->lines = arena_new(struct chart_line, count);
	for (size_t s = 0; s < count; s++) {
		chart->lines[s].name = states[s];
		chart->lines[s].y = arena_new(double, chart->n);
		for (size_t p = 0; p < chart->n; p++)
			chart->lines[s].y[p] = shares[p].elapsed > 0 ?
				100 * shares[p].time[s] / shares[p].elapsed :
				NAN;
	}
}

void charts_residency(struct charts *charts, const struct rp_experiment *from)
{
	const char *groups[GROUPS_MAX];
	size_t count = 0;

	for (size_t r = 0; r < from->n_runs; r++) {
		const struct rp_point *point = from->runs[r]->n_points ?
			&from->runs[r]->points[0] : NULL;

		for (size_t i = 0; point && i < point->n_idle; i++) {
			size_t k = 0;

			while (k < count && groups[k] != point->idle[i].group)
				k++;
			if (k == count && count < GROUPS_MAX)
				groups[count++] = point->idle[i].group;
		}
	}
	for (size_t g = 0; g < count; g++)
		for (size_t s = 0; s < from->n_series; s++)
			residency(charts, from, s, groups[g]);
}

static int compare_buckets(const void *a, const void *b)
{
	double x = ((const struct rp_bucket *)a)->upper_ns;
	double y = ((const struct rp_bucket *)b)->upper_ns;

	return (x > y) - (x < y);
}

/* The largest value of the bucket, 16 an octave, that a value falls into. */
static double bucket_upper(double value)
{
	uint64_t whole = value;
	int shift;

	if (whole < 16)
		return whole;
	shift = 63 - __builtin_clzll(whole) - 4;
	return (((whole >> shift) + 1) << shift) - 1;
}

/* A series' buckets over all runs and points that are not left out, merged. */
static struct rp_bucket *merged(const struct rp_experiment *from,
				const struct rp_series *series,
				const char *metric, size_t *count)
{
	struct rp_bucket *buckets = NULL;
	size_t room = 0, used = 0;

	*count = 0;
	for (size_t r = 0; r < series->count; r++)
		for (size_t p = 0; p < from->n_points; p++) {
			const struct rp_point *point = from->points[p].excluded ?
				NULL : rp_point_at(series->runs[r],
						   from->points[p].value);
			const struct rp_metric *found =
				point ? rp_metric(point, metric) : NULL;

			if (!found || !found->n_buckets)
				continue;
			room = used + found->n_buckets;
			buckets = realloc(buckets, room * sizeof(*buckets));
			if (!buckets)
				exit(1);
			memcpy(buckets + used, found->histogram,
			       found->n_buckets * sizeof(*buckets));
			for (; used < room; used++)
				buckets[used].upper_ns =
					bucket_upper(buckets[used].upper_ns);
		}
	if (!used)
		return NULL;
	qsort(buckets, used, sizeof(*buckets), compare_buckets);
	for (size_t i = 0; i < used; i++) {
		if (*count && buckets[*count - 1].upper_ns ==
		    buckets[i].upper_ns)
			buckets[*count - 1].count += buckets[i].count;
		else
			buckets[(*count)++] = buckets[i];
	}
	return buckets;
}

/* The share above (or, for a histogram, in) each bucket of the x axis. */
static void fill_line(struct chart *chart, struct chart_line *line,
		      const struct rp_bucket *buckets, size_t count, bool tail)
{
	double total = 0, above;
	size_t b = 0;

	for (size_t i = 0; i < count; i++)
		total += buckets[i].count;
	above = total;
	line->y = arena_new(double, chart->n);
	for (size_t i = 0; i < chart->n; i++) {
		double in = 0;

		while (b < count && buckets[b].upper_ns * 0.001 <=
		       chart->x[i] * 1.000000001)
			in += buckets[b++].count;
		above -= in;
		line->y[i] = 100 * (tail ? above : in) / total;
		if (line->y[i] <= 0)
			line->y[i] = tail ? NAN : 0;
	}
}

static int compare_doubles(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

/* Target residencies within the chart; one mark where states share one. */
static void residency_marks(struct chart *chart, const struct rp_run *run)
{
	const struct rp_table *table = run->tables;

	chart->marks = arena_new(struct chart_mark, run->n_tables ?
				 table->count : 0);
	for (size_t i = 0; run->n_tables && i < table->count; i++) {
		double at = table->states[i].target_residency_us;
		struct chart_mark *mark = chart->marks;

		if (at < chart->x[0] || at > chart->x[chart->n - 1])
			continue;
		while (mark < chart->marks + chart->n_marks && mark->x != at)
			mark++;
		if (mark < chart->marks + chart->n_marks) {
			mark->name = arena_printf("%s,%s", mark->name,
						  table->states[i].name);
			continue;
		}
		mark->x = at;
		mark->name = table->states[i].name;
		chart->n_marks++;
	}
}

static void histogram(struct charts *charts, const struct rp_experiment *from,
		      const char *metric, bool tail)
{
	struct rp_bucket **buckets = arena_new(struct rp_bucket *,
					       from->n_series);
	size_t *counts = arena_new(size_t, from->n_series), room = 0, n = 0;
	struct chart *chart;

	for (size_t s = 0; s < from->n_series; s++) {
		buckets[s] = merged(from, &from->series[s], metric,
				    &counts[s]);
		room += counts[s];
	}
	if (!room)
		return;
	chart = charts_add(charts);
	chart->x = arena_new(double, room);
	for (size_t s = 0; s < from->n_series; s++)
		for (size_t i = 0; i < counts[s]; i++)
			chart->x[n++] = buckets[s][i].upper_ns * 0.001;
	qsort(chart->x, n, sizeof(*chart->x), compare_doubles);
	for (size_t i = 0; i < n; i++)
		if (!chart->n || chart->x[i] != chart->x[chart->n - 1])
			chart->x[chart->n++] = chart->x[i];
	chart->id = arena_printf("%s_%s", tail ? "tail" : "histogram", metric);
	chart->title = arena_printf("%s, %s: %s", layout_subject(from), metric,
				    tail ? "share that takes longer" :
				    "how often each length");
	chart->x_label = arena_printf("%s, us", metric);
	chart->y_label = tail ? "longer than x, %" : "share, %";
	chart->kind = tail ? CHART_LINES : CHART_STEPS;
	chart->log_x = true;
	chart->log_y = tail;
	chart->lines = arena_new(struct chart_line, from->n_series);
	for (size_t s = 0; s < from->n_series; s++) {
		struct chart_line *line = &chart->lines[chart->n_lines];

		if (!counts[s])
			continue;
		line->name = from->series[s].label;
		fill_line(chart, line, buckets[s], counts[s], tail);
		free(buckets[s]);
		chart->n_lines++;
	}
	if (!tail)
		residency_marks(chart, from->runs[0]);
}

/* Idle durations are drawn as they lie; all other times by their tail. */
void charts_histograms(struct charts *charts, const struct rp_experiment *from)
{
	const struct rp_run *run = from->runs[0];
	const char *seen[64];
	size_t count = 0;

	for (size_t p = 0; p < run->n_points; p++)
		for (size_t m = 0; m < run->points[p].n_metrics; m++) {
			const struct rp_metric *metric =
				&run->points[p].metrics[m];
			size_t k = 0;

			while (k < count && seen[k] != metric->name)
				k++;
			if (k < count || count == 64 || !metric->n_buckets)
				continue;
			seen[count++] = metric->name;
			histogram(charts, from, metric->name,
				  !strstr(metric->name, "idle"));
		}
}
