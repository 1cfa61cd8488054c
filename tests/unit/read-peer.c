// SPDX-License-Identifier: GPL-2.0
/*
 * libtracecmd's word against ours: the same events by CPU, the same idle periods, to the ns.
 */
#include "tests/unit/read_memory.h"

#include <glob.h>
#include <stdlib.h>
#include <unistd.h>

#ifdef HAVE_TRACECMD
#include <trace-cmd.h>

#define CPUS_MAX	64

/* What must agree. */
struct totals {
	uint64_t events[CPUS_MAX];
	uint64_t entries[CPUS_MAX];
	uint64_t periods[CPUS_MAX];
	uint64_t time_ns[CPUS_MAX];
	uint64_t first_ns;
	uint64_t last_ns;
};

/* The library loses memory of its own; that is not what is tested here. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
	return "detect_leaks=0";
}

static void count_idle(struct totals *totals, struct tep_record *record,
		       struct tep_event *event)
{
	static uint64_t since[CPUS_MAX];
	unsigned long long state, cpu;

	assert_int_equal(tep_get_field_val(NULL, event, "state", record, &state, 1), 0);
	assert_int_equal(tep_get_field_val(NULL, event, "cpu_id", record, &cpu, 1), 0);
	assert_true(cpu < CPUS_MAX);
	if (totals->entries[cpu] == 0)
		since[cpu] = 0;
	if ((uint32_t)state == UINT32_MAX) {
		if (since[cpu]) {
			totals->periods[cpu]++;
			totals->time_ns[cpu] += record->ts - since[cpu];
		}
		since[cpu] = 0;
		return;
	}
	totals->entries[cpu]++;
	since[cpu] = record->ts;
}

static int count(struct tracecmd_input *input, struct tep_record *record, int cpu, void *data)
{
	struct totals *totals = data;
	struct tep_event *event;

	assert_true(cpu < CPUS_MAX);
	totals->events[cpu]++;
	if (!totals->first_ns)
		totals->first_ns = record->ts;
	totals->last_ns = record->ts;
	event = tep_find_event_by_record(tracecmd_get_tep(input), record);
	if (event && !strcmp(event->name, "cpu_idle"))
		count_idle(totals, record, event);
	return 0;
}

static void theirs(const char *path, struct totals *totals)
{
	struct tracecmd_input *input = tracecmd_open(path, TRACECMD_FL_LOAD_NO_PLUGINS);

	assert_non_null(input);
	memset(totals, 0, sizeof(*totals));
	assert_int_equal(tracecmd_iterate_events(input, NULL, 0, count, totals), 0);
	tracecmd_close(input);
}

static void ours(const char *path, struct totals *totals)
{
	const struct trace_summary *summary;
	struct reader_error error;
	struct idle_period period;
	struct reader *reader;
	unsigned int cpu, state;

	assert_int_equal(reader_open(&reader, path, &error), 0);
	while (reader_next(reader, &period, &error) > 0)
		;
	assert_int_equal(error.fault, READER_FAULT_NONE);
	memset(totals, 0, sizeof(*totals));
	summary = reader_summary(reader);
	assert_true(summary->cpus <= CPUS_MAX);
	totals->first_ns = summary->first_ns;
	totals->last_ns = summary->last_ns;
	for (cpu = 0; cpu < summary->cpus; cpu++) {
		totals->events[cpu] = summary->cpu[cpu].events;
		for (state = 0; state < TALLY_STATES_MAX; state++) {
			totals->entries[cpu] += summary->cpu[cpu].states[state].entries;
			totals->periods[cpu] += summary->cpu[cpu].states[state].periods;
			totals->time_ns[cpu] += summary->cpu[cpu].states[state].time_ns;
		}
	}
	reader_close(reader);
}

static unsigned int compare(const char *pattern)
{
	struct totals a, b;
	glob_t found;
	size_t i;

	if (glob(pattern, 0, NULL, &found))
		return 0;
	for (i = 0; i < found.gl_pathc; i++) {
		theirs(found.gl_pathv[i], &a);
		ours(found.gl_pathv[i], &b);
		if (memcmp(&a, &b, sizeof(a)))
			fail_msg("%s: libtracecmd and tally do not agree", found.gl_pathv[i]);
		printf("%s: agreed\n", found.gl_pathv[i]);
	}
	globfree(&found);
	return i;
}

static void the_same_as_libtracecmd(void **state)
{
	const char *shared = getenv("TALLY_SHARED");
	char pattern[4096];

	(void)state;
	assert_true(compare("tests/cases/traces/*.dat") > 0);
	snprintf(pattern, sizeof(pattern), "%s/data/traces/*.dat", shared ? shared : "../shared");
	compare(pattern);
}

int main(void)
{
	const struct CMUnitTest tests[] = { cmocka_unit_test(the_same_as_libtracecmd) };

	return cmocka_run_group_tests(tests, NULL, NULL);
}
#else
int main(void)
{
	puts("libtracecmd is not installed (Debian: libtracecmd-dev)");
	return 77;
}
#endif
