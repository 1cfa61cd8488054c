// SPDX-License-Identifier: GPL-2.0
/*
 * The head of a trace.dat, versions 6 and 7: descriptions of events, options, and where each
 * CPU's pages lie.
 */
#include <stdlib.h>
#include <string.h>

#include "replay/read-cursor.h"
#include "replay/read-text.h"

/* Options that matter here; the numbers are the same in 6 and 7. */
enum {
	OPTION_DONE,
	OPTION_STATISTICS = 2,
	OPTION_BUFFER = 3,
	OPTION_CLOCK = 4,
	OPTION_TSC = 14,
	OPTION_HEADER = 16,
	OPTION_FTRACE,
	OPTION_EVENTS,
	OPTION_KALLSYMS,
	OPTION_TEXT = 22
};

#define OPTION_SECTIONS_MAX	1000	/* a chain of sections that does not end is damage */

static int read_expected(struct cursor *cursor, const char *expected, size_t length)
{
	char found[16];

	if (cursor_read(cursor, found, length))
		return -1;
	if (!memcmp(found, expected, length))
		return 0;
	cursor->position -= cursor->memory ? 0 : length;
	return cursor_damaged(cursor, "the head is not what was expected here");
}

static int read_header_page(struct cursor *cursor)
{
	size_t length;
	char *text;
	bool good;

	if (read_expected(cursor, "header_page", 12))
		return -1;
	text = cursor_text(cursor, &length);
	if (!text)
		return -1;
	good = dat_format_header_page(cursor->dat, text, length);
	free(text);
	if (!good)
		return cursor_damaged(cursor, "the description of a page makes no sense");
	if (read_expected(cursor, "header_event", 13))
		return -1;
	text = cursor_text(cursor, &length);
	free(text);
	return text ? 0 : -1;
}

static int read_formats(struct cursor *cursor, const char *system)
{
	uint32_t count;
	size_t length;
	char *text;

	if (cursor_u32(cursor, &count))
		return -1;
	while (count--) {
		text = cursor_text(cursor, &length);
		if (!text)
			return -1;
		if (!dat_format_event(cursor->dat, system, text, length))
			cursor->dat->summary->oddities[ODD_UNKNOWN_EVENT]++;
		free(text);
	}
	return 0;
}

static int read_systems(struct cursor *cursor)
{
	char system[EVENT_NAME_MAX];
	uint32_t count;

	if (cursor_u32(cursor, &count))
		return -1;
	while (count--)
		if (cursor_string(cursor, system, sizeof(system)) ||
		    read_formats(cursor, system))
			return -1;
	return 0;
}

int dat_add_cpu(struct dat *dat, struct reader_error *error, uint32_t number,
		uint64_t offset, uint64_t size)
{
	struct dat_cpu *cpu;

	if (number >= READER_CPUS_MAX) {
		dat->summary->oddities[ODD_CPU_RANGE]++;
		return 0;
	}
	if (!summary_cpu(dat->summary, number))
		goto no_memory;
	if (!size)
		return 0;
	if (dat->cpu_count == READER_CPUS_MAX)
		return 0;
	cpu = realloc(dat->cpus, (dat->cpu_count + 1) * sizeof(*cpu));
	if (!cpu)
		goto no_memory;
	dat->cpus = cpu;
	cpu += dat->cpu_count++;
	memset(cpu, 0, sizeof(*cpu));
	cpu->cpu = number;
	cpu->offset = offset;
	cpu->size = size;
	return 0;
no_memory:
	reader_fail(error, READER_FAULT_MEMORY, dat->source, 0, "out of memory");
	return -1;
}

/* "[local] global counter ..." */
static void take_clock(struct dat *dat, const char *text)
{
	const char *start = strchr(text, '['), *end = start ? strchr(start, ']') : NULL;
	size_t length;

	if (!end)
		return;
	length = end - start - 1;
	if (length >= sizeof(dat->clock))
		length = sizeof(dat->clock) - 1;
	memcpy(dat->clock, start + 1, length);
	dat->clock[length] = '\0';
}

