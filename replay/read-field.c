// SPDX-License-Identifier: GPL-2.0
/*
 * The fields of an event in text: "state=1 cpu_id=0".
 */
#include <string.h>

#include "replay/read-line.h"

/* The text after "key=", or NULL. */
static const char *find_key(const struct line *line, const char *key)
{
	const char *end = line->body + line->body_length, *p = line->body;
	size_t length = strlen(key);

	while ((p = memchr(p, '=', end - p)) != NULL) {
		const char *start = p - length;

		p++;
		if (p - 1 - line->body < (long)length || memcmp(start, key, length))
			continue;
		if (start == line->body || start[-1] == ' ' || start[-1] == '\t')
			return p;
	}
	return NULL;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

static bool parse_integer(const char *p, const char *end, int64_t *value)
{
	bool minus = p < end && *p == '-';
	uint64_t v = 0;
	unsigned int base = 10, digits = 0;
	int digit;

	if (minus)
		p++;
	if (end - p > 2 && p[0] == '0' && p[1] == 'x') {
		base = 16;
		p += 2;
	}
	for (; p < end && (digit = hex_digit(*p)) >= 0; p++, digits++) {
		if (digit >= (int)base || __builtin_mul_overflow(v, base, &v) ||
		    __builtin_add_overflow(v, digit, &v))
			return false;
	}
	if (!digits || (p < end && *p != ' ' && *p != '\t' && *p != ',' && *p != ')' && *p != '\r'))
		return false;
	*value = minus ? -v : v;
	return true;
}

/* "00000000,00000002": most significant word first. */
static bool parse_mask(struct trace_event *event, const char *p, const char *end)
{
	const char *stop = p;
	unsigned int bit = 0;

	while (stop < end && (hex_digit(*stop) >= 0 || *stop == ','))
		stop++;
	if (stop == p)
		return false;
	memset(event->mask, 0, sizeof(event->mask));
	while (stop > p && bit < READER_CPUS_MAX) {
		if (*--stop == ',')
			continue;
		event->mask[bit / 64] |= (uint64_t)hex_digit(*stop) << (bit % 64);
		bit += 4;
	}
	event->mask_words = (bit + 63) / 64;
	return true;
}

/* "{0x0,0x3e8}" */
static bool parse_array(int64_t *array, const char *p, const char *end, int64_t *count)
{
	const char *start;

	if (p == end || *p++ != '{')
		return false;
	for (*count = 0; *count < TALLY_STATES_MAX && p < end; (*count)++, p++) {
		start = p;
		while (p < end && *p != ',' && *p != '}')
			p++;
		if (p == end || !parse_integer(start, p, &array[*count]))
			return false;
		if (*p == '}') {
			(*count)++;
			return true;
		}
	}
	return false;
}

static bool parse_field(struct trace_event *event, const struct event_field *field,
			unsigned int number, const char *p, const char *end)
{
	int64_t *value = &event->field[number];

	switch (field->type) {
	case FIELD_NUMBER:
		return parse_integer(p, end, value);
	case FIELD_IRQ_NAME:
		*value = irq_classify(p, end - p);
		return true;
	case FIELD_MASK:
		*value = 0;
		return parse_mask(event, p, end);
	case FIELD_TIMER_FUNCTION:
		if (end - p > 2 && p[0] == '0' && p[1] == 'x')
			return false;	/* an address: which timer is not known */
		*value = timer_is_tick(p, end - p);
		return true;
	case FIELD_ARRAY:
		return parse_array(event->array[number - TABLE_EXIT], p, end, value);
	case FIELD_BELOW:
		*value = end - p >= 5 && !memcmp(p, "below", 5);
		return *value || (end - p >= 5 && !memcmp(p, "above", 5));
	}
	return false;
}

/* "state=1 cpu_id=0" as every kernel writes it: most of a trace's useful lines. */
static bool idle_fields_fast(struct trace_event *event, const struct line *line)
{
	const char *p = line->body, *end = p + line->body_length;
	uint64_t state = 0, cpu = 0;
	const char *start;

	if (end - p < 16 || memcmp(p, "state=", 6))
		return false;
	for (start = p += 6; p < end && (unsigned char)(*p - '0') < 10 && p - start < 10; p++)
		state = state * 10 + (*p - '0');
	if (p == start || end - p < 9 || memcmp(p, " cpu_id=", 8))
		return false;
	for (start = p += 8; p < end && (unsigned char)(*p - '0') < 10 && p - start < 10; p++)
		cpu = cpu * 10 + (*p - '0');
	if (p == start || p != end)
		return false;
	event->field[IDLE_STATE] = state;
	event->field[IDLE_CPU] = cpu;
	event->have = (1U << IDLE_STATE) | (1U << IDLE_CPU);
	return true;
}

bool line_fields(struct trace_event *event, const struct event_type *type,
		 const struct line *line)
{
	const char *end = line->body + line->body_length;
	const struct event_field *field;
	unsigned int i;

	if (type->kind == EVENT_IDLE && idle_fields_fast(event, line))
		return true;
	event->have = 0;
	for (i = 0, field = type->fields; field->name; i++, field++) {
		const char *p = find_key(line, field->key ? field->key : field->name);

		if (p && parse_field(event, field, i, p, end))
			event->have |= 1U << i;
	}
	return (event->have & type->required) == type->required;
}
