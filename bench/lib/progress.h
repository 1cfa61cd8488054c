/* SPDX-License-Identifier: GPL-2.0 */
/* How far a run is: text for the program to print. */
#ifndef BENCH_PROGRESS_H
#define BENCH_PROGRESS_H

#include <stddef.h>
#include <stdint.h>

/**
 * struct progress - a row of equal steps
 * @total: number of steps, 1 or more
 * @done: steps finished
 * @skipped: of those, the ones that took no time (resumed)
 * @start_ns: BENCH_CLOCK when the first began
 */
struct progress {
	int total;
	int done;
	int skipped;
	uint64_t start_ns;
};

/** progress_begin() - no step is done yet */
void progress_begin(struct progress *progress, int total);

/** progress_step() - one more step is done */
void progress_step(struct progress *progress);

/** progress_skip() - one more step needs not be done */
void progress_skip(struct progress *progress);

/**
 * progress_bar() - "[####......] 12/30  40 %  1:20 left", for a terminal
 * @progress: the steps
 * @buf: result
 * @size: of @buf
 */
void progress_bar(const struct progress *progress, char *buf, size_t size);

/** progress_line() - "12/30", for a log */
void progress_line(const struct progress *progress, char *buf, size_t size);

#endif /* BENCH_PROGRESS_H */