/* A CPU's statistics: lines "overrun: 0". */
static void take_statistics(struct dat *dat, const char *text)
{
	static const char *const lost[] = {
		"\noverrun: ", "\ncommit overrun: ", "\ndropped events: ",
	};
	unsigned int i;

	for (i = 0; i < sizeof(lost) / sizeof(lost[0]); i++) {
		const char *found = strstr(text, lost[i]);

		if (found)
			dat->summary->oddities[ODD_NOT_KEPT] +=
				strtoull(found + strlen(lost[i]), NULL, 10);
	}
}

/* Options that are the same in both versions. */
static int common_option(struct cursor *cursor, unsigned int id, uint32_t size)
{
	struct dat *dat = cursor->dat;
	char text[512];

	if (id == OPTION_CLOCK || id == OPTION_STATISTICS) {
		size_t part = size < sizeof(text) - 1 ? size : sizeof(text) - 1;

		if (cursor_read(cursor, text, part) || cursor_skip(cursor, size - part))
			return -1;
		text[part] = '\0';
		if (id == OPTION_CLOCK)
			take_clock(dat, text);
		else
			take_statistics(dat, text);
		return 0;
	}
	if (id == OPTION_TSC && size >= 8) {
		if (cursor_u32(cursor, &dat->tsc_mult) || cursor_u32(cursor, &dat->tsc_shift))
			return -1;
		if (dat->tsc_shift > 63)
			return cursor_damaged(cursor, "the clock's factor makes no sense");
		return cursor_skip(cursor, size - 8);
	}
	return cursor_skip(cursor, size);
}

/* Version 6: "flyrecord", then offset and size by CPU. */
static int read_v6_cpus(struct cursor *cursor, uint32_t cpus)
{
	uint64_t offset, size;
	uint32_t i;

	for (i = 0; i < cpus; i++)
		if (cursor_u64(cursor, &offset) || cursor_u64(cursor, &size) ||
		    dat_add_cpu(cursor->dat, cursor->error, i, offset, size))
			return -1;
	return 0;
}

/* A buffer other than the main one, which is used when the main one is empty. */
static int read_v6_buffer(struct dat *dat, uint64_t offset, uint32_t cpus,
			  struct reader_error *error)
{
	struct cursor cursor;

	cursor_file(&cursor, dat, offset, error);
	if (read_expected(&cursor, "flyrecord", 10))
		return -1;
	return read_v6_cpus(&cursor, cpus);
}

static int read_v6_rest(struct cursor *cursor)
{
	struct dat *dat = cursor->dat;
	uint64_t buffer = 0, offset;
	uint32_t cpus, size;
	uint16_t id;
	char kind[10];

	if (cursor_u32(cursor, &cpus) || cursor_read(cursor, kind, sizeof(kind)))
		return -1;
	if (!memcmp(kind, "options  ", 10)) {
		for (;;) {
			if (cursor_u16(cursor, &id))
				return -1;
			if (id == OPTION_DONE)
				break;
			if (cursor_u32(cursor, &size))
				return -1;
			if (id == OPTION_BUFFER && size >= 8) {
				if (cursor_u64(cursor, &offset))
					return -1;
				if (buffer)
					dat->summary->oddities[ODD_OTHER_BUFFER]++;
				else
					buffer = offset;
				size -= 8;
			}
			if (common_option(cursor, id, size))
				return -1;
		}
		if (cursor_read(cursor, kind, sizeof(kind)))
			return -1;
	}
	if (!memcmp(kind, "latency  ", 10))
		return text_open_at(&dat->text, dat->source, cursor->position, UINT64_MAX,
				    dat->summary, cursor->error);
	if (memcmp(kind, "flyrecord", 10))
		return cursor_damaged(cursor, "the head is not what was expected here");
	if (read_v6_cpus(cursor, cpus))
		return -1;
	if (buffer && !dat->cpu_count)
		return read_v6_buffer(dat, buffer, cpus, cursor->error);
	if (buffer)
		dat->summary->oddities[ODD_OTHER_BUFFER]++;
	return 0;
}

