// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/cpufreq.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/lib/sysfs.h"

#define CPUFREQ_DIR	"devices/system/cpu/cpufreq"
/* time_in_state counts in USER_HZ, which is 100 on every architecture here. */
#define TICK_MS		10

static int is_policy(const struct dirent *entry)
{
	int number, end;

	return sscanf(entry->d_name, "policy%d%n", &number, &end) == 1 &&
	       !entry->d_name[end];
}

int cpufreq_parse_stats(struct cpufreq_policy *policy, const char *text)
{
	unsigned long long khz, ticks;
	int length;

	policy->steps = 0;
	while (sscanf(text, "%llu %llu%n", &khz, &ticks, &length) == 2) {
		if (policy->steps == CPUFREQ_STEPS_MAX)
			return -1;
		policy->khz[policy->steps] = khz;
		policy->time_ms[policy->steps++] = ticks * TICK_MS;
		text += length;
	}
	return text[strspn(text, " \t\n")] ? -1 : 0;
}

static void read_policy(struct cpufreq_policy *policy, const char *name)
{
	char text[8192];

	memset(policy, 0, sizeof(*policy));
	policy->number = atoi(name + strlen("policy"));
	sysfs_read_text(policy->cpus, sizeof(policy->cpus), CPUFREQ_DIR "/%s/affected_cpus",
			name);
	sysfs_read_text(policy->driver, sizeof(policy->driver),
			CPUFREQ_DIR "/%s/scaling_driver", name);
	sysfs_read_text(policy->governor, sizeof(policy->governor),
			CPUFREQ_DIR "/%s/scaling_governor", name);
	if (sysfs_read_u64(&policy->transitions, CPUFREQ_DIR "/%s/stats/total_trans", name))
		policy->transitions = 0;
	if (sysfs_read_text(text, sizeof(text), CPUFREQ_DIR "/%s/stats/time_in_state", name) ||
	    cpufreq_parse_stats(policy, text))
		policy->steps = 0;
}

static int by_number(const void *a, const void *b)
{
	const struct cpufreq_policy *one = a, *other = b;

	return one->number - other->number;
}

int cpufreq_read(struct cpufreq *cpufreq, struct err *err)
{
	struct dirent **entry;
	char path[512];
	int count;

	memset(cpufreq, 0, sizeof(*cpufreq));
	sysfs_path(path, sizeof(path), CPUFREQ_DIR);
	count = scandir(path, &entry, is_policy, NULL);
	if (count > 0)
		cpufreq->policy = calloc(count, sizeof(*cpufreq->policy));
	for (int i = 0; i < count; i++) {
		if (cpufreq->policy)
			read_policy(&cpufreq->policy[cpufreq->count++], entry[i]->d_name);
		free(entry[i]);
	}
	if (count >= 0)
		free(entry);
	if (!cpufreq->count)
		return err_set(err, BENCH_NOT_HERE, "frequencies: this machine has no cpufreq");
	qsort(cpufreq->policy, cpufreq->count, sizeof(*cpufreq->policy), by_number);
	return 0;
}

void cpufreq_free(struct cpufreq *cpufreq)
{
	free(cpufreq->policy);
	memset(cpufreq, 0, sizeof(*cpufreq));
}

uint64_t cpufreq_step_ms(const struct cpufreq_policy *from,
			 const struct cpufreq_policy *to, int step)
{
	for (int i = 0; i < from->steps; i++) {
		if (from->khz[i] == to->khz[step])
			return to->time_ms[step] > from->time_ms[i] ?
			       to->time_ms[step] - from->time_ms[i] : 0;
	}
	return to->time_ms[step];
}
