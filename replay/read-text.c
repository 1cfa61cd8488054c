// SPDX-License-Identifier: GPL-2.0
/*
 * Traces in text: lines from a buffer of fixed size, the block of a systrace
 * page, wrapped lines, notes about lost events.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "replay/read-line.h"
#include "replay/read-text.h"

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define BUFFER_SIZE	4096	/* so that its end is met often */
#else
#define BUFFER_SIZE	(256 * 1024)
#endif
#define HELD_MAX	1024
#define HTML_MARK	"class=\"trace-data\""
#define HTML_OLD_MARK	"linuxPerfData"
#define HTML_END	"</script>"

enum html_place { NOT_HTML, HTML_OUTSIDE, HTML_IN_BLOCK, HTML_OTHER_BLOCK };

/**
 * struct text_state - where reading stands
 * @source: where bytes come from
 * @summary: for oddities
 * @buffer: bytes that were read
 * @begin: first byte in @buffer that was not used
 * @end: end of the bytes in @buffer
 * @offset: place of @buffer's first byte in the file
 * @limit: the text ends at this place in the file
 * @at_end: nothing is left to be read
 * @skip_line: the rest of a line that is too long is skipped
 * @finished: the end was reached and told
 * @unended: the line under work is the last, and has no end
 * @html: within a page, what part
 * @line_offset: place of the line under work in the file
 * @held_offset: place of @held in the file
 * @held_length: bytes in @held; 0 when no line is held
 * @held_idle: the held line is an idle event without its fields
 * @look: LINE_* of all lines
 * @digits: most digits of a time stamp
 * @events: events returned
 * @held: a line that may go on in the next one, with room to join them
 */
struct text_state {
	struct source *source;
	struct trace_summary *summary;
	char *buffer;
	size_t begin;
	size_t end;
	uint64_t offset;
	uint64_t limit;
	bool at_end;
	bool skip_line;
	bool finished;
	bool unended;
	enum html_place html;
	uint64_t line_offset;
	uint64_t held_offset;
	size_t held_length;
	bool held_idle;
	unsigned int look;
	unsigned int digits;
	uint64_t events;
	char held[2 * HELD_MAX + 2];
};

static void odd(struct text_state *text, enum oddity oddity)
{
	text->summary->oddities[oddity]++;
}

static void text_close(void *state)
{
	struct text_state *text = state;

	free(text->buffer);
	free(text);
}

int text_open_at(void **state, struct source *source, uint64_t offset, uint64_t limit,
		 struct trace_summary *summary, struct reader_error *error)
{
	struct text_state *text = calloc(1, sizeof(*text));

	if (text)
		text->buffer = malloc(BUFFER_SIZE + 1);
	if (!text || !text->buffer) {
		free(text);
		reader_fail(error, READER_FAULT_MEMORY, source, 0, "out of memory");
		return -1;
	}
	text->source = source;
	text->summary = summary;
	text->offset = offset;
	text->limit = limit;
	source->position = offset;
	if (offset && source->fd >= 0 && lseek(source->fd, offset, SEEK_SET) < 0) {
		reader_fail(error, READER_FAULT_SYSTEM, source, offset, "%s", strerror(errno));
		text_close(text);
		return -1;
	}
	*state = text;
	return 0;
}

static int text_open(void **state, struct source *source, struct trace_summary *summary,
		     struct reader_error *error)
{
	return text_open_at(state, source, 0, UINT64_MAX, summary, error);
}

/* More bytes into the buffer, behind those that are left of it. */
static void refill(struct text_state *text, struct reader_error *error)
{
	size_t room;
	long got;

	memmove(text->buffer, text->buffer + text->begin, text->end - text->begin);
	text->offset += text->begin;
	text->end -= text->begin;
	text->begin = 0;
	room = BUFFER_SIZE - text->end;
	if (room > text->limit - (text->offset + text->end))
		room = text->limit - (text->offset + text->end);
	got = room ? source_read(text->source, text->buffer + text->end, room) : 0;
	if (got < 0) {
		reader_fail(error, READER_FAULT_DAMAGED, text->source, text->offset + text->end,
			    "cannot be read on: %s", strerror(errno));
		got = 0;
	}
	if (!got)
		text->at_end = true;
	text->end += got;
	text->buffer[text->end] = '\0';	/* numbers at its end stop there */
}

/*
 * The next line, without its end. The last one may have none; a line as long as the
 * buffer is cut.
 */
static const char *next_line(struct text_state *text, size_t *length,
			     struct reader_error *error)
{
	const char *line, *newline;

