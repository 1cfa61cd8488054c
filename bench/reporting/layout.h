/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Layouts: each adds its tables to a report, from one experiment. What every
 * column means is told in Documentation/reports.md.
 */
#ifndef REPORTING_LAYOUT_H
#define REPORTING_LAYOUT_H

#include "compare.h"
#include "experiment.h"
#include "table.h"

/**
 * struct layout_options - what the user may choose about layouts
 * @each_point: a table or row for each point of the sweep too
 * @per_cpu: residency for each CPU too
 * @overlapping: 0-day layout: show changes whose ranges overlap too
 * @metric: the only metric that is compared, or NULL
 * @rules: how comparisons are judged
 */
struct layout_options {
	bool each_point;
	bool per_cpu;
	bool overlapping;
	const char *metric;
	struct rp_rules rules;
};

/* Machine, kernel, settings, runs. */
void layout_header(struct report *report, const struct rp_experiment *from);
/* State tables, as the driver tells them. */
void layout_states(struct report *report, const struct rp_experiment *from);
/* Residency by series, CPU group and state, with sample counts. */
void layout_residency(struct report *report, const struct rp_experiment *from,
		      const struct layout_options *options);
/* average / max / min % of the metric against the reference. */
void layout_sweep(struct report *report, const struct rp_experiment *from,
		  const struct layout_options *options);

/* A verdict on each series, with interval and effect size. */
void layout_verdicts(struct report *report, const struct rp_experiment *from,
		     const struct layout_options *options);
/* What else differs between the runs. */
void layout_differences(struct report *report,
			const struct rp_experiment *from);

/* Wakeup latency, throughput and residency by wakeup period. */
void layout_irritator(struct report *report, const struct rp_experiment *from);
/* min, mean, stddev, coeffvar, max: value (gain %), positive is better. */
void layout_mmtests(struct report *report, const struct rp_experiment *from,
		    const struct layout_options *options);
/* Base and new value with stddev, change, metric. */
void layout_zero_day(struct report *report, const struct rp_experiment *from,
		     const struct layout_options *options);

/**
 * layout_metrics() - the metrics of a comparison
 * @from: the experiment
 * @asked: the only one, or NULL
 * @names: filled in, the main metric first
 * @room: how many fit
 *
 * Return: how many.
 */
size_t layout_metrics(const struct rp_experiment *from, const char *asked,
		      const char **names, size_t room);
/* "pingpong, cores:2, 5 governors": what a title begins with. */
const char *layout_subject(const struct rp_experiment *from);
/* An axis value as people read it: whole numbers without a fraction. */
const char *layout_value(double value);
/* Which points are left out and why, a note a reason. */
void layout_note_excluded(struct table *table,
			  const struct rp_experiment *from);

#endif /* REPORTING_LAYOUT_H */
