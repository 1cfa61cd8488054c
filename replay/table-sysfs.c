// SPDX-License-Identifier: GPL-2.0
/*
 * State tables from sysfs: live, or dumped as lines "PATH:VALUE".
 */
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "replay/reader.h"
#include "replay/table-build.h"

enum field { F_NAME, F_LATENCY, F_RESIDENCY, F_DISABLE, F_USAGE, F_TIME, F_ABOVE, F_BELOW,
	     F_REJECTED, FIELDS };

static const char *const field_names[FIELDS] = {
	"name", "latency", "residency", "disable", "usage", "time", "above", "below", "rejected",
};

#define F_NEEDED	((1U << F_NAME) | (1U << F_LATENCY) | (1U << F_RESIDENCY))

struct raw_state {
	unsigned int have;
	char name[STATE_NAME_MAX];
	uint64_t values[FIELDS];
};

struct raw_cpu {
	bool seen;
	struct raw_state states[TALLY_STATES_MAX];
};

/* What was read so far. */
struct gathered {
	struct raw_cpu *cpus;
	unsigned int count;
	unsigned int ignored;	/* states above TALLY_STATES_MAX */
};

static int field_of(const char *name, size_t length)
{
	int i;

	for (i = 0; i < FIELDS; i++)
		if (strlen(field_names[i]) == length && !memcmp(field_names[i], name, length))
			return i;
	return -1;
}

/* 0 when taken or of no use, -1 when the value makes no sense, -2 when out of memory. */
static int take(struct gathered *g, unsigned long cpu, unsigned long state, int field,
		const char *value)
{
	struct raw_state *raw;
	struct raw_cpu *cpus;
	char *end;

	if (cpu >= READER_CPUS_MAX)
		return 0;
	if (state >= TALLY_STATES_MAX) {
		g->ignored++;
		return 0;
	}
	if (cpu >= g->count) {
		cpus = realloc(g->cpus, (cpu + 1) * sizeof(*cpus));
		if (!cpus)
			return -2;
		memset(cpus + g->count, 0, (cpu + 1 - g->count) * sizeof(*cpus));
		g->cpus = cpus;
		g->count = cpu + 1;
	}
	g->cpus[cpu].seen = true;
	raw = &g->cpus[cpu].states[state];
	if (field == F_NAME) {
		snprintf(raw->name, sizeof(raw->name), "%s", value);
	} else {
		errno = 0;
		raw->values[field] = strtoull(value, &end, 10);
		if (end == value || *end || errno || *value == '-')
			return -1;
	}
	raw->have |= 1U << field;
	return 0;
}

/* sysfs does not tell which states poll: the kernel's two that do have these names. */
static bool name_polls(const char *name)
{
	return !strcmp(name, "POLL") || !strcmp(name, "snooze");
}

static int make_cpu(struct machine_tables *machine, unsigned int cpu,
		    const struct raw_cpu *raw, char *error, unsigned int error_size)
{
	struct state_counters counters[TALLY_STATES_MAX];
	struct state_table table;
	unsigned int i;

	memset(&table, 0, sizeof(table));
	memset(counters, 0, sizeof(counters));
	for (i = 0; i < TALLY_STATES_MAX; i++) {
		const struct raw_state *s = &raw->states[i];

		if (!s->have)
			continue;
		if ((s->have & F_NEEDED) != F_NEEDED ||
		    s->values[F_LATENCY] > TABLE_US_MAX || s->values[F_RESIDENCY] > TABLE_US_MAX) {
			table_fail(error, error_size,
				   "%s: cpu%u state%u lacks a usable name, latency or residency",
				   machine->name, cpu, i);
			return -1;
		}
		table_set_state(&table, i, s->name, s->values[F_LATENCY], s->values[F_RESIDENCY],
				name_polls(s->name));
		if (s->values[F_DISABLE])
			table.disabled |= 1U << i;
		counters[i] = (struct state_counters) {
			.usage = s->values[F_USAGE], .time_us = s->values[F_TIME],
			.above = s->values[F_ABOVE], .below = s->values[F_BELOW],
			.rejected = s->values[F_REJECTED],
		};
	}
	if (table_machine_add(machine, cpu, &table, counters)) {
		table_fail(error, error_size, "out of memory");
		return -1;
	}
	return 0;
}

/* Consumes what was gathered. */
static int make_machine(struct machine_tables **machine, struct gathered *g,
			const char *name, char *error, unsigned int error_size)
{
	struct machine_tables *made = table_machine_new(name);
	unsigned int cpu, used = 0;
	int ret = made ? 0 : -1;

	for (cpu = 0; !ret && cpu < g->count; cpu++) {
		if (!g->cpus[cpu].seen)
			continue;
		used++;
		ret = make_cpu(made, cpu, &g->cpus[cpu], error, error_size);
	}
	free(g->cpus);
	if (!made)
		table_fail(error, error_size, "out of memory");
	if (!ret && !used) {
		table_fail(error, error_size, "%s: no idle states in it", name);
		ret = -1;
	}
	if (ret) {
		tables_free(made);
		return -1;
	}
	*machine = made;
	return 0;
}

