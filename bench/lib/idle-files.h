/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by the idle-*.c files only. */
#ifndef BENCH_IDLE_FILES_H
#define BENCH_IDLE_FILES_H

#include "idle.h"

/* File names of enum idle_counter. */
extern const char *const idle_counter_file[IDLE_COUNTERS];

/** idle_counter_open() - a descriptor of a counter, or IDLE_FD_ABSENT, or IDLE_FD_EACH */
int idle_counter_open(int cpu, int index, int counter);

/* Descriptors left for everything else. */
#define IDLE_FD_RESERVE	64

/** idle_open_counters() - open the counters of some of the CPUs in this thread's file table */
void idle_open_counters(struct idle *idle, int first, int count);

/** idle_close_counters() - the opposite */
void idle_close_counters(struct idle *idle, int first, int count);

/** idle_snapshot_part() - read some of the CPUs */
void idle_snapshot_part(struct idle *idle, struct idle_snapshot *snap, int first, int count);

/**
 * idle_shards_open() - open all counters, in as many file tables as it takes
 *
 * Where a thread cannot be started its counters stay IDLE_FD_EACH.
 */
void idle_shards_open(struct idle *idle);

/** idle_shards_close() - the opposite */
void idle_shards_close(struct idle *idle);

/** idle_shards_read() - idle_snapshot_part() of all, each in its own thread */
void idle_shards_read(struct idle *idle, struct idle_snapshot *snap);

#endif /* BENCH_IDLE_FILES_H */
