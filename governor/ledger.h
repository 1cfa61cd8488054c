/* SPDX-License-Identifier: GPL-2.0 */
/* The ledger: hazards of intercepts by idle duration, learned and summed up. */
#ifndef TALLY_LEDGER_H
#define TALLY_LEDGER_H

#include <tally/cpu.h>

#define ONE_Q15		32768u

/* Durations and latencies are kept in 31 bits, so that two of them add up in 32. */
#define FOREVER_NS	0x7fffffffu

static inline u32 clamp_ns(s64 ns)
{
	if (likely(!((u64)ns >> 31)))
		return ns;
	return ns < 0 ? 0 : FOREVER_NS;
}

static inline u32 min_u32(u32 a, u32 b)
{
	return a < b ? a : b;
}

/* Frequent timers nearer than this are unlikely (timer slack): mainline's value. */
#define SHORT_NS		15000u

/* Survival below this changes no choice as long as the tick corrects it. */
#define ALIVE_NEGLIGIBLE_Q15	(ONE_Q15 / 512)

/**
 * ledger_init() - lay out the bins
 * @cpu: the CPU's data, its table filled in
 */
void ledger_init(struct tally_cpu *cpu);

/**
 * ledger_refresh() - take the noted outcomes into the hazards, and sum up
 * @cpu: the CPU's data
 */
void ledger_refresh(struct tally_cpu *cpu);

/* The bin that @ns lies in, 2 * FOREVER_NS at most: less than the last bin's end. */
static inline struct tally_bin *ledger_bin(struct tally_cpu *cpu, u32 ns)
{
	struct tally_bin *bin = &cpu->bins[cpu->first_bin[31 - __builtin_clz(ns | 1)]];

	while (bin->end_ns <= ns)
		bin++;
	return bin;
}

/**
 * struct tally_prospect - what is expected up to some time from now
 * @idle_ns: expected idle time up to it
 * @alive_q15: P(still idle then), Q15
 */
struct tally_prospect {
	u32 idle_ns;
	u32 alive_q15;
};

/* Another @span_ns, in which @lost_q15 of what is alive is lost, evenly. */
static inline void prospect_lose(struct tally_prospect *prospect, u32 lost_q15, u32 span_ns)
{
	prospect->idle_ns += (u64)(2 * prospect->alive_q15 - lost_q15) * span_ns >> 16;
	prospect->alive_q15 -= lost_q15;
}

/* @span_ns into a bin where @lost_q15 is lost: evenly spread over it. */
static inline void prospect_part(struct tally_prospect *prospect, u32 lost_q15, u32 span_ns,
				 u32 inverse_q32)
{
	prospect_lose(prospect, lost_q15 * (u32)((u64)span_ns * inverse_q32 >> 17) >> 15, span_ns);
}

/**
 * ledger_ahead() - look ahead from the begin of a sleep
 * @cpu: the CPU's data
 * @ns: how far, 2 * FOREVER_NS at most
 */
static inline struct tally_prospect ledger_ahead(struct tally_cpu *cpu, u32 ns)
{
	const struct tally_bin *bin = ledger_bin(cpu, ns);
	struct tally_prospect prospect = { bin->idle_ns, bin->alive_q15 };

	prospect_part(&prospect, bin->lost_q15, ns - bin->begin_ns, bin->inverse_q32);
	return prospect;
}

/**
 * ledger_ahead_aged() - look ahead from the present age
 * @cpu: the CPU's data
 * @until_ns: how far, counted from the begin of the sleep, 2 * FOREVER_NS at most
 */
struct tally_prospect ledger_ahead_aged(const struct tally_cpu *cpu, u32 until_ns);

/**
 * ledger_is_short() - could no timer make another state than a shallow one worth it?
 * @cpu: the CPU's data
 * @ns: expected idle time
 *
 * Short of the first target residency that a frequent timer's slack does not hide, and
 * of the tick, which is not stopped then.
 */
static inline bool ledger_is_short(const struct tally_cpu *cpu, u64 ns)
{
	return ns < cpu->short_bound_ns && ns < cpu->tick_period_ns / 4;
}

/**
 * ledger_learn() - note a duration
 * @cpu: the CPU's data; cpu->age_bin moves to where the duration lies
 * @until_ns: survived until there, counted from the begin of the sleep
 * @intercepted: and intercepted there; otherwise nothing is known of later
 */
static inline void ledger_learn(struct tally_cpu *cpu, u32 until_ns, bool intercepted)
{
	struct tally_bin *bin = ledger_bin(cpu, until_ns);

	cpu->bins[cpu->age_bin].survived++;
	bin->survived--;
	bin->intercepted += intercepted;
	cpu->age_bin = bin - cpu->bins;
	if (++cpu->pending >= cpu->batch)
		ledger_refresh(cpu);
}

#endif /* TALLY_LEDGER_H */
