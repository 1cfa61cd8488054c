// SPDX-License-Identifier: GPL-2.0
/*
 * A reader: a format's events go through the reconstruction of periods.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "replay/periods.h"

struct reader {
	struct source source;
	struct trace_summary summary;
	struct periods *periods;
	const struct format_ops *ops;
	void *format;
	char *name;
	bool at_end;
	bool waiting;		/* @event is there already */
	struct reader_error error;
	struct trace_event event;
};

/* Files that are no trace, but that people will try, and what to do with them. */
static const struct {
	const char *magic;
	const char *advice;
} others[] = {
	{ "PERFILE2", "this is perf's own format: give the output of \"perf script\"" },
	{ "\x1f\x8b", "this is compressed by gzip: unpack it first" },
	{ "\x28\xb5\x2f\xfd", "this is compressed by zstd: unpack it first" },
	{ "\xfd\x37zXZ", "this is compressed by xz: unpack it first" },
	{ "\x7f\x45LF", "this is a program, not a trace" },
};

static int choose_format(struct reader *reader, struct reader_error *error)
{
	static const char dat_magic[] = "\x17\x08\x44tracing";
	const uint8_t *head = reader->source.head;
	size_t size = reader->source.head_size, i;

	for (i = 0; i < sizeof(others) / sizeof(others[0]); i++) {
		size_t length = strlen(others[i].magic);

		if (size < length || memcmp(head, others[i].magic, length))
			continue;
		reader_fail(error, READER_FAULT_FORMAT, &reader->source, 0, "%s", others[i].advice);
		return -1;
	}
	if (!size) {
		reader_fail(error, READER_FAULT_FORMAT, &reader->source, 0, "the file is empty");
		return -1;
	}
	reader->ops = &format_text;
	if (size >= sizeof(dat_magic) - 1 && !memcmp(head, dat_magic, sizeof(dat_magic) - 1)) {
		reader->ops = &format_dat;
		if (reader->source.size == UINT64_MAX) {
			reader_fail(error, READER_FAULT_FORMAT, &reader->source, 0,
				    "a trace.dat cannot be read from a pipe: give the file");
			return -1;
		}
	} else if (memchr(head, '\0', size)) {
		reader_fail(error, READER_FAULT_FORMAT, &reader->source, 0,
			    "neither a trace.dat nor text");
		return -1;
	}
	return 0;
}

static int start(struct reader **out, struct reader *reader, struct reader_error *error)
{
	struct source *source = &reader->source;

	if (summary_init(&reader->summary))
		goto no_memory;
	reader->periods = periods_new(&reader->summary);
	if (!reader->periods)
		goto no_memory;
	if (choose_format(reader, error))
		goto fail;
	if (source->size != UINT64_MAX)
		source->head_size = 0;	/* it can be read again */
	if (reader->ops->open(&reader->format, source, &reader->summary, error))
		goto fail;
	/* Text shows whether it is a trace at its first event only. */
	if (reader->ops->next(reader->format, &reader->event, &reader->error) > 0) {
		reader->waiting = true;
	} else if (reader->error.fault == READER_FAULT_FORMAT) {
		*error = reader->error;
		goto fail;
	} else {
		reader->at_end = true;
		periods_end(reader->periods);
	}
	*out = reader;
	return 0;
no_memory:
	reader_fail(error, READER_FAULT_MEMORY, source, 0, "out of memory");
fail:
	reader_close(reader);
	return -1;
}

static struct reader *reader_new(const char *name, struct reader_error *error)
{
	struct reader *reader = calloc(1, sizeof(*reader));
	struct source source = { .name = name };

	memset(error, 0, sizeof(*error));
	if (reader)
		reader->name = strdup(name);
	if (!reader || !reader->name) {
		free(reader);
		reader_fail(error, READER_FAULT_MEMORY, &source, 0, "out of memory");
		return NULL;
	}
	reader->source.name = reader->name;
	reader->source.fd = -1;
	return reader;
}

static int open_file(struct reader *reader, const char *path, struct reader_error *error)
{
	struct source *source = &reader->source;
	struct stat status;
	ssize_t got;

	source->fd = strcmp(path, "-") ? open(path, O_RDONLY | O_CLOEXEC) : dup(STDIN_FILENO);
	if (source->fd < 0 || fstat(source->fd, &status))
		goto fail;
	if (S_ISDIR(status.st_mode)) {
		errno = EISDIR;
		goto fail;
	}
	source->size = UINT64_MAX;
	if (S_ISREG(status.st_mode) && strcmp(path, "-")) {
		source->size = status.st_size;
		got = source_read_at(source, 0, source->head, sizeof(source->head));
	} else {
		do {
			got = read(source->fd, source->head, sizeof(source->head));
		} while (got < 0 && errno == EINTR);
	}
	if (got < 0)
		goto fail;
	source->head_size = got;
	return 0;
fail:
	reader_fail(error, READER_FAULT_SYSTEM, source, 0, "%s", strerror(errno));
	return -1;
}

int reader_open(struct reader **out, const char *path, struct reader_error *error)
{
	struct reader *reader = reader_new(strcmp(path, "-") ? path : "standard input", error);

	*out = NULL;
	if (!reader)
		return -1;
	if (open_file(reader, path, error)) {
		reader_close(reader);
		return -1;
	}
	return start(out, reader, error);
}

int reader_open_memory(struct reader **out, const char *name, const void *data,
		       size_t size, struct reader_error *error)
{
	struct reader *reader = reader_new(name, error);
	struct source *source;

	*out = NULL;
	if (!reader)
		return -1;
	source = &reader->source;
	source->memory = data;
	source->size = size;
	source->head_size = size < sizeof(source->head) ? size : sizeof(source->head);
	memcpy(source->head, data, source->head_size);
	return start(out, reader, error);
}

int reader_next(struct reader *reader, struct idle_period *period,
		struct reader_error *error)
{
	int ret;

	for (;;) {
		if (periods_take(reader->periods, period))
			return 1;
		if (reader->at_end)
			break;
		ret = 1;
		if (!reader->waiting)
			ret = reader->ops->next(reader->format, &reader->event, &reader->error);
		reader->waiting = false;
		if (ret > 0) {
			if (!periods_add(reader->periods, &reader->event))
				continue;
			reader_fail(&reader->error, READER_FAULT_MEMORY, &reader->source, 0,
				    "out of memory");
		}
		reader->at_end = true;
		periods_end(reader->periods);
	}
	*error = reader->error;
	return reader->error.fault ? -1 : 0;
}

const struct trace_summary *reader_summary(const struct reader *reader)
{
	return &reader->summary;
}

bool reader_recorded_table(const struct reader *reader, unsigned int cpu,
			   struct recorded_table *table)
{
	return periods_table(reader->periods, cpu, table);
}

void reader_close(struct reader *reader)
{
	if (!reader)
		return;
	if (reader->format)
		reader->ops->close(reader->format);
	periods_free(reader->periods);
	summary_free(&reader->summary);
	if (reader->source.fd >= 0)
		close(reader->source.fd);
	free(reader->name);
	free(reader);
}
