// SPDX-License-Identifier: GPL-2.0
/*
 * trace.dat as a format: the CPUs' events in the order of time, with the fields that are
 * wanted.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/read-dat.h"

/* A CPU whose first events have no idle event among so many keeps a guessed number. */
#define GUESS_EVENTS	100000

static bool earlier(const struct dat *dat, uint32_t a, uint32_t b)
{
	const struct dat_cpu *x = &dat->cpus[a], *y = &dat->cpus[b];

	return x->time_ns < y->time_ns || (x->time_ns == y->time_ns && a < b);
}

static void sift_down(struct dat *dat, unsigned int at)
{
	for (;;) {
		unsigned int child = 2 * at + 1;
		uint32_t swap;

		if (child >= dat->heap_count)
			return;
		if (child + 1 < dat->heap_count &&
		    earlier(dat, dat->heap[child + 1], dat->heap[child]))
			child++;
		if (!earlier(dat, dat->heap[child], dat->heap[at]))
			return;
		swap = dat->heap[at];
		dat->heap[at] = dat->heap[child];
		dat->heap[child] = swap;
		at = child;
	}
}

static int heap_init(struct dat *dat, struct reader_error *error)
{
	unsigned int i;
	int ret;

	dat->heap = calloc(dat->cpu_count + 1, sizeof(*dat->heap));
	if (!dat->heap) {
		reader_fail(error, READER_FAULT_MEMORY, dat->source, 0, "out of memory");
		return -1;
	}
	for (i = 0; i < dat->cpu_count; i++) {
		ret = dat_cpu_advance(dat, &dat->cpus[i], error);
		if (ret < 0)
			return -1;
		if (ret)
			dat->heap[dat->heap_count++] = i;
	}
	for (i = dat->heap_count; i-- > 0;)
		sift_down(dat, i);
	return 0;
}

static bool clock_is_ns(const struct dat *dat)
{
	static const char *const others[] = { "counter", "x86-tsc", "ppc-tb", "s390-tod" };
	unsigned int i;

	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++)
		if (!strcmp(dat->clock, others[i]))
			return dat->tsc_mult;
	return true;
}

static void dat_close(void *state)
{
	struct dat *dat = state;
	unsigned int i;

	if (dat->text)
		format_text.close(dat->text);
	for (i = 0; i < dat->cpu_count; i++)
		free(dat->cpus[i].window);
	free(dat->cpus);
	free(dat->heap);
	free(dat);
}

/* The addresses of the tick's functions, from the symbols: "ffffffff8110a0b0 t NAME". */
static void find_ticks(struct dat *dat)
{
	size_t size = 0, length;
	char *text = dat_symbols(dat, &size), *line = text, *end = text + size, *newline;

	dat->tick_count = 0;
	while (line < end && dat->tick_count < DAT_TICKS) {
		newline = memchr(line, '\n', end - line);
		length = newline ? (size_t)(newline - line) : (size_t)(end - line);
		if (length > 19 && line[16] == ' ' && line[18] == ' ' &&
		    timer_is_tick(line + 19, length - 19)) {
			line[16] = '\0';
			dat->ticks[dat->tick_count++] = strtoull(line, NULL, 16);
		}
		line += length + 1;
	}
	free(text);
}

static bool is_tick_address(struct dat *dat, uint64_t address, int64_t *value)
{
	int i;

	if (dat->tick_count < 0)
		find_ticks(dat);
	*value = 0;
	for (i = 0; i < dat->tick_count; i++)
		if (dat->ticks[i] == address)
			*value = 1;
	return dat->tick_count > 0;
}

static int64_t read_number(const struct dat *dat, const uint8_t *p, unsigned int size,
			   bool is_signed)
{
	switch (size) {
	case 1:
		return is_signed ? (int64_t)(int8_t)*p : (int64_t)*p;
	case 2:
		return is_signed ? (int64_t)(int16_t)dat_u16(dat, p) : (int64_t)dat_u16(dat, p);
	case 4:
		return is_signed ? (int64_t)(int32_t)dat_u32(dat, p) : (int64_t)dat_u32(dat, p);
	default:
		return dat_u64(dat, p);
	}
}

