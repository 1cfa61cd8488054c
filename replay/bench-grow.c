// SPDX-License-Identifier: GPL-2.0
/*
 * Makes a long trace out of a short one, for bench-read: each CPU's pages of an uncompressed,
 * little-endian trace.dat of version 6 are repeated, and their time moved on each time.
 *
 * Usage: bench-grow IN OUT TIMES
 */
#include <errno.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PAGE	4096

static void die(const char *what)
{
	fprintf(stderr, "bench-grow: %s\n", what);
	exit(1);
}

static uint64_t load(const uint8_t *p, unsigned int size)
{
	uint64_t value = 0;

	memcpy(&value, p, size);
	return value;
}

static uint8_t *read_all(const char *path, size_t *size)
{
	FILE *file = fopen(path, "rb");
	uint8_t *data;
	long length;

	if (!file || fseek(file, 0, SEEK_END))
		die(strerror(errno));
	length = ftell(file);
	if (length < PAGE)
		die("the trace is too short");
	rewind(file);
	data = malloc(length);
	if (!data || fread(data, 1, length, file) != (size_t)length)
		die("cannot read the trace");
	fclose(file);
	*size = length;
	return data;
}

/* How long the trace is, with a little room: the time that every repetition is moved on. */
static uint64_t duration(const uint8_t *data, size_t size, const uint8_t *table, uint32_t cpus)
{
	uint64_t first = UINT64_MAX, last = 0;

	for (uint32_t i = 0; i < cpus; i++) {
		uint64_t offset = load(table + i * 16, 8), length = load(table + i * 16 + 8, 8);

		if (offset > size || length > size - offset)
			die("the trace is damaged");
		for (uint64_t at = 0; at + PAGE <= length; at += PAGE) {
			uint64_t time = load(data + offset + at, 8);

			first = time < first ? time : first;
			last = time > last ? time : last;
		}
	}
	return first < last ? last - first + UINT64_C(10000000000) : 0;
}

static void write_page(FILE *out, const uint8_t *page, uint64_t shift)
{
	uint64_t time = load(page, 8) + shift;

	if (fwrite(&time, 8, 1, out) != 1 || fwrite(page + 8, PAGE - 8, 1, out) != 1)
		die("cannot write");
}

int main(int argc, char **argv)
{
	static const char mark[] = "flyrecord";
	uint64_t times = argc == 4 ? strtoull(argv[3], NULL, 10) : 0, shift, at;
	uint8_t *data, *table, *head;
	uint32_t cpus = 0;
	size_t size, end;
	FILE *out;

	if (!times)
		die("usage: bench-grow IN OUT TIMES");
	data = read_all(argv[1], &size);
	if (memcmp(data, "\x17\x08\x44tracing6\0\0", 13))
		die("not a little-endian trace.dat of version 6");
	table = memmem(data, size, mark, sizeof(mark));
	if (!table)
		die("the trace is damaged");
	table += sizeof(mark);
	end = load(table, 8);
	/* What follows the last CPU is no place and length. */
	for (cpus = 0; (size_t)(table - data) + (cpus + 1) * 16 <= end; cpus++) {
		uint64_t offset = load(table + cpus * 16, 8);
		uint64_t length = load(table + cpus * 16 + 8, 8);

		if (offset < end || offset > size || length > size - offset)
			break;
	}
	if (end > size || !cpus)
		die("the trace is damaged");
	shift = duration(data, size, table, cpus);
	head = malloc(end);
	out = fopen(argv[2], "wb");
	if (!head || !out)
		die(strerror(errno));
	memcpy(head, data, end);
	at = end;
	for (uint32_t i = 0; i < cpus; i++) {
		uint64_t length = load(table + i * 16 + 8, 8) / PAGE * PAGE * times;

		memcpy(head + (table - data) + i * 16, &at, 8);
		memcpy(head + (table - data) + i * 16 + 8, &length, 8);
		at += length;
	}
	if (fwrite(head, 1, end, out) != end)
		die("cannot write");
	for (uint32_t i = 0; i < cpus; i++) {
		const uint8_t *pages = data + load(table + i * 16, 8);
		uint64_t length = load(table + i * 16 + 8, 8) / PAGE * PAGE;

		for (uint64_t n = 0; n < times; n++)
			for (at = 0; at < length; at += PAGE)
				write_page(out, pages + at, n * shift);
	}
	if (fclose(out))
		die("cannot write");
	return 0;
}
