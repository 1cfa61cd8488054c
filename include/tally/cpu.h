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
 * @begin_ns: where it begins
 * @end_ns: where it ends (the last one never does: U32_MAX)
 * @inverse_q32: 2^32 / width, so that no choice divides
 * @idle_ns: E[min(D, begin of this bin)] of a sleep that begins now, ns
 * @alive_q15: P(still idle when it begins), Q15
 * @lost_q15: P(intercept in it), Q15
 * @hazard_q15: moving average of P(intercept in this bin | still idle when it
 *	begins), Q15
 * @seen: how many outcomes are in it, up to the length of its memory
 * @intercepted: outcomes not yet in it that were intercepts here
 * @survived: likewise, that survived it; as the difference to the bin before
 */
struct tally_bin {
	u32 begin_ns;
	u32 end_ns;
	u32 inverse_q32;
	u32 idle_ns;
	u16 alive_q15;
	u16 lost_q15;
	u16 hazard_q15;
	u8 seen;
	u8 intercepted;
	s8 survived;
} __aligned(32);

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
 * struct tally_cpu - all that tally keeps for one CPU
 * @table: effective state table
 * @residency_ns: the table's target residencies, at most U32_MAX ns
 * @exit_ns: the table's exit latencies, likewise
 * @need_ns: expected idle time from which on a state pays, see core.c
 * @wake_ns: what the wake-up from each state really adds to the residency that the
 *	cpuidle core measures: at first the exit latency
 * @bins: the ledger
 * @bin_count: bins in use
 * @first_bin: the first bin that a duration of 2^index ns or more can be in
 * @pending: outcomes noted that the hazards do not contain yet
 * @batch: how many are taken in at once
 * @tick_period_ns: TICK_NSEC
 * @age_bin: the bin that contains decision.age_ns
 * @banned: states that the driver keeps rejecting, left out for a while
 * @ban: how many more choices @banned lasts, and how long the last ban was
 * @all_exit_ns: largest exit latency of the table
 * @short_bound_ns: smallest target residency that is not short (see core.c)
 * @latency_weight: what @need_ns was computed with
 * @told_ns: duration that the context tells for the present choice, or 0
 * @short_ns: expected idle time if it is short for sure, else 0
 * @states: bit i is set for each state of the table
 * @short_usable: what @usable was when @short_state was chosen; 0 if it was not
 * @short_state: the choice for @short_ns
 * @usable: states that may be entered by the present choice
 * @decision: the last choice; once its outcome was learned, age_ns and context are
 *	those of the next one
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
	s64 all_exit_ns;
	u32 short_bound_ns;
	u32 told_ns;
	u32 short_ns;
	u16 states;
	u16 usable;
	u16 short_usable;
	u8 short_state;
	u16 banned;
	u8 bin_count;
	u8 age_bin;
	u8 ban;
	u8 ban_length;
	u8 latency_weight;
	u8 first_bin[32];
	u8 pending;
	u8 batch;
	struct tally_decision decision;
	u32 reasons[TALLY_REASONS];
	u32 verdicts[TALLY_VERDICTS];
	u32 context_used;
	struct tally_row rows[TALLY_CONTEXTS];
	struct tally_majority majority;
};

/**
 * tally_take_back() - forget a choice that is made anew at once
 * @cpu: the CPU's data, after tally_predict() and tally_choose()
 *
 * Only what was counted has to go: a choice learns nothing.
 */
static inline void tally_take_back(struct tally_cpu *cpu)
{
	cpu->reasons[cpu->decision.reason]--;
	if (cpu->told_ns)
		cpu->context_used--;
}

#endif /* TALLY_CPU_H */
