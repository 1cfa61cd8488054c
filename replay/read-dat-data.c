// SPDX-License-Identifier: GPL-2.0
/*
 * The pages of a CPU in a trace.dat, and the events in them. A window of pages is in
 * memory, or one chunk where they are compressed.
 *
 * A page: time stamp (8 bytes), commit (length of the data, and flags), data. An event begins
 * with 32 bits: 5 for its type or length in words, 27 for the time since the one before.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "replay/read-dat.h"

#define WINDOW_PAGES		16
#define CHUNK_MAX		(64U * 1024 * 1024)

#define COMMIT_LENGTH		0x07ffffffU
#define COMMIT_LOST_STORED	0x40000000U
#define COMMIT_LOST		0x80000000U

#define TYPE_LENGTH_MAX		28
#define TYPE_PADDING		29
#define TYPE_TIME_EXTEND	30
#define TYPE_TIME_STAMP		31
#define TIME_BITS		27
#define TIME_STAMP_HIGH		(UINT64_C(0x1f) << 59)	/* not part of a TYPE_TIME_STAMP */

static int no_memory(struct dat *dat, struct reader_error *error)
{
	reader_fail(error, READER_FAULT_MEMORY, dat->source, 0, "out of memory");
	return -1;
}

/* A place in the file that belongs to a place in the window. */
static uint64_t place(const struct dat *dat, const struct dat_cpu *cpu, size_t in_window)
{
	return dat->compression == DAT_PLAIN || dat->pages_plain ? cpu->window_at + in_window :
	       cpu->window_at;
}

static int window_room(struct dat *dat, struct dat_cpu *cpu, size_t size,
		       struct reader_error *error)
{
	uint8_t *window;

	if (size <= cpu->window_room)
		return 0;
	window = realloc(cpu->window, size);
	if (!window)
		return no_memory(dat, error);
	cpu->window = window;
	cpu->window_room = size;
	return 0;
}

static void read_failed(struct dat *dat, struct dat_cpu *cpu, uint64_t offset, long got,
			struct reader_error *error)
{
	if (got < 0)
		reader_fail(error, READER_FAULT_DAMAGED, dat->source, offset,
			    "the events of CPU %u cannot be read: %s", cpu->cpu, strerror(errno));
	else
		reader_fail(error, READER_FAULT_DAMAGED, dat->source, dat->source->size,
			    "the file ends within the events of CPU %u", cpu->cpu);
}

/* 1 with more pages in the window, 0 at the end, -1 when out of memory. */
static int fill_plain(struct dat *dat, struct dat_cpu *cpu, struct reader_error *error)
{
	size_t want = (size_t)dat->page_size * WINDOW_PAGES;
	long got;

	if (want > CHUNK_MAX)
		want = dat->page_size;
	if (cpu->position >= cpu->size)
		return 0;
	if (want > cpu->size - cpu->position)
		want = cpu->size - cpu->position;
	if (window_room(dat, cpu, want, error))
		return -1;
	cpu->window_at = cpu->offset + cpu->position;
	got = source_read_at(dat->source, cpu->window_at, cpu->window, want);
	if (got < (long)want) {
		read_failed(dat, cpu, cpu->window_at, got, error);
		cpu->size = 0;
	}
	cpu->window_size = got > 0 ? got : 0;
	cpu->position += cpu->window_size;
	return cpu->window_size > 0;
}

/* Read the head of a chunk: its length, and what it expands to. */
static bool chunk_head(struct dat *dat, struct dat_cpu *cpu, uint32_t *packed,
		       uint32_t *size, struct reader_error *error)
{
	uint8_t head[8];
	uint64_t at = cpu->offset + cpu->position, left;
	long got;

	got = source_read_at(dat->source, at, head, sizeof(head));
	if (got < (long)sizeof(head)) {
		read_failed(dat, cpu, at, got, error);
		return false;
	}
	*packed = dat_u32(dat, head);
	*size = dat_u32(dat, head + 4);
	cpu->position += sizeof(head);
	left = dat->source->size - at - sizeof(head);
	if (*packed > left && *packed <= CHUNK_MAX) {
		read_failed(dat, cpu, at, 0, error);
		return false;
	}
	if (*packed && *packed <= CHUNK_MAX && *size <= CHUNK_MAX)
		return true;
	reader_fail(error, READER_FAULT_DAMAGED, dat->source, at,
		    "the length of a chunk of CPU %u makes no sense", cpu->cpu);
	return false;
}

