/* SPDX-License-Identifier: GPL-2.0 */
/* Batch means of a running measurement, and when they have converged. */
#ifndef BENCH_BATCHES_H
#define BENCH_BATCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "stats.h"

#define BATCHES_WANTED	200
/* Fewer batches than this never count as converged. */
#define BATCHES_MIN	20

/**
 * struct batches - batches of equal time
 * @length_ns: time of a batch
 * @end_ns: when the current batch ends
 * @converge: wanted half width of the 95 % confidence interval of the mean, as a share
 *	of the mean; 0: never converged
 * @sum: of the values of the current batch
 * @count: number of values in it
 * @converged: the wanted width was reached
 */
struct batches {
	uint64_t length_ns;
	uint64_t end_ns;
	double converge;
	double sum;
	uint64_t count;
	bool converged;
};

/**
 * batches_begin() - before the first value
 * @batches: set up
 * @now_ns: time now
 * @duration_ns: how long it will be measured at most: BATCHES_WANTED batches in that time
 * @converge: see struct batches
 */
void batches_begin(struct batches *batches, uint64_t now_ns, uint64_t duration_ns,
		   double converge);

/** batches_close() - the current batch has ended: its mean goes into @stats */
void batches_close(struct batches *batches, struct stats *stats, uint64_t now_ns);

/**
 * batches_add() - one value
 * @batches: the batches
 * @stats: gets the means as its samples
 * @value: the value
 * @now_ns: time of its end
 */
static inline void batches_add(struct batches *batches, struct stats *stats,
			       uint64_t value, uint64_t now_ns)
{
	batches->sum += (double)value;
	batches->count++;
	if (now_ns >= batches->end_ns)
		batches_close(batches, stats, now_ns);
}

#endif /* BENCH_BATCHES_H */
