/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Idle states and their counters, per CPU: tables may differ between CPUs, state
 * directories may have gaps and be more than ten, CPUs may be or go offline.
 *
 * The kernel adds a sleep to `usage` and `time` when the CPU *leaves* idle, so a
 * sleeping CPU's counters are stale. A snapshot therefore reads a CPU's counters,
 * wakes it (by running on it for an instant), takes its time stamp there and reads
 * again: no sleep is under way at either edge, so a residency cannot exceed 100 %,
 * and the difference of the two readings is the sleep that was pending.
 */
#ifndef BENCH_IDLE_H
#define BENCH_IDLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cpulist.h"
#include "err.h"

/**
 * enum idle_counter - the counters of a state
 * @IDLE_USAGE: times that it was entered
 * @IDLE_TIME: time spent in it, microseconds
 * @IDLE_ABOVE: entries after which the CPU slept shorter than the target residency (too deep)
 * @IDLE_BELOW: entries after which a deeper state would have fitted (too shallow)
 * @IDLE_REJECTED: requests that the driver refused
 * @IDLE_COUNTERS: how many there are
 */
enum idle_counter {
	IDLE_USAGE,
	IDLE_TIME,
	IDLE_ABOVE,
	IDLE_BELOW,
	IDLE_REJECTED,
	IDLE_COUNTERS
};

/* The counters of one state. */
typedef uint64_t idle_counts[IDLE_COUNTERS];

/* This kernel has no such counter: it reads as 0. */
#define IDLE_FD_ABSENT	(-1)
/* The limit on open files was reached: opened at each reading. */
#define IDLE_FD_EACH	(-2)

/**
 * struct idle_state - one state of one CPU, as its driver tells it
 * @index: the N of its `stateN` directory
 * @name: whole name; may hold blanks
 * @desc: description, may be empty
 * @exit_latency_us: exit latency
 * @target_residency_us: target residency (0 where the kernel has no such file)
 * @disabled: disabled through sysfs or by the driver at the time of idle_open()
 * @fd: kept-open counters, or IDLE_FD_ABSENT, or IDLE_FD_EACH
 */
struct idle_state {
	int index;
	char name[64];
	char desc[64];
	uint64_t exit_latency_us;
	uint64_t target_residency_us;
	bool disabled;
	int fd[IDLE_COUNTERS];
};

/**
 * struct idle_cpu - one CPU's states
 * @cpu: number
 * @states: number of states, 0 for a CPU without cpuidle
 * @state: in ascending order of index
 * @first: index of its first state in a snapshot's arrays
 * @generation: times that its counters had to be opened again (driver registered anew)
 */
struct idle_cpu {
	int cpu;
	int states;
	struct idle_state *state;
	int first;
	int generation;
};

struct idle_shard;

/**
 * struct idle - the CPUs that are looked at
 * @cpus: how many
 * @cpu: in ascending order of number
 * @slots: states of all CPUs together
 * @wake: snapshots wake each CPU (default: where sysfs is real)
 * @shards: parts that are read by a thread of their own, with a table of open files of
 *	its own: only where the limit on open files is too low for one table
 * @shard: the parts
 * @missing: CPUs that were asked for and have no cpuidle directory (offline)
 */
struct idle {
	int cpus;
	struct idle_cpu *cpu;
	int slots;
	bool wake;
	int shards;
	struct idle_shard *shard;
	struct cpulist missing;
};

/**
 * struct idle_snapshot - all counters at one time
 * @stamp_ns: CLOCK_MONOTONIC, per CPU
 * @gone: per CPU: errno with which its counters could not be read, or 0
 * @generation: per CPU: its generation then
 * @count: [slot][counter]
 * @pending_us: [slot]: sleep under way when the snapshot began
 */
struct idle_snapshot {
	uint64_t *stamp_ns;
	int *gone;
	int *generation;
	idle_counts *count;
	uint64_t *pending_us;
};

/**
 * struct idle_delta - what one state did in an interval
 * @index: its index
 * @name: its name, borrowed from the struct idle
 * @usage: entries
 * @time_ns: time in it, never more than the interval
 * @above: entries that were too deep
 * @below: entries that were too shallow
 * @rejected: refused requests
 * @pending_ns: part of @time_ns that a sleep under way at the end had lasted
 */
