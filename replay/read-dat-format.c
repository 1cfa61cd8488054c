// SPDX-License-Identifier: GPL-2.0
/*
 * Descriptions of events and of the ring buffer's pages, as a kernel's
 * events/SYSTEM/EVENT/format gives them:
 *
 *	name: cpu_idle
 *	ID: 568
 *	format:
 *		field:u32 state;	offset:8;	size:4;	signed:0;
 */
#include <stdlib.h>
#include <string.h>

#include "replay/read-dat.h"

/* The number after "key" within one line, or -1. */
static long number_after(const char *line, const char *end, const char *key)
{
	const char *p = memmem(line, end - line, key, strlen(key));
	unsigned long value = 0;

	if (!p)
		return -1;
	for (p += strlen(key); p < end && *p == ' '; p++)
		;
	if (p == end || *p < '0' || *p > '9')
		return -1;
	for (; p < end && *p >= '0' && *p <= '9' && value < 1000000; p++)
		value = value * 10 + (*p - '0');
	return value;
}

static const char *line_end(const char *p, const char *end)
{
	const char *newline = memchr(p, '\n', end - p);

	return newline ? newline : end;
}

/* "field:__data_loc char[] name;" or "field:char comm[16];": is it this field? */
static bool field_named(const char *line, const char *end, const char *name)
{
	const char *stop = memchr(line, ';', end - line), *start;
	size_t length = strlen(name);

	if (!stop)
		return false;
	if (stop > line && stop[-1] == ']') {
		while (stop > line && *stop != '[')
			stop--;
	}
	for (start = stop; start > line && start[-1] != ' ' && start[-1] != '\t' &&
	     start[-1] != '*'; start--)
		;
	return (size_t)(stop - start) == length && !memcmp(start, name, length);
}

static bool field_find(const char *text, const char *end, const char *name,
		       struct dat_field *field)
{
	const char *line = text, *stop, *start;
	long offset, size;

	memset(field, 0, sizeof(*field));
	for (; line < end; line = stop + 1) {
		stop = line_end(line, end);
		start = memmem(line, stop - line, "field:", 6);
		if (!start || !field_named(start, stop, name))
			continue;
		offset = number_after(start, stop, "offset:");
		size = number_after(start, stop, "size:");
		if (offset < 0 || size <= 0 || offset + size > UINT16_MAX)
			return false;
		field->offset = offset;
		field->size = size;
		field->is_signed = number_after(start, stop, "signed:") == 1;
		if (memmem(start, stop - start, "__data_loc", 10))
			field->data_loc = 1;
		else if (memmem(start, stop - start, "__rel_loc", 9))
			field->data_loc = 2;
		return true;
	}
	return false;
}

bool dat_format_header_page(struct dat *dat, const char *text, size_t length)
{
	struct dat_field commit, data;

	if (!field_find(text, text + length, "commit", &commit) ||
	    !field_find(text, text + length, "data", &data))
		return false;
	if ((commit.size != 4 && commit.size != 8) || commit.offset != 8 ||
	    data.offset < 8 + commit.size || data.offset > 64)
		return false;
	dat->commit_size = commit.size;
	dat->data_offset = data.offset;
	return true;
}

/* A field that does not fit what is wanted is taken for missing. */
static bool field_fits(const struct dat_field *field, enum field_type type)
{
	switch (type) {
	case FIELD_MASK:
		return field->data_loc ? field->size == 4 : true;
	case FIELD_IRQ_NAME:
		return field->data_loc && field->size == 4;
	case FIELD_ARRAY:
		return !field->data_loc && field->size % 8 == 0;
	default:
		return !field->data_loc && field->size <= 8 &&
		       !(field->size & (field->size - 1));
	}
}

static void event_fields(struct dat_event *event, const char *text, const char *end)
{
	unsigned int i;

	for (i = 0; event->type->fields[i].name; i++) {
		struct dat_field *field = &event->fields[i];

		if (!field_find(text, end, event->type->fields[i].name, field) ||
		    !field_fits(field, event->type->fields[i].type))
			memset(field, 0, sizeof(*field));
	}
}

bool dat_format_event(struct dat *dat, const char *system, const char *text, size_t length)
{
	const char *end = text + length, *stop, *name;
	const struct event_type *type;
	long id;

	if (length < 7 || memcmp(text, "name: ", 6))
		return false;
	name = text + 6;
	stop = line_end(name, end);
	id = number_after(stop, end, "\nID:");
	if (id < 0 || id >= DAT_IDS)
		return false;
	dat->described[id / 64] |= UINT64_C(1) << (id % 64);
	if (!dat->type_field.size) {
		if (!field_find(text, end, "common_type", &dat->type_field) ||
		    !field_fits(&dat->type_field, FIELD_NUMBER))
			memset(&dat->type_field, 0, sizeof(dat->type_field));
		if (!field_find(text, end, "common_pid", &dat->pid_field) ||
		    !field_fits(&dat->pid_field, FIELD_NUMBER))
			memset(&dat->pid_field, 0, sizeof(dat->pid_field));
	}
	type = event_type_find(system, name, stop - name);
	if (!type || dat->by_id[id])
		return true;
	if (dat->event_count == sizeof(dat->events) / sizeof(dat->events[0]))
		return true;
	dat->events[dat->event_count].type = type;
	event_fields(&dat->events[dat->event_count], text, end);
	dat->by_id[id] = ++dat->event_count;
	return true;
}
