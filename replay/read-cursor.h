/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Reading the head of a trace.dat piece by piece, from the file or from a section
 * that was expanded. Private to the reader.
 */
#ifndef TALLY_REPLAY_READ_CURSOR_H
#define TALLY_REPLAY_READ_CURSOR_H

#include "replay/read-dat.h"

/* No string, no description in the head is longer. */
#define CURSOR_TEXT_MAX		(1024 * 1024)
/* No section but the symbols is longer, and those are not longer than this. */
#define CURSOR_SECTION_MAX	(64U * 1024 * 1024)

/**
 * struct cursor - a place in the head
 * @dat: the file
 * @error: for damage
 * @position: in the file, or in @memory
 * @end: of what may be read
 * @memory: an expanded section, or NULL for the file itself
 * @at: where the section lies in the file, when it was expanded
 * @window: bytes of the file
 * @window_at: their place
 * @window_size: how many are valid
 */
struct cursor {
	struct dat *dat;
	struct reader_error *error;
	uint64_t position;
	uint64_t end;
	uint8_t *memory;
	uint64_t at;
	uint64_t window_at;
	size_t window_size;
	uint8_t window[4096];
};

/**
 * struct section - the head of a section (version 7)
 * @id: what it holds
 * @compressed: its contents are
 * @offset: of its contents in the file
 * @size: of its contents in the file
 */
struct section {
	unsigned int id;
	bool compressed;
	uint64_t offset;
	uint64_t size;
};

/**
 * cursor_file() - begin at a place of the file
 * @cursor: to be filled
 * @dat: the file
 * @position: where
 * @error: for damage
 */
void cursor_file(struct cursor *cursor, struct dat *dat, uint64_t position,
		 struct reader_error *error);

/**
 * cursor_section() - begin at the contents of a section (version 7)
 * @cursor: to be filled; cursor_close() is needed after success
 * @dat: the file
 * @offset: of the section's head
 * @id: what it must hold
 * @error: for damage
 *
 * Return: 0, or -1 with @error filled.
 */
int cursor_section(struct cursor *cursor, struct dat *dat, uint64_t offset, unsigned int id,
		   struct reader_error *error);

/**
 * cursor_close() - give back an expanded section
 * @cursor: may be one of the file
 */
void cursor_close(struct cursor *cursor);

/**
 * section_head() - read the head of a section (version 7)
 * @section: to be filled
 * @dat: the file
 * @offset: where it is
 * @error: for damage
 *
 * Return: 0, or -1 with @error filled.
 */
int section_head(struct section *section, struct dat *dat, uint64_t offset,
		 struct reader_error *error);

/**
 * cursor_read() - the next bytes
 * @cursor: where
 * @buffer: for them
 * @size: how many
 *
 * Return: 0, or -1 with the error filled.
 */
int cursor_read(struct cursor *cursor, void *buffer, size_t size);

/**
 * cursor_skip() - leave out bytes
 * @cursor: where
 * @size: how many
 *
 * Return: 0, or -1 with the error filled.
 */
int cursor_skip(struct cursor *cursor, uint64_t size);

/* Numbers in the file's byte order; 0, or -1 with the error filled. */
int cursor_u16(struct cursor *cursor, uint16_t *value);
int cursor_u32(struct cursor *cursor, uint32_t *value);
int cursor_u64(struct cursor *cursor, uint64_t *value);

/**
 * cursor_string() - a terminated string
 * @cursor: where
 * @string: for it; what does not fit is left out
 * @size: room in @string
 *
 * Return: 0, or -1 with the error filled.
 */
int cursor_string(struct cursor *cursor, char *string, size_t size);

/**
 * cursor_text() - a text whose length comes before it
 * @cursor: where
 * @length: set to its length
 *
 * Return: the text, terminated, to be freed; NULL with the error filled.
 */
char *cursor_text(struct cursor *cursor, size_t *length);

/**
 * cursor_damaged() - tell damage at the cursor's place
 * @cursor: where
 * @what: what is wrong
 *
 * Return: -1.
 */
int cursor_damaged(struct cursor *cursor, const char *what);

#endif /* TALLY_REPLAY_READ_CURSOR_H */
