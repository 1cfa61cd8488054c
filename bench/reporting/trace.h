/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Makes a run out of a trace, with the replay's reader: from there on all layouts,
 * pictures and the page are the same as for a result file.
 */
#ifndef REPORTING_TRACE_H
#define REPORTING_TRACE_H

#include "load.h"
#include "table.h"

struct trace_summary;
struct machine_tables;

/**
 * struct rp_trace - a trace that was read
 * @file: its path
 * @run: what a result file would say of it: program "trace", one group a cluster
 *	(CPUs that share a state table), idle durations as metrics
 * @format: what the file is
 * @seconds: from the first event to the last
 * @facts: counters and oddities, as text: name, then value
 * @n_facts: how many pairs
 * @wakeups: periods by cause, a row a cluster, then a row a CPU
 * @durations: idle periods by length and state, a block a cluster
 */
struct rp_trace {
	const char *file;
	struct rp_run *run;
	const char *format;
	double seconds;
	const char *(*facts)[2];
	size_t n_facts;
	struct trace_counts *wakeups;
	size_t n_wakeups;
	struct trace_counts *durations;
	size_t n_durations;
};

#define TRACE_COUNTS 16

/**
 * struct trace_counts - a row of counts
 * @name: cluster, CPU, or length
 * @group: the cluster it belongs to
 * @count: the counts
 */
struct trace_counts {
	const char *name;
	const char *group;
	double count[TRACE_COUNTS];
};

/**
 * rp_trace_read() - read a trace
 * @file: its path
 * @tables: state tables: a dump of sysfs, a table file, or NULL for the dump beside
 *	the trace
 * @trace: filled in
 *
 * Return: NULL, or what is wrong; @trace->run is set when part of the trace could be
 * used all the same.
 */
const char *rp_trace_read(const char *file, const char *tables,
			  struct rp_trace *trace);

/* What the reader saw; wakeups by cause; idle durations by state. */
void layout_trace(struct report *report, const struct rp_trace *trace);

#endif /* REPORTING_TRACE_H */
