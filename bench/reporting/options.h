/* SPDX-License-Identifier: GPL-2.0 */
/* The command line of bench/report. */
#ifndef REPORTING_OPTIONS_H
#define REPORTING_OPTIONS_H

#include "exclude.h"
#include "experiment.h"
#include "gate.h"
#include "layout.h"

/**
 * enum rp_layouts - the layouts, a bit each
 */
enum rp_layouts {
	LAYOUT_HEADER = 1 << 0,
	LAYOUT_STATES = 1 << 1,
	LAYOUT_RESIDENCY = 1 << 2,
	LAYOUT_SWEEP = 1 << 3,
	LAYOUT_VERDICTS = 1 << 4,
	LAYOUT_DIFFERENCES = 1 << 5,
	LAYOUT_IRRITATOR = 1 << 6,
	LAYOUT_MMTESTS = 1 << 7,
	LAYOUT_ZERO_DAY = 1 << 8,
};

#define LAYOUT_DEFAULT (LAYOUT_DIFFERENCES | LAYOUT_HEADER | LAYOUT_STATES | \
			LAYOUT_RESIDENCY | LAYOUT_SWEEP | LAYOUT_VERDICTS)

/* Of a trace; what the reader saw is always printed first. */
#define LAYOUT_TRACE (LAYOUT_STATES | LAYOUT_RESIDENCY)

enum rp_format {
	FORMAT_TEXT,
	FORMAT_CSV,
	FORMAT_MARKDOWN,
	FORMAT_JSON,
};

/**
 * struct options - what the user asked for
 * @layouts: bits of enum rp_layouts
 * @format: how it is printed
 * @choice: reference, metric, what tells series apart
 * @layout: options of layouts
 * @exclusion: points that are left out of comparisons
 * @gates: limits
 * @n_gates: how many
 * @plots: folder for pictures, or NULL
 * @plot_formats: "png", "svg" or "png,svg"
 * @html: file for the page, or NULL
 * @library: folder of the chart library, or NULL
 * @command: the command line, quoted for a shell
 * @traces: traces
 * @n_traces: how many
 * @tables: state tables for the traces, or NULL for the dumps beside them
 * @files: result files and folders
 * @n_files: how many
 */
struct options {
	int layouts;
	enum rp_format format;
	struct rp_choice choice;
	struct layout_options layout;
	struct rp_exclusion exclusion;
	struct rp_gate *gates;
	size_t n_gates;
	const char *plots;
	const char *plot_formats;
	const char *html;
	const char *library;
	const char *command;
	char **traces;
	size_t n_traces;
	const char *tables;
	char **files;
	size_t n_files;
};

/**
 * options_parse() - read the command line
 * @argc: as in main()
 * @argv: as in main()
 * @options: filled in
 *
 * Ends the program with status 2 after one line on standard error when an
 * argument is wrong, with 0 after --help and --version.
 */
void options_parse(int argc, char **argv, struct options *options);

#endif /* REPORTING_OPTIONS_H */
