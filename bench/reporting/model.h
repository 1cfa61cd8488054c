/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a result file says, in memory. Every string is interned: equal strings
 * are equal pointers. The keys are those of Documentation/formats.md.
 */
#ifndef REPORTING_MODEL_H
#define REPORTING_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct rp_state - a row of a state table
 * @index: the driver's number of the state
 * @name: the driver's name
 * @desc: the driver's description, or NULL
 * @exit_latency_us: as the driver tells it
 * @target_residency_us: as the driver tells it
 * @disabled: disabled when the run began
 */
struct rp_state {
	int index;
	const char *name;
	const char *desc;
	double exit_latency_us;
	double target_residency_us;
	bool disabled;
};

/**
 * struct rp_table - the state table that a set of CPUs shares
 * @cpus: the CPUs as list text ("0-3,8")
 * @states: the rows
 * @count: number of rows
 */
struct rp_table {
	const char *cpus;
	struct rp_state *states;
	size_t count;
};

/**
 * struct rp_usage - what one state counted in one interval
 * @index: the driver's number of the state
 * @name: the driver's name
 * @usage: entries
 * @time_ns: time in the state, as requested (not as achieved)
 * @above: entries that were too deep
 * @below: entries that were too shallow
 * @rejected: entries that the driver refused
 * @pending_ns: the part of @time_ns that was under way at the interval's end
 */
struct rp_usage {
	int index;
	const char *name;
	uint64_t usage;
	uint64_t time_ns;
	uint64_t above;
	uint64_t below;
	uint64_t rejected;
	uint64_t pending_ns;
};

/**
 * struct rp_idle - the idle counters of a group of CPUs over one point
 * @group: the group's name, or NULL for a single CPU
 * @cpus: the CPUs as list text
 * @elapsed_ns: elapsed time summed over the CPUs
 * @valid: false when a counter went backwards
 * @why: why it is not valid, or NULL
 * @states: one entry a state
 * @count: number of states
 */
struct rp_idle {
	const char *group;
	const char *cpus;
	uint64_t elapsed_ns;
	bool valid;
	const char *why;
	struct rp_usage *states;
	size_t count;
};

/**
 * struct rp_bucket - a bucket of a histogram
 * @upper_ns: its upper bound
 * @count: how many fell into it
 */
struct rp_bucket {
	double upper_ns;
	double count;
};

/**
 * struct rp_metric - one metric at one point
 * @name: its name
 * @unit: its unit
 * @better: -1 when lower is better, 1 when higher is, 0 when neither
 * @count: sample count
 * @mean: mean of the samples
 * @stddev: standard deviation, or NAN; likewise @min to @max
 * @samples: per-batch means, NULL where not kept
 * @n_samples: how many per-batch means the file has
 * @histogram: buckets, NULL where not kept
 * @n_buckets: number of buckets kept
 */
struct rp_metric {
	const char *name;
	const char *unit;
	int better;
	uint64_t count;
	double mean, stddev, min, p50, p90, p99, p999, max;
	double *samples;
	size_t n_samples;
	struct rp_bucket *histogram;
	size_t n_buckets;
};

/**
 * struct rp_named - a name and a number (energy: joules; events: count)
 * @name: domain or event
 * @value: joules or count
 */
struct rp_named {
	const char *name;
	double value;
};

/**
 * struct rp_point - one point of a sweep
 * @index: from 0
 * @axis_name: what was swept, or NULL
 * @axis_value: its value; 0 where nothing was swept
 * @elapsed_ns: how long it was measured
 * @metrics: metrics in the order of their names
 * @n_metrics: how many
 * @idle: one entry a group
 * @n_idle: how many
 * @per_cpu: one entry a CPU; NULL where not kept
 * @n_per_cpu: how many
 * @energy: one entry a domain
 * @n_energy: how many
 * @events: one entry an event
 * @n_events: how many
 * @bistable: the program found it bi-stable
 * @low: the lower level then
 * @high: the higher level then
 * @share_high: the share of time at the higher level then, 0 to 1
 * @converged: 1, 0, or -1 where convergence was not asked for
 */
struct rp_point {
	int index;
	const char *axis_name;
	double axis_value;
	uint64_t elapsed_ns;
	struct rp_metric *metrics;
	size_t n_metrics;
	struct rp_idle *idle;
	size_t n_idle;
	struct rp_idle *per_cpu;
	size_t n_per_cpu;
	struct rp_named *energy;
	size_t n_energy;
	struct rp_named *events;
	size_t n_events;
	bool bistable;
	double low, high, share_high;
	int converged;
};

/**
 * struct rp_fact - something about the machine that can confound a comparison
 * @key: key of the result file's host object, or of its cpuidle object
 * @text: its value as text
 */
struct rp_fact {
	const char *key;
	const char *text;
};

/**
 * struct rp_run - one result file
 * @file: its path as given
 * @program: the program that wrote it
 * @program_version: its version
 * @command: its command line, quoted for a shell
 * @started_s: seconds since 1970
 * @run: number of the run
 * @governor: governor, or NULL
 * @reference: reference governor that was asked for, or NULL
 * @setting: what else distinguishes it, or NULL
 * @parameters: all parameters as one text
 * @cpus: the parameter "cpus": which CPUs took part, as asked for, or NULL
 * @clock: what clock it was measured with
 * @facts: host and cpuidle facts, in the order of their keys
 * @n_facts: how many
 * @tables: state tables
 * @n_tables: how many
 * @tables_text: all of the tables as one text, to compare by
 * @points: the points
 * @n_points: how many
 * @notes: what a reader must know
 * @n_notes: how many
 * @complete: the sweep was finished
 */
struct rp_run {
	const char *file;
	const char *program;
	const char *program_version;
	const char *command;
	double started_s;
	int run;
	const char *governor;
	const char *reference;
	const char *setting;
	const char *parameters;
	const char *cpus;
	const char *clock;
	struct rp_fact *facts;
	size_t n_facts;
	struct rp_table *tables;
	size_t n_tables;
	const char *tables_text;
	struct rp_point *points;
	size_t n_points;
	const char **notes;
	size_t n_notes;
	bool complete;
};

/**
 * rp_fact() - a fact by its key
 * @run: the run
 * @key: the key
 *
 * Return: its text, or NULL.
 */
const char *rp_fact(const struct rp_run *run, const char *key);

/**
 * rp_metric() - a metric by its name
 * @point: the point
 * @name: the metric's name, interned
 *
 * Return: the metric, or NULL.
 */
const struct rp_metric *rp_metric(const struct rp_point *point,
				  const char *name);

#endif /* REPORTING_MODEL_H */
