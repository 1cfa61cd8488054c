/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by the idle-*.c files only. */
#ifndef BENCH_IDLE_FILES_H
#define BENCH_IDLE_FILES_H

#include "idle.h"

/* File names of enum idle_counter. */
extern const char *const idle_counter_file[IDLE_COUNTERS];

/** idle_counter_open() - a descriptor of a counter, or IDLE_FD_ABSENT, or IDLE_FD_EACH */
int idle_counter_open(int cpu, int index, int counter);

#endif /* BENCH_IDLE_FILES_H */
