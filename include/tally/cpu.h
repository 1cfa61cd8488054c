/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What tally keeps for one CPU. Only core.c and majority.c write it; debugfs,
 * the tracepoints and the tests read it.
 */
#ifndef TALLY_CPU_H
#define TALLY_CPU_H

#include <tally/core.h>

/**
 * struct tally_bin - one interval of idle duration
 * @end_ns: where it ends (the last one never does: U32_MAX)
 * @width_ns: how wide it is
 * @inverse_q32: 2^32 / @width_ns, so that no choice divides
 * @hazard_q15: moving average of P(intercept in this bin | still idle when it
 *	begins), Q15
 * @seen: how many outcomes are in it, up to the length of its memory
 */
struct tally_bin {
	u32 end_ns;
	u32 width_ns;
	u32 inverse_q32;
	u16 hazard_q15;
	u8 seen;
};

/**
 * struct tally_row - what followed one context
 * @mean_q8: moving average of log2 of the idle duration in ns, Q8
 * @spread_q8: moving average of the distance from it, Q8; a row that was never
 *	seen has the largest one
 */
struct tally_row {
	u16 mean_q8;
	u16 spread_q8;
};

/**
 * struct tally_majority - the ledger as the majority rule reads it
 * @intercepts: decayed count of intercepts by state-aligned bin
 * @hits: decayed count of hits by state-aligned bin
 * @total: sum of both over all bins
 * @tick_intercepts: those intercepts that came before a tick period was over
 * @ticks: decayed count of wake-ups by the tick
 */
struct tally_majority {
	u32 intercepts[TALLY_STATES_MAX];
	u32 hits[TALLY_STATES_MAX];
	u32 total;
	u32 tick_intercepts;
	u32 ticks;
};

/**
 * struct tally_walk - how far the walk over the bins has come
 * @expected_q16: expected idle time up to @from_ns, ns in Q16
 * @from_ns: where it stands: everything before it is counted
 * @alive_q15: P(still idle there), Q15
 * @bin: the bin that begins or contains @from_ns
 */
struct tally_walk {
	u64 expected_q16;
	u32 from_ns;
	u32 alive_q15;
	u8 bin;
};

/**
 * struct tally_cpu - all that tally keeps for one CPU
 * @table: effective state table
 * @residency_ns: the table's target residencies, at most U32_MAX ns
 * @exit_ns: the table's exit latencies, likewise
 * @need_ns: expected idle time from which on a state pays, see core.c
 * @wake_ns: what the wake-up from each state really adds to the residency that the
 *	cpuidle core measures: at first the exit latency
 * @bins: the ledger
 * @bin_count: bins in use
 * @tick_period_ns: TICK_NSEC
 * @age_ns: how long the present sleep has lasted already
 * @age_bin: the bin that contains @age_ns
 * @history: the last outcomes, 2 bits each, the latest lowest
 * @banned: states that the driver keeps rejecting, left out for a while
 * @ban: how many more choices @banned lasts, and how long the last ban was
 * @all_exit_ns: largest exit latency of the table
 * @short_bound_ns: smallest target residency that is not short (see core.c)
 * @short_sure: the last walk was over before long, and so were all sleeps since
 * @latency_weight: what @need_ns was computed with
 * @told_ns: duration that the context tells for the present choice, or 0
 * @short_mean_ns: mean of the durations while @short_sure
 * @usable: states that may be entered by the present choice
 * @walk: state of the walk between tally_predict() and tally_choose()
 * @decision: the last choice
 * @reasons: how often each reason decided
 * @verdicts: how often each verdict came
 * @context_used: how often the context decided
 * @rows: what followed each context
 * @majority: the other reading's ledger
 */
struct tally_cpu {
	struct tally_table table;
	u32 residency_ns[TALLY_STATES_MAX];
	u32 exit_ns[TALLY_STATES_MAX];
	u32 need_ns[TALLY_STATES_MAX];
	u32 wake_ns[TALLY_STATES_MAX];
	struct tally_bin bins[TALLY_BINS_MAX];
	u32 tick_period_ns;
	u32 age_ns;
	s64 all_exit_ns;
	u32 short_bound_ns;
	u32 told_ns;
	u32 short_mean_ns;
	u16 usable;
	u16 banned;
	u8 bin_count;
	u8 age_bin;
	u8 history;
	u8 ban;
	u8 ban_length;
	u8 latency_weight;
	bool short_sure;
	struct tally_walk walk;
	struct tally_decision decision;
	u32 reasons[TALLY_REASONS];
	u32 verdicts[TALLY_VERDICTS];
	u32 context_used;
	struct tally_row rows[TALLY_CONTEXTS];
	struct tally_majority majority;
};

#endif /* TALLY_CPU_H */
