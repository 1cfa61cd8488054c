// SPDX-License-Identifier: GPL-2.0
#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "options.h"

enum {
	OPT_LAYOUT = 256,	/* plus the number of the layout's bit */
	OPT_FORMAT = 300, OPT_REFERENCE, OPT_METRIC, OPT_BY, OPT_ORDER,
	OPT_POINTS, OPT_PER_CPU, OPT_OVERLAPPING,
	OPT_BISTABLE, OPT_ONLY, OPT_EXCLUDE,
	OPT_CONFIDENCE, OPT_INTERVAL, OPT_SEED, OPT_CORRECTION, OPT_MIN_RUNS,
	OPT_THRESHOLD, OPT_UNIT, OPT_GATE, OPT_PLOTS, OPT_PLOT_FORMAT, OPT_HTML,
	OPT_DYGRAPHS, OPT_TRACE, OPT_TABLE,
};

const char *argp_program_version = "tally report " TALLY_VERSION;

static const struct argp_option argp_options[] = {
	{ NULL, 0, NULL, 0, "Layouts (all that are named; by default the first six):", 1 },
	{ "differences", OPT_LAYOUT + 5, NULL, 0,
	  "what else differs between the runs: kernel, microcode, tick, ...",
	  1 },
	{ "header", OPT_LAYOUT + 0, NULL, 0, "machine, kernel, settings, runs, command", 1 },
	{ "states", OPT_LAYOUT + 1, NULL, 0, "the idle state tables", 1 },
	{ "residency", OPT_LAYOUT + 2, NULL, 0,
	  "entries, residency, too deep, too shallow, rejected by governor, CPU group and state",
	  1 },
	{ "sweep", OPT_LAYOUT + 3, NULL, 0, "average, max and min % against the reference", 1 },
	{ "verdicts", OPT_LAYOUT + 4, NULL, 0,
	  "difference, confidence interval, effect size, verdict",
	  1 },
	{ "irritator", OPT_LAYOUT + 6, NULL, 0,
	  "wakeup latency, throughput and residency by wakeup period: reference, other, %",
	  1 },
	{ "mmtests", OPT_LAYOUT + 7, NULL, 0,
	  "min, mean, stddev, coeffvar, max of each metric, value (gain %), positive is better",
	  1 },
	{ "zero-day", OPT_LAYOUT + 8, NULL, 0,
	  "base and new value with stddev %, change %, metric; only changes whose ranges do not overlap",
	  1 },
	{ NULL, 0, NULL, 0, "Traces:", 1 },
	{ "trace", OPT_TRACE, "FILE", 0,
	  "residency, wakeups and idle durations from a trace (trace.dat, ftrace text, perf script, systrace), per CPU and cluster; may be repeated, in place of FILE",
	  1 },
	{ "table", OPT_TABLE, "FILE", 0,
	  "state tables of the traces' machine: a dump of sysfs, or FILE.csv[:MACHINE] like tables/catalogue.csv (default: the dump beside the trace)",
	  1 },
	{ NULL, 0, NULL, 0, "What is compared:", 2 },
	{ "reference", OPT_REFERENCE, "NAME", 0,
	  "the series to compare with (default: the files' own reference, else the first by name)",
	  2 },
	{ "metric", OPT_METRIC, "NAME", 0,
	  "the metric to compare (default: the program's main metric; verdicts: all)",
	  2 },
	{ "by", OPT_BY, "KEY[,KEY]", 0,
	  "what tells series apart besides governor and setting: kernel, hostname, day, file, program_version, any key of the host object, or none (default: kernel and hostname where they differ and leave 16 series or fewer)",
	  2 },
	{ "order", OPT_ORDER, "NAME[,NAME]", 0, "series in this order (default: by name)", 2 },
	{ "bistable", OPT_BISTABLE, "exclude|keep", 0,
	  "bi-stable points of the sweep (default: exclude)",
	  2 },
	{ "exclude", OPT_EXCLUDE, "FROM:TO", 0,
	  "leave out these points, counted from 1; may be repeated",
	  2 },
	{ "only", OPT_ONLY, "FROM:TO", 0,
	  "compare only these points, counted from 1; may be repeated",
	  2 },
	{ "overlapping", OPT_OVERLAPPING, NULL, 0,
	  "0-day layout: changes whose ranges overlap too",
	  2 },
	{ NULL, 0, NULL, 0, "How it is judged:", 3 },
	{ "confidence", OPT_CONFIDENCE, "SHARE", 0,
	  "of the intervals, 0.5 to 0.9999 (default: 0.95)",
	  3 },
	{ "interval", OPT_INTERVAL, "welch|bootstrap", 0,
	  "how intervals are made (default: welch)",
	  3 },
	{ "seed", OPT_SEED, "NUMBER", 0, "of the bootstrap (default: 1)", 3 },
	{ "correction", OPT_CORRECTION, "holm|bh|none", 0,
	  "for the many points and series (default: holm)",
	  3 },
	{ "min-runs", OPT_MIN_RUNS, "NUMBER", 0,
	  "fewer runs a side give no verdict, 2 or more (default: 3)",
	  3 },
	{ "threshold", OPT_THRESHOLD, "PERCENT", 0,
	  "smaller differences are none (default: 0)",
	  3 },
	{ "unit", OPT_UNIT, "runs|samples", 0,
	  "what counts as a replicate: runs, or the batch means within them (default: runs)",
	  3 },
	{ "gate", OPT_GATE, "METRIC[.FIELD]:LIMIT[%]", 0,
	  "exit with status 4 when a series is worse than the reference by more than LIMIT %, or, without %, when any point's value is worse than LIMIT; FIELD: mean, p50, p90, p99, p999, max; may be repeated",
	  3 },
	{ NULL, 0, NULL, 0, "How it is printed:", 4 },
	{ "format", OPT_FORMAT, "FORMAT", 0, "text, csv, markdown or json (default: text)", 4 },
	{ "points", OPT_POINTS, NULL, 0, "each point of the sweep too", 4 },
	{ "per-cpu", OPT_PER_CPU, NULL, 0, "residency for each CPU too", 4 },
	{ "plots", OPT_PLOTS, "DIR", 0,
	  "draw pictures into DIR with gnuplot; their names are printed on standard error",
	  4 },
	{ "plot-format", OPT_PLOT_FORMAT, "LIST", 0,
	  "png, svg or png,svg (default: png,svg)",
	  4 },
	{ "html", OPT_HTML, "FILE", 0, "one page to look at, everything within it", 4 },
	{ "dygraphs", OPT_DYGRAPHS, "DIR", 0,
	  "folder of the page's chart library: dygraph.min.js, dygraph.min.css, LICENSE.txt (default: Debian's libjs-dygraphs)",
	  4 },
	{ 0 }
};

