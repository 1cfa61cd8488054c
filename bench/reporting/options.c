// SPDX-License-Identifier: GPL-2.0
#include <argp.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "options.h"

enum {
	OPT_RESIDENCY = 256, OPT_SWEEP, OPT_HEADER, OPT_STATES,
	OPT_FORMAT, OPT_REFERENCE, OPT_METRIC, OPT_BY, OPT_ORDER,
	OPT_POINTS, OPT_PER_CPU,
};

const char *argp_program_version = "tally report " TALLY_VERSION;

static const struct argp_option argp_options[] = {
	{ NULL, 0, NULL, 0, "Layouts (all that are named; by default --header --states --residency --sweep):", 1 },
	{ "header", OPT_HEADER, NULL, 0, "machine, kernel, settings, runs", 1 },
	{ "states", OPT_STATES, NULL, 0, "the idle state tables", 1 },
	{ "residency", OPT_RESIDENCY, NULL, 0, "entries, residency, too deep, too shallow, rejected by governor, CPU group and state", 1 },
	{ "sweep", OPT_SWEEP, NULL, 0, "average, max and min % against the reference", 1 },
	{ NULL, 0, NULL, 0, "What is compared:", 2 },
	{ "reference", OPT_REFERENCE, "NAME", 0, "the series to compare with (default: the files' own reference, else the first by name)", 2 },
	{ "metric", OPT_METRIC, "NAME", 0, "the metric to compare (default: the program's main metric)", 2 },
	{ "by", OPT_BY, "KEY[,KEY]", 0, "what tells series apart besides governor and setting: kernel, hostname, day, file, program_version, or any key of the host object (default: kernel and hostname where they differ and leave 16 series or fewer)", 2 },
	{ "order", OPT_ORDER, "NAME[,NAME]", 0, "series in this order (default: by name)", 2 },
	{ NULL, 0, NULL, 0, "How it is printed:", 3 },
	{ "format", OPT_FORMAT, "FORMAT", 0, "text, csv, markdown or json (default: text)", 3 },
	{ "points", OPT_POINTS, NULL, 0, "each point of the sweep too", 3 },
	{ "per-cpu", OPT_PER_CPU, NULL, 0, "residency for each CPU too", 3 },
	{ 0 }
};

static enum rp_format parse_format(struct argp_state *state, const char *text)
{
	static const char *const names[] = {
		[FORMAT_TEXT] = "text", [FORMAT_CSV] = "csv",
		[FORMAT_MARKDOWN] = "markdown", [FORMAT_JSON] = "json",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(text, names[i]))
			return i;
	argp_failure(state, 2, 0, "--format %s: not one of text, csv, markdown, json",
		     text);
	return FORMAT_TEXT;
}

static bool layout_option(int key, struct options *options)
{
	static const struct {
		int key, layout;
	} keys[] = {
		{ OPT_HEADER, LAYOUT_HEADER }, { OPT_STATES, LAYOUT_STATES },
		{ OPT_RESIDENCY, LAYOUT_RESIDENCY }, { OPT_SWEEP, LAYOUT_SWEEP },
	};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (keys[i].key == key) {
			options->layouts |= keys[i].layout;
			return true;
		}
	return false;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	if (layout_option(key, options))
		return 0;
	switch (key) {
	case OPT_FORMAT:
		options->format = parse_format(state, arg);
		break;
	case OPT_REFERENCE:
		options->choice.reference = arg;
		break;
	case OPT_METRIC:
		options->choice.metric = arg;
		break;
	case OPT_BY:
		options->choice.by = arg;
		break;
	case OPT_ORDER:
		options->choice.order = arg;
		break;
	case OPT_POINTS:
		options->layout.each_point = true;
		break;
	case OPT_PER_CPU:
		options->layout.per_cpu = true;
		break;
	case ARGP_KEY_ARG:
		options->files[options->n_files++] = arg;
		break;
	case ARGP_KEY_END:
		if (!options->n_files)
			argp_failure(state, 2, 0, "no FILE is given (see --help)");
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

void options_parse(int argc, char **argv, struct options *options)
{
	static const struct argp argp = {
		argp_options, parse, "FILE...",
		"Reads result files of tally's benches and prints reports. A FILE that is a folder stands for all of its *.json."
		"\v"
		"Exit status: 0 done; 1 it failed at run time; 2 wrong arguments; 3 some of the files were of no use (a line on standard error for each), the rest was reported.",
		NULL, NULL, NULL
	};

	argp_err_exit_status = 2;
	memset(options, 0, sizeof(*options));
	options->files = arena_new(char *, argc);
	argp_parse(&argp, argc, argv, 0, NULL, options);
	if (!options->layouts)
		options->layouts = LAYOUT_DEFAULT;
}
