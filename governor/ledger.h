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

/* Survival below this changes no choice as long as the tick corrects it. */
#define ALIVE_NEGLIGIBLE_Q15	(ONE_Q15 / 512)

/**
 * ledger_walk_start() - begin a walk at the present age
 * @cpu: the CPU's data
 * @walk: filled
 */
static inline void ledger_walk_start(const struct tally_cpu *cpu, struct tally_walk *walk)
{
	walk->expected_q16 = 0;
	walk->alive_q15 = ONE_Q15;
	walk->from_ns = cpu->age_ns;
	walk->bin = cpu->age_bin;
}

/* A part of a bin: intercepts are taken to be spread evenly over it. */
static inline void ledger_walk_part(struct tally_walk *walk, const struct tally_bin *bin,
				    u32 end_ns)
{
	u32 span = end_ns - walk->from_ns;
	u32 lost = walk->alive_q15 * bin->hazard_q15 >> 15;

	lost = (u64)lost * ((u64)span * bin->inverse_q32 >> 17) >> 15;
	walk->expected_q16 += (u64)(2 * walk->alive_q15 - lost) * span;
	walk->alive_q15 -= lost;
	walk->from_ns = end_ns;
}

/**
 * ledger_walk() - walk on over the bins
 * @cpu: the CPU's data
 * @walk: where the walk stands; moved on
 * @until_ns: how far, counted from the begin of the sleep, less than U32_MAX
 * @enough_ns: stop early where so much idle time is expected already; also where
 *	survival is negligible, and then it is 0
 */
static inline void ledger_walk(const struct tally_cpu *cpu, struct tally_walk *walk,
			       u32 until_ns, u32 enough_ns)
{
	const struct tally_bin *bin = &cpu->bins[walk->bin];
	u64 enough_q16 = (u64)enough_ns << 16;
	u64 expected;
	u32 alive;

	if (walk->from_ns >= until_ns || !walk->alive_q15)
		return;
	/* The rest of a bin that was entered before. */
	if (bin->end_ns - walk->from_ns != bin->width_ns && bin->end_ns <= until_ns) {
		ledger_walk_part(walk, bin, bin->end_ns);
		bin++;
	}
	expected = walk->expected_q16;
	alive = walk->alive_q15;
	for (; bin->end_ns <= until_ns; bin++) {
		u32 left = alive - (alive * bin->hazard_q15 >> 15);

		expected += (u64)(alive + left) * bin->width_ns;
		alive = left;
		if (alive < ALIVE_NEGLIGIBLE_Q15) {
			walk->alive_q15 = 0;
			walk->expected_q16 = expected;
			return;
		}
		if (expected >= enough_q16)
			break;
	}
	walk->expected_q16 = expected;
	walk->alive_q15 = alive;
	walk->bin = bin - cpu->bins;
	if (walk->from_ns < bin->end_ns - bin->width_ns)
		walk->from_ns = bin->end_ns - bin->width_ns;
	if (expected < enough_q16 && walk->from_ns < until_ns)
		ledger_walk_part(walk, bin, until_ns);
}

/**
 * ledger_learn() - take a duration in
 * @cpu: the CPU's data; cpu->age_bin moves to where the duration lies
 * @until_ns: survived until there, counted from the begin of the sleep
 * @intercepted: and intercepted there; otherwise nothing is known of later
 */
void ledger_learn(struct tally_cpu *cpu, u32 until_ns, bool intercepted);

#endif /* TALLY_LEDGER_H */
