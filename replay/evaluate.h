/* SPDX-License-Identifier: GPL-2.0 */
/*
 * All workloads on all tables under all governors, and what it comes to.
 */
#ifndef TALLY_REPLAY_EVALUATE_H
#define TALLY_REPLAY_EVALUATE_H

#include <stdio.h>

#include "replay/governors.h"
#include "replay/workloads/workload.h"

/**
 * struct evaluate_table - a state table to evaluate on
 * @name: machine, and the CPUs if it has several kinds
 * @drv: the states
 * @disabled: bit i is set when state i must not be entered
 */
struct evaluate_table {
	char name[64];
	struct cpuidle_driver drv;
	u32 disabled;
};

/**
 * struct evaluation - what to run, and what came of it
 * @options: the model's assumptions; their tick_ns is replaced by @tick_ns
 * @limits: length and seed of each run
 * @workloads: which
 * @workload_half: name of the half by workload
 * @workload_count: how many
 * @tables: which
 * @table_count: how many
 * @governors: which; the fixed policies that bound them come after @governor_count
 * @governor_count: how many are ranked
 * @fixed_count: how many fixed policies there are: state 0 with the tick kept, state 0
 *	with it stopped, state 1 ...; those beyond a table's states are not run
 * @tick_ns: tick periods
 * @tick_count: how many
 * @threads: how many threads to use, 1 or more
 * @scores: one each, see evaluate_score()
 */
struct evaluation {
	struct model_options options;
	struct workload_limits limits;
	const struct workload **workloads;
	const char **workload_half;
	size_t workload_count;
	const struct evaluate_table *tables;
	size_t table_count;
	const struct governor_kind *governors;
	size_t governor_count;
	size_t fixed_count;
	s64 tick_ns[4];
	size_t tick_count;
	unsigned int threads;
	struct model_score *scores;
};

/**
 * evaluate() - run it all
 * @evaluation: what; @scores is allocated
 *
 * The scores do not depend on the number of threads.
 *
 * Return: 0, or -1 when memory or threads ran out.
 */
int evaluate(struct evaluation *evaluation);

/**
 * evaluate_score() - one run's score
 * @evaluation: after evaluate()
 * @workload: index
 * @table: index
 * @tick: index
 * @governor: index; fixed policies come last
 *
 * Return: the score.
 */
struct model_score *evaluate_score(const struct evaluation *evaluation, size_t workload,
				   size_t table, size_t tick, size_t governor);

/**
 * score_energy_ratio() - energy over the least possible, 1 or more
 * @score: of a run
 *
 * Return: the ratio; 1 when the CPU was never idle.
 */
double score_energy_ratio(const struct model_score *score);

/**
 * score_combined_ratio() - energy and weighted latency over the least possible
 * @score: of a run
 * @options: with the latency weight
 *
 * Return: the ratio; 1 when the CPU was never idle.
 */
double score_combined_ratio(const struct model_score *score,
			    const struct model_options *options);

/**
 * evaluate_best_fixed() - the best fixed policy in hindsight
 * @evaluation: after evaluate()
 * @workload: index
 * @table: index
 * @tick: index
 * @energy: least energy ratio of any fixed policy; 0 when none was run
 * @combined: least combined ratio of any, not necessarily the same one
 */
void evaluate_best_fixed(const struct evaluation *evaluation, size_t workload,
			 size_t table, size_t tick, double *energy, double *combined);

#endif /* TALLY_REPLAY_EVALUATE_H */
