/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Text within a file: latency tracers' files are text in a trace.dat. Private to
 * the reader.
 */
#ifndef TALLY_REPLAY_READ_TEXT_H
#define TALLY_REPLAY_READ_TEXT_H

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

#endif /* TALLY_REPLAY_READ_TEXT_H */
