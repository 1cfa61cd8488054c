/* SPDX-License-Identifier: GPL-2.0 */
/* A token that passes round a ring of pinned threads. */
#ifndef BENCH_RING_H
#define BENCH_RING_H

#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "driver.h"
#include "handover.h"
#include "lib/batches.h"

struct ring;

/**
 * struct member - one thread of a ring
 * @slot: where it waits for the token
 * @ring: its ring
 * @position: its place, from 0
 * @thread: the thread
 */
struct member {
	struct slot slot;
	struct ring *ring;
	int position;
	pthread_t thread;
};

/**
 * struct ring - one token
 * @bench: the bench
 * @way: how the token is handed on
 * @members: number of threads
 * @member: the threads, in the order of the ring; member 0 keeps the time
 * @iterations: work of each stop
 * @duration_ns: time to measure
 * @converge: end early when the mean's 95 % confidence interval is within so many
 *	percent, 0: never
 * @finished: set by member 0: hand the token on once more, and end
 * @loop: time of each loop
 * @batches: of @loop
 */
struct ring {
	struct bench *bench;
	const struct handover *way;
	int members;
	struct member *member;
	uint64_t iterations;
	uint64_t duration_ns;
	double converge;
	atomic_bool finished;
	struct stats loop;
	struct batches batches;
};

/**
 * ring_open() - make the slots ready; all but @member and results is filled in
 * @ring: the ring
 * @err: gets the reason
 *
 * Return: 0; on failure -1, and there is nothing to close.
 */
int ring_open(struct ring *ring, struct err *err);

/** ring_close() - the opposite of ring_open(); a ring that is all zero is fine */
void ring_close(struct ring *ring);

/**
 * ring_start() - start the threads
 * @ring: an open ring
 * @cpu: a CPU for each
 * @err: gets the reason
 *
 * Return: 0; on failure -1, and no thread runs.
 */
int ring_start(struct ring *ring, const int *cpu, struct err *err);

/** ring_join() - wait until the time is over; then @loop and @batches are whole */
void ring_join(struct ring *ring);

#endif /* BENCH_RING_H */
