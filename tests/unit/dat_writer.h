/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Writes small trace.dat files, as the documentation of the format says, for tests of the
 * reader: either byte order, versions 6 and 7, with or without compression.
 */
#ifndef TALLY_TEST_DAT_WRITER_H
#define TALLY_TEST_DAT_WRITER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>
#include <zstd.h>

#ifndef DW_PAGE
#define DW_PAGE		4096
#endif
#define DW_CPUS_MAX	4
#define DW_FILE_MAX	(1024 * 1024)

enum dw_packing { DW_PLAIN, DW_ZSTD, DW_ZLIB };

/* Numbers of the events in the files. */
enum {
	DW_IDLE = 100,
	DW_IRQ = 101,
	DW_RAISE = 102,
	DW_UNDESCRIBED = 999
};

/**
 * struct dw_cpu - the pages of a CPU
 * @pages: their bytes
 * @size: of @pages
 * @used: of the last page's data
 * @time: of the last event
 */
struct dw_cpu {
	uint8_t pages[8 * DW_PAGE];
	size_t size;
	size_t used;
	uint64_t time;
};

/**
 * struct dw - a file
 * @big: big-endian
 * @long_size: 4 or 8: size of a page's commit
 * @file: the bytes
 * @size: of @file
 * @cpus: its CPUs
 * @cpu_count: how many
 */
struct dw {
	bool big;
	unsigned int long_size;
	uint8_t file[DW_FILE_MAX];
	size_t size;
	struct dw_cpu cpus[DW_CPUS_MAX];
	unsigned int cpu_count;
};

static inline void dw_store(const struct dw *dw, uint8_t *p, uint64_t value, unsigned int size)
{
	unsigned int i;

	for (i = 0; i < size; i++)
		p[dw->big ? size - 1 - i : i] = value >> (8 * i);
}

static inline void dw_put(struct dw *dw, const void *bytes, size_t size)
{
	if (dw->size + size > DW_FILE_MAX)
		abort();
	memcpy(dw->file + dw->size, bytes, size);
	dw->size += size;
}

static inline void dw_number(struct dw *dw, uint64_t value, unsigned int size)
{
	uint8_t bytes[8];

	dw_store(dw, bytes, value, size);
	dw_put(dw, bytes, size);
}

static inline uint8_t *dw_page(struct dw *dw, unsigned int cpu)
{
	return dw->cpus[cpu].pages + dw->cpus[cpu].size - DW_PAGE;
}

/* Begin a page; events follow. */
static inline void dw_new_page(struct dw *dw, unsigned int cpu, uint64_t time)
{
	struct dw_cpu *c = &dw->cpus[cpu];

	if (c->size + DW_PAGE > sizeof(c->pages))
		abort();
	if (cpu >= dw->cpu_count)
		dw->cpu_count = cpu + 1;
	c->size += DW_PAGE;
	c->used = 0;
	c->time = time;
	memset(dw_page(dw, cpu), 0, DW_PAGE);
	dw_store(dw, dw_page(dw, cpu), time, 8);
}

static inline void dw_commit(struct dw *dw, unsigned int cpu, uint64_t flags)
{
	dw_store(dw, dw_page(dw, cpu) + 8, dw->cpus[cpu].used | flags, dw->long_size);
}

static inline uint8_t *dw_room(struct dw *dw, unsigned int cpu, size_t size)
{
	struct dw_cpu *c = &dw->cpus[cpu];
	uint8_t *p = dw_page(dw, cpu) + 8 + dw->long_size + c->used;

	if (c->used + size > DW_PAGE - 8 - dw->long_size)
		abort();
	c->used += size;
	dw_commit(dw, cpu, 0);
	return p;
}

static inline uint32_t dw_head(const struct dw *dw, unsigned int type, uint32_t delta)
{
	return dw->big ? type << 27 | delta : delta << 5 | type;
}

