// SPDX-License-Identifier: GPL-2.0
#include "clock.h"
#include "work.h"

/* Rounds long enough that two clock readings do not matter. */
#define ROUND_ITERATIONS	4096
#define ROUNDS_MIN		8

uint32_t work_iterations(uint64_t n)
{
	/* Marsaglia's 32-bit xorshift (J. Stat. Software 8/14, 2003): each step needs the last. */
	uint32_t x = 2463534242u;

	while (n--) {
		x ^= x << 13;
		x ^= x >> 17;
		x ^= x << 5;
	}
	/* Without this the compiler may drop the loop. */
	__asm__ volatile("" : "+r"(x));
	return x;
}

uint64_t work_calibrate(uint64_t budget_ns)
{
	uint64_t begin = now_ns(), best = UINT64_MAX, took, ps;
	int rounds = 0;

	do {
		uint64_t from = now_ns();

		work_iterations(ROUND_ITERATIONS);
		took = now_ns() - from;
		if (took < best)
			best = took;
		rounds++;
	} while (rounds < ROUNDS_MIN || now_ns() - begin < budget_ns);
	ps = best * 1000 / ROUND_ITERATIONS;
	return ps ? ps : 1;
}