static int read_v6(struct cursor *cursor)
{
	struct dat *dat = cursor->dat;
	uint32_t size;
	uint64_t size64;

	if (read_header_page(cursor) || read_formats(cursor, "ftrace") || read_systems(cursor) ||
	    cursor_u32(cursor, &size))
		return -1;
	dat->kallsyms = cursor->position;
	dat->kallsyms_size = size;
	if (cursor_skip(cursor, size) || cursor_u32(cursor, &size) ||
	    cursor_skip(cursor, size) || cursor_u64(cursor, &size64) ||
	    cursor_skip(cursor, size64))
		return -1;
	return read_v6_rest(cursor);
}

/* Version 7: where the CPUs' pages of one buffer lie. */
static int read_v7_buffer(struct cursor *cursor)
{
	struct dat *dat = cursor->dat;
	struct section section;
	char name[64], clock[32];
	uint64_t offset, size;
	uint32_t page, cpus, number, i;

	if (cursor_u64(cursor, &offset) || cursor_string(cursor, name, sizeof(name)) ||
	    cursor_string(cursor, clock, sizeof(clock)) || cursor_u32(cursor, &page) ||
	    cursor_u32(cursor, &cpus))
		return -1;
	if (dat->cpu_count) {
		dat->summary->oddities[ODD_OTHER_BUFFER]++;
		return 0;
	}
	if (section_head(&section, dat, offset, cursor->error))
		return -1;
	if (page < 64 || page > CURSOR_TEXT_MAX)
		return cursor_damaged(cursor, "the size of a page makes no sense");
	if (!section.compressed)
		dat->pages_plain = true;
	dat->page_size = page;
	memcpy(dat->clock, clock, sizeof(dat->clock));
	for (i = 0; i < cpus; i++)
		if (cursor_u32(cursor, &number) || cursor_u64(cursor, &offset) ||
		    cursor_u64(cursor, &size) ||
		    dat_add_cpu(dat, cursor->error, number, offset, size))
			return -1;
	return 0;
}

void dat_section(struct dat *dat, uint64_t offset, unsigned int id, struct reader_error *error)
{
	struct cursor cursor;

	if (id == SECTION_KALLSYMS)
		dat->kallsyms = offset;
	if (id != SECTION_HEADER && id != SECTION_FTRACE && id != SECTION_EVENTS)
		return;
	if (cursor_section(&cursor, dat, offset, id, error))
		return;
	if (id == SECTION_HEADER)
		read_header_page(&cursor);
	else if (id == SECTION_FTRACE)
		read_formats(&cursor, "ftrace");
	else
		read_systems(&cursor);
	cursor_close(&cursor);
}

static int read_v7_option(struct cursor *cursor, unsigned int id, uint32_t size,
			  uint64_t *next)
{
	struct dat *dat = cursor->dat;
	uint64_t start = cursor->position, offset;

	switch (id) {
	case OPTION_DONE:
	case OPTION_HEADER:
	case OPTION_FTRACE:
	case OPTION_EVENTS:
	case OPTION_KALLSYMS:
	case OPTION_TEXT:
		if (cursor_u64(cursor, &offset))
			return -1;
		break;
	case OPTION_BUFFER:
		if (read_v7_buffer(cursor))
			return -1;
		break;
	default:
		return common_option(cursor, id, size);
	}
	if (id == OPTION_DONE)
		*next = offset;
	else if (id == OPTION_TEXT)
		dat->text_section = offset;
	else if (id != OPTION_BUFFER)
		dat_section(dat, offset, id, cursor->error);	/* the numbers are the same */
	if (size < cursor->position - start)
		return cursor_damaged(cursor, "an option is too short");
	return cursor_skip(cursor, size - (cursor->position - start));
}

/* One section of options; @next is where the next one lies, 0 after the last. */
static int read_v7_options(struct dat *dat, uint64_t *next, struct reader_error *error)
{
	struct cursor cursor;
	uint64_t offset = *next;
	uint16_t id = 1;
	uint32_t size;
	int ret = 0;

	*next = 0;
	if (cursor_section(&cursor, dat, offset, SECTION_OPTIONS, error))
		return -1;
	while (!ret && id != OPTION_DONE) {
		if (cursor_u16(&cursor, &id) || cursor_u32(&cursor, &size))
			ret = -1;
		else
			ret = read_v7_option(&cursor, id, size, next);
	}
	cursor_close(&cursor);
	return ret;
}