	for (;;) {
		line = text->buffer + text->begin;
		newline = memchr(line, '\n', text->end - text->begin);
		if (!newline && !text->at_end && text->end - text->begin < BUFFER_SIZE) {
			refill(text, error);
			continue;
		}
		text->line_offset = text->offset + text->begin;
		*length = newline ? (size_t)(newline - line) : text->end - text->begin;
		if (!newline && !*length)
			return NULL;
		text->begin += *length + !!newline;
		if (text->skip_line) {
			text->skip_line = !newline && !text->at_end;
			continue;
		}
		if (!newline && text->at_end) {
			odd(text, ODD_NO_FINAL_NEWLINE);
			text->unended = true;
		} else if (!newline) {
			odd(text, ODD_LONG_LINE);
			text->skip_line = true;
		}
		return line;
	}
}

/* Whether a line of a systrace page belongs to the trace; moves through its blocks. */
static bool html_line(struct text_state *text, const char *line, size_t length)
{
	switch (text->html) {
	case HTML_OUTSIDE:
		if (text_has(line, length, HTML_MARK) || text_has(line, length, HTML_OLD_MARK))
			text->html = HTML_IN_BLOCK;
		return false;
	case HTML_OTHER_BLOCK:
		if (text_has(line, length, HTML_END))
			text->html = HTML_OUTSIDE;
		return false;
	case HTML_IN_BLOCK:
		if (text_has(line, length, HTML_END)) {
			text->html = HTML_OUTSIDE;
			return false;
		}
		if (length && line[0] == '{')	/* another tool's data, in JSON */
			text->html = HTML_OTHER_BLOCK;
		return text->html == HTML_IN_BLOCK;
	case NOT_HTML:
		break;
	}
	return true;
}

/* A line that was put together from two: nothing but the fields may be in it. */
static bool joined_is_clean(const struct line *line)
{
	const char *p = line->body, *end = p + line->body_length;

	while (p < end) {
		const char *word = p;

		while (p < end && *p != ' ' && *p != '\t')
			p++;
		if (p > word && !memchr(word, '=', p - word))
			return false;
		while (p < end && (*p == ' ' || *p == '\t'))
			p++;
	}
	return true;
}

enum line_result { LINE_IS_EVENT, LINE_LACKS_FIELDS, LINE_IS_NO_EVENT };

static enum line_result line_to_event(struct text_state *text, struct trace_event *event,
				      const char *string, size_t length, bool joined)
{
	const struct event_type *type = NULL;
	struct line line;

	if (!line_parse(&line, string, length))
		return LINE_IS_NO_EVENT;
	/* Only functions ("do_idle <-cpu_startup_entry") have no "name:"; this was cut. */
	if (text->unended && !line.name && !text_has(string, length, "<-"))
		return LINE_IS_NO_EVENT;
	event->kind = EVENT_OTHER;
	event->cpu = line.cpu;
	event->pid = line.pid;
	event->time_ns = line.time_ns;
	event->lost = 0;
	if (line.name)
		type = event_type_find(NULL, line.name, line.name_length);
	if (type) {
		event->kind = type->kind;
		if (!line_fields(event, type, &line))
			return LINE_LACKS_FIELDS;
		if (joined && type->kind == EVENT_IDLE && !joined_is_clean(&line))
			return LINE_LACKS_FIELDS;
	} else if (line.name && line.name_length == 16 &&
		   !memcmp(line.name, "PERF_RECORD_LOST", 16)) {
		event->kind = EVENT_LOST;
		event->lost = 1;
		if (line.body_length > 5 && !memcmp(line.body, "lost ", 5))
			event->lost = strtoull(line.body + 5, NULL, 10);
	}
	text->look |= line.look;
	if (line.digits > text->digits)
		text->digits = line.digits;
	return LINE_IS_EVENT;
}

/* Give up on a held line: count what it was. */
static void drop_held(struct text_state *text)
{
	if (text->held_length)
		odd(text, text->held_idle ? ODD_FIELDS : ODD_UNKNOWN_LINE);
	text->held_length = 0;
}

static void hold(struct text_state *text, const char *line, size_t length, bool idle)
{
	drop_held(text);
	if (length > HELD_MAX || !length) {
		odd(text, idle ? ODD_FIELDS : ODD_UNKNOWN_LINE);
		return;
	}
	memcpy(text->held, line, length);
	text->held_length = length;
	text->held_idle = idle;
	text->held_offset = text->line_offset;
}

/* Does the held line go on in this one? Mail wraps at a space and drops it, terminals do not. */
static bool join(struct text_state *text, struct trace_event *event, const char *line,
		 size_t length)
{
	size_t held = text->held_length;
	int space;

	if (!held || length > HELD_MAX)
		return false;
	for (space = 1; space >= 0; space--) {
		text->held[held] = ' ';
		memcpy(text->held + held + space, line, length);
		if (line_to_event(text, event, text->held, held + space + length, true) !=
		    LINE_IS_EVENT)
			continue;
		event->offset = text->held_offset;
		text->held_length = 0;
		odd(text, ODD_WRAPPED_LINE);
		return true;
	}
	return false;
}

