// SPDX-License-Identifier: GPL-2.0
/*
 * Any bytes through the trace readers: whatever they are, no crash, no undefined step, no
 * leak, and periods that make sense.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/reader.h"
#include "replay/summary.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void require(int condition, const char *what)
{
	if (condition)
		return;
	fprintf(stderr, "fuzz-trace: %s\n", what);
	abort();
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static uint64_t last_start[READER_CPUS_MAX];
	uint64_t lengths = 0, unended = 0;
	const struct trace_summary *summary;
	struct reader_error error;
	struct idle_period period;
	struct reader *reader;
	int ret;

	if (reader_open_memory(&reader, "fuzz", data, size, &error)) {
		require(error.fault != READER_FAULT_NONE && error.text[0], "a fault without a text");
		return 0;
	}
	summary = reader_summary(reader);
	memset(last_start, 0, sizeof(last_start));
	while ((ret = reader_next(reader, &period, &error)) > 0) {
		require(period.cpu < summary->cpus, "CPU out of range");
		require(period.state < TALLY_STATES_MAX || (period.flags & PERIOD_NOT_ENTERED),
			"state out of range");
		require(period.cause < WAKE_CAUSES, "cause out of range");
		require(period.start_ns >= last_start[period.cpu], "periods out of order");
		last_start[period.cpu] = period.start_ns;
		if (period.flags & PERIOD_NOT_ENTERED)
			unended++;
		else
			lengths++;
	}
	require(lengths == summary->periods, "periods are missing or too many");
	require(unended == summary->not_entered, "choices are missing or too many");
	require(ret == 0 || error.text[0], "a fault without a text");
	reader_close(reader);
	return 0;
}
