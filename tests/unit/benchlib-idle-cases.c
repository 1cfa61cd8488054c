// SPDX-License-Identifier: GPL-2.0
/*
 * Handed cases of idle counters (tests/cases/idle), each a row of commands and of what
 * must come out; the format is told in tests/cases/idle/README.md.
 */
#include <dirent.h>

#include "bench/lib/idle.h"
#include "benchlib_tree.h"

#define CASES	"tests/cases/idle"

static struct idle idle;
static struct idle_snapshot *snap[2];
static int snaps;
static struct idle_interval interval;
static const char *where;

static void state_file(char *path, int cpu, int index, const char *file)
{
	sprintf(path, "devices/system/cpu/cpu%d/cpuidle/state%d/%s", cpu, index, file);
}

static void do_count(const char *args)
{
	static const char *const file[] = { "usage", "time", "above", "below", "rejected" };
	unsigned long long v[5] = { 0 };
	char path[256];
	int cpu, index, i;

	assert_true(sscanf(args, "%d %d %llu %llu %llu %llu %llu", &cpu, &index, &v[0], &v[1],
			   &v[2], &v[3], &v[4]) >= 4);
	for (i = 0; i < 5; i++) {
		state_file(path, cpu, index, file[i]);
		tree_put_number(path, v[i]);
	}
}

static void do_state(const char *args)
{
	int cpu, index, exit_us, residency_us;
	char name[64];

	assert_int_equal(sscanf(args, "%d %d %63[^|]| %d %d", &cpu, &index, name, &exit_us,
				&residency_us), 5);
	tree_state(cpu, index, name, exit_us, residency_us);
}

static void do_open(const char *args)
{
	struct cpulist cpus;
	struct err err = { 0 };

	assert_int_equal(cpulist_parse(&cpus, args, "case", &err), 0);
	assert_int_equal(idle_open(&idle, &cpus, &err), 0);
	cpulist_free(&cpus);
}

/* What the test decides is the time between snapshots, not the clock. */
static void do_snap(const char *args)
{
	unsigned long long us = strtoull(args, NULL, 10);
	int i;

	if (snaps == 2) {
		idle_snapshot_free(snap[0]);
		snap[0] = snap[1];
		snaps = 1;
	}
	snap[snaps] = idle_snapshot_alloc(&idle);
	idle_snapshot(&idle, snap[snaps]);
	for (i = 0; i < idle.cpus; i++)
		snap[snaps]->stamp_ns[i] = us * 1000;
	snaps++;
}

static void do_group(const char *args)
{
	struct cpulist cpus;

	idle_interval_free(&interval);
	assert_int_equal(cpulist_parse(&cpus, args, "case", NULL), 0);
	idle_group_interval(&idle, &cpus, snap[0], snap[1], &interval);
	cpulist_free(&cpus);
}

/* A CPU that goes offline loses its files; those kept open give no more data. */
static void do_offline(const char *args)
{
	int cpu = atoi(args), s, k, which = idle_find(&idle, cpu);
	char name[64], path[PATH_MAX], link[64];

	for (s = 0; which >= 0 && s < idle.cpu[which].states; s++)
		for (k = 0; k < IDLE_COUNTERS; k++) {
			sprintf(link, "/proc/self/fd/%d", idle.cpu[which].state[s].fd[k]);
			assert_true(readlink(link, path, sizeof(path)) > 0);
			assert_int_equal(truncate(link, 0), 0);
		}
	sprintf(name, "devices/system/cpu/cpu%d/cpuidle", cpu);
	tree_remove(name);
}

static void want_number(const char *what, unsigned long long is, const char *args)
{
	unsigned long long wanted = strtoull(args, NULL, 10);

	if (is != wanted)
		fail_msg("%s: %s is %llu, not %llu", where, what, is, wanted);
}

static void want_valid(const char *args)
{
	bool yes = !strncmp(args, "yes", 3);

	if (interval.valid != yes)
		fail_msg("%s: valid is %d: %s", where, interval.valid, interval.why);
	if (!yes && !strstr(interval.why, args + 3))
		fail_msg("%s: '%s' does not say '%s'", where, interval.why, args + 3);
}

