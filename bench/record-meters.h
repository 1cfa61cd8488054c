/* SPDX-License-Identifier: GPL-2.0 */
/* All that bench/record reads around a run of its command. */
#ifndef BENCH_RECORD_METERS_H
#define BENCH_RECORD_METERS_H

#include <jansson.h>
#include <sys/types.h>

#include "lib/cpulist.h"
#include "lib/err.h"
#include "lib/result.h"

/**
 * struct meters_options - what to read
 * @events: tracepoints
 * @reader_cpu: CPU of the events' reader, -1: not bound
 * @ring_bytes: size of an event ring, 0: the library's choice
 * @wake: CPUs may be woken for exact counters
 * @budget_percent: share of the time that events may cost; 100 or more: whatever
 *	they cost
 * @proc_switches: context switches from /proc/stat instead of perf's counter
 */
struct meters_options {
	bool events;
	int reader_cpu;
	size_t ring_bytes;
	bool wake;
	double budget_percent;
	bool proc_switches;
};

struct meters;

/**
 * meters_open() - find what this machine has, open it
 * @meters: result, for meters_close()
 * @options: what to read
 * @result: a note is added for each meter that this machine has not
 * @err: BENCH_FAILED
 *
 * Return: 0, or -1 with @err.
 */
int meters_open(struct meters **meters, const struct meters_options *options,
		struct result *result, struct err *err);

/**
 * meters_start() - begin to count
 * @meters: opened, or stopped
 * @pid: the command's process, before it does anything
 * @err: BENCH_FAILED
 *
 * Return: 0, or -1 with @err.
 */
int meters_start(struct meters *meters, pid_t pid, struct err *err);

/**
 * meters_stop() - end counting
 * @meters: started
 * @elapsed_ns: how long the command ran
 * @point: all that was seen is added; NULL: it is dropped
 * @result: what a reader must know about it is noted
 */
void meters_stop(struct meters *meters, uint64_t elapsed_ns, json_t *point,
		 struct result *result);

/**
 * meters_close() - close all
 * @meters: not counting; NULL is allowed
 */
void meters_close(struct meters *meters);

#endif /* BENCH_RECORD_METERS_H */
