/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The parts of a trace.dat. Private to the reader.
 *
 * Why not libtracecmd: it says nothing when a file ends early or is corrupted (trace-cmd
 * report exits with 0), it does not tell where, and it reads all kernel symbols before the
 * first event. The layout is documented in trace-cmd.dat.v6(5) and trace-cmd.dat.v7(5),
 * that of the pages in the kernel's events/header_page and header_event. A test holds this reader
 * against libtracecmd.
 */
#ifndef TALLY_REPLAY_READ_DAT_H
#define TALLY_REPLAY_READ_DAT_H

#include "replay/read-event.h"

#define DAT_IDS		65536	/* common_type has 16 bits */
#define DAT_TICKS	4	/* addresses of the tick's functions */

/* Sections of version 7 that matter here. */
enum {
	SECTION_OPTIONS = 0,
	SECTION_FLYRECORD = 3,
	SECTION_HEADER = 16,
	SECTION_FTRACE,
	SECTION_EVENTS,
	SECTION_KALLSYMS,
	SECTION_TEXT = 22
};

enum dat_compression { DAT_PLAIN, DAT_ZSTD, DAT_ZLIB };

/**
 * struct dat_field - where a field lies in an event
 * @offset: in bytes
 * @size: in bytes; 0 when the event has no such field
 * @is_signed: sign matters
 * @data_loc: it holds offset and length of the data; 2 when relative to its own end
 */
struct dat_field {
	uint16_t offset;
	uint16_t size;
	bool is_signed;
	uint8_t data_loc;
};

/**
 * struct dat_event - an event that is wanted
 * @type: what it is
 * @fields: in the order of @type's
 */
struct dat_event {
	const struct event_type *type;
	struct dat_field fields[EVENT_FIELDS_MAX];
};

/**
 * struct dat_cpu - the pages of one CPU
 * @cpu: its number
 * @offset: where they begin in the file
 * @size: how much of the file they take
 * @position: from @offset, what was read
 * @chunks: compressed chunks that are left
 * @window: pages that were read
 * @window_room: allocated for @window
 * @window_size: valid bytes in @window
 * @window_at: place of @window in the file; of the chunk, when it was compressed
 * @page: the current page's place in @window
 * @next: the next event's place in the page's data
 * @end: end of the page's data
 * @time_ns: time stamp of the event that waits
 * @data: the event that waits, or NULL at the end
 * @length: of @data
 * @lost: events lost before it
 */
struct dat_cpu {
	uint32_t cpu;
	uint64_t offset;
	uint64_t size;
	uint64_t position;
	uint32_t chunks;
	uint8_t *window;
	size_t window_room;
	size_t window_size;
	uint64_t window_at;
	size_t page;
	size_t next;
	size_t end;
	uint64_t time_ns;
	const uint8_t *data;
	size_t length;
	uint64_t lost;
};

/**
 * struct dat - an open trace.dat
 * @source: the file
 * @summary: for oddities and the format's name
 * @version: 6 or 7
 * @swap: the file has the other byte order
 * @compression: of sections and of pages (7 only)
 * @pages_plain: the pages are not compressed, whatever the sections are
 * @text_section: place of a latency tracer's text, or 0 (7 only)
 * @page_size: of the ring buffer
 * @commit_size: 4 or 8
 * @data_offset: where a page's data begin
 * @type_field: common_type
 * @pid_field: common_pid
 * @kallsyms: place of the kernel's symbols in the file, or 0 (6: right at the data)
 * @kallsyms_size: (6 only)
 * @ticks: addresses of the tick's functions
 * @tick_count: how many; -1 before they were looked for
 * @clock: name of the clock
 * @tsc_mult: for clock cycles: ns = cycles * mult >> shift; 0 when there is none
 * @tsc_shift: see @tsc_mult
 * @described: bit id is set when the trace describes the event
 * @by_id: index into @events, plus 1, by common_type; 0 for events that are not wanted
 * @events: the wanted events
 * @event_count: how many
 * @cpus: the CPUs' pages
 * @cpu_count: how many
 * @heap: CPUs by the time of their next event, earliest first
 * @heap_count: CPUs with an event
 * @text: for latency tracers, whose data are text
 * @recovered: the pages were found without the table of contents; the CPUs' numbers are
 *	guesses
 * @error: the first damage that was met; what is readable still comes
 */