static int chunk_count(struct dat *dat, struct dat_cpu *cpu, struct reader_error *error)
{
	uint8_t count[4];
	long got;

	got = source_read_at(dat->source, cpu->offset, count, sizeof(count));
	if (got < (long)sizeof(count)) {
		read_failed(dat, cpu, cpu->offset, got, error);
		cpu->chunks = 0;
		return 0;
	}
	cpu->chunks = dat_u32(dat, count);
	cpu->position = sizeof(count);
	return 1;
}

static int expand_chunk(struct dat *dat, struct dat_cpu *cpu, uint32_t packed, uint32_t size,
			struct reader_error *error)
{
	uint8_t *in = malloc(packed ? packed : 1);
	long got;
	bool good;

	if (!in || window_room(dat, cpu, size ? size : 1, error)) {
		free(in);
		return no_memory(dat, error);
	}
	cpu->window_at = cpu->offset + cpu->position;
	got = source_read_at(dat->source, cpu->window_at, in, packed);
	good = got == (long)packed && dat_expand(dat, cpu->window, size, in, packed);
	free(in);
	if (got < (long)packed) {
		read_failed(dat, cpu, cpu->window_at, got, error);
		cpu->chunks = 0;
		return 0;
	}
	cpu->position += packed;
	cpu->window_size = good ? size : 0;
	if (!good) {
		reader_fail(error, READER_FAULT_DAMAGED, dat->source, cpu->window_at,
			    "a chunk of CPU %u cannot be expanded", cpu->cpu);
		cpu->lost++;
	}
	return 1;
}

/* 1 with a chunk in the window, 0 at the end, -1 when out of memory. */
static int fill_chunk(struct dat *dat, struct dat_cpu *cpu, struct reader_error *error)
{
	uint32_t packed, size;
	int ret;

	if (!cpu->position && chunk_count(dat, cpu, error) <= 0)
		return 0;
	while (cpu->chunks) {
		cpu->chunks--;
		if (!chunk_head(dat, cpu, &packed, &size, error)) {
			cpu->chunks = 0;
			return 0;
		}
		ret = expand_chunk(dat, cpu, packed, size, error);
		if (ret < 0)
			return ret;
		if (cpu->window_size)
			return 1;
	}
	return 0;
}

static void bad_page(struct dat *dat, struct dat_cpu *cpu, size_t in_window,
		     struct reader_error *error)
{
	dat->summary->oddities[ODD_BAD_PAGE]++;
	reader_fail(error, READER_FAULT_DAMAGED, dat->source, place(dat, cpu, in_window),
		    "a page of CPU %u makes no sense", cpu->cpu);
	cpu->next = 0;
	cpu->end = 0;
	cpu->lost++;
}

/* The head of the page at cpu->page. */
static void page_begin(struct dat *dat, struct dat_cpu *cpu, struct reader_error *error)
{
	const uint8_t *page = cpu->window + cpu->page;
	size_t room = cpu->window_size - cpu->page, length;
	uint64_t commit;

	cpu->next = 0;
	cpu->end = 0;
	if (room > dat->page_size)
		room = dat->page_size;
	if (room < dat->data_offset)
		return;
	cpu->time_ns = dat_u64(dat, page);
	commit = dat->commit_size == 8 ? dat_u64(dat, page + 8) : dat_u32(dat, page + 8);
	length = commit & COMMIT_LENGTH;
	if (length > dat->page_size - dat->data_offset) {
		bad_page(dat, cpu, cpu->page, error);
		return;
	}
	if (length > room - dat->data_offset)
		length = room - dat->data_offset;	/* the file was cut here */
	cpu->end = length;
	if (!(commit & COMMIT_LOST))
		return;
	page += dat->data_offset + length;
	if ((commit & COMMIT_LOST_STORED) &&
	    room - dat->data_offset - length >= dat->commit_size)
		cpu->lost += dat->commit_size == 8 ? dat_u64(dat, page) : dat_u32(dat, page);
	else
		cpu->lost++;
}

