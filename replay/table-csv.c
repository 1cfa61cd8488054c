// SPDX-License-Identifier: GPL-2.0
/*
 * State tables from the catalogue, or a file like it (see tables/README.md).
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/reader.h"
#include "replay/table-build.h"

enum column { C_TABLE, C_CPUS, C_STATE, C_NAME, C_EXIT, C_RESIDENCY, C_POLLING, COLUMNS };

static const char *const column_names[COLUMNS] = {
	"table", "cpus", "state", "name", "exit_latency_us", "target_residency_us", "polling",
};

#define FIELDS_MAX	32
#define KINDS_MAX	16

/* One kind of CPU of the machine: all rows with the same "cpus". */
struct kind {
	char cpus[128];
	struct state_table table;
};

struct csv {
	const char *path;
	const char *wanted;
	unsigned int line;
	int columns[COLUMNS];
	struct machine_tables *machine;
	struct kind *kinds;
	unsigned int kind_count;
	char machine_name[64];
	char *error;
	unsigned int error_size;
};

static int csv_fail(struct csv *csv, const char *what, const char *value)
{
	table_fail(csv->error, csv->error_size, "%s:%u: %s%s%s", csv->path, csv->line, what,
		   value ? ": " : "", value ? value : "");
	return -1;
}

/* Split at commas; a field may be in double quotes. */
static unsigned int split(char *line, char **fields)
{
	unsigned int count = 0;
	char *p = line;

	line[strcspn(line, "\r\n")] = '\0';
	while (count < FIELDS_MAX) {
		if (*p == '"') {
			fields[count++] = ++p;
			p += strcspn(p, "\"");
			if (*p)
				*p++ = '\0';
			p += strcspn(p, ",");
		} else {
			fields[count++] = p;
			p += strcspn(p, ",");
		}
		if (!*p)
			break;
		*p++ = '\0';
	}
	return count;
}

static int read_header(struct csv *csv, char **fields, unsigned int count)
{
	unsigned int i;
	int c;

	for (c = 0; c < COLUMNS; c++) {
		csv->columns[c] = -1;
		for (i = 0; i < count; i++)
			if (!strcmp(fields[i], column_names[c]))
				csv->columns[c] = i;
		if (csv->columns[c] < 0)
			return csv_fail(csv, "the first line has no column", column_names[c]);
	}
	return 0;
}

static int read_us(struct csv *csv, const char *text, uint64_t *value)
{
	char *end;

	errno = 0;
	*value = strtoull(text, &end, 10);
	if (end == text || *end || errno || *text == '-' || *value > TABLE_US_MAX)
		return csv_fail(csv, "not a number of microseconds", text);
	return 0;
}

static struct kind *find_kind(struct csv *csv, const char *cpus)
{
	struct kind *kind;
	unsigned int i;

	for (i = 0; i < csv->kind_count; i++)
		if (!strcmp(csv->kinds[i].cpus, cpus))
			return &csv->kinds[i];
	if (csv->kind_count == KINDS_MAX || strlen(cpus) >= sizeof(kind->cpus)) {
		csv_fail(csv, "too many kinds of CPUs", cpus);
		return NULL;
	}
	kind = &csv->kinds[csv->kind_count++];
	memset(kind, 0, sizeof(*kind));
	strcpy(kind->cpus, cpus);
	return kind;
}

static int read_row(struct csv *csv, char **fields, unsigned int count)
{
	uint64_t state, exit_us, residency_us, polling;
	struct kind *kind;
	int c;

	for (c = 0; c < COLUMNS; c++)
		if ((unsigned int)csv->columns[c] >= count)
			return csv_fail(csv, "this row has no", column_names[c]);
	if (csv->wanted && strcmp(fields[csv->columns[C_TABLE]], csv->wanted))
		return 0;
	if (!csv->kind_count)
		snprintf(csv->machine_name, sizeof(csv->machine_name), "%s",
			 fields[csv->columns[C_TABLE]]);
	else if (strcmp(csv->machine_name, fields[csv->columns[C_TABLE]]))
		return csv_fail(csv, "the file has several machines: say which; this one is",
				fields[csv->columns[C_TABLE]]);
	if (read_us(csv, fields[csv->columns[C_STATE]], &state) ||
	    read_us(csv, fields[csv->columns[C_EXIT]], &exit_us) ||
	    read_us(csv, fields[csv->columns[C_RESIDENCY]], &residency_us) ||
	    read_us(csv, fields[csv->columns[C_POLLING]], &polling))
		return -1;
	kind = find_kind(csv, fields[csv->columns[C_CPUS]]);
	if (!kind)
		return -1;
	if (state != kind->table.table.count)
		return csv_fail(csv, "states must be numbered from 0 without a gap; this is",
				fields[csv->columns[C_STATE]]);
	if (!table_set_state(&kind->table, state, fields[csv->columns[C_NAME]], exit_us,
			     residency_us, polling))
		return csv_fail(csv, "more states than a machine can have", NULL);
	return 0;
}