static bool handle_line(struct text_state *text, struct trace_event *event, const char *line,
			size_t length)
{
	enum line_result result;

	result = line_to_event(text, event, line, length, false);
	event->offset = text->line_offset;
	if (result == LINE_IS_EVENT) {
		drop_held(text);
		return true;
	}
	if (result == LINE_LACKS_FIELDS) {
		hold(text, line, length, event->kind == EVENT_IDLE);
		if (event->kind == EVENT_IDLE)
			return false;
		/* An event that is of less use to us still counts, and says who ran. */
		text->held_length = 0;
		event->kind = EVENT_OTHER;
		return true;
	}
	if (note_lost(event, line, length)) {
		event->offset = text->line_offset;
		drop_held(text);
		return true;
	}
	if (note_known(line, length)) {
		text->summary->oddities[ODD_NOT_KEPT] += note_not_kept(line, length);
		drop_held(text);
		return false;
	}
	if (join(text, event, line, length))
		return true;
	hold(text, line, length, false);
	return false;
}

static size_t trim(const char *line, size_t length)
{
	while (length && line[length - 1] == '\r')
		length--;
	if (length >= 3 && !memcmp(line + length - 3, "\\n\\", 3))	/* old systrace */
		length -= 3;
	return length;
}

static void describe(struct text_state *text)
{
	unsigned int look = text->look;

	snprintf(text->summary->format, sizeof(text->summary->format), "%s%s%s%s%s%s%s",
		 text->html ? "systrace HTML" :
		 look & LINE_PERF ? "perf script text" :
		 look & LINE_LATENCY ? "ftrace text, latency format" : "ftrace text",
		 look & LINE_TGID ? ", TGID column" : "",
		 look & LINE_FLAGS && !(look & LINE_LATENCY) ? ", flags column" : "",
		 look & LINE_DIFFERENCE ? ", time differences" : "",
		 look & LINE_RELATIVE ? ", relative times" : "",
		 look & LINE_BARE_NS ? ", bare ns" : "",
		 text->digits >= 9 ? ", ns stamps" : text->digits == 6 ? ", us stamps" : "");
	text->summary->stamp_ns = 1;
	while (text->digits < 9) {
		text->summary->stamp_ns *= 10;
		text->digits++;
	}
}

static void finish(struct text_state *text, size_t last_length, struct reader_error *error)
{
	bool cut = text->held_length && text->summary->oddities[ODD_NO_FINAL_NEWLINE] &&
		   text->held_length == last_length;

	if (text->finished)
		return;
	text->finished = true;
	if (!text->events) {
		reader_fail(error, READER_FAULT_FORMAT, text->source, 0,
			    "no trace that tally knows: not one event in it");
		return;
	}
	describe(text);
	if (cut)
		reader_fail(error, READER_FAULT_DAMAGED, text->source, text->held_offset,
			    "the file ends within this event");
	else if (text->html == HTML_IN_BLOCK)
		reader_fail(error, READER_FAULT_DAMAGED, text->source, text->offset + text->end,
			    "the page ends within its trace");
	drop_held(text);
}

static void look_for_html(struct text_state *text, const char *line, size_t length)
{
	size_t space = 0;

	while (space < length && (line[space] == ' ' || line[space] == '\t'))
		space++;
	line += space;
	length -= space;
	if ((length >= 14 && !strncasecmp(line, "<!doctype html", 14)) ||
	    (length >= 5 && !strncasecmp(line, "<html", 5)))
		text->html = HTML_OUTSIDE;
}

static int text_next(void *state, struct trace_event *event, struct reader_error *error)
{
	struct text_state *text = state;
	size_t length, last_length = 0;
	const char *line;

	while ((line = next_line(text, &length, error)) != NULL) {
		if (!text->events && text->html == NOT_HTML)
			look_for_html(text, line, length);
		if (text->html != NOT_HTML && !html_line(text, line, length))
			continue;
		length = trim(line, length);
		if (handle_line(text, event, line, length)) {
			text->events++;
			return 1;
		}
		last_length = length;
		if (text->held_length && memchr(text->held, '\0', text->held_length))
			reader_fail(error, READER_FAULT_DAMAGED, text->source, text->held_offset,
				    "binary bytes in this line");
	}
	finish(text, last_length, error);
	return 0;
}

const struct format_ops format_text = {
	.open = text_open,
	.next = text_next,
	.close = text_close,
};
