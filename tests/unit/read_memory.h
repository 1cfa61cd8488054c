/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reads a trace that lies in memory; for tests of the readers.
 */
#ifndef TALLY_TEST_READ_MEMORY_H
#define TALLY_TEST_READ_MEMORY_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "replay/reader.h"
#include "replay/summary.h"

#define READ_MAX	256

/**
 * struct read_result - all that was read
 * @opened: reader_open_memory() succeeded
 * @end: what reader_next() returned last
 * @error: the fault, if any
 * @count: periods in @periods
 * @periods: the periods, at most READ_MAX
 * @odd: oddities
 * @events: events
 * @entries: of all states and CPUs
 * @format: what the reader calls the file
 */
struct read_result {
	bool opened;
	int end;
	struct reader_error error;
	unsigned int count;
	struct idle_period periods[READ_MAX];
	uint64_t odd[ODDITIES];
	uint64_t events;
	uint64_t entries;
	char format[160];
};

static inline void read_bytes(struct read_result *result, const void *data, size_t size)
{
	const struct trace_summary *summary;
	struct idle_period period;
	struct reader *reader;
	unsigned int cpu, state;

	memset(result, 0, sizeof(*result));
	result->opened = !reader_open_memory(&reader, "memory", data, size, &result->error);
	if (!result->opened) {
		assert_null(reader);
		return;
	}
	while ((result->end = reader_next(reader, &period, &result->error)) > 0) {
		if (result->count < READ_MAX)
			result->periods[result->count] = period;
		result->count++;
	}
	summary = reader_summary(reader);
	memcpy(result->odd, summary->oddities, sizeof(result->odd));
	snprintf(result->format, sizeof(result->format), "%s", summary->format);
	result->events = summary->events;
	for (cpu = 0; cpu < summary->cpus; cpu++)
		for (state = 0; state < TALLY_STATES_MAX; state++)
			result->entries += summary->cpu[cpu].states[state].entries;
	reader_close(reader);
}

static inline void read_string(struct read_result *result, const char *text)
{
	read_bytes(result, text, strlen(text));
}

#endif /* TALLY_TEST_READ_MEMORY_H */
