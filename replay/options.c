// SPDX-License-Identifier: GPL-2.0
#include <argp.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/options.h"

enum {
	OPT_EVALUATE = 256, OPT_SUMMARY, OPT_LIST, OPT_HALF, OPT_WORKLOADS, OPT_TABLES,
	OPT_TABLE, OPT_CATALOGUE, OPT_GOVERNORS, OPT_REFERENCE, OPT_FOCUS, OPT_TALLY,
	OPT_PEERS, OPT_CSV, OPT_JSON, OPT_EXPLAIN, OPT_CLOSED, OPT_FIDELITY, OPT_PAIRS,
	OPT_NO_TICKS,
	OPT_NO_BOUNDS, OPT_NO_INSTRUCTIONS, OPT_HZ, OPT_THREADS, OPT_SESSIONS, OPT_SECONDS,
	OPT_SEED, OPT_TICK_COST, OPT_STOP_COST, OPT_RESTART_COST, OPT_WEIGHT, OPT_SCALE, OPT_LIMIT,
	OPT_POWER, OPT_CAPACITY,
};

static const struct argp_option argp_options[] = {
	{ "evaluate", OPT_EVALUATE, NULL, 0,
	  "Run the made-up workloads, print the league table", 1 },
	{ "half", OPT_HALF, "HALF", 0, "design or held-out (default: both)", 1 },
	{ "workloads", OPT_WORKLOADS, "LIST", 0, "Only these; patterns are allowed", 1 },
	{ "list-workloads", OPT_LIST, NULL, 0, "Print the workloads and exit", 1 },
	{ "tables", OPT_TABLES, "LIST", 0, "Machines of the catalogue to evaluate on", 1 },
	{ "seed", OPT_SEED, "N", 0, "Seed of the random draws (default 1)", 1 },
	{ "sessions", OPT_SESSIONS, "N", 0, "Idle sessions a run (default 20000)", 1 },
	{ "seconds", OPT_SECONDS, "N", 0,
	  "End a run after so many simulated seconds, but not before a twentieth of the sessions "
	  "(default 60)", 1 },
	{ "pairs", OPT_PAIRS, NULL, 0, "List every workload and table", 1 },
	{ "no-bounds", OPT_NO_BOUNDS, NULL, 0, "Leave out the fixed policies (faster)", 1 },
	{ "no-instructions", OPT_NO_INSTRUCTIONS, NULL, 0,
	  "Do not count instructions (bench-select does, where valgrind is installed)", 1 },
	{ "reference", OPT_REFERENCE, "NAME", 0,
	  "Governor to compare with (default: newest teo)", 1 },
	{ "focus", OPT_FOCUS, "NAME", 0, "Governor whose losses are listed (default: tally)", 1 },

	{ "summary", OPT_SUMMARY, NULL, 0, "Print what the reader saw in TRACE", 2 },
	{ "table", OPT_TABLE, "NAME|FILE", 0,
	  "State tables: a machine of the catalogue, a file, or live (default: the dump beside "
	  "the trace)", 2 },
	{ "explain", OPT_EXPLAIN, "CPU:TIME..TIME", 0,
	  "List the decisions on that CPU, seconds of the trace's clock", 2 },
	{ "fidelity", OPT_FIDELITY, NULL, 0,
	  "Repeat the decisions that were recorded, by tally's tracepoints or by "
	  "scripts/record-governor, with the same governor, and compare", 2 },
	{ "no-infer-ticks", OPT_NO_TICKS, NULL, 0,
	  "Do not take timers on the grid of --hz for ticks where the trace does not tell", 2 },
	{ "closed-loop", OPT_CLOSED, NULL, 0,
	  "A late wake-up delays all that follows (default: what follows comes when it was "
	  "recorded)", 2 },

	{ "governors", OPT_GOVERNORS, "LIST|all", 0,
	  "NAME[:PARAMETER=VALUE[+PARAMETER=VALUE]...], separated by commas", 3 },
	{ "tally-params", OPT_TALLY, "LIST", 0, "PARAMETER=VALUE,... for a plain tally", 3 },
	{ "peers", OPT_PEERS, "FOLDER", 0, "Where the governors' shared objects are", 3 },
	{ "catalogue", OPT_CATALOGUE, "FILE", 0, "Catalogue of state tables", 3 },
	{ "hz", OPT_HZ, "N[,N]", 0, "Tick rates (default 250; with --evaluate 250,1000)", 3 },
	{ "csv", OPT_CSV, "FILE", 0, "Every result as CSV (- for standard output)", 3 },
	{ "json", OPT_JSON, "FILE", 0, "The same as JSON", 3 },
	{ "threads", OPT_THREADS, "N", 0,
	  "Threads (default: one a CPU); results do not depend on it", 3 },

	{ "latency-weight", OPT_WEIGHT, "X", 0,
	  "Active ns that a ns of wake-up latency is worth (default 1)", 4 },
	{ "latency-scale", OPT_SCALE, "X", 0, "Real exit latency over the table's (default 1)", 4 },
	{ "latency-limit-us", OPT_LIMIT, "N", 0,
	  "PM QoS limit on the exit latency (default: none)", 4 },
	{ "tick-cost-ns", OPT_TICK_COST, "N", 0,
	  "Active time a tick in idle takes (default 2000)", 4 },
	{ "tick-stop-ns", OPT_STOP_COST, "N", 0, "Active time to stop the tick (default 500)", 4 },
	{ "tick-restart-ns", OPT_RESTART_COST, "N", 0,
	  "Active time to restart it (default 500)", 4 },
	{ "power", OPT_POWER, "MODEL", 0,
	  "residency:FIRST:EXPONENT (default residency:0.4:0.35), geometric:FIRST:RATIO, or "
	  "given:P0:P1:...", 4 },
	{ "capacity", OPT_CAPACITY, "N", 0, "Capacity of the CPU, 1 to 1024 (default 1024)", 4 },
	{ 0 }
};

