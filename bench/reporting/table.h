/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A report is a list of tables. A layout fills tables in; a writer prints them
 * as text, CSV, Markdown, JSON or HTML. A cell has the text that people read
 * and, where it is a number, the number that programs read.
 */
#ifndef REPORTING_TABLE_H
#define REPORTING_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/**
 * struct column - a column of a table
 * @name: heading, as people read it
 * @key: heading for programs: lower case, unit included
 * @left: text is left aligned
 * @joined: people see it in the cell before, as "value (this)"
 * @machine_only: people do not see it
 */
struct column {
	const char *name;
	const char *key;
	bool left;
	bool joined;
	bool machine_only;
};

/**
 * struct cell - a cell of a table
 * @text: as people read it; NULL is an empty cell
 * @number: as programs read it, when @numeric
 * @numeric: it is a number
 */
struct cell {
	const char *text;
	double number;
	bool numeric;
};

/**
 * struct table - a table
 * @id: name for programs and links ("sweep", "residency")
 * @subject: what it is about ("pingpong, cores:2")
 * @title: one line
 * @columns: the columns
 * @n_columns: how many
 * @cells: rows one after the other
 * @n_rows: how many
 * @notes: lines below the table
 * @n_notes: how many
 * @next: column that the next cell goes to
 */
struct table {
	const char *id;
	const char *subject;
	const char *title;
	struct column *columns;
	size_t n_columns;
	struct cell *cells;
	size_t n_rows, room;
	const char **notes;
	size_t n_notes;
	size_t next;
};

/**
 * struct report - a list of tables
 * @tables: the tables
 * @count: how many
 * @subject: subject of the tables to come
 */
struct report {
	struct table **tables;
	size_t count, room;
	const char *subject;
};

/* A new table at the end of the report. */
struct table *report_table(struct report *report, const char *id,
			   const char *title);
/* A column; returns it, for its flags. Columns come before cells. */
struct column *table_column(struct table *table, const char *name,
			    const char *key);
/* The next cell, row by row. */
void table_text(struct table *table, const char *text);
void table_number(struct table *table, double number, const char *format, ...)
	__attribute__((format(printf, 3, 4)));
/* A whole number with a comma every three digits. */
void table_count(struct table *table, double count);
void table_empty(struct table *table);
void table_note(struct table *table, const char *format, ...)
	__attribute__((format(printf, 2, 3)));

const struct cell *table_cell(const struct table *table, size_t row,
			      size_t column);

/* The text of a cell as people read it, joined cells included, in the arena. */
const char *table_shown(const struct table *table, size_t row, size_t column);

/* "12,703,630", in the arena. */
const char *grouped(double count);

void write_text(const struct report *report, FILE *to);
void write_csv(const struct report *report, FILE *to);
void write_markdown(const struct report *report, FILE *to);
int write_json(const struct report *report, FILE *to);

#endif /* REPORTING_TABLE_H */
