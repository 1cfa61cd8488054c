/* SPDX-License-Identifier: GPL-2.0 */
/* Step 3 of core.c: how long the sleeps were that followed the last outcomes. */
#ifndef TALLY_CONTEXT_H
#define TALLY_CONTEXT_H

#include "ledger.h"

/*
 * A row is believed when its durations keep within about half an octave, for which
 * it must have been right about once more than wrong. The replay's design half is
 * indifferent between 50 and 160.
 */
#define ROW_SHIFT		2
#define ROW_UNSEEN_Q8		0xffffu
#define ROW_TRUSTED_Q8		120
/* A miss by more than two octaves is just a miss. */
#define ROW_FAR_Q8		512

/* log2 in Q8, linear between powers of two: at most 0.09 off. */
static u16 log2_q8(u32 ns)
{
	unsigned int whole;

	ns |= 256;
	whole = 31 - __builtin_clz(ns);
	return (whole << 8) | ((ns >> (whole - 8)) & 255);
}

/* The inverse of log2_q8(). */
static u32 exp2_q8(u32 log_q8)
{
	unsigned int whole = log_q8 >> 8;

	return (256 | (log_q8 & 255)) << (whole - 8);
}

/* An outcome in two bits: up to 32 us, 262 us, 2.1 ms, and beyond. */
static u8 outcome_class(u32 ns)
{
	if (ns < 1u << 18)
		return ns >= 1u << 15;
	return ns < 1u << 21 ? 2 : 3;
}

/* The duration that the context tells, counted from the begin of the sleep, or 0. */
static inline u32 context_tells(const struct tally_cpu *cpu)
{
	const struct tally_row *row = &cpu->rows[cpu->decision.context];
	u32 told;

	if (row->spread_q8 > ROW_TRUSTED_Q8)
		return 0;
	told = exp2_q8(row->mean_q8);
	return told > cpu->decision.age_ns ? told : 0;
}

/* A row that is not believed has nothing to lose. */
static inline int row_jump(struct tally_row *row, int now)
{
	/* A first one: the update that follows makes ROW_FAR_Q8 / 4 of it. */
	if (row->spread_q8 == ROW_UNSEEN_Q8)
		row->spread_q8 = 0;
	row->mean_q8 = now;
	return 0;
}

/* Step 3: how long the sleep was that followed this context. */
static inline void context_learn(struct tally_cpu *cpu, u32 duration_ns, bool intercepted)
{
	struct tally_row *row = &cpu->rows[cpu->decision.context];
	int now = log2_q8(duration_ns);
	int off = now - row->mean_q8;
	int distance = off < 0 ? -off : off;

	if (intercepted || off > 0) {
		if (distance > ROW_FAR_Q8) {
			distance = ROW_FAR_Q8;
			if (row->spread_q8 > ROW_TRUSTED_Q8)
				off = row_jump(row, now);
		}
		row->mean_q8 += off >> ROW_SHIFT;
		row->spread_q8 += (distance - row->spread_q8) >> ROW_SHIFT;
	}
	cpu->decision.context = (cpu->decision.context << 2 | outcome_class(duration_ns)) &
		       (TALLY_CONTEXTS - 1);
}

#endif /* TALLY_CONTEXT_H */
