/* SPDX-License-Identifier: GPL-2.0 */
/* A calibrated amount of work: a chain of dependent integer operations. */
#ifndef BENCH_WORK_H
#define BENCH_WORK_H

#include <stdint.h>

/** work_iterations() - run @n iterations; the return value keeps the compiler honest */
uint32_t work_iterations(uint64_t n);

/**
 * work_calibrate() - how long an iteration takes on this CPU
 * @budget_ns: time to spend, about
 *
 * Best of several short rounds, so that an interruption does not count. Frequency
 * changes during the run make the work longer or shorter: the amount of work is
 * what is constant, not its time.
 *
 * Return: picoseconds an iteration, 1 or more.
 */
uint64_t work_calibrate(uint64_t budget_ns);

/** work_for_ns() - iterations that take @ns when one takes @ps picoseconds */
static inline uint64_t work_for_ns(uint64_t ns, uint64_t ps)
{
	return (uint64_t)((__uint128_t)ns * 1000 / ps);
}

#endif /* BENCH_WORK_H */