/* One of @names, ended by NULL; the program ends when it is none of them. */
static int parse_word(struct argp_state *state, const char *option,
		      const char *text, const char *const *names)
{
	const char *all = "";

	for (int i = 0; names[i]; i++) {
		if (!strcmp(text, names[i]))
			return i;
		all = arena_printf("%s%s%s", all, i ? ", " : "", names[i]);
	}
	argp_failure(state, 2, 0, "--%s %s: not one of %s", option, text, all);
	return 0;
}

static double parse_number(struct argp_state *state, const char *option,
			   const char *text, double low, double high)
{
	char *end;
	double number = strtod(text, &end);

	if (end == text || *end || !(number >= low && number <= high))
		argp_failure(state, 2, 0, "--%s %s: not a number from %g to %g",
			     option, text, low, high);
	return number;
}

static void parse_range(struct argp_state *state, const char *option,
			const char *text, struct rp_range *range)
{
	char *end;

	errno = 0;
	range->from = strtoul(text, &end, 10);
	range->to = range->from;
	if (*end == ':')
		range->to = strtoul(end + 1, &end, 10);
	if (*end || errno || *text == '-' || !range->from ||
	    range->to < range->from)
		argp_failure(state, 2, 0, "--%s %s: not FROM:TO, points counted from 1",
			     option, text);
}

static void parse_gate(struct argp_state *state, const char *text,
		       struct options *options)
{
	struct rp_gate *gate = &options->gates[options->n_gates++];
	const char *problem = rp_gate_parse(text, gate);

	if (problem)
		argp_failure(state, 2, 0, "--gate %s: %s", text, problem);
}

static bool parse_rule(int key, char *arg, struct argp_state *state,
		       struct options *options)
{
	static const char *const intervals[] = { "welch", "bootstrap", NULL };
	static const char *const corrections[] = { "holm", "bh", "none", NULL };
	static const char *const units[] = { "runs", "samples", NULL };
	struct rp_rules *rules = &options->layout.rules;

	switch (key) {
	case OPT_CONFIDENCE:
		rules->confidence = parse_number(state, "confidence", arg,
						 0.5, 0.9999);
		return true;
	case OPT_INTERVAL:
		rules->bootstrap = parse_word(state, "interval", arg, intervals);
		return true;
	case OPT_SEED:
		rules->seed = parse_number(state, "seed", arg, 0, 4294967295.0);
		return true;
	case OPT_CORRECTION:
		rules->correction = parse_word(state, "correction", arg,
					       corrections);
		return true;
	case OPT_MIN_RUNS:
		rules->min_runs = parse_number(state, "min-runs", arg, 2, 1e6);
		return true;
	case OPT_THRESHOLD:
		rules->threshold = parse_number(state, "threshold", arg, 0,
						1000);
		return true;
	case OPT_UNIT:
		rules->samples = parse_word(state, "unit", arg, units);
		return true;
	case OPT_GATE:
		parse_gate(state, arg, options);
		return true;
	}
	return false;
}