struct dat {
	struct source *source;
	struct trace_summary *summary;
	unsigned int version;
	bool swap;
	enum dat_compression compression;
	bool pages_plain;
	uint64_t text_section;
	uint32_t page_size;
	uint32_t commit_size;
	uint32_t data_offset;
	struct dat_field type_field;
	struct dat_field pid_field;
	uint64_t kallsyms;
	uint64_t kallsyms_size;
	uint64_t ticks[DAT_TICKS];
	int tick_count;
	char clock[32];
	uint32_t tsc_mult;
	uint32_t tsc_shift;
	uint64_t described[DAT_IDS / 64];
	uint8_t by_id[DAT_IDS];
	struct dat_event events[64];
	unsigned int event_count;
	struct dat_cpu *cpus;
	unsigned int cpu_count;
	uint32_t *heap;
	unsigned int heap_count;
	void *text;
	bool recovered;
	struct reader_error error;
};

static inline uint16_t dat_u16(const struct dat *dat, const uint8_t *p)
{
	uint16_t v;

	__builtin_memcpy(&v, p, sizeof(v));
	return dat->swap ? __builtin_bswap16(v) : v;
}

static inline uint32_t dat_u32(const struct dat *dat, const uint8_t *p)
{
	uint32_t v;

	__builtin_memcpy(&v, p, sizeof(v));
	return dat->swap ? __builtin_bswap32(v) : v;
}

static inline uint64_t dat_u64(const struct dat *dat, const uint8_t *p)
{
	uint64_t v;

	__builtin_memcpy(&v, p, sizeof(v));
	return dat->swap ? __builtin_bswap64(v) : v;
}

/**
 * dat_meta() - read all but the events
 * @dat: @source and @summary are set
 * @error: filled on failure
 *
 * Return: 0, or -1 with @error filled when no event can be read. With 0, @error may tell
 * damage that leaves some events readable.
 */
int dat_meta(struct dat *dat, struct reader_error *error);

/**
 * dat_section() - read a section of version 7, if it is one of those that describe
 * @dat: the file
 * @offset: where the section is
 * @id: what it holds
 * @error: filled when there is damage, which does not end the reading
 */
void dat_section(struct dat *dat, uint64_t offset, unsigned int id, struct reader_error *error);

/**
 * dat_add_cpu() - there are pages of a CPU
 * @dat: the file
 * @error: filled on failure
 * @number: the CPU
 * @offset: where its pages are
 * @size: how much of the file they take; 0 for a CPU without any
 *
 * Return: 0, or -1 with @error filled.
 */
int dat_add_cpu(struct dat *dat, struct reader_error *error, uint32_t number, uint64_t offset,
		uint64_t size);

/**
 * dat_recover() - find the pages without the table of contents (version 7)
 * @dat: the file
 * @at: where its first section is
 * @error: filled when out of memory
 */
void dat_recover(struct dat *dat, uint64_t at, struct reader_error *error);

/**
 * dat_format_header_page() - take the description of a ring buffer's page
 * @dat: @commit_size and @data_offset are set
 * @text: the description
 * @length: of @text
 *
 * Return: whether it makes sense.
 */
bool dat_format_header_page(struct dat *dat, const char *text, size_t length);

/**
 * dat_format_event() - take the description of an event
 * @dat: it is put to @events if it is wanted
 * @system: its system
 * @text: the description
 * @length: of @text
 *
 * Return: whether it makes sense.
 */
bool dat_format_event(struct dat *dat, const char *system, const char *text, size_t length);

/**
 * dat_expand() - undo compression
 * @dat: says which
 * @out: where to
 * @out_size: how much must come out
 * @in: what to
 * @in_size: of @in
 *
 * Return: whether exactly @out_size bytes came out.
 */
bool dat_expand(const struct dat *dat, void *out, size_t out_size, const void *in,
		size_t in_size);

/**
 * dat_symbols() - the kernel's symbols
 * @dat: the file
 * @size: set to their length
 *
 * Return: the text of kallsyms, to be freed; NULL when there is none.
 */
char *dat_symbols(struct dat *dat, size_t *size);

/**
 * dat_cpu_advance() - to a CPU's next event
 * @dat: the file
 * @cpu: the CPU; @data, @length, @time_ns, @lost are set
 * @error: filled when there is damage
 *
 * Return: 1 with an event, 0 at the end, -1 when out of memory.
 */
int dat_cpu_advance(struct dat *dat, struct dat_cpu *cpu, struct reader_error *error);

#endif /* TALLY_REPLAY_READ_DAT_H */