/* Where a field's data lie; NULL when that is not within the event. */
static const uint8_t *field_data(const struct dat *dat, const struct dat_field *field,
				 const uint8_t *data, size_t length, size_t *size)
{
	uint32_t where, offset;

	if (!field->size || (size_t)field->offset + field->size > length)
		return NULL;
	*size = field->size;
	if (!field->data_loc)
		return data + field->offset;
	where = dat_u32(dat, data + field->offset);
	offset = where & 0xffff;
	if (field->data_loc == 2)
		offset += field->offset + 4;
	*size = where >> 16;
	return offset + *size <= length ? data + offset : NULL;
}

/* A bitmap is an array of the kernel's longs. */
static void read_mask(const struct dat *dat, struct trace_event *event, const uint8_t *p,
		      size_t size)
{
	unsigned int words = size / dat->commit_size, bits = dat->commit_size * 8, i;

	if (words * bits > READER_CPUS_MAX)
		words = READER_CPUS_MAX / bits;
	event->mask_words = (words * bits + 63) / 64;
	memset(event->mask, 0, event->mask_words * sizeof(event->mask[0]));
	for (i = 0; i < words; i++) {
		uint64_t word = read_number(dat, p + i * dat->commit_size, dat->commit_size, false);

		event->mask[i * bits / 64] |= word << (i * bits % 64);
	}
}

static bool read_field(struct dat *dat, struct trace_event *event, enum field_type type,
		       unsigned int number, const struct dat_field *field,
		       const uint8_t *data, size_t length)
{
	int64_t *value = &event->field[number];
	size_t size, i;
	const uint8_t *p = field_data(dat, field, data, length, &size);

	if (!p)
		return false;
	switch (type) {
	case FIELD_NUMBER:
		*value = read_number(dat, p, size, field->is_signed);
		return true;
	case FIELD_IRQ_NAME:
		*value = irq_classify((const char *)p, strnlen((const char *)p, size));
		return true;
	case FIELD_MASK:
		read_mask(dat, event, p, size);
		return true;
	case FIELD_TIMER_FUNCTION:
		return is_tick_address(dat, read_number(dat, p, size, false), value);
	case FIELD_BELOW:
		*value = read_number(dat, p, size, false) != 0;
		return true;
	case FIELD_ARRAY:
		*value = size / 8 < TALLY_STATES_MAX ? size / 8 : TALLY_STATES_MAX;
		for (i = 0; i < (size_t)*value; i++)
			event->array[number - TABLE_EXIT][i] =
				read_number(dat, p + i * 8, 8, true);
		return true;
	}
	return false;
}

static void read_fields(struct dat *dat, struct trace_event *event,
			const struct dat_event *wanted, const uint8_t *data, size_t length)
{
	const struct event_type *type = wanted->type;
	unsigned int i;

	event->kind = type->kind;
	event->have = 0;
	for (i = 0; type->fields[i].name; i++)
		if (read_field(dat, event, type->fields[i].type, i, &wanted->fields[i], data,
			       length))
			event->have |= 1U << i;
	if ((event->have & type->required) == type->required)
		return;
	if (event->kind == EVENT_IDLE)
		dat->summary->oddities[ODD_FIELDS]++;
	if (event->kind != EVENT_HRTIMER)
		event->kind = EVENT_OTHER;
}

static uint64_t to_ns(const struct dat *dat, uint64_t time)
{
	if (!dat->tsc_mult)
		return time;
	return ((__uint128_t)time * dat->tsc_mult) >> dat->tsc_shift;
}

