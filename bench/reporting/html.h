/* SPDX-License-Identifier: GPL-2.0 */
/* One page to look at, everything within it. */
#ifndef REPORTING_HTML_H
#define REPORTING_HTML_H

#include <stdio.h>

#include "chart.h"
#include "layout.h"

/**
 * struct html_page - what goes into a page
 * @experiments: the experiments
 * @count: how many
 * @options: options of the layouts
 * @traces: tables that are only had of traces; may be empty
 * @problems: lines about files that were left out
 * @n_problems: how many
 * @library: folder of dygraph.min.js and its licence, or NULL for Debian's
 * @command: the command that made this page, quoted for a shell
 */
struct html_page {
	const struct rp_experiment *experiments;
	size_t count;
	const struct layout_options *options;
	const struct report *traces;
	const char **problems;
	size_t n_problems;
	const char *library;
	const char *command;
};

/**
 * html_write() - write the page
 * @page: what goes into it
 * @file: its path; written whole and then renamed into place
 *
 * Return: NULL, or what is wrong.
 */
const char *html_write(const struct html_page *page, const char *file);

/* Text with &, < and > (and quotes) made harmless. */
void html_text(FILE *to, const char *text);
/* A table of a report as a <table> with caption, scopes and notes. */
void html_table(FILE *to, const struct table *table);
/* A chart as a <figure>: the numbers as a table, the picture is drawn from it. */
void html_chart(FILE *to, const struct chart *chart, const char *prefix);

/**
 * html_library() - the chart library, its style and licence
 * @folder: as in struct html_page
 * @script: filled in
 * @style: filled in
 * @licence: filled in
 *
 * Return: NULL, or what is wrong.
 */
const char *html_library(const char *folder, const char **script,
			 const char **style, const char **licence);

#endif /* REPORTING_HTML_H */
