/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The part of tally that knows nothing of the kernel around it: the idle state
 * choice. The module, the replay and the unit tests compile the same core.c.
 */
#ifndef TALLY_CORE_H
#define TALLY_CORE_H

#ifdef __KERNEL__
#include <linux/compiler.h>
#include <linux/types.h>
#else
#include <stdbool.h>
#include <stdint.h>
typedef uint8_t u8;
typedef int8_t s8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int64_t s64;
#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)
#define noinline	__attribute__((noinline))
#define __aligned(x)	__attribute__((aligned(x)))
#endif

/* CPUIDLE_STATE_MAX of the kernel; main.c asserts that they agree. */
#define TALLY_STATES_MAX	10
#define TALLY_BINS_MAX		24
#define TALLY_CONTEXTS		64

/*
 * Default of tally_params.latency_weight, in eighths: where the energy and the
 * combined cost of the replay's design half are equally far below teo's. See
 * Documentation/governor.md.
 */
#define TALLY_LATENCY_WEIGHT	15

/* The sleep length was not asked for: no timer bounds the expectation. */
#define TALLY_NOT_ASKED		0x7fffffffffffffffLL

/**
 * enum tally_rule - how the ledger is read
 * @TALLY_RULE_EXPECTATION: the state of least expected cost
 * @TALLY_RULE_MAJORITY: the classic reading: majority of intercepts, aligned to
 *	the states, with the classic utilisation threshold
 */
enum tally_rule {
	TALLY_RULE_EXPECTATION,
	TALLY_RULE_MAJORITY,
};

/**
 * enum tally_reason - why a state was chosen
 * @TALLY_REASON_ONLY: one usable state (or none: state 0 then)
 * @TALLY_REASON_LATENCY: the latency limit forbids the deeper ones, or the driver keeps
 *	rejecting them
 * @TALLY_REASON_TIMER: the next timer is too near for the deeper ones
 * @TALLY_REASON_INTERCEPT: an intercept is expected first
 * @TALLY_REASON_TICK: the tick stays and is too near for the deeper ones
 * @TALLY_REASON_DEEPEST: nothing speaks against the deepest usable state
 * @TALLY_REASON_UTIL: made shallower for the CPU's utilisation
 * @TALLY_REASON_STUCK: made deeper, since no tick would correct it
 * @TALLY_REASONS: how many reasons there are
 */
enum tally_reason {
	TALLY_REASON_ONLY,
	TALLY_REASON_LATENCY,
	TALLY_REASON_TIMER,
	TALLY_REASON_INTERCEPT,
	TALLY_REASON_TICK,
	TALLY_REASON_DEEPEST,
	TALLY_REASON_UTIL,
	TALLY_REASON_STUCK,
	TALLY_REASONS
};

/**
 * enum tally_verdict - what an idle period turned out to be
 * @TALLY_VERDICT_HIT: the CPU slept until the timer it knew about
 * @TALLY_VERDICT_INTERCEPT: something else woke it earlier
 * @TALLY_VERDICT_TICK: the tick woke it: it would have slept on
 * @TALLY_VERDICT_POLL: a polling state reached its time limit: likewise
 * @TALLY_VERDICT_REJECTED: the driver refused the state: no evidence
 * @TALLY_VERDICTS: how many verdicts there are
 */
enum tally_verdict {
	TALLY_VERDICT_HIT,
	TALLY_VERDICT_INTERCEPT,
	TALLY_VERDICT_TICK,
	TALLY_VERDICT_POLL,
	TALLY_VERDICT_REJECTED,
	TALLY_VERDICTS
};

/**
 * struct tally_table - the idle states as the governor sees them
 * @count: number of states, 1 to TALLY_STATES_MAX
 * @polling: bit i is set when state i polls
 * @exit_ns: worst-case exit latency, 0 or more
 * @residency_ns: target residency (the break-even point), 0 or more
 *
 * This is the effective table: the driver's, corrected by fixups. States need
 * not be in order, nor differ.
 */
struct tally_table {
	u8 count;
	u16 polling;
	s64 exit_ns[TALLY_STATES_MAX];
	s64 residency_ns[TALLY_STATES_MAX];
};

/**
 * struct tally_params - what an administrator may choose
 * @rule: enum tally_rule
 * @context: learn the order of outcomes, three deep
 * @util: let the CPU's utilisation speak (expectation rule: as evidence; majority
 *	rule: as the classic threshold)
 * @latency_weight: active nanoseconds that one nanosecond of exit latency is
 *	worth, in eighths: 0 (power only) to 255
 * @util_shift: the utilisation counts as high above capacity >> util_shift,
 *	0 to 10; 6 is the classic value
 */
