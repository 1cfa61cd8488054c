/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints. Together they hold everything that goes into core.c, so that the
 * replay can repeat a run decision by decision: table (begin: history is empty),
 * then select and reflect in turn, all of one CPU.
 */
#undef TRACE_SYSTEM
#define TRACE_SYSTEM tally

#if !defined(TALLY_TRACE_H) || defined(TRACE_HEADER_MULTI_READ)
#define TALLY_TRACE_H

#include <linux/tracepoint.h>
#include <tally/core.h>

TRACE_DEFINE_ENUM(TALLY_RULE_EXPECTATION);
TRACE_DEFINE_ENUM(TALLY_RULE_MAJORITY);
TRACE_DEFINE_ENUM(TALLY_REASON_ONLY);
TRACE_DEFINE_ENUM(TALLY_REASON_LATENCY);
TRACE_DEFINE_ENUM(TALLY_REASON_TIMER);
TRACE_DEFINE_ENUM(TALLY_REASON_INTERCEPT);
TRACE_DEFINE_ENUM(TALLY_REASON_TICK);
TRACE_DEFINE_ENUM(TALLY_REASON_DEEPEST);
TRACE_DEFINE_ENUM(TALLY_REASON_UTIL);
TRACE_DEFINE_ENUM(TALLY_REASON_STUCK);
TRACE_DEFINE_ENUM(TALLY_VERDICT_HIT);
TRACE_DEFINE_ENUM(TALLY_VERDICT_INTERCEPT);
TRACE_DEFINE_ENUM(TALLY_VERDICT_TICK);
TRACE_DEFINE_ENUM(TALLY_VERDICT_POLL);
TRACE_DEFINE_ENUM(TALLY_VERDICT_REJECTED);

/* A CPU begins anew with a table; its history is forgotten. */
TRACE_EVENT(table,
	    TP_PROTO(unsigned int cpu, u32 version, const struct tally_table *table,
		     s64 tick_period_ns),
	    TP_ARGS(cpu, version, table, tick_period_ns),
	    TP_STRUCT__entry(__field(u32, cpu_id)
			     __field(u32, version)
			     __field(s64, tick_period_ns)
			     __field(u16, polling)
			     __field(u8, count)
			     __array(s64, exit_ns, TALLY_STATES_MAX)
			     __array(s64, residency_ns, TALLY_STATES_MAX)),
	    TP_fast_assign(size_t used = table->count * sizeof(s64);

			   __entry->cpu_id = cpu;
			   __entry->version = version;
			   __entry->tick_period_ns = tick_period_ns;
			   __entry->polling = table->polling;
			   __entry->count = table->count;
			   memset(__entry->exit_ns, 0, sizeof(__entry->exit_ns));
			   memcpy(__entry->exit_ns, table->exit_ns, used);
			   memset(__entry->residency_ns, 0, sizeof(__entry->residency_ns));
			   memcpy(__entry->residency_ns, table->residency_ns, used);),
	    TP_printk("cpu=%u version=%u tick_period_ns=%lld polling=%#x count=%u exit_ns=%s residency_ns=%s",
		      __entry->cpu_id,
		      __entry->version,
		      __entry->tick_period_ns,
		      __entry->polling,
		      __entry->count,
		      __print_array(__entry->exit_ns, __entry->count, 8),
		      __print_array(__entry->residency_ns, __entry->count, 8))
);

/*
 * A choice: what it was made from, and what it is. A sleep length that was not
 * asked for is TALLY_NOT_ASKED.
 */