static int dump_line(struct gathered *g, char *line)
{
	unsigned long cpu, state;
	char *p = strstr(line, "/cpuidle/state"), *colon, *end;

	line[strcspn(line, "\r\n")] = '\0';
	if (!p)
		return 0;
	state = strtoul(p + strlen("/cpuidle/state"), &end, 10);
	if (*end != '/')
		return 0;
	colon = strchr(end, ':');
	if (!colon)
		return 0;
	*p = '\0';
	p = strrchr(line, '/');
	p = p ? p + 1 : line;
	if (strncmp(p, "cpu", 3) || p[3] < '0' || p[3] > '9')
		return 0;
	cpu = strtoul(p + 3, NULL, 10);
	if (field_of(end + 1, colon - end - 1) < 0)
		return 0;
	return take(g, cpu, state, field_of(end + 1, colon - end - 1), colon + 1);
}

int tables_from_dump(struct machine_tables **machine, const char *path,
		     char *error, unsigned int error_size)
{
	struct gathered g = { 0 };
	FILE *file = fopen(path, "re");
	unsigned int number = 0;
	char line[1024];
	int ret = 0;

	*machine = NULL;
	if (!file) {
		table_fail(error, error_size, "%s: %s", path, strerror(errno));
		return -1;
	}
	while (!ret && fgets(line, sizeof(line), file)) {
		number++;
		ret = dump_line(&g, line);
	}
	fclose(file);
	if (ret) {
		table_fail(error, error_size, ret == -1 ? "%s:%u: not a number" :
			   "%s:%u: out of memory", path, number);
		free(g.cpus);
		return -1;
	}
	return make_machine(machine, &g, path, error, error_size);
}

static int read_state(struct gathered *g, const char *directory, unsigned long cpu,
		      unsigned long state)
{
	char path[4300], value[128];
	int i, ret = 0;

	for (i = 0; i < FIELDS && ret != -2; i++) {
		FILE *file;

		snprintf(path, sizeof(path), "%s/%s", directory, field_names[i]);
		file = fopen(path, "re");
		if (!file)
			continue;
		if (fgets(value, sizeof(value), file)) {
			value[strcspn(value, "\n")] = '\0';
			ret = take(g, cpu, state, i, value);
		}
		fclose(file);
	}
	return ret == -2 ? -1 : 0;
}

/* The number of a directory "PREFIXn", or -1. */
static long numbered(const char *name, const char *prefix)
{
	size_t length = strlen(prefix);
	char *end;
	long value;

	if (strncmp(name, prefix, length) || name[length] < '0' || name[length] > '9')
		return -1;
	value = strtol(name + length, &end, 10);
	return *end ? -1 : value;
}

static int read_cpu(struct gathered *g, const char *root, unsigned long cpu)
{
	char path[4096], directory[4200];
	struct dirent *entry;
	int ret = 0;
	DIR *dir;

	if (snprintf(path, sizeof(path), "%s/cpu%lu/cpuidle", root, cpu) >= (int)sizeof(path))
		return 0;
	dir = opendir(path);
	if (!dir)
		return 0;	/* offline, or without idle states */
	while (!ret && (entry = readdir(dir)) != NULL) {
		long state = numbered(entry->d_name, "state");

		if (state < 0)
			continue;
		snprintf(directory, sizeof(directory), "%s/state%ld", path, state);
		ret = read_state(g, directory, cpu, state);
	}
	closedir(dir);
	return ret;
}

int tables_from_sysfs(struct machine_tables **machine, const char *root,
		      char *error, unsigned int error_size)
{
	struct gathered g = { 0 };
	struct dirent *entry;
	int ret = 0;
	DIR *dir;

	*machine = NULL;
	dir = opendir(root);
	if (!dir) {
		table_fail(error, error_size, "%s: %s", root, strerror(errno));
		return -1;
	}
	while (!ret && (entry = readdir(dir)) != NULL) {
		long cpu = numbered(entry->d_name, "cpu");

		if (cpu >= 0)
			ret = read_cpu(&g, root, cpu);
	}
	closedir(dir);
	if (ret) {
		free(g.cpus);
		table_fail(error, error_size, "out of memory");
		return -1;
	}
	return make_machine(machine, &g, root, error, error_size);
}

int tables_beside_trace(struct machine_tables **machine, const char *trace,
			char *error, unsigned int error_size)
{
	static const char suffix[] = ".sysfs_before.txt";
	const char *dot = strrchr(trace, '.'), *slash = strrchr(trace, '/');
	char path[4096];

	*machine = NULL;
	if (strlen(trace) + sizeof(suffix) > sizeof(path))
		return 0;
	snprintf(path, sizeof(path), "%s%s", trace, suffix);
	if (access(path, F_OK) && dot && (!slash || dot > slash))
		snprintf(path, sizeof(path), "%.*s%s", (int)(dot - trace), trace, suffix);
	if (access(path, F_OK))
		return 0;
	return tables_from_dump(machine, path, error, error_size);
}