static void want_is(const char *args)
{
	unsigned long long usage, time_us, above, below, rejected;
	char name[64];
	int i, index;

	assert_int_equal(sscanf(args, "%d %63[^|]| %llu %llu %llu %llu %llu", &index, name,
				&usage, &time_us, &above, &below, &rejected), 7);
	for (i = 0; i < interval.states; i++) {
		const struct idle_delta *s = &interval.state[i];

		if (s->index != index || strcmp(s->name, name))
			continue;
		if (s->usage != usage || s->time_ns != time_us * 1000 || s->above != above ||
		    s->below != below || s->rejected != rejected)
			fail_msg("%s: %d %s is %llu %llu us %llu %llu %llu", where, index, name,
				 (unsigned long long)s->usage,
				 (unsigned long long)s->time_ns / 1000,
				 (unsigned long long)s->above, (unsigned long long)s->below,
				 (unsigned long long)s->rejected);
		return;
	}
	fail_msg("%s: there is no state %d '%s'", where, index, name);
}

static void want_table(const char *args)
{
	int cpu, index, which, i;
	unsigned long long exit_us, residency_us;
	char name[64];

	assert_int_equal(sscanf(args, "%d %d %63[^|]| %llu %llu", &cpu, &index, name, &exit_us,
				&residency_us), 5);
	which = idle_find(&idle, cpu);
	assert_true(which >= 0);
	for (i = 0; i < idle.cpu[which].states; i++) {
		const struct idle_state *s = &idle.cpu[which].state[i];

		if (s->index != index)
			continue;
		if (strcmp(s->name, name) || s->exit_latency_us != exit_us ||
		    s->target_residency_us != residency_us)
			fail_msg("%s: CPU %d state %d is '%s'", where, cpu, index, s->name);
		return;
	}
	fail_msg("%s: CPU %d has no state %d", where, cpu, index);
}

static void want_missing(const char *args)
{
	char *text = cpulist_format(&idle.missing);

	if (strcmp(text, args))
		fail_msg("%s: missing CPUs are '%s', not '%s'", where, text, args);
	free(text);
}

static void do_line(const char *word, const char *args)
{
	if (!strcmp(word, "state"))
		do_state(args);
	else if (!strcmp(word, "count"))
		do_count(args);
	else if (!strcmp(word, "open"))
		do_open(args);
	else if (!strcmp(word, "snap"))
		do_snap(args);
	else if (!strcmp(word, "offline"))
		do_offline(args);
	else if (!strcmp(word, "group"))
		do_group(args);
	else if (!strcmp(word, "valid"))
		want_valid(args);
	else if (!strcmp(word, "elapsed"))
		want_number("elapsed", interval.elapsed_ns / 1000, args);
	else if (!strcmp(word, "carried"))
		want_number("carried", interval.carried_ns / 1000, args);
	else if (!strcmp(word, "unseen"))
		want_number("unseen", interval.unseen_ns / 1000, args);
	else if (!strcmp(word, "states"))
		want_number("states", interval.states, args);
	else if (!strcmp(word, "is"))
		want_is(args);
	else if (!strcmp(word, "table"))
		want_table(args);
	else if (!strcmp(word, "missing"))
		want_missing(args);
	else
		fail_msg("%s: unknown word '%s'", where, word);
}

static void run_case(void **state)
{
	char line[512], at[PATH_MAX + 32], *args;
	const char *path = *state;
	int number = 0;
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	tree_begin(NULL);
	where = at;
	while (fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		snprintf(at, sizeof(at), "%s:%d", path, ++number);
		if (!line[0] || line[0] == '#')
			continue;
		args = strchr(line, ' ');
		if (args)
			*args++ = '\0';
		do_line(line, args ? args : "");
	}
	fclose(f);
	idle_interval_free(&interval);
	while (snaps)
		idle_snapshot_free(snap[--snaps]);
	idle_close(&idle);
	tree_end(NULL);
}

int main(void)
{
	static char path[64][256];
	struct CMUnitTest test[64];
	struct dirent **entry;
	int i, count = 0, found = scandir(CASES, &entry, NULL, alphasort);

	memset(test, 0, sizeof(test));
	for (i = 0; i < found && count < 64; i++) {
		if (strstr(entry[i]->d_name, ".case")) {
			snprintf(path[count], sizeof(*path), CASES "/%.200s", entry[i]->d_name);
			test[count].name = path[count];
			test[count].test_func = run_case;
			test[count].initial_state = path[count];
			count++;
		}
		free(entry[i]);
	}
	if (count < 8) {
		printf("only %d cases in " CASES "\n", count);
		return 1;
	}
	free(entry);
	return _cmocka_run_group_tests("idle cases", test, count, NULL, NULL);
}