TRACE_EVENT(select,
	    TP_PROTO(u32 version, const struct tally_params *params,
		     const struct tally_ask *ask,
		     const struct tally_decision *decision),
	    TP_ARGS(version, params, ask, decision),
	    TP_STRUCT__entry(__field(s64, latency_req_ns)
			     __field(s64, sleep_ns)
			     __field(s64, tick_ns)
			     __field(s64, age_ns)
			     __field(s64, expected_ns)
			     __field(u32, version)
			     __field(u16, disabled)
			     __field(u16, util)
			     __field(u16, capacity)
			     __field(u8, rule)
			     __field(u8, use_context)
			     __field(u8, use_util)
			     __field(u8, latency_weight)
			     __field(u8, util_shift)
			     __field(u8, tick_stopped)
			     __field(u8, context)
			     __field(u8, state)
			     __field(u8, reason)
			     __field(u8, stop_tick)),
	    TP_fast_assign(__entry->latency_req_ns = ask->latency_req_ns;
			   __entry->sleep_ns = decision->sleep_ns;
			   __entry->tick_ns = decision->tick_ns;
			   __entry->age_ns = decision->age_ns;
			   __entry->expected_ns = decision->expected_ns;
			   __entry->version = version;
			   __entry->disabled = ask->disabled;
			   __entry->util = ask->util;
			   __entry->capacity = ask->capacity;
			   __entry->rule = params->rule;
			   __entry->use_context = params->context;
			   __entry->use_util = params->util;
			   __entry->latency_weight = params->latency_weight;
			   __entry->util_shift = params->util_shift;
			   __entry->tick_stopped = ask->tick_stopped;
			   __entry->context = decision->context;
			   __entry->state = decision->state;
			   __entry->reason = decision->reason;
			   __entry->stop_tick = decision->stop_tick;),
	    TP_printk("state=%u reason=%u (%s) sleep_ns=%lld%s tick_ns=%lld age_ns=%lld expected_ns=%lld tick_stopped=%u stop_tick=%u context=%u latency_req_ns=%lld disabled=%#x util=%u capacity=%u rule=%u (%s) use_context=%u use_util=%u latency_weight=%u util_shift=%u version=%u",
		      __entry->state,
		      __entry->reason,
		      __print_symbolic(__entry->reason,
				       { TALLY_REASON_ONLY, "only" },
				       { TALLY_REASON_LATENCY, "latency" },
				       { TALLY_REASON_TIMER, "timer" },
				       { TALLY_REASON_INTERCEPT, "intercept" },
				       { TALLY_REASON_TICK, "tick" },
				       { TALLY_REASON_DEEPEST, "deepest" },
				       { TALLY_REASON_UTIL, "util" },
				       { TALLY_REASON_STUCK, "stuck" }),
		      __entry->sleep_ns,
		      __entry->sleep_ns == TALLY_NOT_ASKED ? " (not asked)" : "",
		      __entry->tick_ns,
		      __entry->age_ns,
		      __entry->expected_ns,
		      __entry->tick_stopped,
		      __entry->stop_tick,
		      __entry->context,
		      __entry->latency_req_ns,
		      __entry->disabled,
		      __entry->util,
		      __entry->capacity,
		      __entry->rule,
		      __print_symbolic(__entry->rule,
				       { TALLY_RULE_EXPECTATION, "expectation" },
				       { TALLY_RULE_MAJORITY, "majority" }),
		      __entry->use_context,
		      __entry->use_util,
		      __entry->latency_weight,
		      __entry->util_shift,
		      __entry->version)
);

/*
 * What the last idle period was taken for. It is learned from, and told here,
 * when the CPU next chooses, so that waking up does not wait for it.
 */
TRACE_EVENT(reflect,
	    TP_PROTO(u32 version, const struct tally_params *params,
		     const struct tally_outcome *outcome, int verdict),
	    TP_ARGS(version, params, outcome, verdict),
	    TP_STRUCT__entry(__field(s64, measured_ns)
			     __field(u32, version)
			     __field(u8, rule)
			     __field(u8, entered)
			     __field(u8, rejected)
			     __field(u8, tick)
			     __field(u8, poll_limit)
			     __field(u8, verdict)),
	    TP_fast_assign(__entry->measured_ns = outcome->measured_ns;
			   __entry->version = version;
			   __entry->rule = params->rule;
			   __entry->entered = outcome->entered;
			   __entry->rejected = outcome->rejected;
			   __entry->tick = outcome->tick;
			   __entry->poll_limit = outcome->poll_limit;
			   __entry->verdict = verdict;),
	    TP_printk("entered=%u measured_ns=%lld verdict=%u (%s) tick=%u poll_limit=%u rejected=%u rule=%u (%s) version=%u",
		      __entry->entered,
		      __entry->measured_ns,
		      __entry->verdict,
		      __print_symbolic(__entry->verdict,
				       { TALLY_VERDICT_HIT, "hit" },
				       { TALLY_VERDICT_INTERCEPT, "intercept" },
				       { TALLY_VERDICT_TICK, "tick" },
				       { TALLY_VERDICT_POLL, "poll" },
				       { TALLY_VERDICT_REJECTED, "rejected" }),
		      __entry->tick,
		      __entry->poll_limit,
		      __entry->rejected,
		      __entry->rule,
		      __print_symbolic(__entry->rule,
				       { TALLY_RULE_EXPECTATION, "expectation" },
				       { TALLY_RULE_MAJORITY, "majority" }),
		      __entry->version)
);

#endif /* TALLY_TRACE_H */

/* This part must be outside the guard. */
#undef TRACE_INCLUDE_PATH
#define TRACE_INCLUDE_PATH .
#undef TRACE_INCLUDE_FILE
#define TRACE_INCLUDE_FILE trace
#include <trace/define_trace.h>
