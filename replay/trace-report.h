/* SPDX-License-Identifier: GPL-2.0 */
/* What came of a trace under each governor: text, CSV, explanations. */
#ifndef TALLY_REPLAY_TRACE_REPORT_H
#define TALLY_REPLAY_TRACE_REPORT_H

#include <stdio.h>

#include "replay/trace-run.h"

struct trace_summary;

/**
 * trace_report_print() - one table for people
 * @out: where to
 * @name: the trace
 * @run: after trace_run_finish()
 * @summary: what the reader saw
 */
void trace_report_print(FILE *out, const char *name, const struct trace_run *run,
			const struct trace_summary *summary);

/**
 * trace_report_csv() - a line a CPU and governor, and one a CPU for what was recorded
 * @out: where to
 * @name: the trace
 * @run: after trace_run_finish()
 * @header: print the header line
 */
void trace_report_csv(FILE *out, const char *name, const struct trace_run *run, bool header);

struct explain;

/**
 * explain_new() - list decisions
 * @text: CPU:TIME..TIME in seconds of the trace's clock
 *
 * Return: NULL when @text is not of that form, or out of memory.
 */
struct explain *explain_new(const char *text);

/**
 * explain_attach() - listen to a run
 * @explain: from explain_new()
 * @run: the run; gets one thread
 */
void explain_attach(struct explain *explain, struct trace_run *run);

/**
 * explain_print() - print and forget what was heard
 * @out: where to
 * @explain: from explain_new()
 *
 * Return: how many sessions were printed.
 */
size_t explain_print(FILE *out, struct explain *explain);

/**
 * explain_free() - give its memory back
 * @explain: from explain_new(), or NULL
 */
void explain_free(struct explain *explain);

#endif /* TALLY_REPLAY_TRACE_REPORT_H */
