/* SPDX-License-Identifier: GPL-2.0 */
/* Distributions that events fill in: idle periods by CPU and state, wakeups. */
#ifndef BENCH_RECORD_DURATIONS_H
#define BENCH_RECORD_DURATIONS_H

#include <jansson.h>

#include "lib/cpulist.h"
#include "lib/events.h"
#include "lib/stats.h"

/* States beyond are counted with the last: the kernel has 10 at most. */
#define DURATIONS_STATES	16

/* Different frequencies or P-states, at most; more are counted together. */
#define DURATIONS_TARGETS	128

/**
 * struct targets - how often each frequency or P-state was chosen
 * @used: number of different values
 * @value: the values: kHz, or numbers of P-states
 * @count: how often each was chosen
 * @beyond: how often another one was, when @value was full
 */
struct targets {
	int used;
	uint32_t value[DURATIONS_TARGETS];
	uint64_t count[DURATIONS_TARGETS];
	uint64_t beyond;
};

/** targets_add() - @value was chosen */
void targets_add(struct targets *targets, uint32_t value);

/**
 * struct durations - all distributions
 * @cpus: size of @idle: highest CPU number + 1
 * @idle: [cpu][state], NULL where nothing has been seen
 * @wakeup: all tasks' wakeup latency, ns
 * @wakeup_command: that of the command's own tasks, ns
 * @frequency: kHz chosen (power:cpu_frequency)
 * @pstate: P-states chosen (power:pstate_sample)
 */
struct durations {
	unsigned int cpus;
	struct stats *(*idle)[DURATIONS_STATES];
	struct stats wakeup;
	struct stats wakeup_command;
	struct targets frequency;
	struct targets pstate;
};

/**
 * durations_new() - empty distributions
 * @cpus: highest CPU number + 1
 *
 * Return: them, or NULL when memory is short.
 */
struct durations *durations_new(unsigned int cpus);

/** durations_free() - free them; NULL is allowed */
void durations_free(struct durations *durations);

/** durations_clear() - empty them */
void durations_clear(struct durations *durations);

/** durations_sink() - the sink that fills them */
struct events_sink durations_sink(struct durations *durations);

/**
 * typedef durations_usage_fn - what a counter says in the same interval
 * @cpu: the CPU
 * @state: index of the state
 * @usage: set to the number of entries
 * @data: what durations_report() was given
 *
 * Return: true when the counter is known.
 */
typedef bool (*durations_usage_fn)(int cpu, int state, uint64_t *usage, void *data);

/**
 * durations_report() - add them to a point
 * @durations: the distributions
 * @usage: knows the counters, or NULL
 * @data: handed to @usage
 * @point: gets metrics idle_duration_stateN, wakeup_latency and
 *	wakeup_latency_command, and an array idle_durations with one entry for
 *	each CPU and state that was entered; frequency_targets and
 *	pstate_targets where there were any
 */
void durations_report(const struct durations *durations, durations_usage_fn usage,
		      void *data, json_t *point);

/* As many entries of a CPU without one event are no accident of the interval's edges. */
#define DURATIONS_UNTRACED_MIN	10

/**
 * durations_untraced() - the CPUs whose idle periods the kernel counts, but does not trace
 * @durations: the distributions
 * @usage: knows the counters
 * @data: handed to @usage
 * @cpus: gets those with DURATIONS_UNTRACED_MIN entries or more and not one event
 *
 * Some virtual machines have been seen to lose all power:cpu_idle events of one
 * CPU, for perf and ftrace alike, while its counters move.
 */
void durations_untraced(const struct durations *durations, durations_usage_fn usage,
			void *data, struct cpulist *cpus);

#endif /* BENCH_RECORD_DURATIONS_H */