/* Events of more than 27 bits of time need an extension before them. */
static inline uint32_t dw_delta(struct dw *dw, unsigned int cpu, uint64_t time)
{
	uint64_t delta = time - dw->cpus[cpu].time;
	uint8_t *p;

	dw->cpus[cpu].time = time;
	if (delta < (1U << 27))
		return delta;
	p = dw_room(dw, cpu, 8);
	dw_store(dw, p, dw_head(dw, 30, delta & ((1U << 27) - 1)), 4);
	dw_store(dw, p + 4, delta >> 27, 4);
	return 0;
}

/* An event: head, common fields, then room for @size bytes, which are returned. */
static inline uint8_t *dw_event(struct dw *dw, unsigned int cpu, uint64_t time, unsigned int id,
				int32_t pid, size_t size)
{
	uint32_t delta = dw_delta(dw, cpu, time);
	size_t total = (8 + size + 3) & ~(size_t)3;
	uint8_t *p;

	if (total <= 28 * 4) {
		p = dw_room(dw, cpu, 4 + total);
		dw_store(dw, p, dw_head(dw, total / 4, delta), 4);
		p += 4;
	} else {
		p = dw_room(dw, cpu, 8 + total);
		dw_store(dw, p, dw_head(dw, 0, delta), 4);
		dw_store(dw, p + 4, total + 4, 4);
		p += 8;
	}
	dw_store(dw, p, id, 2);
	dw_store(dw, p + 4, (uint32_t)pid, 4);
	return p + 8;
}

static inline void dw_idle(struct dw *dw, unsigned int cpu, uint64_t time, uint32_t state)
{
	uint8_t *p = dw_event(dw, cpu, time, DW_IDLE, 0, 8);

	dw_store(dw, p, state, 4);
	dw_store(dw, p + 4, cpu, 4);
}

static inline void dw_irq(struct dw *dw, unsigned int cpu, uint64_t time, const char *name)
{
	uint8_t *p = dw_event(dw, cpu, time, DW_IRQ, 0, 8 + strlen(name) + 1);

	dw_store(dw, p, 19, 4);
	dw_store(dw, p + 4, (strlen(name) + 1) << 16 | 16, 4);
	memcpy(p + 8, name, strlen(name) + 1);
}

static inline void dw_raise(struct dw *dw, unsigned int cpu, uint64_t time, uint64_t mask)
{
	uint8_t *p = dw_event(dw, cpu, time, DW_RAISE, 1, 16);

	dw_store(dw, p, 8 << 16 | 16, 4);
	if (dw->long_size == 8) {
		dw_store(dw, p + 8, mask, 8);
	} else {
		dw_store(dw, p + 8, mask & UINT32_MAX, 4);
		dw_store(dw, p + 12, mask >> 32, 4);
	}
}

#define DW_COMMON							\
	"format:\n"							\
	"\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n" \
	"\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n"

static inline void dw_text(struct dw *dw, const char *text)
{
	dw_number(dw, strlen(text), 8);
	dw_put(dw, text, strlen(text));
}

static inline void dw_header_page(struct dw *dw)
{
	char text[512];

	snprintf(text, sizeof(text),
		 "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n"
		 "\tfield: local_t commit;\toffset:8;\tsize:%u;\tsigned:1;\n"
		 "\tfield: char data;\toffset:%u;\tsize:4080;\tsigned:1;\n",
		 dw->long_size, 8 + dw->long_size);
	dw_put(dw, "header_page", 12);
	dw_text(dw, text);
	dw_put(dw, "header_event", 13);
	dw_text(dw, "# compressed entry header\n");
}

