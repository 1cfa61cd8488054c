// SPDX-License-Identifier: GPL-2.0
/* Tables and figures of the page. */
#include <math.h>
#include <string.h>

#include "arena.h"
#include "html.h"
#include "plot.h"

void html_text(FILE *to, const char *text)
{
	for (; text && *text; text++)
		switch (*text) {
		case '&':
			fputs("&amp;", to);
			break;
		case '<':
			fputs("&lt;", to);
			break;
		case '>':
			fputs("&gt;", to);
			break;
		case '"':
			fputs("&quot;", to);
			break;
		default:
			fputc(*text, to);
		}
}

static bool shown(const struct column *column)
{
	return !column->joined && !column->machine_only;
}

static const char *verdict_class(const char *text)
{
	static const char *const known[][2] = {
		{ "better", "better" }, { "worse", "worse" },
		{ "no difference shown", "none" },
		{ "not enough runs", "few" }, { "regression", "worse" },
		{ "improvement", "better" },
	};

	for (size_t i = 0; text && i < sizeof(known) / sizeof(*known); i++)
		if (!strcmp(text, known[i][0]))
			return known[i][1];
	return NULL;
}

static void table_row(FILE *to, const struct table *table, size_t row)
{
	bool first = true;

	fputs("<tr>", to);
	for (size_t c = 0; c < table->n_columns; c++) {
		const struct column *column = &table->columns[c];
		const char *text, *class;

		if (!shown(column))
			continue;
		text = table_shown(table, row, c);
		class = verdict_class(text);
		fputs(first ? column->left ? "<th scope=row>" :
		      "<th scope=row class=n>" : column->left ? "<td>" :
		      "<td class=n>", to);
		if (class)
			fprintf(to, "<span class=\"v %s\">", class);
		html_text(to, text);
		fputs(class ? "</span>" : "", to);
		fputs(first ? "</th>" : "</td>", to);
		first = false;
	}
	fputs("</tr>\n", to);
}

static void table_element(FILE *to, const struct table *table)
{
	bool headed = false;

	for (size_t c = 0; c < table->n_columns; c++)
		headed |= *table->columns[c].name && shown(&table->columns[c]);
	fprintf(to, "<div class=t><table class=\"r %s\"><caption>", table->id);
	html_text(to, table->title);
	fputs("</caption>\n", to);
	if (headed) {
		fputs("<thead><tr>", to);
		for (size_t c = 0; c < table->n_columns; c++) {
			if (!shown(&table->columns[c]))
				continue;
			fputs(table->columns[c].left ? "<th scope=col>" :
			      "<th scope=col class=n>", to);
			html_text(to, table->columns[c].name);
			fputs("</th>", to);
		}
		fputs("</tr></thead>\n", to);
	}
	fputs("<tbody>\n", to);
	for (size_t r = 0; r < table->n_rows; r++)
		table_row(to, table, r);
	fputs("</tbody></table></div>\n", to);
}

void html_table(FILE *to, const struct table *table)
{
	if (!table->n_rows) {
		fputs("<p class=caption>", to);
		html_text(to, table->title);
		fputs("</p>\n", to);
	} else {
		table_element(to, table);
	}
	if (!table->n_notes)
		return;
	fputs("<ul class=notes>\n", to);
	for (size_t i = 0; i < table->n_notes; i++) {
		fputs("<li>", to);
		html_text(to, table->notes[i]);
		fputs("\n", to);
	}
	fputs("</ul>\n", to);
}

static void attribute(FILE *to, const char *name, const char *value)
{
	fprintf(to, " data-%s=\"", name);
	html_text(to, value);
	fputc('"', to);
}

static const char *kind_name(enum chart_kind kind)
{
	return kind == CHART_STACKED ? "stacked" : kind == CHART_STEPS ?
		"steps" : "lines";
}

/* What the script needs besides the numbers: it takes those from the table. */
static void chart_attributes(FILE *to, const struct chart *chart)
{
	const char *colours = "", *bands = "", *marks = "";

	for (size_t l = 0; l < chart->n_lines; l++)
		colours = arena_printf("%s%s%s", colours, l ? " " : "",
				       chart->kind == CHART_STACKED ?
				       plot_state_colour(l, chart->n_lines) :
				       plot_colour(l));
	for (size_t i = 0; i < chart->n_bands; i++)
		bands = arena_printf("%s%s%g:%g", bands, i ? " " : "",
				     chart->bands[i].from, chart->bands[i].to);
	for (size_t i = 0; i < chart->n_marks; i++)
		marks = arena_printf("%s%s%g:%s", marks, i ? " " : "",
				     chart->marks[i].x, chart->marks[i].name);
	attribute(to, "kind", kind_name(chart->kind));
	attribute(to, "colours", colours);
	attribute(to, "bands", bands);
	attribute(to, "marks", marks);
	attribute(to, "xlabel", chart->x_label);
	attribute(to, "ylabel", chart->y_label);
	attribute(to, "logx", chart->log_x ? "1" : "");
	attribute(to, "logy", chart->log_y ? "1" : "");
	attribute(to, "panel", chart->panel ? chart->panel : "");
}

static void chart_numbers(FILE *to, const struct chart *chart)
{
	fputs("<details class=numbers><summary>Numbers</summary><div class=t><table><caption>",
	      to);
	html_text(to, chart->title);
	fputs("</caption><thead><tr><th scope=col class=n>#</th><th scope=col class=n>", to);
	html_text(to, chart->x_label);
	fputs("</th>", to);
	for (size_t l = 0; l < chart->n_lines; l++) {
		fputs("<th scope=col class=n>", to);
		html_text(to, chart->lines[l].name);
		fputs("</th>", to);
	}
	fputs("</tr></thead><tbody>\n", to);
	for (size_t i = 0; i < chart->n; i++) {
		fprintf(to, "<tr><th scope=row>%zu<td>%.7g", i + 1,
			chart->x[i]);
		for (size_t l = 0; l < chart->n_lines; l++) {
			if (isnan(chart->lines[l].y[i]))
				fputs("<td>", to);
			else
				fprintf(to, "<td>%.5g", chart->lines[l].y[i]);
		}
		fputc('\n', to);
	}
	fputs("</tbody></table></div></details>\n", to);
}

void html_chart(FILE *to, const struct chart *chart, const char *prefix)
{
	const char *id = arena_printf("%s%s%s%s", prefix, chart->id,
				      chart->panel ? "_" : "",
				      chart->panel ? chart->panel : "");
	char *clean = arena_printf("%s", id);

	for (char *c = clean; *c; c++)
		if (strchr(" ,/\"'<>&#%", *c))
			*c = '-';
	fprintf(to, "<figure id=\"%s\"", clean);
	chart_attributes(to, chart);
	fputs("><figcaption>", to);
	html_text(to, chart->title);
	fputs("</figcaption><div class=plot role=img aria-label=\"", to);
	html_text(to, chart->title);
	fputs("; its numbers are in the table below\"></div><div class=legend aria-live=polite></div>\n",
	      to);
	chart_numbers(to, chart);
	fputs("</figure>\n", to);
}