struct tally_params {
	u8 rule;
	bool context;
	bool util;
	u8 latency_weight;
	u8 util_shift;
};

/**
 * struct tally_ask - what is known before the sleep length is asked for
 * @latency_req_ns: PM QoS limit on the exit latency, 0 or more
 * @disabled: bit i is set when state i must not be entered
 * @tick_stopped: the tick is stopped already
 * @util: utilisation of the CPU, 0 to @capacity; ignored unless params.util
 * @capacity: capacity of the CPU, 1024 for the biggest
 */
struct tally_ask {
	s64 latency_req_ns;
	u16 disabled;
	bool tick_stopped;
	u16 util;
	u16 capacity;
};

/**
 * struct tally_outcome - how the last idle period ended
 * @entered: index of the state that was entered
 * @rejected: the driver refused it (cpuidle reports a negative state or a
 *	residency of 0 with the rejected counter moved)
 * @tick: the tick ended it
 * @poll_limit: a polling state's time limit ended it
 * @measured_ns: residency as the cpuidle core measured it, exit latency included
 */
struct tally_outcome {
	u8 entered;
	bool rejected;
	bool tick;
	bool poll_limit;
	s64 measured_ns;
};

/**
 * struct tally_decision - the last choice, and all that it was made from
 * @sleep_ns: time to the next timer, or TALLY_NOT_ASKED
 * @tick_ns: time to the next timer including the tick, or TALLY_NOT_ASKED
 * @age_ns: how long this sleep has lasted already (ticks, poll time-outs)
 * @expected_ns: expected rest of this idle period, bounded by @sleep_ns
 * @context: the last three outcomes, 2 bits each, the latest lowest: row of the
 *	context table, 0 to TALLY_CONTEXTS - 1
 * @state: the chosen state
 * @reason: enum tally_reason
 * @tick_stopped: the tick was stopped when it was made
 * @stop_tick: the tick may be stopped
 */
struct tally_decision {
	s64 sleep_ns;
	s64 tick_ns;
	u32 age_ns;
	u32 expected_ns;
	u8 context;
	u8 state;
	u8 reason;
	bool tick_stopped;
	bool stop_tick;
};

/*
 * Whoever includes core.c itself makes its functions static, so that the compiler
 * makes one of caller and core, as of mainline's governors of one file.
 */
#ifndef TALLY_CORE
#define TALLY_CORE
#endif

struct tally_cpu;	/* defined in <tally/cpu.h>; at most 2 KiB */

/**
 * tally_cpu_init() - forget all history and take a state table
 * @cpu: the CPU's data
 * @table: effective table, copied
 * @tick_period_ns: TICK_NSEC, more than 0
 *
 * To be called with the CPU's idle loop excluded (governor enable).
 */
TALLY_CORE void tally_cpu_init(struct tally_cpu *cpu, const struct tally_table *table,
			       s64 tick_period_ns);

/**
 * tally_predict() - first half of the choice: from history alone
 * @cpu: the CPU's data
 * @params: what an administrator chose
 * @ask: what is known now
 *
 * Return: true when the sleep length can change the choice: it must then be
 * asked for and handed to tally_choose(); false when cpu->decision is final.
 */
TALLY_CORE bool tally_predict(struct tally_cpu *cpu, const struct tally_params *params,
			      const struct tally_ask *ask);

/**
 * tally_choose() - second half of the choice: with the sleep length
 * @cpu: the CPU's data, after tally_predict() returned true
 * @params: the same as in tally_predict()
 * @ask: the same as in tally_predict()
 * @sleep_ns: time to the next timer, the tick left out; may be negative
 * @tick_ns: time to the next timer, the tick included; may be negative
 *
 * The choice is in cpu->decision.
 */
TALLY_CORE void tally_choose(struct tally_cpu *cpu, const struct tally_params *params,
			     const struct tally_ask *ask, s64 sleep_ns, s64 tick_ns);

/**
 * tally_reflect() - learn from the idle period that has ended
 * @cpu: the CPU's data
 * @params: what an administrator chose
 * @outcome: how it ended
 *
 * Return: enum tally_verdict.
 */
TALLY_CORE int tally_reflect(struct tally_cpu *cpu, const struct tally_params *params,
			     const struct tally_outcome *outcome);

#endif /* TALLY_CORE_H */
