// SPDX-License-Identifier: GPL-2.0
/*
 * The head of a trace.dat, piece by piece. Every length that the file tells is held
 * against what is there before it is believed.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#include "replay/read-cursor.h"

void cursor_file(struct cursor *cursor, struct dat *dat, uint64_t position,
		 struct reader_error *error)
{
	cursor->dat = dat;
	cursor->error = error;
	cursor->position = position;
	cursor->end = dat->source->size;
	cursor->memory = NULL;
	cursor->at = 0;
	cursor->window_at = 0;
	cursor->window_size = 0;
}

void cursor_close(struct cursor *cursor)
{
	free(cursor->memory);
	cursor->memory = NULL;
}

int cursor_damaged(struct cursor *cursor, const char *what)
{
	uint64_t where = cursor->memory ? cursor->at : cursor->position;

	reader_fail(cursor->error, READER_FAULT_DAMAGED, cursor->dat->source, where, "%s", what);
	return -1;
}

static int file_read(struct cursor *cursor, uint8_t *buffer, size_t size)
{
	while (size) {
		uint64_t in_window = cursor->position - cursor->window_at;
		size_t part;
		long got;

		if (cursor->position >= cursor->window_at && in_window < cursor->window_size) {
			part = cursor->window_size - in_window;
			if (part > size)
				part = size;
			memcpy(buffer, cursor->window + in_window, part);
			buffer += part;
			cursor->position += part;
			size -= part;
			continue;
		}
		got = source_read_at(cursor->dat->source, cursor->position, cursor->window,
				     sizeof(cursor->window));
		if (got < 0)
			return cursor_damaged(cursor, strerror(errno));
		if (!got)
			return cursor_damaged(cursor, "the file ends within its head");
		cursor->window_at = cursor->position;
		cursor->window_size = got;
	}
	return 0;
}

int cursor_read(struct cursor *cursor, void *buffer, size_t size)
{
	if (size > cursor->end || cursor->position > cursor->end - size)
		return cursor_damaged(cursor, cursor->memory ? "a section ends too early" :
				      "the file ends within its head");
	if (!cursor->memory)
		return file_read(cursor, buffer, size);
	memcpy(buffer, cursor->memory + cursor->position, size);
	cursor->position += size;
	return 0;
}

int cursor_skip(struct cursor *cursor, uint64_t size)
{
	if (size > cursor->end || cursor->position > cursor->end - size)
		return cursor_damaged(cursor, "a length points behind the end");
	cursor->position += size;
	return 0;
}

int cursor_u16(struct cursor *cursor, uint16_t *value)
{
	uint8_t bytes[2];

	if (cursor_read(cursor, bytes, sizeof(bytes)))
		return -1;
	*value = dat_u16(cursor->dat, bytes);
	return 0;
}

int cursor_u32(struct cursor *cursor, uint32_t *value)
{
	uint8_t bytes[4];

	if (cursor_read(cursor, bytes, sizeof(bytes)))
		return -1;
	*value = dat_u32(cursor->dat, bytes);
	return 0;
}

int cursor_u64(struct cursor *cursor, uint64_t *value)
{
	uint8_t bytes[8];

	if (cursor_read(cursor, bytes, sizeof(bytes)))
		return -1;
	*value = dat_u64(cursor->dat, bytes);
	return 0;
}

int cursor_string(struct cursor *cursor, char *string, size_t size)
{
	size_t i;
	char c;

	for (i = 0; i < CURSOR_TEXT_MAX; i++) {
		if (cursor_read(cursor, &c, 1))
			return -1;
		if (i < size - 1)
			string[i] = c;
		if (!c) {
			string[size - 1] = '\0';
			return 0;
		}
	}
	return cursor_damaged(cursor, "a string has no end");
}

char *cursor_text(struct cursor *cursor, size_t *length)
{
	uint64_t size;
	char *text;

	if (cursor_u64(cursor, &size))
		return NULL;
	if (size > CURSOR_TEXT_MAX) {
		cursor_damaged(cursor, "a description is impossibly long");
		return NULL;
	}
	text = malloc(size + 1);
	if (!text) {
		reader_fail(cursor->error, READER_FAULT_MEMORY, cursor->dat->source, 0,
			    "out of memory");
		return NULL;
	}
	if (cursor_read(cursor, text, size)) {
		free(text);
		return NULL;
	}
	text[size] = '\0';
	*length = size;
	return text;
}

bool dat_expand(const struct dat *dat, void *out, size_t out_size, const void *in,
		size_t in_size)
{
	uLongf length = out_size;

	switch (dat->compression) {
	case DAT_ZSTD:
		return ZSTD_decompress(out, out_size, in, in_size) == out_size;
	case DAT_ZLIB:
		return uncompress(out, &length, in, in_size) == Z_OK && length == out_size;
	case DAT_PLAIN:
		break;
	}
	return false;
}

int section_head(struct section *section, struct dat *dat, uint64_t offset,
		 struct reader_error *error)
{
	uint16_t id, flags;
	uint32_t name;
	struct cursor cursor;

	cursor_file(&cursor, dat, offset, error);
	if (cursor_u16(&cursor, &id) || cursor_u16(&cursor, &flags) ||
	    cursor_u32(&cursor, &name) || cursor_u64(&cursor, &section->size))
		return -1;
	section->id = id;
	section->compressed = flags & 1;
	section->offset = cursor.position;
	return 0;
}

/* Expand a whole section: the head's sections are small, but for the symbols. */
static int expand_section(struct cursor *cursor)
{
	uint32_t packed, size;
	uint8_t *in;
	bool good;

	if (cursor_u32(cursor, &packed) || cursor_u32(cursor, &size))
		return -1;
	if (packed > cursor->end - cursor->position)
		return cursor_damaged(cursor, "the file ends within a compressed section");
	if (size > CURSOR_SECTION_MAX)
		return cursor_damaged(cursor, "a compressed section is impossibly long");
	in = malloc(packed ? packed : 1);
	cursor->memory = NULL;
	if (!in || cursor_read(cursor, in, packed)) {
		free(in);
		return -1;
	}
	cursor->memory = malloc(size ? size : 1);
	good = cursor->memory && dat_expand(cursor->dat, cursor->memory, size, in, packed);
	free(in);
	cursor->at = cursor->position - packed;
	cursor->position = 0;
	cursor->end = size;
	if (good)
		return 0;
	cursor_damaged(cursor, "a compressed section cannot be expanded");
	cursor_close(cursor);
	return -1;
}

int cursor_section(struct cursor *cursor, struct dat *dat, uint64_t offset, unsigned int id,
		   struct reader_error *error)
{
	struct section section;

	if (section_head(&section, dat, offset, error))
		return -1;
	cursor_file(cursor, dat, section.offset, error);
	if (section.id != id) {
		cursor->position = offset;
		return cursor_damaged(cursor, "another section was expected here");
	}
	if (section.compressed)
		return expand_section(cursor);
	if (section.size < cursor->end - cursor->position)
		cursor->end = cursor->position + section.size;
	return 0;
}