static const char doc[] =
	"What would each idle governor have done, and how far from the best possible was it?"
	"\vExit status: 0 done; 1 failure at run time; 2 wrong usage; 3 part of the input was "
	"unusable, the rest was reported.\n\nDocumentation/replay.md tells the model.";

void die(int status, const char *format, ...)
{
	va_list args;

	fputs("replay: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(status);
}

static double real(const char *option, const char *text, double min, double max)
{
	char *end;
	double value;

	errno = 0;
	value = strtod(text, &end);
	if (errno || end == text || *end || !(value >= min && value <= max))
		die(EXIT_USAGE, "--%s: '%s' is not a number from %g to %g", option, text, min, max);
	return value;
}

static s64 whole(const char *option, const char *text, s64 min, s64 max)
{
	char *end;
	long long value;

	errno = 0;
	value = strtoll(text, &end, 10);
	if (errno || end == text || *end || value < min || value > max)
		die(EXIT_USAGE, "--%s: '%s' is not a whole number from %lld to %lld", option, text,
		    (long long)min, (long long)max);
	return value;
}

static void set_hz(struct replay_options *options, const char *list)
{
	char item[32];

	options->hz_count = 0;
	while (list_next(&list, item, sizeof(item))) {
		if (options->hz_count == 4)
			die(EXIT_USAGE, "--hz: at most four rates");
		options->hz[options->hz_count++] = whole("hz", item, 24, 10000);
	}
	if (!options->hz_count)
		die(EXIT_USAGE, "--hz: a tick rate is missing");
}

static void set_power(struct model_options *model, const char *text)
{
	char copy[256], *save = NULL, *item;
	double value[CPUIDLE_STATE_MAX] = { 0 };
	int count = 0;

	snprintf(copy, sizeof(copy), "%s", text);
	item = strtok_r(copy, ":", &save);
	if (!item || (strcmp(item, "residency") && strcmp(item, "geometric") &&
		      strcmp(item, "given")))
		die(EXIT_USAGE, "--power: '%s' is none of residency:, geometric:, given:", text);
	while ((item = strtok_r(NULL, ":", &save))) {
		if (count == CPUIDLE_STATE_MAX)
			die(EXIT_USAGE, "--power: more than %d numbers", CPUIDLE_STATE_MAX);
		value[count++] = real("power", item, 0, 1000);
	}
	if (!strncmp(text, "given", 5)) {
		if (!count)
			die(EXIT_USAGE, "--power: given: needs a power for each state");
		model->power_kind = MODEL_POWER_GIVEN;
		memcpy(model->power_given, value, sizeof(value));
		model->power_given_count = count;
		return;
	}
	if (count != 2 || value[0] > 1)
		die(EXIT_USAGE, "--power: '%s' needs two numbers, the first at most 1", text);
	model->power_first = value[0];
	if (!strncmp(text, "geometric", 9)) {
		model->power_kind = MODEL_POWER_GEOMETRIC;
		model->power_ratio = value[1];
	} else {
		model->power_kind = MODEL_POWER_RESIDENCY;
		model->power_exponent = value[1];
	}
}

static int parse_model(int key, const char *arg, struct model_options *model)
{
	switch (key) {
	case OPT_WEIGHT:
		model->latency_weight = real("latency-weight", arg, 0, 1e6);
		return 0;
	case OPT_SCALE:
		model->latency_scale = real("latency-scale", arg, 0, 100);
		return 0;
	case OPT_LIMIT:
		model->latency_req_ns = 1000 * whole("latency-limit-us", arg, 0, 2000000000);
		return 0;
	case OPT_TICK_COST:
		model->tick_cost_ns = whole("tick-cost-ns", arg, 0, 1000000);
		return 0;
	case OPT_STOP_COST:
		model->stop_cost_ns = whole("tick-stop-ns", arg, 0, 1000000);
		return 0;
	case OPT_RESTART_COST:
		model->restart_cost_ns = whole("tick-restart-ns", arg, 0, 1000000);
		return 0;
	case OPT_POWER:
		set_power(model, arg);
		return 0;
	case OPT_CAPACITY:
		model->capacity = whole("capacity", arg, 1, 1024);
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

/* Options that are just kept. */
static const char **text_of(int key, struct replay_options *options)
{
	switch (key) {
	case OPT_WORKLOADS:
		return &options->workloads;
	case OPT_TABLES:
	case OPT_TABLE:
		return &options->tables;
	case OPT_CATALOGUE:
		return &options->table_file;
	case OPT_GOVERNORS:
		return &options->governors;
	case OPT_REFERENCE:
		return &options->reference;
	case OPT_FOCUS:
		return &options->focus;
	case OPT_TALLY:
		return &options->tally_params;
	case OPT_PEERS:
		return &options->peers;
	case OPT_CSV:
		return &options->csv;
	case OPT_JSON:
		return &options->json;
	case OPT_EXPLAIN:
		return &options->explain;
	}
	return NULL;
}

static int parse_run(int key, char *arg, struct replay_options *options)
{
	switch (key) {
	case OPT_EVALUATE:
		options->evaluate = true;
		return 0;
	case OPT_SUMMARY:
		options->summary = true;
		return 0;
	case OPT_LIST:
		options->list_workloads = true;
		return 0;
	case OPT_FIDELITY:
		options->fidelity = true;
		return 0;
	case OPT_NO_TICKS:
		options->infer_ticks = false;
		return 0;
	case OPT_CLOSED:
		options->closed = true;
		return 0;
	case OPT_PAIRS:
		options->pairs = true;
		return 0;
	case OPT_NO_BOUNDS:
		options->bounds = false;
		return 0;
	case OPT_NO_INSTRUCTIONS:
		options->instructions = false;
		return 0;
	case OPT_HZ:
		set_hz(options, arg);
		return 0;
	case OPT_SEED:
		options->limits.seed = whole("seed", arg, 0, INT64_MAX);
		return 0;
	case OPT_THREADS:
		options->threads = whole("threads", arg, 1, 1024);
		return 0;
	case OPT_SECONDS:
		options->limits.wall_ns = whole("seconds", arg, 1, 1000000) * NSEC_PER_SEC;
		return 0;
	case OPT_SESSIONS:
		options->limits.sessions = whole("sessions", arg, 1, 1000000000);
		options->limits.sessions_min = (options->limits.sessions + 19) / 20;
		return 0;
	case OPT_HALF:
		if (strcmp(arg, "design") && strcmp(arg, "held-out"))
			die(EXIT_USAGE, "--half: '%s' is neither design nor held-out", arg);
		options->half = arg;
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct replay_options *options = state->input;
	const char **text = text_of(key, options);

	if (text) {
		*text = arg;
		return 0;
	}
	if (!parse_model(key, arg, &options->model))
		return 0;
	if (!parse_run(key, arg, options))
		return 0;
	switch (key) {
	case ARGP_KEY_ARGS:
		options->traces = state->argv + state->next;
		options->trace_count = state->argc - state->next;
		return 0;
	case ARGP_KEY_END:
		if (options->list_workloads)
			return 0;
		if (options->evaluate && options->trace_count)
			die(EXIT_USAGE, "--evaluate takes no trace ('%s')", options->traces[0]);
		if (!options->evaluate && !options->trace_count)
			die(EXIT_USAGE, "a trace is missing (or --evaluate; see --help)");
		return 0;
	}
	return ARGP_ERR_UNKNOWN;
}

void options_parse(struct replay_options *options, int argc, char **argv)
{
	static const struct argp argp = { argp_options, parse, "TRACE...\n--evaluate", doc,
					  NULL, NULL, NULL };

	memset(options, 0, sizeof(*options));
	model_options_default(&options->model);
	options->bounds = true;
	options->infer_ticks = true;
	options->instructions = true;
	options->limits = (struct workload_limits){
		.sessions = 20000, .sessions_min = 1000, .wall_ns = 60 * NSEC_PER_SEC, .seed = 1,
	};
	argp_err_exit_status = EXIT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, options);
	if (!options->hz_count) {
		options->hz[options->hz_count++] = 250;
		if (options->evaluate)
			options->hz[options->hz_count++] = 1000;
	}
}
