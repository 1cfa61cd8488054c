/* SPDX-License-Identifier: GPL-2.0 */
/* Counts idle periods by cluster, CPU, state, cause and length. */
#ifndef REPORTING_TRACE_COLLECT_H
#define REPORTING_TRACE_COLLECT_H

#include "replay/reader.h"
#include "replay/summary.h"
#include "replay/table.h"
#include "trace.h"

/* 16 buckets an octave, as in result files. */
#define COLLECT_BUCKETS 976

/**
 * struct collected - periods of a cluster in a state, by length
 * @bucket: periods by length
 * @count: periods
 * @sum: of their lengths, in ns
 * @squares: of the squares of their lengths
 * @min: shortest, @max: longest, in ns
 */
struct collected {
	double bucket[COLLECT_BUCKETS];
	double count, sum, squares, min, max;
};

/**
 * struct collector - what is counted
 * @tables: state tables, or NULL
 * @clusters: number of clusters: the tables, or 1
 * @state: TALLY_STATES_MAX a cluster
 * @cpus: the CPUs of each cluster that were seen, as list text
 */
struct collector {
	const struct machine_tables *tables;
	size_t clusters;
	struct collected *state;
	const char **cpus;
};

void collect_begin(struct collector *collector,
		   const struct machine_tables *tables);
void collect_period(struct collector *collector,
		    const struct idle_period *period);

/**
 * collect_end() - fill in the trace's run and counts
 * @collector: all periods counted
 * @summary: of the reader
 * @trace: its run has one empty point
 */
void collect_end(struct collector *collector,
		 const struct trace_summary *summary, struct rp_trace *trace);
void collect_free(struct collector *collector);

#endif /* REPORTING_TRACE_COLLECT_H */
