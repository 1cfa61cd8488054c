/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text within a file: latency tracers' files are text in a trace.dat. Private to
 * the reader.
 */
#ifndef TALLY_REPLAY_READ_TEXT_H
#define TALLY_REPLAY_READ_TEXT_H

#include <string.h>

#include "replay/read-event.h"

/**
 * text_open_at() - like format_text.open, for a part of the file
 * @state: for format_text.next and .close
 * @source: the file
 * @offset: where the text begins
 * @limit: where it ends; UINT64_MAX for the file's end
 * @summary: for oddities
 * @error: filled on failure
 *
 * Return: 0, or -1 with @error filled.
 */
int text_open_at(void **state, struct source *source, uint64_t offset, uint64_t limit,
		 struct trace_summary *summary, struct reader_error *error);

/**
 * note_known() - is this a line that is no event, and is to be expected?
 * @line: not terminated
 * @length: of @line
 */
bool note_known(const char *line, size_t length);

/**
 * note_lost() - does this line tell that events were lost?
 * @event: filled with an EVENT_LOST when true is returned
 * @line: not terminated
 * @length: of @line
 */
bool note_lost(struct trace_event *event, const char *line, size_t length);

/**
 * note_not_kept() - events that were overwritten, by the head of a trace
 * @line: not terminated
 * @length: of @line
 *
 * Return: how many; 0 for any other line.
 */
uint64_t note_not_kept(const char *line, size_t length);

static inline bool text_has(const char *line, size_t length, const char *what)
{
	return memmem(line, length, what, strlen(what));
}

#endif /* TALLY_REPLAY_READ_TEXT_H */
