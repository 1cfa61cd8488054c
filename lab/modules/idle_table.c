// SPDX-License-Identifier: GPL-2.0
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/kernel.h>
#include <linux/string.h>

#include "idle_table.h"

static int parse_state(char *text, struct cpuidle_state *state)
{
	char *name = strsep(&text, ":");
	char *latency = strsep(&text, ":");
	char *residency = strsep(&text, ":");

	if (!*name || strlen(name) >= CPUIDLE_NAME_LEN || !latency || !residency ||
	    kstrtouint(latency, 10, &state->exit_latency) ||
	    kstrtouint(residency, 10, &state->target_residency) ||
	    (text && strcmp(text, "p"))) {
		pr_err("state '%s' is not NAME:EXIT_LATENCY_US:TARGET_RESIDENCY_US[:p]\n", name);
		return -EINVAL;
	}
	strscpy(state->name, name, sizeof(state->name));
	strscpy(state->desc, text ? "polls" : "synthetic", sizeof(state->desc));
	if (text)
		state->flags = CPUIDLE_FLAG_POLLING;
	return 0;
}

static int parse_table(char *text, struct idle_table *table)
{
	struct cpuidle_driver *driver = &table->driver;
	char *states, *state;
	int ret;

	states = strchr(text, '=');
	if (states) {
		*states++ = '\0';
		ret = cpulist_parse(text, &table->cpus);
		if (ret || cpumask_empty(&table->cpus)) {
			pr_err("'%s' is not a list of CPUs\n", text);
			return -EINVAL;
		}
	} else {
		states = text;
		cpumask_copy(&table->cpus, cpu_possible_mask);
	}

	while ((state = strsep(&states, ","))) {
		if (driver->state_count == CPUIDLE_STATE_MAX) {
			pr_err("a table has more than %d states\n", CPUIDLE_STATE_MAX);
			return -E2BIG;
		}
		ret = parse_state(state, &driver->states[driver->state_count]);
		if (ret)
			return ret;
		driver->state_count++;
	}
	return 0;
}

int idle_tables_parse(char *text, struct idle_table *tables)
{
	int count = 0, i, ret;
	char *table;

	while ((table = strsep(&text, ";"))) {
		if (count == IDLE_TABLES_MAX) {
			pr_err("more than %d tables\n", IDLE_TABLES_MAX);
			return -E2BIG;
		}
		ret = parse_table(table, &tables[count]);
		if (ret)
			return ret;
		for (i = 0; i < count; i++) {
			if (cpumask_intersects(&tables[i].cpus, &tables[count].cpus)) {
				pr_err("a CPU is in two tables\n");
				return -EINVAL;
			}
		}
		count++;
	}
	return count;
}