/* 1 with a page, 0 at the end, -1 when out of memory. */
static int next_page(struct dat *dat, struct dat_cpu *cpu, struct reader_error *error)
{
	int ret;

	if (cpu->window_size && cpu->page + dat->page_size < cpu->window_size) {
		cpu->page += dat->page_size;
	} else {
		if (dat->compression == DAT_PLAIN || dat->pages_plain)
			ret = fill_plain(dat, cpu, error);
		else
			ret = fill_chunk(dat, cpu, error);
		if (ret <= 0)
			return ret;
		cpu->page = 0;
	}
	page_begin(dat, cpu, error);
	return 1;
}

static inline void split_head(const struct dat *dat, uint32_t head, unsigned int *type,
			      uint32_t *delta)
{
	const bool little_here = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;

	if (dat->swap == little_here) {		/* a big-endian file */
		*type = head >> TIME_BITS;
		*delta = head & ((1U << TIME_BITS) - 1);
	} else {
		*type = head & 31;
		*delta = head >> 5;
	}
}

/* 1 with an event, 0 at the page's end, -1 when the page makes no sense. */
static int page_event(struct dat *dat, struct dat_cpu *cpu)
{
	const uint8_t *data;
	unsigned int type;
	uint32_t delta, word;
	uint64_t stamp;

	if (!cpu->end)
		return 0;
	data = cpu->window + cpu->page + dat->data_offset;
	while (cpu->end - cpu->next >= 4) {
		const uint8_t *p = data + cpu->next;
		size_t left = cpu->end - cpu->next - 4, length;

		split_head(dat, dat_u32(dat, p), &type, &delta);
		if (type && type <= TYPE_LENGTH_MAX) {
			length = type * 4;
			if (length > left)
				return -1;
			cpu->next += 4 + length;
			cpu->time_ns += delta;
			cpu->data = p + 4;
			cpu->length = length;
			return 1;
		}
		if (type == TYPE_PADDING && !delta)
			break;
		if (left < 4)
			return -1;
		word = dat_u32(dat, p + 4);
		switch (type) {
		case TYPE_TIME_EXTEND:
			cpu->time_ns += ((uint64_t)word << TIME_BITS) + delta;
			cpu->next += 8;
			break;
		case TYPE_TIME_STAMP:
			stamp = ((uint64_t)word << TIME_BITS) + delta;
			cpu->time_ns = stamp | (cpu->time_ns & TIME_STAMP_HIGH);
			cpu->next += 8;
			break;
		default:	/* padding, or an event with its length in a word of its own */
			if (word < 4 || word > left)
				return -1;
			cpu->time_ns += delta;
			cpu->data = p + 8;
			cpu->length = word - 4;
			cpu->next += 4 + ((word + 3) & ~3U);
			if (cpu->next > cpu->end)
				cpu->next = cpu->end;
			if (!type)
				return 1;
			break;
		}
	}
	cpu->next = cpu->end;
	return 0;
}

int dat_cpu_advance(struct dat *dat, struct dat_cpu *cpu, struct reader_error *error)
{
	int ret;

	cpu->data = NULL;
	for (;;) {
		ret = page_event(dat, cpu);
		if (ret > 0)
			return 1;
		if (ret < 0)
			bad_page(dat, cpu, cpu->page + dat->data_offset + cpu->next, error);
		ret = next_page(dat, cpu, error);
		if (ret <= 0) {
			cpu->data = NULL;
			return ret;
		}
	}
}
