// SPDX-License-Identifier: GPL-2.0
/* Writers for programs: CSV and JSON. */
#include <jansson.h>
#include <string.h>

#include "table.h"

static const char *key_of(const struct column *column)
{
	return column->key ? column->key : column->name;
}

static void csv_text(FILE *to, const char *text)
{
	if (!text)
		return;
	if (!text[strcspn(text, ",\"\r\n")]) {
		fputs(text, to);
		return;
	}
	fputc('"', to);
	for (; *text; text++) {
		if (*text == '"')
			fputc('"', to);
		fputc(*text, to);
	}
	fputc('"', to);
}

static void csv_table(const struct table *table, FILE *to)
{
	fputs("table,subject", to);
	for (size_t c = 0; c < table->n_columns; c++) {
		fputc(',', to);
		csv_text(to, key_of(&table->columns[c]));
	}
	fputc('\n', to);
	for (size_t r = 0; r < table->n_rows; r++) {
		csv_text(to, table->id);
		fputc(',', to);
		csv_text(to, table->subject);
		for (size_t c = 0; c < table->n_columns; c++) {
			const struct cell *cell = table_cell(table, r, c);

			fputc(',', to);
			if (cell->numeric)
				fprintf(to, "%.10g", cell->number);
			else
				csv_text(to, cell->text);
		}
		fputc('\n', to);
	}
}

/* Each table has its own heading line; its name and subject come first. */
void write_csv(const struct report *report, FILE *to)
{
	for (size_t i = 0; i < report->count; i++) {
		if (!report->tables[i]->n_rows)
			continue;
		if (i)
			fputc('\n', to);
		csv_table(report->tables[i], to);
	}
}

static json_t *json_row(const struct table *table, size_t row)
{
	json_t *object = json_object();

	for (size_t c = 0; c < table->n_columns; c++) {
		const struct cell *cell = table_cell(table, row, c);
		json_t *value;

		if (cell->numeric && cell->number == (json_int_t)cell->number)
			value = json_integer(cell->number);
		else if (cell->numeric)
			value = json_real(cell->number);
		else
			value = cell->text ? json_string(cell->text) :
				json_null();
		json_object_set_new(object, key_of(&table->columns[c]), value);
	}
	return object;
}

int write_json(const struct report *report, FILE *to)
{
	json_t *root = json_array();
	int bad;

	for (size_t i = 0; i < report->count; i++) {
		const struct table *table = report->tables[i];
		json_t *rows = json_array(), *notes = json_array();

		for (size_t r = 0; r < table->n_rows; r++)
			json_array_append_new(rows, json_row(table, r));
		for (size_t n = 0; n < table->n_notes; n++)
			json_array_append_new(notes,
					      json_string(table->notes[n]));
		json_array_append_new(root, json_pack("{s:s,s:s,s:s?,s:o,s:o}",
						      "table", table->id,
						      "subject",
						      table->subject,
						      "title", table->title,
						      "rows", rows,
						      "notes", notes));
	}
	bad = json_dumpf(root, to, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
	fputc('\n', to);
	json_decref(root);
	return bad;
}
