// SPDX-License-Identifier: GPL-2.0
/* Writers for people: text and Markdown. */
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "table.h"

/* Columns of the screen that a text takes: UTF-8 continuation bytes take none. */
static int width_of(const char *text)
{
	int width = 0;

	for (; text && *text; text++)
		width += (*text & 0xc0) != 0x80;
	return width;
}

static bool seen_by_people(const struct column *column)
{
	return !column->joined && !column->machine_only;
}

static void pad(FILE *to, const char *text, int width, bool left)
{
	int spaces = width - width_of(text);

	if (left)
		fputs(text ? text : "", to);
	while (spaces-- > 0)
		fputc(' ', to);
	if (!left)
		fputs(text ? text : "", to);
}

static int *column_widths(const struct table *table)
{
	int *widths = arena_new(int, table->n_columns);

	for (size_t c = 0; c < table->n_columns; c++) {
		widths[c] = width_of(table->columns[c].name);
		for (size_t r = 0; r < table->n_rows; r++) {
			int width = width_of(table_shown(table, r, c));

			if (width > widths[c])
				widths[c] = width;
		}
	}
	return widths;
}

static void text_line(const struct table *table, const int *widths, long row,
		      FILE *to)
{
	char *line = NULL;
	size_t size = 0;
	FILE *memory = open_memstream(&line, &size);
	bool first = true;

	if (!memory)
		return;
	for (size_t c = 0; c < table->n_columns; c++) {
		const struct column *column = &table->columns[c];

		if (!seen_by_people(column))
			continue;
		if (!first)
			fputs("  ", memory);
		first = false;
		pad(memory, row < 0 ? column->name : table_shown(table, row, c),
		    widths[c], column->left);
	}
	fclose(memory);
	while (size && line[size - 1] == ' ')
		line[--size] = '\0';
	fprintf(to, "%s\n", line);
	free(line);
}

static void text_table(const struct table *table, FILE *to)
{
	int *widths = column_widths(table);
	bool headed = false;

	if (table->title)
		fprintf(to, "%s\n", table->title);
	for (size_t c = 0; c < table->n_columns; c++)
		headed |= table->columns[c].name && *table->columns[c].name;
	if (headed && table->n_rows)
		text_line(table, widths, -1, to);
	for (size_t r = 0; r < table->n_rows; r++)
		text_line(table, widths, r, to);
	for (size_t i = 0; i < table->n_notes; i++)
		fprintf(to, "  * %s\n", table->notes[i]);
}

void write_text(const struct report *report, FILE *to)
{
	for (size_t i = 0; i < report->count; i++) {
		if (i)
			fputc('\n', to);
		text_table(report->tables[i], to);
	}
}

static void markdown_cell(FILE *to, const char *text)
{
	for (; text && *text; text++) {
		if (strchr("|*_<\\`", *text))
			fputc('\\', to);
		fputc(*text, to);
	}
}

static void markdown_table(const struct table *table, FILE *to)
{
	fprintf(to, "## %s\n\n", table->title ? table->title : table->id);
	for (int line = 0; line < 2 && table->n_rows; line++) {
		for (size_t c = 0; c < table->n_columns; c++) {
			if (!seen_by_people(&table->columns[c]))
				continue;
			fputs("| ", to);
			if (line)
				fputs(table->columns[c].left ? "---" : "---:",
				      to);
			else
				markdown_cell(to, table->columns[c].name);
			fputc(' ', to);
		}
		fputs("|\n", to);
	}
	for (size_t r = 0; r < table->n_rows; r++) {
		for (size_t c = 0; c < table->n_columns; c++) {
			if (!seen_by_people(&table->columns[c]))
				continue;
			fputs("| ", to);
			markdown_cell(to, table_shown(table, r, c));
			fputc(' ', to);
		}
		fputs("|\n", to);
	}
	if (table->n_rows)
		fputc('\n', to);
	for (size_t i = 0; i < table->n_notes; i++) {
		fputs("* ", to);
		markdown_cell(to, table->notes[i]);
		fputc('\n', to);
	}
	if (table->n_notes)
		fputc('\n', to);
}

void write_markdown(const struct report *report, FILE *to)
{
	for (size_t i = 0; i < report->count; i++)
		markdown_table(report->tables[i], to);
}
