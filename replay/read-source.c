// SPDX-License-Identifier: GPL-2.0
/*
 * Bytes from a file, a pipe or memory, and the wording of faults.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "replay/read-event.h"

static long memory_read(struct source *source, uint64_t offset, void *buffer, size_t size)
{
	if (offset >= source->size)
		return 0;
	if (size > source->size - offset)
		size = source->size - offset;
	memcpy(buffer, source->memory + offset, size);
	return size;
}

long source_read_at(struct source *source, uint64_t offset, void *buffer, size_t size)
{
	size_t done = 0;

	if (source->fd < 0)
		return memory_read(source, offset, buffer, size);
	if (offset > INT64_MAX - size)
		return 0;
	while (done < size) {
		ssize_t got = pread(source->fd, (char *)buffer + done, size - done, offset + done);

		if (got < 0 && errno == EINTR)
			continue;
		if (got < 0)
			return -1;
		if (!got)
			break;
		done += got;
	}
	return done;
}

long source_read(struct source *source, void *buffer, size_t size)
{
	ssize_t got;

	if (source->head_size && source->position < source->head_size) {
		got = source->head_size - source->position;
		if ((size_t)got > size)
			got = size;
		memcpy(buffer, source->head + source->position, got);
	} else if (source->fd < 0) {
		got = memory_read(source, source->position, buffer, size);
	} else {
		do {
			got = read(source->fd, buffer, size);
		} while (got < 0 && errno == EINTR);
	}
	if (got > 0)
		source->position += got;
	return got;
}

void reader_fail(struct reader_error *error, enum reader_fault fault,
		 const struct source *source, uint64_t offset, const char *format, ...)
{
	char what[320];
	va_list args;

	if (error->fault)
		return;
	va_start(args, format);
	vsnprintf(what, sizeof(what), format, args);
	va_end(args);
	if (offset > source->size)
		offset = source->size;	/* what points behind the end is cut there */
	error->fault = fault;
	error->offset = offset;
	if (fault == READER_FAULT_DAMAGED)
		snprintf(error->text, sizeof(error->text), "%.160s: damaged at byte %" PRIu64 ": %s",
			 source->name, offset, what);
	else
		snprintf(error->text, sizeof(error->text), "%.160s: %s", source->name, what);
}
