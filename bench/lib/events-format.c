// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/events-format.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <traceevent/event-parse.h>

/* sched_switch's is the longest, some 1.5 KiB. */
#define FORMAT_TEXT_MAX	16384

static int fill(struct events_format *format, struct tep_event *event,
		const char *const fields[EVENTS_FIELDS_MAX])
{
	memset(format, 0, sizeof(*format));
	format->id = event->id;
	for (int i = 0; i < EVENTS_FIELDS_MAX && fields[i]; i++) {
		struct tep_format_field *field;

		field = tep_find_field(event, fields[i]);
		if (!field)
			return -ENOENT;
		if (field->size != 1 && field->size != 2 &&
		    field->size != 4 && field->size != 8)
			return -EINVAL;
		format->field[i].offset = field->offset;
		format->field[i].size = field->size;
	}
	return 0;
}

int events_format_parse(struct events_format *format, const char *system,
			const char *text, size_t length,
			const char *const fields[EVENTS_FIELDS_MAX])
{
	struct tep_handle *tep;
	struct tep_event *event;
	int ret = -EINVAL;

	tep = tep_alloc();
	if (!tep)
		return -ENOMEM;
	/* The print format may be beyond the library; the fields never are. */
	tep_set_loglevel(TEP_LOG_NONE);
	tep_parse_event(tep, text, length, system);
	event = tep_get_first_event(tep);
	if (event)
		ret = fill(format, event, fields);
	tep_free(tep);
	return ret;
}

int events_format_read(struct events_format *format, const char *tracefs,
		       const char *system, const char *name,
		       const char *const fields[EVENTS_FIELDS_MAX])
{
	char path[512], text[FORMAT_TEXT_MAX];
	size_t length = 0;
	ssize_t got;
	int fd;

	snprintf(path, sizeof(path), "%sevents/%s/%s/format", tracefs, system, name);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return -errno;
	do {
		got = read(fd, text + length, sizeof(text) - 1 - length);
		if (got > 0)
			length += got;
	} while (got > 0 && length < sizeof(text) - 1);
	if (got < 0) {
		int error = errno;

		close(fd);
		return -error;
	}
	close(fd);
	text[length] = 0;
	return events_format_parse(format, system, text, length, fields);
}

uint64_t events_field_value(const struct events_field *field, const void *raw,
			    size_t length)
{
	const char *at = (const char *)raw + field->offset;
	uint8_t u8;
	uint16_t u16;
	uint32_t u32;
	uint64_t u64;

	if (field->offset + field->size > length)
		return 0;
	switch (field->size) {
	case 1:
		memcpy(&u8, at, sizeof(u8));
		return u8;
	case 2:
		memcpy(&u16, at, sizeof(u16));
		return u16;
	case 4:
		memcpy(&u32, at, sizeof(u32));
		return u32;
	case 8:
		memcpy(&u64, at, sizeof(u64));
		return u64;
	}
	return 0;
}
