// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "table.h"

static void *grow(void *memory, size_t count, size_t *room, size_t size)
{
	if (count < *room)
		return memory;
	*room = *room ? *room * 2 : 64;
	memory = realloc(memory, *room * size);
	if (!memory) {
		fputs("report: no memory left\n", stderr);
		exit(1);
	}
	return memory;
}

struct table *report_table(struct report *report, const char *id,
			   const char *title)
{
	struct table *table = arena_new(struct table, 1);

	table->id = id;
	table->title = title;
	table->subject = report->subject ? report->subject : "";
	report->tables = grow(report->tables, report->count, &report->room,
			      sizeof(*report->tables));
	report->tables[report->count++] = table;
	return table;
}

struct column *table_column(struct table *table, const char *name,
			    const char *key)
{
	struct column *columns = arena_new(struct column,
					   table->n_columns + 1);

	if (table->n_columns)
		memcpy(columns, table->columns,
		       table->n_columns * sizeof(*columns));
	table->columns = columns;
	columns[table->n_columns].name = name;
	columns[table->n_columns].key = key;
	return &columns[table->n_columns++];
}

static struct cell *next_cell(struct table *table)
{
	size_t at;

	if (!table->next)
		table->n_rows++;
	at = (table->n_rows - 1) * table->n_columns + table->next;
	table->cells = grow(table->cells, at, &table->room,
			    sizeof(*table->cells));
	table->next = (table->next + 1) % table->n_columns;
	table->cells[at] = (struct cell){ NULL, 0, false };
	return &table->cells[at];
}

void table_text(struct table *table, const char *text)
{
	next_cell(table)->text = text;
}

void table_number(struct table *table, double number, const char *format, ...)
{
	struct cell *cell = next_cell(table);
	char text[128];
	va_list list;

	if (!isfinite(number))
		return;
	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	cell->text = arena_printf("%s", text);
	cell->number = number;
	cell->numeric = true;
}

const char *grouped(double count)
{
	char plain[64], text[96];
	size_t length, at = 0;

	snprintf(plain, sizeof(plain), "%.0f", count);
	length = strlen(plain);
	for (size_t i = 0; i < length; i++) {
		if (i && (length - i) % 3 == 0 && plain[i - 1] != '-')
			text[at++] = ',';
		text[at++] = plain[i];
	}
	text[at] = '\0';
	return arena_printf("%s", text);
}

void table_count(struct table *table, double count)
{
	table_number(table, count, "%s", grouped(count));
}

void table_empty(struct table *table)
{
	next_cell(table);
}

void table_note(struct table *table, const char *format, ...)
{
	const char **notes = arena_new(const char *, table->n_notes + 1);
	char text[1024];
	va_list list;

	va_start(list, format);
	vsnprintf(text, sizeof(text), format, list);
	va_end(list);
	if (table->n_notes)
		memcpy(notes, table->notes, table->n_notes * sizeof(*notes));
	table->notes = notes;
	notes[table->n_notes++] = arena_printf("%s", text);
}

const struct cell *table_cell(const struct table *table, size_t row,
			      size_t column)
{
	return &table->cells[row * table->n_columns + column];
}

const char *table_shown(const struct table *table, size_t row, size_t column)
{
	const char *text = table_cell(table, row, column)->text;

	for (size_t i = column + 1;
	     i < table->n_columns && table->columns[i].joined; i++) {
		const char *more = table_cell(table, row, i)->text;

		if (more)
			text = arena_printf("%s (%s)", text ? text : "-", more);
	}
	return text;
}