static bool parse_points(int key, char *arg, struct argp_state *state,
			 struct options *options)
{
	static const char *const words[] = { "exclude", "keep", NULL };
	struct rp_exclusion *exclusion = &options->exclusion;

	switch (key) {
	case OPT_BISTABLE:
		exclusion->keep_bistable = parse_word(state, "bistable", arg,
						      words);
		return true;
	case OPT_ONLY:
		parse_range(state, "only", arg,
			    &exclusion->only[exclusion->n_only++]);
		return true;
	case OPT_EXCLUDE:
		parse_range(state, "exclude", arg,
			    &exclusion->out[exclusion->n_out++]);
		return true;
	}
	return false;
}

static bool parse_layout(int key, struct options *options)
{
	static const int layouts[] = { LAYOUT_HEADER, LAYOUT_STATES,
		LAYOUT_RESIDENCY, LAYOUT_SWEEP, LAYOUT_VERDICTS,
		LAYOUT_DIFFERENCES, LAYOUT_IRRITATOR, LAYOUT_MMTESTS,
		LAYOUT_ZERO_DAY };

	if (key < OPT_LAYOUT || key >= OPT_LAYOUT +
	    (int)(sizeof(layouts) / sizeof(*layouts)))
		return false;
	options->layouts |= layouts[key - OPT_LAYOUT];
	return true;
}

static bool parse_output(int key, char *arg, struct argp_state *state,
			 struct options *options)
{
	static const char *const formats[] = {
		[FORMAT_TEXT] = "text", [FORMAT_CSV] = "csv",
		[FORMAT_MARKDOWN] = "markdown", [FORMAT_JSON] = "json", NULL,
	};
	static const char *const plot_formats[] = { "png", "svg", "png,svg",
						    NULL };
	switch (key) {
	case OPT_FORMAT:
		options->format = parse_word(state, "format", arg, formats);
		return true;
	case OPT_PLOTS:
		options->plots = arg;
		return true;
	case OPT_PLOT_FORMAT:
		options->plot_formats =
			plot_formats[parse_word(state, "plot-format", arg,
						plot_formats)];
		return true;
	case OPT_DYGRAPHS:
		options->library = arg;
		return true;
	case OPT_HTML:
		options->html = arg;
		return true;
	}
	return false;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct options *options = state->input;

	if (parse_layout(key, options) ||
	    parse_rule(key, arg, state, options) ||
	    parse_points(key, arg, state, options) ||
	    parse_output(key, arg, state, options))
		return 0;
	switch (key) {
	case OPT_REFERENCE:
		options->choice.reference = arg;
		break;
	case OPT_METRIC:
		options->choice.metric = arg;
		options->layout.metric = arg;
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
	case OPT_TRACE:
		options->traces[options->n_traces++] = arg;
		break;
	case OPT_TABLE:
		options->tables = arg;
		break;
	case OPT_PER_CPU:
		options->layout.per_cpu = true;
		break;
	case OPT_OVERLAPPING:
		options->layout.overlapping = true;
		break;
	case ARGP_KEY_ARG:
		options->files[options->n_files++] = arg;
		break;
	case ARGP_KEY_END:
		if (!options->n_files && !options->n_traces)
			argp_failure(state, 2, 0, "no FILE is given (see --help)");
		if (options->n_files && options->n_traces)
			argp_failure(state, 2, 0, "--trace does not go with result files: %s",
				     options->files[0]);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return 0;
}

void options_parse(int argc, char **argv, struct options *options)
{
	static const struct argp argp = {
		argp_options, parse, "FILE...\n--trace=FILE",
		"Reads result files of tally's benches and prints reports. A FILE that is a folder stands for all of its *.json."
		"\v"
		"Exit status: 0 done; 1 it failed at run time; 2 wrong arguments; 3 some of the files were of no use or do not belong together (a line on standard error for each), the rest was reported; 4 a gate was not met (a line on standard error for each series).",
		NULL, NULL, NULL
	};

	argp_err_exit_status = 2;
	memset(options, 0, sizeof(*options));
	options->layout.rules = (struct rp_rules){
		.confidence = 0.95, .seed = 1, .min_runs = 3,
	};
	options->plot_formats = "png,svg";
	options->command = arena_quoted(argc, argv);
	options->files = arena_new(char *, argc);
	options->traces = arena_new(char *, argc);
	options->gates = arena_new(struct rp_gate, argc);
	options->exclusion.only = arena_new(struct rp_range, argc);
	options->exclusion.out = arena_new(struct rp_range, argc);
	argp_parse(&argp, argc, argv, 0, NULL, options);
	if (!options->layouts)
		options->layouts = options->n_traces ? LAYOUT_TRACE :
			LAYOUT_DEFAULT;
	if (options->n_traces)
		options->layout.per_cpu = true;
}
