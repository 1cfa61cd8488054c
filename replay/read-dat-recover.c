// SPDX-License-Identifier: GPL-2.0
/*
 * A trace.dat of version 7 whose end is missing has lost the options that say where the pages
 * lie. Sections follow one another, though, and so do the pages of the CPUs in theirs: each CPU
 * begins at a multiple of the page size.
 */
#include <string.h>

#include "replay/read-cursor.h"

#define CHUNK_MAX	(64U * 1024 * 1024)

static uint64_t align_up(uint64_t offset, uint32_t page)
{
	return (offset + page - 1) / page * page;
}

/* Where a CPU's chunks end; 0 when no chunks are here. */
static uint64_t chunks_end(struct dat *dat, uint64_t at)
{
	uint8_t bytes[8];
	uint32_t count, i;

	if (source_read_at(dat->source, at, bytes, 4) < 4)
		return 0;
	count = dat_u32(dat, bytes);
	at += 4;
	for (i = 0; i < count; i++) {
		uint32_t packed, size;

		if (source_read_at(dat->source, at, bytes, 8) < 8)
			return i ? dat->source->size : 0;
		packed = dat_u32(dat, bytes);
		size = dat_u32(dat, bytes + 4);
		if (!packed || packed > CHUNK_MAX || !size || size > CHUNK_MAX ||
		    size % dat->page_size)
			return 0;
		at += 8 + (uint64_t)packed;
		if (at > dat->source->size)
			return dat->source->size;
	}
	return count ? at : 0;
}

/* Where a CPU's plain pages end: the time of the next one goes back; 0 without any. */
static uint64_t pages_end(struct dat *dat, uint64_t at)
{
	uint64_t last = 0, time;
	uint8_t bytes[8];

	while (source_read_at(dat->source, at, bytes, sizeof(bytes)) == sizeof(bytes)) {
		time = dat_u64(dat, bytes);
		if (!time || time < last)
			break;
		last = time;
		at += dat->page_size;
	}
	if (!last)
		return 0;
	return at < dat->source->size ? at : dat->source->size;
}

static void recover_pages(struct dat *dat, const struct section *section,
			  struct reader_error *error)
{
	uint64_t at = align_up(section->offset, dat->page_size), end;

	dat->pages_plain = !section->compressed;
	while (at < dat->source->size && dat->cpu_count < READER_CPUS_MAX) {
		end = section->compressed ? chunks_end(dat, at) : pages_end(dat, at);
		if (!end || dat_add_cpu(dat, error, dat->cpu_count, at, end - at))
			return;
		dat->recovered = true;
		dat->summary->oddities[ODD_RECOVERED]++;
		at = align_up(end, dat->page_size);
	}
}

void dat_recover(struct dat *dat, uint64_t at, struct reader_error *error)
{
	struct reader_error quiet;
	struct section section;

	while (at < dat->source->size && !dat->cpu_count) {
		memset(&quiet, 0, sizeof(quiet));
		if (section_head(&section, dat, at, &quiet))
			return;
		dat_section(dat, at, section.id, &quiet);
		if (section.id == SECTION_FLYRECORD && dat->commit_size)
			recover_pages(dat, &section, error);
		if (!section.size || section.size > dat->source->size)
			return;
		at = section.offset + section.size;
	}
}
