/* SPDX-License-Identifier: GPL-2.0 */
/* Facts of the machine and of its cpuidle that belong into every result file. */
#ifndef BENCH_HOST_H
#define BENCH_HOST_H

#include <jansson.h>

#include "idle.h"

/**
 * host_facts() - the `host` object of the result format
 * @latency_qos_us: limit that the run holds, -1 for none
 * @timer_slack_ns: timer slack of the measuring threads
 *
 * What cannot be found out is null.
 *
 * Return: a new reference.
 */
json_t *host_facts(int latency_qos_us, uint64_t timer_slack_ns);

/**
 * host_cpuidle() - the `cpuidle` object: driver, governors, state tables
 * @idle: the CPUs, or NULL where there is no cpuidle
 *
 * CPUs with equal tables share one entry.
 *
 * Return: a new reference.
 */
json_t *host_cpuidle(const struct idle *idle);

#endif /* BENCH_HOST_H */
