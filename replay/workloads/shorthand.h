/* SPDX-License-Identifier: GPL-2.0 */
/* Shorthand for the lists of workloads; times in microseconds. */
#ifndef TALLY_REPLAY_SHORTHAND_H
#define TALLY_REPLAY_SHORTHAND_H

#include "replay/workloads/workload.h"

#define CONST(us)	{ .kind = DIST_CONST, .a = (us) }
#define UNIFORM(from, to)	{ .kind = DIST_UNIFORM, .a = (from), .b = (to) }
#define EXP(mean)	{ .kind = DIST_EXP, .a = (mean) }
#define LOGN(median, sigma)	{ .kind = DIST_LOGNORMAL, .a = (median), .b = (sigma) }
#define PARETO(from, tail, to)	{ .kind = DIST_PARETO, .a = (from), .b = (tail), .c = (to) }
#define SUBS(...)	((const struct dist[]){ __VA_ARGS__ })

/* One of two, the first with probability @p. */
#define MIX(p, ...)	{ .kind = DIST_MIX, .count = 2, .weight = { (p), 1 - (p) }, \
			  .sub = SUBS(__VA_ARGS__) }
/* One of three. */
#define MIX3(p, q, ...)	{ .kind = DIST_MIX, .count = 3, .weight = { (p), (q), 1 - (p) - (q) }, \
			  .sub = SUBS(__VA_ARGS__) }
/* @n regimes that take turns after @draws draws on average. */
#define REGIME(draws, n, ...)	{ .kind = DIST_REGIME, .a = (draws), .count = (n), \
				  .sub = SUBS(__VA_ARGS__) }
/* @n times in order, each within @jitter of its value. */
#define ORDER(jitter, n, ...)	{ .kind = DIST_ORDER, .a = (jitter), .count = (n), \
				  .order = { __VA_ARGS__ } }

/* Timers and external events, at fixed times or after the last one's work. */
#define TIMER(...)	{ .kind = SOURCE_TIMER, __VA_ARGS__ }
#define SLEEP(...)	{ .kind = SOURCE_TIMER, .closed = true, __VA_ARGS__ }
#define TIMEOUT(...)	{ .kind = SOURCE_TIMER, .rearmed = true, __VA_ARGS__ }
#define EVENT(...)	{ .kind = SOURCE_EXTERNAL, __VA_ARGS__ }
#define REPLY(...)	{ .kind = SOURCE_EXTERNAL, .closed = true, __VA_ARGS__ }
#define IRQ(...)	{ .kind = SOURCE_EXTERNAL, .interrupt = true, __VA_ARGS__ }

#define EVERY(...)	.gap = __VA_ARGS__
#define TAKES(...)	.work = __VA_ARGS__

#endif /* TALLY_REPLAY_SHORTHAND_H */
