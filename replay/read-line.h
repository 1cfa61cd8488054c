/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One line of a trace in text. Private to the reader.
 */
#ifndef TALLY_REPLAY_READ_LINE_H
#define TALLY_REPLAY_READ_LINE_H

#include "replay/read-event.h"

/* What a trace in text looks like, as far as it was seen. */
#define LINE_TGID	0x01	/* TGID column */
#define LINE_FLAGS	0x02	/* flags column (irqs-off, ...) */
#define LINE_LATENCY	0x04	/* CPU glued to the flags (-l) */
#define LINE_DIFFERENCE	0x08	/* "(+22400)" after the time */
#define LINE_RELATIVE	0x10	/* "3us": times relative to the trace's start */
#define LINE_PERF	0x20	/* "system:event:" (perf script) */
#define LINE_BARE_NS	0x40	/* times without a point, in ns */

/**
 * struct line - a line, taken apart
 * @cpu: number of the CPU
 * @pid: of the task, or -1
 * @time_ns: time stamp
 * @digits: of the time stamp after the point
 * @look: LINE_*
 * @name: of the event, not terminated; NULL for a function or the like
 * @name_length: of @name
 * @body: what comes after the name
 * @body_length: of @body
 */
struct line {
	uint32_t cpu;
	int32_t pid;
	uint64_t time_ns;
	unsigned int digits;
	unsigned int look;
	const char *name;
	size_t name_length;
	const char *body;
	size_t body_length;
};

/**
 * line_parse() - take a line's head apart
 * @line: filled when true is returned
 * @text: the line, not terminated
 * @length: of @text
 *
 * Return: whether the line has the head of an event.
 */
bool line_parse(struct line *line, const char *text, size_t length);

/**
 * line_fields() - read the wanted fields of a line's event
 * @event: fields are put here
 * @type: what is wanted
 * @line: the line
 *
 * Return: whether all required fields are there.
 */
bool line_fields(struct trace_event *event, const struct event_type *type,
		 const struct line *line);

#endif /* TALLY_REPLAY_READ_LINE_H */