static void decode(struct dat *dat, const struct dat_cpu *cpu, struct trace_event *event)
{
	const struct dat_field *field = &dat->type_field;
	unsigned int id;

	event->cpu = cpu->cpu;
	event->time_ns = to_ns(dat, cpu->time_ns);
	event->offset = cpu->window_at;
	event->lost = cpu->lost;
	event->kind = EVENT_OTHER;
	event->pid = -1;
	if (!field->size || (size_t)field->offset + field->size > cpu->length)
		return;
	id = read_number(dat, cpu->data + field->offset, field->size, false) & (DAT_IDS - 1);
	field = &dat->pid_field;
	if (field->size && (size_t)field->offset + field->size <= cpu->length)
		event->pid = read_number(dat, cpu->data + field->offset, field->size, true);
	if (dat->by_id[id])
		read_fields(dat, event, &dat->events[dat->by_id[id] - 1], cpu->data, cpu->length);
	else if (!(dat->described[id / 64] >> (id % 64) & 1))
		dat->summary->oddities[ODD_UNKNOWN_EVENT]++;
}

/*
 * Pages that were found without the table of contents do not say whose they are, but
 * idle events do.
 */
static int guess_number(struct dat *dat, unsigned int index)
{
	struct dat_cpu probe = dat->cpus[index];
	struct reader_error quiet = { 0 };
	struct trace_event event;
	int ret, events = 0;

	while ((ret = dat_cpu_advance(dat, &probe, &quiet)) > 0 && events++ < GUESS_EVENTS) {
		decode(dat, &probe, &event);
		if (event.kind != EVENT_IDLE)
			continue;
		if (event.field[IDLE_CPU] >= 0 && event.field[IDLE_CPU] < READER_CPUS_MAX)
			dat->cpus[index].cpu = event.field[IDLE_CPU];
		break;
	}
	free(probe.window);
	return ret < 0 || !summary_cpu(dat->summary, dat->cpus[index].cpu) ? -1 : 0;
}

static int guess_numbers(struct dat *dat, struct reader_error *error)
{
	uint64_t oddities[ODDITIES];
	unsigned int i;
	int ret = 0;

	if (!dat->recovered)
		return 0;
	memcpy(oddities, dat->summary->oddities, sizeof(oddities));
	for (i = 0; !ret && i < dat->cpu_count; i++)
		ret = guess_number(dat, i);
	memcpy(dat->summary->oddities, oddities, sizeof(oddities));	/* seen again later */
	if (ret)
		reader_fail(error, READER_FAULT_MEMORY, dat->source, 0, "out of memory");
	return ret;
}

static int dat_open(void **state, struct source *source, struct trace_summary *summary,
		    struct reader_error *error)
{
	struct dat *dat = calloc(1, sizeof(*dat));
	static const char *const compressions[] = { "", ", zstd", ", zlib" };

	if (!dat) {
		reader_fail(error, READER_FAULT_MEMORY, source, 0, "out of memory");
		return -1;
	}
	dat->source = source;
	dat->summary = summary;
	dat->tick_count = -1;
	strcpy(dat->clock, "local");
	if (dat_meta(dat, &dat->error) || guess_numbers(dat, &dat->error) ||
	    (!dat->text && heap_init(dat, &dat->error))) {
		*error = dat->error;
		dat_close(dat);
		return -1;
	}
	if (!dat->text) {
		snprintf(summary->format, sizeof(summary->format), "trace.dat version %u%s, clock %s",
			 dat->version, compressions[dat->compression], dat->clock);
		if (!clock_is_ns(dat))
			summary->oddities[ODD_CLOCK]++;
	}
	*state = dat;
	return 0;
}

static int dat_next(void *state, struct trace_event *event, struct reader_error *error)
{
	struct dat *dat = state;
	struct dat_cpu *cpu;
	int ret;

	if (dat->text)
		return format_text.next(dat->text, event, error);
	if (!dat->heap_count || dat->error.fault == READER_FAULT_MEMORY) {
		if (!error->fault)
			*error = dat->error;
		return 0;
	}
	cpu = &dat->cpus[dat->heap[0]];
	decode(dat, cpu, event);
	cpu->lost = 0;
	ret = dat_cpu_advance(dat, cpu, &dat->error);
	if (ret <= 0)
		dat->heap[0] = dat->heap[--dat->heap_count];
	sift_down(dat, 0);
	return 1;
}

const struct format_ops format_dat = {
	.open = dat_open,
	.next = dat_next,
	.close = dat_close,
};
