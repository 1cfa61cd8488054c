/* SPDX-License-Identifier: GPL-2.0 */
/* Measuring threads: pinned, with scheduling class, timer slack and memory lock. */
#ifndef BENCH_THREADS_H
#define BENCH_THREADS_H

#include <pthread.h>
#include <stdint.h>

#include "cpulist.h"
#include "err.h"

/**
 * struct thread_setup - how a measuring thread runs
 * @cpu: pinned there, -1: not pinned
 * @set: with @cpu -1: may run on these CPUs only; NULL: on all
 * @sched: SCHED_OTHER, SCHED_FIFO or SCHED_RR
 * @priority: of a real-time class
 * @timer_slack_ns: 1 or more; real-time threads have none
 */
struct thread_setup {
	int cpu;
	const struct cpulist *set;
	int sched;
	int priority;
	uint64_t timer_slack_ns;
};

/**
 * thread_start() - start a thread that is set up before it runs @fn
 * @thread: result
 * @setup: how it runs
 * @fn: its function
 * @arg: its argument
 * @err: BENCH_FAILED, or BENCH_NOT_HERE when the scheduling class is not allowed
 *
 * All signals are blocked in it. Stack of 256 KiB.
 *
 * Return: 0, or -1 with @err.
 */
int thread_start(pthread_t *thread, const struct thread_setup *setup,
		 void *(*fn)(void *arg), void *arg, struct err *err);

/** memory_lock() - mlockall() of what is there and what comes; 0, or -1 with @err */
int memory_lock(struct err *err);

#endif /* BENCH_THREADS_H */