/* "0-3;7": give these CPUs the table. */
static int add_cpus(struct csv *csv, const struct kind *kind)
{
	const char *p = kind->cpus;
	unsigned long first, last;
	char *end;

	while (*p) {
		first = strtoul(p, &end, 10);
		last = first;
		if (end == p)
			return csv_fail(csv, "not a list of CPUs", kind->cpus);
		if (*end == '-') {
			p = end + 1;
			last = strtoul(p, &end, 10);
			if (end == p)
				return csv_fail(csv, "not a list of CPUs", kind->cpus);
		}
		if (last < first || last >= READER_CPUS_MAX)
			return csv_fail(csv, "not a list of CPUs", kind->cpus);
		for (; first <= last; first++)
			if (table_machine_add(csv->machine, first, &kind->table, NULL))
				return csv_fail(csv, "out of memory", NULL);
		p = end + strspn(end, ",; ");
		if (p == end && *p)
			return csv_fail(csv, "not a list of CPUs", kind->cpus);
	}
	return 0;
}

static int finish(struct csv *csv)
{
	unsigned int i;

	if (!csv->kind_count) {
		table_fail(csv->error, csv->error_size, csv->wanted ?
			   "%s: no state table is called \"%s\"" : "%s: no state table in it%s",
			   csv->path, csv->wanted ? csv->wanted : "");
		return -1;
	}
	csv->machine = table_machine_new(csv->machine_name);
	if (!csv->machine)
		return csv_fail(csv, "out of memory", NULL);
	for (i = 0; i < csv->kind_count; i++) {
		if (strcmp(csv->kinds[i].cpus, "all")) {
			if (add_cpus(csv, &csv->kinds[i]))
				return -1;
		} else if (csv->kind_count > 1) {
			return csv_fail(csv, "\"all\" beside other CPUs in one machine",
					csv->machine_name);
		} else if (table_machine_add_all(csv->machine, &csv->kinds[i].table)) {
			return csv_fail(csv, "out of memory", NULL);
		}
	}
	return 0;
}

static int read_file(struct csv *csv, FILE *file)
{
	char line[1024], *fields[FIELDS_MAX];
	bool header = false;

	while (fgets(line, sizeof(line), file)) {
		unsigned int count;

		csv->line++;
		if (!strchr(line, '\n') && !feof(file))
			return csv_fail(csv, "the line is too long", NULL);
		if (line[0] == '#' || line[strspn(line, " \t\r\n")] == '\0')
			continue;
		count = split(line, fields);
		if (header ? read_row(csv, fields, count) : read_header(csv, fields, count))
			return -1;
		header = true;
	}
	if (ferror(file))
		return csv_fail(csv, strerror(errno), NULL);
	return finish(csv);
}

int tables_from_catalogue(struct machine_tables **machine, const char *path,
			  const char *name, char *error, unsigned int error_size)
{
	struct csv csv = {
		.path = path, .wanted = name, .error = error, .error_size = error_size,
	};
	FILE *file = fopen(path, "re");
	int ret;

	*machine = NULL;
	if (!file) {
		table_fail(error, error_size, "%s: %s", path, strerror(errno));
		return -1;
	}
	csv.kinds = calloc(KINDS_MAX, sizeof(*csv.kinds));
	ret = csv.kinds ? read_file(&csv, file) : csv_fail(&csv, "out of memory", NULL);
	free(csv.kinds);
	fclose(file);
	if (ret) {
		tables_free(csv.machine);
		return -1;
	}
	*machine = csv.machine;
	return 0;
}