static inline void dw_formats(struct dw *dw)
{
	dw_number(dw, 3, 4);
	dw_put(dw, "power", 6);
	dw_number(dw, 2, 4);
	dw_text(dw, "name: cpu_idle\nID: 100\n" DW_COMMON
		"\tfield:u32 state;\toffset:8;\tsize:4;\tsigned:0;\n"
		"\tfield:u32 cpu_id;\toffset:12;\tsize:4;\tsigned:0;\n");
	dw_text(dw, "name: cpu_idle_miss\nID: 104\n" DW_COMMON
		"\tfield:u32 cpu_id;\toffset:8;\tsize:4;\tsigned:0;\n"
		"\tfield:u32 state;\toffset:12;\tsize:4;\tsigned:0;\n"
		"\tfield:bool below;\toffset:16;\tsize:1;\tsigned:0;\n");
	dw_put(dw, "irq", 4);
	dw_number(dw, 1, 4);
	dw_text(dw, "name: irq_handler_entry\nID: 101\n" DW_COMMON
		"\tfield:int irq;\toffset:8;\tsize:4;\tsigned:1;\n"
		"\tfield:__data_loc char[] name;\toffset:12;\tsize:4;\tsigned:0;\n");
	dw_put(dw, "ipi", 4);
	dw_number(dw, 1, 4);
	dw_text(dw, "name: ipi_raise\nID: 102\n" DW_COMMON
		"\tfield:__data_loc cpumask_t target_cpus;\toffset:8;\tsize:4;\tsigned:0;\n");
}

static inline void dw_begin(struct dw *dw, const char *version)
{
	dw->size = 0;
	dw_put(dw, "\x17\x08\x44tracing", 10);
	dw_put(dw, version, 2);
	dw_number(dw, dw->big, 1);
	dw_number(dw, 8, 1);
	dw_number(dw, DW_PAGE, 4);
}

static inline void dw_align(struct dw *dw)
{
	static const uint8_t zeros[DW_PAGE];

	dw_put(dw, zeros, (DW_PAGE - dw->size % DW_PAGE) % DW_PAGE);
}

/* Finish a file of version 6: the pages were filled before. */
static inline void dw_finish_v6(struct dw *dw)
{
	size_t table;
	unsigned int i;

	dw_begin(dw, "6");
	dw_header_page(dw);
	dw_number(dw, 0, 4);		/* ftrace's own events */
	dw_formats(dw);
	dw_number(dw, 0, 4);		/* kallsyms */
	dw_number(dw, 0, 4);		/* printk */
	dw_number(dw, 0, 8);		/* command lines */
	dw_number(dw, dw->cpu_count, 4);
	dw_put(dw, "options  ", 10);
	dw_number(dw, 0, 2);
	dw_put(dw, "flyrecord", 10);
	table = dw->size;
	for (i = 0; i < dw->cpu_count; i++) {
		dw_number(dw, 0, 8);
		dw_number(dw, 0, 8);
	}
	for (i = 0; i < dw->cpu_count; i++) {
		dw_align(dw);
		dw_store(dw, dw->file + table + i * 16, dw->size, 8);
		dw_store(dw, dw->file + table + i * 16 + 8, dw->cpus[i].size, 8);
		dw_put(dw, dw->cpus[i].pages, dw->cpus[i].size);
	}
}

/* Sections of version 7: begin, and end with the size put where it belongs. */
static inline size_t dw_section(struct dw *dw, unsigned int id, bool compressed)
{
	dw_number(dw, id, 2);
	dw_number(dw, compressed, 2);
	dw_number(dw, 0, 4);
	dw_number(dw, 0, 8);
	return dw->size;
}

static inline void dw_section_end(struct dw *dw, size_t start)
{
	dw_store(dw, dw->file + start - 8, dw->size - start, 8);
}

/* The same for a section that is to be compressed: @start is what dw_section() returned. */
static inline void dw_section_pack(struct dw *dw, size_t start, enum dw_packing packing)
{
	size_t size = dw->size - start, room = 2 * size + 1024, packed;
	uint8_t *out;

	if (packing == DW_ZSTD) {
		out = malloc(room);
		packed = ZSTD_compress(out, room, dw->file + start, size, 1);
		dw->size = start;
		dw_number(dw, packed, 4);
		dw_number(dw, size, 4);
		dw_put(dw, out, packed);
		free(out);
		dw_store(dw, dw->file + start - 14, 1, 2);
	}
	dw_section_end(dw, start);
}

static inline void dw_option(struct dw *dw, unsigned int id, uint64_t value)
{
	dw_number(dw, id, 2);
	dw_number(dw, 8, 4);
	dw_number(dw, value, 8);
}

