/* SPDX-License-Identifier: GPL-2.0 */
/* The ledger: hazards of intercepts by idle duration, learned and walked over. */
#ifndef TALLY_LEDGER_H
#define TALLY_LEDGER_H

#include <tally/cpu.h>

#define ONE_Q15		32768u

/* Durations and latencies are kept in 32 bits: 4.29 s stand for anything longer. */
static inline u32 clamp_ns(s64 ns)
{
	if (ns < 0)
		return 0;
	return ns > 0xffffffffll ? 0xffffffffu : (u32)ns;
}

static inline u32 min_u32(u32 a, u32 b)
{
	return a < b ? a : b;
}

static inline u32 saturating_add(u32 a, u32 b)
{
	return a + b < a ? 0xffffffffu : a + b;
}

/**
 * ledger_init() - lay out the bins
 * @cpu: the CPU's data, its table filled in
 */
void ledger_init(struct tally_cpu *cpu);

/**
 * ledger_walk_start() - begin a walk at the present age
 * @cpu: the CPU's data
 */
static inline void ledger_walk_start(struct tally_cpu *cpu)
{
	cpu->walk.expected_q15 = 0;
	cpu->walk.alive_q15 = ONE_Q15;
	cpu->walk.from_ns = cpu->age_ns;
	cpu->walk.bin = cpu->age_bin;
}

/**
 * ledger_walk() - walk on over the bins
 * @cpu: the CPU's data; cpu->walk is updated
 * @until_ns: how far, counted from the begin of the sleep
 * @enough_ns: stop early where so much idle time is expected already
 * @floor_q15: survival is never taken for less than this; 0: the walk ends where
 *	survival is negligible
 */
void ledger_walk(struct tally_cpu *cpu, u32 until_ns, u32 enough_ns, u32 floor_q15);

/**
 * ledger_learn() - take a duration in
 * @cpu: the CPU's data; cpu->age_bin moves to where the duration lies
 * @until_ns: survived until there, counted from the begin of the sleep
 * @intercepted: and intercepted there; otherwise nothing is known of later
 */
void ledger_learn(struct tally_cpu *cpu, u32 until_ns, bool intercepted);

#endif /* TALLY_LEDGER_H */
