/* SPDX-License-Identifier: GPL-2.0 */
/* The clocks: one to stamp with, one to sleep on. */
#ifndef BENCH_CLOCK_H
#define BENCH_CLOCK_H

#include <stdint.h>
#include <time.h>

/* What durations are stamped with: not slewed by NTP, read without a system call. */
#define BENCH_CLOCK		CLOCK_MONOTONIC_RAW
#define BENCH_CLOCK_NAME	"CLOCK_MONOTONIC_RAW"

#define NSEC_PER_USEC		UINT64_C(1000)
#define NSEC_PER_MSEC		UINT64_C(1000000)
#define NSEC_PER_SEC		UINT64_C(1000000000)

/** clock_ns() - a clock's time in nanoseconds */
static inline uint64_t clock_ns(clockid_t clock)
{
	struct timespec ts;

	clock_gettime(clock, &ts);
	return (uint64_t)ts.tv_sec * NSEC_PER_SEC + (uint64_t)ts.tv_nsec;
}

/** now_ns() - BENCH_CLOCK's time in nanoseconds */
static inline uint64_t now_ns(void)
{
	return clock_ns(BENCH_CLOCK);
}

#endif /* BENCH_CLOCK_H */