static inline void dw_chunks(struct dw *dw, const struct dw_cpu *cpu, enum dw_packing packing)
{
	size_t at, room = 2 * DW_PAGE + 1024, packed;
	uint8_t *out = malloc(room);
	uLongf length;

	dw_number(dw, cpu->size / DW_PAGE, 4);
	for (at = 0; at < cpu->size; at += DW_PAGE) {
		length = room;
		if (packing == DW_ZSTD) {
			packed = ZSTD_compress(out, room, cpu->pages + at, DW_PAGE, 1);
		} else {
			if (compress(out, &length, cpu->pages + at, DW_PAGE) != Z_OK)
				abort();
			packed = length;
		}
		dw_number(dw, packed, 4);
		dw_number(dw, DW_PAGE, 4);
		dw_put(dw, out, packed);
	}
	free(out);
}

/* Finish a file of version 7. */
static inline void dw_finish_v7(struct dw *dw, enum dw_packing packing)
{
	size_t options, header, formats, data, start, offsets[DW_CPUS_MAX], sizes[DW_CPUS_MAX];
	unsigned int i;

	dw_begin(dw, "7");
	dw_put(dw, packing == DW_ZSTD ? "zstd" : packing == DW_ZLIB ? "zlib" : "none", 5);
	dw_put(dw, "1", 2);
	options = dw->size;
	dw_number(dw, 0, 8);
	header = dw->size;
	start = dw_section(dw, 16, false);
	dw_header_page(dw);
	dw_section_pack(dw, start, packing);
	formats = dw->size;
	start = dw_section(dw, 18, false);
	dw_formats(dw);
	dw_section_pack(dw, start, packing);
	data = dw->size;
	start = dw_section(dw, 3, packing != DW_PLAIN);
	for (i = 0; i < dw->cpu_count; i++) {
		dw_align(dw);
		offsets[i] = dw->size;
		if (packing != DW_PLAIN)
			dw_chunks(dw, &dw->cpus[i], packing);
		else
			dw_put(dw, dw->cpus[i].pages, dw->cpus[i].size);
		sizes[i] = dw->size - offsets[i];
	}
	dw_section_end(dw, start);
	dw_store(dw, dw->file + options, dw->size, 8);
	start = dw_section(dw, 0, false);
	dw_option(dw, 16, header);
	dw_option(dw, 18, formats);
	dw_number(dw, 3, 2);
	dw_number(dw, 8 + 1 + 6 + 8 + dw->cpu_count * 20, 4);
	dw_number(dw, data, 8);
	dw_put(dw, "", 1);
	dw_put(dw, "local", 6);
	dw_number(dw, DW_PAGE, 4);
	dw_number(dw, dw->cpu_count, 4);
	for (i = 0; i < dw->cpu_count; i++) {
		dw_number(dw, i, 4);
		dw_number(dw, offsets[i], 8);
		dw_number(dw, sizes[i], 8);
	}
	dw_option(dw, 0, 0);
	dw_section_end(dw, start);
}

/* A story that all tests can use: CPU 0 sleeps twice, CPU 1 wakes it by an IPI. */
static inline void dw_story(struct dw *dw)
{
	memset(dw->cpus, 0, sizeof(dw->cpus));
	dw->cpu_count = 0;
	dw_new_page(dw, 0, 1000000);
	dw_idle(dw, 0, 1000100, 1);
	dw_idle(dw, 0, 1050100, UINT32_MAX);
	dw_irq(dw, 0, 1050300, "arch_timer");
	dw_idle(dw, 0, 1060000, 2);
	dw_idle(dw, 0, UINT64_C(1060000) + 500000000, UINT32_MAX);
	dw_irq(dw, 0, UINT64_C(1060200) + 500000000, "IPI");
	dw_new_page(dw, 1, 2000000);
	dw_raise(dw, 1, UINT64_C(1059000) + 500000000, 1);
}

#endif /* TALLY_TEST_DAT_WRITER_H */
