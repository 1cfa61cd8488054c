/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What bench-select measures: a governor's decisions, recorded once from the model
 * and then played over and over with nothing around them.
 */
#ifndef TALLY_REPLAY_SELECT_LOAD_H
#define TALLY_REPLAY_SELECT_LOAD_H

#include "replay/governors.h"

/**
 * struct decision_input - all that one select() and reflect() see
 * @sleep_ns: time to the next timer
 * @delta_ns: the same with the tick
 * @now_ns: the clock at select()
 * @end_ns: the clock at reflect()
 * @residency_ns: how long the period was
 * @state: which state was entered
 * @tick_stopped: at select()
 * @got_tick: at reflect()
 * @poll_limit: the poll ran into its time limit
 */
struct decision_input {
	s64 sleep_ns;
	s64 delta_ns;
	s64 now_ns;
	s64 end_ns;
	s64 residency_ns;
	int state;
	bool tick_stopped;
	bool got_tick;
	bool poll_limit;
};

/**
 * enum select_load - how the recorded CPU is woken
 * @LOAD_SHORT: by others, after 2 to 12 us, timers far away
 * @LOAD_MIXED: by timers, by others after us and after ms, by ticks
 * @LOADS: how many there are
 */
enum select_load {
	LOAD_SHORT,
	LOAD_MIXED,
	LOADS
};

/**
 * struct select_bench - one governor on one table under one load
 * @kind: the governor
 * @cpu: the CPU that it decides for
 * @data: its per-CPU data
 * @inputs: the recording
 * @count: how many decisions that is
 * @asked: how many of them asked for the sleep length
 */
struct select_bench {
	const struct governor_kind *kind;
	struct model_cpu cpu;
	void *data;
	struct decision_input *inputs;
	size_t count;
	size_t asked;
};

/**
 * select_load_name() - what the load is called
 * @load: which
 *
 * Return: its name.
 */
const char *select_load_name(enum select_load load);

/**
 * select_bench_init() - record a governor's decisions
 * @bench: filled
 * @kind: the governor; must stay
 * @states: how many states the table has, 2 to CPUIDLE_STATE_MAX
 * @load: which load
 * @tick_ns: tick period
 *
 * Return: 0, or -1 when out of memory.
 */
int select_bench_init(struct select_bench *bench, const struct governor_kind *kind, int states,
		      enum select_load load, s64 tick_ns);

/**
 * select_bench_play() - take all recorded decisions again
 * @bench: what
 * @call: call the governor; without, only the loop around it runs
 * @collect: switch callgrind's counting on around each call
 *
 * Return: something that depends on the decisions.
 */
unsigned long select_bench_play(struct select_bench *bench, bool call, bool collect);

/**
 * select_bench_free() - give its memory back
 * @bench: what
 */
void select_bench_free(struct select_bench *bench);

#endif /* TALLY_REPLAY_SELECT_LOAD_H */
