/* SPDX-License-Identifier: GPL-2.0 */
/* Gates for use in CI: --gate METRIC:LIMIT. */
#ifndef REPORTING_GATE_H
#define REPORTING_GATE_H

#include "compare.h"

/**
 * struct rp_gate - a limit
 * @text: as the user wrote it
 * @metric: name of the metric
 * @field: "mean", "p50", "p90", "p99", "p999" or "max"
 * @limit: the limit
 * @relative: @limit is how many per cent worse than the reference a series may be
 */
struct rp_gate {
	const char *text;
	const char *metric;
	const char *field;
	double limit;
	bool relative;
};

/**
 * rp_gate_parse() - read a gate
 * @text: "loop_ns:2%", "wakeup_latency_ns.p99:50000"
 * @gate: filled in
 *
 * Return: NULL, or what is wrong.
 */
const char *rp_gate_parse(const char *text, struct rp_gate *gate);

/**
 * rp_gate_check() - check a gate
 * @gate: the gate
 * @from: experiments
 * @count: how many
 * @rules: how relative gates are judged
 * @why: filled in: a line for each series, a newline after each
 *
 * A relative gate fails when a series' difference is above the limit, unless there
 * are enough runs and they show no difference. An absolute one fails when the mean
 * over runs of any point that is not excluded is on the wrong side of the limit.
 * A gate that no run has the metric for, or a relative one without a second
 * series, fails.
 *
 * Return: true when it is met.
 */
bool rp_gate_check(const struct rp_gate *gate,
		   const struct rp_experiment *from, size_t count,
		   const struct rp_rules *rules, const char **why);

#endif /* REPORTING_GATE_H */