struct idle_delta {
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
 * struct idle_interval - what one CPU, or a group of CPUs, did in an interval
 * @cpu: the CPU, or -1 for a group
 * @elapsed_ns: length of the interval, summed over the group's valid CPUs
 * @valid: no counter went backwards and no CPU went away
 * @why: reason when not @valid
 * @carried_ns: time that a sleep begun before the interval had put into its
 *	counters and that was taken out again (only without waking)
 * @unseen_ns: intervals of CPUs that left no idle state at all in them: asleep all
 *	through or busy all through, the counters cannot tell (only without waking)
 * @states: number of entries of @state
 * @state: one entry a state; for a group one for each index and name that occurs
 */
struct idle_interval {
	int cpu;
	uint64_t elapsed_ns;
	bool valid;
	char why[160];
	uint64_t carried_ns;
	uint64_t unseen_ns;
	int states;
	struct idle_delta *state;
};

/**
 * idle_open() - find the states of CPUs and open their counters
 * @idle: result, for idle_close()
 * @cpus: the CPUs; repeats are dropped
 * @err: BENCH_NOT_HERE: none of them has cpuidle
 *
 * A CPU without a cpuidle directory (offline) is listed in @idle->missing.
 *
 * Return: 0, or -1 with @err.
 */
int idle_open(struct idle *idle, const struct cpulist *cpus, struct err *err);

/** idle_close() - close the counters and free all */
void idle_close(struct idle *idle);

/** idle_snapshot_alloc() - room for snapshots of @idle; abort()s when memory is out */
struct idle_snapshot *idle_snapshot_alloc(const struct idle *idle);

/** idle_snapshot_free() - free a snapshot; NULL is fine */
void idle_snapshot_free(struct idle_snapshot *snap);

/**
 * idle_snapshot() - read all counters
 * @idle: what is looked at
 * @snap: result
 *
 * A CPU whose counters cannot be read is marked in @snap->gone. With @idle->wake
 * the calling thread's affinity changes meanwhile and is as before on return.
 */
void idle_snapshot(struct idle *idle, struct idle_snapshot *snap);

/**
 * idle_cpu_interval() - what one CPU did between two snapshots
 * @idle: what is looked at
 * @which: index into @idle->cpu
 * @from: the earlier snapshot
 * @to: the later one
 * @out: result, for idle_interval_free()
 */
void idle_cpu_interval(const struct idle *idle, int which,
		       const struct idle_snapshot *from,
		       const struct idle_snapshot *to, struct idle_interval *out);

/**
 * idle_group_interval() - the sum over a group of CPUs
 * @idle: what is looked at
 * @cpus: the group; CPUs that @idle does not know are ignored
 * @from: the earlier snapshot
 * @to: the later one
 * @out: result, for idle_interval_free()
 *
 * States are summed by index *and* name, so clusters with other tables stay apart.
 * CPUs whose interval is invalid are left out of the sums, and named in @out->why.
 */
void idle_group_interval(const struct idle *idle, const struct cpulist *cpus,
			 const struct idle_snapshot *from,
			 const struct idle_snapshot *to,
			 struct idle_interval *out);

/** idle_interval_free() - free what an interval holds */
void idle_interval_free(struct idle_interval *interval);

/**
 * idle_read() - read one CPU's counters through the kept-open descriptors
 * @cpu: the CPU
 * @count: result, [state][counter]
 *
 * Return: 0, or errno (ENODEV: the CPU went offline, or its driver went away).
 */
int idle_read(struct idle_cpu *cpu, idle_counts *count);

/**
 * idle_read_usage() - read one CPU's usage counters only
 * @cpu: the CPU
 * @usage: result, [state]
 *
 * Return: 0, or errno.
 */
int idle_read_usage(struct idle_cpu *cpu, uint64_t *usage);

/** idle_find() - the CPU's index in @idle->cpu, or -1 */
int idle_find(const struct idle *idle, int cpu);

/** idle_driver() - name of the cpuidle driver ("none" without); -1 with errno */
int idle_driver(char *buf, size_t size);

/**
 * idle_set_disabled() - disable or enable one state of one CPU through sysfs
 * @cpu: CPU number
 * @index: state index
 * @disabled: what it shall be
 * @err: BENCH_FAILED, BENCH_USAGE (no such state), BENCH_NOT_HERE (not allowed)
 *
 * Does not write the journal: see settings.h for the way back.
 *
 * Return: 0, or -1 with @err.
 */
int idle_set_disabled(int cpu, int index, bool disabled, struct err *err);

#endif /* BENCH_IDLE_H */
