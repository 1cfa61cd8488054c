/* SPDX-License-Identifier: GPL-2.0 */
/* Time at each frequency, by cpufreq's statistics (cpufreq/policyN/stats). */
#ifndef TALLY_CPUFREQ_H
#define TALLY_CPUFREQ_H

#include <stdint.h>

#include "bench/lib/err.h"

#define CPUFREQ_STEPS_MAX	128

/**
 * struct cpufreq_policy - CPUs that change frequency together
 * @number: N of policyN
 * @cpus: list text of its CPUs
 * @driver: "intel_pstate"
 * @governor: "performance"
 * @steps: number of frequencies; 0: this kernel or driver keeps no statistics
 * @khz: the frequencies
 * @time_ms: time at each, since boot
 * @transitions: changes since boot
 */
struct cpufreq_policy {
	int number;
	char cpus[256];
	char driver[32];
	char governor[32];
	int steps;
	uint64_t khz[CPUFREQ_STEPS_MAX];
	uint64_t time_ms[CPUFREQ_STEPS_MAX];
	uint64_t transitions;
};

/**
 * struct cpufreq - all policies at one time
 * @count: how many
 * @policy: in the order of their numbers; cpufreq_free() frees it
 */
struct cpufreq {
	int count;
	struct cpufreq_policy *policy;
};

/**
 * cpufreq_read() - read all policies below sysfs_root()
 * @cpufreq: filled in, for cpufreq_free()
 * @err: BENCH_NOT_HERE: this machine has no cpufreq
 *
 * Return: 0, or -1 with @err.
 */
int cpufreq_read(struct cpufreq *cpufreq, struct err *err);

/**
 * cpufreq_free() - free what cpufreq_read() made
 * @cpufreq: the policies
 */
void cpufreq_free(struct cpufreq *cpufreq);

/**
 * cpufreq_parse_stats() - read a time_in_state file
 * @policy: steps, khz and time_ms are filled in
 * @text: lines of "KHZ TICKS", a tick is 10 ms (USER_HZ)
 *
 * Return: 0, or -1: it is no such file.
 */
int cpufreq_parse_stats(struct cpufreq_policy *policy, const char *text);

/**
 * cpufreq_step_ms() - time at one frequency between two readings
 * @from: the first reading of the policy
 * @to: the second
 * @step: index into to->khz
 *
 * Return: ms; a frequency that the first reading had not yet counts from 0.
 */
uint64_t cpufreq_step_ms(const struct cpufreq_policy *from,
			 const struct cpufreq_policy *to, int step);

#endif /* TALLY_CPUFREQ_H */
