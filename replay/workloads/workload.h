/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Made-up workloads: what a CPU has to do, and when it hears of it. A workload is
 * a few sources; each draws from its own seeded stream, so that every governor
 * meets the same draws in the same order.
 */
#ifndef TALLY_REPLAY_WORKLOAD_H
#define TALLY_REPLAY_WORKLOAD_H

#include <stddef.h>

#include "replay/model.h"

#define WORKLOAD_SOURCES	4

/**
 * enum dist_kind - how a time is drawn; all times in microseconds
 * @DIST_CONST: always @a
 * @DIST_UNIFORM: @a to @b
 * @DIST_EXP: exponential, mean @a
 * @DIST_LOGNORMAL: median @a, sigma of the logarithm @b
 * @DIST_PARETO: at least @a, tail exponent @b, at most @c
 * @DIST_MIX: one of @sub, with probabilities @weight
 * @DIST_ORDER: the values @order one after the other, each times (1 +- @a)
 * @DIST_REGIME: one of @sub for @a draws on average, then the next
 */
enum dist_kind {
	DIST_CONST,
	DIST_UNIFORM,
	DIST_EXP,
	DIST_LOGNORMAL,
	DIST_PARETO,
	DIST_MIX,
	DIST_ORDER,
	DIST_REGIME,
};

/**
 * struct dist - a distribution of times
 * @kind: which
 * @a: see enum dist_kind
 * @b: see enum dist_kind
 * @c: see enum dist_kind
 * @count: how many entries @sub, @weight or @order has, at most 8
 * @sub: distributions to choose from (not themselves DIST_ORDER or DIST_REGIME)
 * @weight: probabilities, which add up to 1
 * @order: times in order
 */
struct dist {
	enum dist_kind kind;
	double a, b, c;
	int count;
	const struct dist *sub;
	double weight[8];
	double order[8];
};

/**
 * struct source - something that gives the CPU work
 * @kind: SOURCE_NONE ends the list
 * @closed: the next event comes @gap after this one's work is done; otherwise @gap
 *	after this event, however late it was served
 * @interrupt: wakes no task
 * @rearmed: a timer that anything else pushes off again (a time-out): it seldom fires
 * @gap: time between events
 * @work: how long an event keeps the CPU busy
 */
struct source {
	enum { SOURCE_NONE, SOURCE_TIMER, SOURCE_EXTERNAL } kind;
	bool closed;
	bool interrupt;
	bool rearmed;
	struct dist gap;
	struct dist work;
};

/**
 * struct workload - what one CPU goes through
 * @name: its name
 * @family: what it stands for
 * @sources: what happens
 */
struct workload {
	const char *name;
	const char *family;
	struct source sources[WORKLOAD_SOURCES];
};

/**
 * struct workload_half - one half of the evaluation
 * @name: "design" (constants may be tuned on it) or "held-out" (never)
 * @workloads: the workloads
 * @count: how many
 */
struct workload_half {
	const char *name;
	const struct workload *workloads;
	size_t count;
};

extern const struct workload_half workloads_design;
extern const struct workload_half workloads_held_out;

/**
 * struct workload_limits - how long a run is
 * @sessions: end after as many idle sessions, 1 or more
 * @wall_ns: or, once @sessions_min are done, after this simulated time
 * @sessions_min: see @wall_ns
 * @seed: of all random draws
 */
struct workload_limits {
	u64 sessions;
	s64 wall_ns;
	u64 sessions_min;
	u64 seed;
};

/**
 * workload_run() - let a CPU live through a workload
 * @workload: what happens
 * @cpu: the CPU, fresh, its governor bound and enabled
 * @limits: for how long
 */
void workload_run(const struct workload *workload, struct model_cpu *cpu,
		  const struct workload_limits *limits);

#endif /* TALLY_REPLAY_WORKLOAD_H */