static int open_v7_text(struct dat *dat, struct reader_error *error)
{
	struct section section;

	if (section_head(&section, dat, dat->text_section, error))
		return -1;
	if (section.compressed) {
		reader_fail(error, READER_FAULT_FORMAT, dat->source, dat->text_section,
			    "a latency trace in a compressed trace.dat: use trace-cmd report's output");
		return -1;
	}
	return text_open_at(&dat->text, dat->source, section.offset,
			    section.offset + section.size, dat->summary, error);
}

static int read_v7(struct cursor *cursor)
{
	struct dat *dat = cursor->dat;
	unsigned int sections = 0;
	uint64_t next, first;
	char name[16], version[32];

	if (cursor_string(cursor, name, sizeof(name)) ||
	    cursor_string(cursor, version, sizeof(version)) || cursor_u64(cursor, &next))
		return -1;
	if (!strcmp(name, "zstd")) {
		dat->compression = DAT_ZSTD;
	} else if (!strcmp(name, "zlib")) {
		dat->compression = DAT_ZLIB;
	} else if (strcmp(name, "none")) {
		reader_fail(cursor->error, READER_FAULT_FORMAT, dat->source, 0,
			    "compressed by \"%s\", which tally cannot undo", name);
		return -1;
	}
	first = cursor->position;
	while (next) {
		if (next >= dat->source->size) {
			cursor->position = next;
			cursor_damaged(cursor, "the file ends before its table of contents");
			break;
		}
		if (++sections > OPTION_SECTIONS_MAX) {
			cursor->position = next;
			cursor_damaged(cursor, "the sections of options have no end");
			break;
		}
		if (read_v7_options(dat, &next, cursor->error))
			break;
	}
	if (cursor->error->fault == READER_FAULT_DAMAGED && !dat->cpu_count)
		dat_recover(dat, first, cursor->error);
	if (dat->text_section && !dat->cpu_count)
		return open_v7_text(dat, cursor->error);
	return 0;
}

int dat_meta(struct dat *dat, struct reader_error *error)
{
	struct cursor cursor;
	char version[8];
	uint8_t bytes[2];

	cursor_file(&cursor, dat, 10, error);
	if (cursor_string(&cursor, version, sizeof(version)) || cursor_read(&cursor, bytes, 2))
		return -1;
	dat->version = strtoul(version, NULL, 10);
	if (dat->version != 6 && dat->version != 7) {
		reader_fail(error, READER_FAULT_FORMAT, dat->source, 10,
			    "trace.dat of version \"%s\"; tally reads 6 and 7", version);
		return -1;
	}
	dat->swap = bytes[0] != (__BYTE_ORDER__ == __ORDER_BIG_ENDIAN__);
	if (cursor_u32(&cursor, &dat->page_size))
		return -1;
	if (dat->page_size < 64 || dat->page_size > CURSOR_TEXT_MAX)
		return cursor_damaged(&cursor, "the size of a page makes no sense");
	if (dat->version == 6 ? read_v6(&cursor) : read_v7(&cursor))
		return -1;
	if (dat->text)
		return 0;
	if (!dat->commit_size)
		return cursor_damaged(&cursor, "the description of a page is missing");
	if (!dat->cpu_count && error->fault)
		return -1;
	return 0;
}

char *dat_symbols(struct dat *dat, size_t *size)
{
	struct reader_error unused = { 0 };
	struct cursor cursor;
	uint32_t size32;
	char *text = NULL;

	if (!dat->kallsyms)
		return NULL;
	if (dat->version == 6) {
		cursor_file(&cursor, dat, dat->kallsyms, &unused);
		*size = dat->kallsyms_size;
	} else {
		if (cursor_section(&cursor, dat, dat->kallsyms, SECTION_KALLSYMS, &unused))
			return NULL;
		*size = cursor_u32(&cursor, &size32) ? 0 : size32;
	}
	if (*size && *size <= cursor.end - cursor.position && *size <= CURSOR_SECTION_MAX)
		text = malloc(*size);
	if (text && cursor_read(&cursor, text, *size)) {
		free(text);
		text = NULL;
	}
	cursor_close(&cursor);
	return text;
}
