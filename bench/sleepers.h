/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Threads that block in read() on a pipe of their own, and one that wakes them on a
 * fixed timetable. Each wake-up carries the time at which it was *due*: one that is late
 * is measured from then, and several that are pending all count (no coordinated omission).
 * The waker never waits for those it wakes.
 */
#ifndef BENCH_SLEEPERS_H
#define BENCH_SLEEPERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "lib/idle.h"
#include "lib/stats.h"
#include "lib/threads.h"

/* Wake-ups whose idle states are looked at together, when they come too fast for each. */
#define SLEEPER_BATCH	64

/**
 * struct stamp - one wake-up, on its way through a pipe
 * @due_ns: when it was due, BENCH_CLOCK; 0: the end
 * @sent_ns: when it was written
 * @round: number of the round it belongs to
 */
struct stamp {
	uint64_t due_ns;
	uint64_t sent_ns;
	uint64_t round;
};

/**
 * struct sleeper - one thread that is woken
 * @cpu: where it is pinned
 * @fd: its pipe
 * @thread: the thread
 * @work: iterations of work after each wake-up
 * @latency: read() has returned since the wake-up was due, ns
 * @from_write: the same since it was written, ns
 * @idle: counters of its CPU, or NULL: no latencies by state
 * @by_state: latency by dominant state entered, [states + 1]; the last: no idle state
 * @beyond_exit: by state, with @batch 1: what @from_write has beyond the state's exit
 *	latency, of wake-ups that took all of it (others met a CPU on its way out already)
 * @batch: wake-ups that are attributed together, 1 to SLEEPER_BATCH
 * @rounds: if not NULL: sums of latencies by round, shared by all sleepers
 * @round_max: number of entries in @rounds
 * @pending: latencies of the current batch
 * @pending_write: the same since they were written
 * @pending_count: how many
 * @usage: usage counters at the last look
 */
struct sleeper {
	int cpu;
	int fd[2];
	pthread_t thread;
	uint64_t work;
	struct stats *latency;
	struct stats *from_write;
	struct idle_cpu *idle;
	struct stats *by_state;
	struct stats *beyond_exit;
	int batch;
	struct round *rounds;
	uint64_t round_max;
	uint64_t pending[SLEEPER_BATCH];
	uint64_t pending_write[SLEEPER_BATCH];
	int pending_count;
	uint64_t *usage;
};

/**
 * struct round - the wake-ups of a round
 * @sum_ns: sum of their latencies
 * @count: how many
 */
struct round {
	_Atomic uint64_t sum_ns;
	_Atomic uint64_t count;
};

/**
 * enum waker_mode - how the waker waits for the next time
 * @WAKER_AUTO: asleep until WAKER_MARGIN_NS before it, then on the clock
 * @WAKER_SPIN: on the clock
 * @WAKER_SLEEP: asleep: it is late by its own wakeup latency
 */
enum waker_mode {
	WAKER_AUTO,
	WAKER_SPIN,
	WAKER_SLEEP,
};

/* More than the exit latency of any state known (see tables/), timer slack included. */
#define WAKER_MARGIN_NS	2000000

/**
 * struct waker - the timetable
 * @sleeper: who is woken
 * @sleepers: how many
 * @period_ns: time between wake-ups, more than 0
 * @each: every sleeper at every time; else one after the other
 * @mode: how it waits
 * @duration_ns: how long
 * @stop: end early when it is set
 * @late: how late each was written, ns
 * @dropped: wake-ups whose pipe was full
 * @skipped: wake-ups left out because the waker itself was more than a period late
 * @elapsed_ns: result: how long it took
 */
struct waker {
	struct sleeper *sleeper;
	int sleepers;
	uint64_t period_ns;
	bool each;
	enum waker_mode mode;
	uint64_t duration_ns;
	atomic_int *stop;
	struct stats *late;
	uint64_t dropped;
	uint64_t skipped;
	uint64_t elapsed_ns;
};

/** waker_mode_parse() - auto, spin or sleep; -1 for any other text */
int waker_mode_parse(const char *text);

/** waker_mode_name() - the text of a mode */
const char *waker_mode_name(enum waker_mode mode);

/**
 * sleeper_open() - pipe and statistics
 * @sleeper: @cpu, @work, @idle, @batch, @rounds are set by the caller
 * @err: BENCH_FAILED: no more files
 *
 * Return: 0, or -1 with @err.
 */
int sleeper_open(struct sleeper *sleeper, struct err *err);

/** sleeper_start() - start its thread; 0, or -1 with @err */
int sleeper_start(struct sleeper *sleeper, const struct thread_setup *setup,
		  struct err *err);

/** sleeper_end() - wake it for the last time and wait for its end */
void sleeper_end(struct sleeper *sleeper);

/** sleeper_close() - the opposite of sleeper_open() */
void sleeper_close(struct sleeper *sleeper);

/** waker_run() - work the timetable off, in the calling thread (arg: struct waker) */
void *waker_run(void *arg);

#endif /* BENCH_SLEEPERS_H */
