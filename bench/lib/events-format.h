/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Where the fields that the recorder needs lie in the kernel's tracepoints.
 * They differ between kernels, so they are read from tracefs.
 */
#ifndef TALLY_EVENTS_FORMAT_H
#define TALLY_EVENTS_FORMAT_H

#include <stddef.h>
#include <stdint.h>

/* Fields of one tracepoint that the recorder reads, at most. */
#define EVENTS_FIELDS_MAX	3

/**
 * struct events_field - one field of a tracepoint's record
 * @offset: bytes from the start of the raw record
 * @size: 1, 2, 4 or 8 bytes
 */
struct events_field {
	unsigned int offset;
	unsigned int size;
};

/**
 * struct events_format - one tracepoint as this kernel writes it
 * @id: the tracepoint's number: perf's config and the record's common_type
 * @field: the fields asked for, in the order they were asked for
 */
struct events_format {
	unsigned int id;
	struct events_field field[EVENTS_FIELDS_MAX];
};

/**
 * events_format_parse() - find fields in the text of a tracefs format file
 * @format: filled in
 * @system: the tracepoint's system, "power"
 * @text: contents of events/SYSTEM/NAME/format
 * @length: its length in bytes
 * @fields: names of at most EVENTS_FIELDS_MAX fields; NULL ends them early
 *
 * Return: 0; -EINVAL when the text is no format file; -ENOENT when a field is
 * not there; -ENOMEM.
 */
int events_format_parse(struct events_format *format, const char *system,
			const char *text, size_t length,
			const char *const fields[EVENTS_FIELDS_MAX]);

/**
 * events_format_read() - the same from tracefs
 * @format: filled in
 * @tracefs: where tracefs is mounted, ending with a slash
 * @system: the tracepoint's system
 * @name: its name
 * @fields: as above
 *
 * Return: 0, a negative errno value of open() or read(), or as above.
 */
int events_format_read(struct events_format *format, const char *tracefs,
		       const char *system, const char *name,
		       const char *const fields[EVENTS_FIELDS_MAX]);

/**
 * events_field_value() - a field's value in a raw record
 * @field: the field
 * @raw: the record
 * @length: its length in bytes
 *
 * Return: the value, not sign-extended; 0 when the record is too short.
 */
uint64_t events_field_value(const struct events_field *field, const void *raw,
			    size_t length);

#endif /* TALLY_EVENTS_FORMAT_H */
