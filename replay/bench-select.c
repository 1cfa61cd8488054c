// SPDX-License-Identifier: GPL-2.0
/*
 * What select() and reflect() of each governor cost: nanoseconds, measured in turn in
 * one run, and instructions, counted by callgrind in a second run of this program.
 */
#include <argp.h>
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include <valgrind/callgrind.h>

#include "replay/callgrind-run.h"
#include "replay/options.h"
#include "replay/select-load.h"

#define ROUNDS		15
#define GOVERNORS_MAX	32

const char *argp_program_version = "bench-select (tally) " TALLY_VERSION;

struct bench_options {
	const char *governors;
	const char *peers;
	const char *csv;
	bool collect;
	bool count;
	bool measure;
	int first;
	int last;
	int hz;
};

static const struct argp_option argp_options[] = {
	{ "governors", 'g', "LIST", 0,
	  "Governors separated by commas (default: all that were built)", 0 },
	{ "peers", 'p', "FOLDER", 0, "Where their shared objects are", 0 },
	{ "states", 's', "N[..N]", 0, "Numbers of states (default 2..10)", 0 },
	{ "hz", 'z', "250|1000", 0, "Tick rate, a constant of the governors (default 250)", 0 },
	{ "csv", 'c', "FILE", 0, "Write to FILE instead of standard output", 0 },
	{ "no-instructions", 'i', NULL, 0, "Do not count instructions (valgrind)", 0 },
	{ "no-time", 't', NULL, 0, "Do not measure time", 0 },
	{ "collect", 'C', NULL, OPTION_HIDDEN, "The run under callgrind", 0 },
	{ 0 }
};

void die(int status, const char *format, ...)
{
	va_list args;

	fputs("bench-select: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(status);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct bench_options *options = state->input;
	char rest;

	switch (key) {
	case 'g':
		options->governors = arg;
		return 0;
	case 'p':
		options->peers = arg;
		return 0;
	case 'c':
		options->csv = arg;
		return 0;
	case 'i':
		options->count = false;
		return 0;
	case 't':
		options->measure = false;
		return 0;
	case 'C':
		options->collect = true;
		return 0;
	case 'z':
		if (strcmp(arg, "250") && strcmp(arg, "1000"))
			die(EXIT_USAGE, "--hz: '%s' is neither 250 nor 1000", arg);
		options->hz = atoi(arg);
		return 0;
	case 's':
		if (sscanf(arg, "%d..%d%c", &options->first, &options->last, &rest) != 2) {
			if (sscanf(arg, "%d%c", &options->first, &rest) != 1)
				die(EXIT_USAGE, "--states: '%s' is not N or N..N", arg);
			options->last = options->first;
		}
		if (options->first < 2 || options->last > CPUIDLE_STATE_MAX ||
		    options->first > options->last)
			die(EXIT_USAGE, "--states: '%s' is not within 2..%d", arg,
			    CPUIDLE_STATE_MAX);
		return 0;
	case ARGP_KEY_ARG:
		die(EXIT_USAGE, "'%s' is not expected", arg);
	}
	return ARGP_ERR_UNKNOWN;
}

/* "tally:context=0" at 250 Hz is "tally.hz250:context=0". */
static void load(struct governor_kind *kind, const char *name, const struct bench_options *options)
{
	char folder[PATH_MAX], full[GOVERNOR_NAME_MAX + 16], error[512];
	int stem = strcspn(name, ":");

	governor_folder(folder, sizeof(folder));
	snprintf(full, sizeof(full), "%.*s.hz%d%s", stem, name, options->hz, name + stem);
	if (governor_load(kind, full, options->peers ? options->peers : folder, error,
			  sizeof(error)))
		die(EXIT_USAGE, "%s", error);
	snprintf(kind->name, sizeof(kind->name), "%.90s", name);
}

static int by_version(const void *left, const void *right)
{
	return -strverscmp(*(char *const *)left, *(char *const *)right);
}

/* All that were built for this tick rate, newest first. */
static void find_all(char *list, size_t size, const struct bench_options *options)
{
	char folder[PATH_MAX], pattern[PATH_MAX + 16];
	size_t i, used = 0;
	glob_t found;

	governor_folder(folder, sizeof(folder));
	snprintf(pattern, sizeof(pattern), "%s/*.hz%d.so",
		 options->peers ? options->peers : folder, options->hz);
	if (glob(pattern, 0, NULL, &found))
		die(EXIT_USAGE, "there are no governors like %s (`make peers` builds them)",
		    pattern);
	qsort(found.gl_pathv, found.gl_pathc, sizeof(*found.gl_pathv), by_version);
	for (i = 0; i < found.gl_pathc; i++) {
		char *name = strrchr(found.gl_pathv[i], '/') + 1;

		*strstr(name, ".hz") = '\0';
		used += snprintf(list + used, used < size ? size - used : 0, "%s%s", i ? "," : "",
				 name);
	}
	globfree(&found);
}

/* The names, separated by commas, one after the other. */
static size_t load_all(struct governor_kind *kinds, const struct bench_options *options)
{
	char copy[2048], *save = NULL, *name;
	size_t count = 0;

	if (options->governors)
		snprintf(copy, sizeof(copy), "%s", options->governors);
	else
		find_all(copy, sizeof(copy), options);
	for (name = strtok_r(copy, ",", &save); name; name = strtok_r(NULL, ",", &save)) {
		if (count == GOVERNORS_MAX)
			die(EXIT_USAGE, "--governors: more than %d", GOVERNORS_MAX);
		load(&kinds[count++], name, options);
	}
	if (!count)
		die(EXIT_USAGE, "--governors: a governor is missing");
	return count;
}

static double now_ns(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC_RAW, &now);
	return now.tv_sec * 1e9 + now.tv_nsec;
}

static double play_ns(struct select_bench *bench, bool call)
{
	double start = now_ns();
	volatile unsigned long sum = select_bench_play(bench, call, false);

	(void)sum;
	return (now_ns() - start) / bench->count;
}

/* Shortest of the rounds; governors take turns so that a slow spell hits them all. */
static void measure(struct select_bench *benches, size_t count, double *ns)
{
	double with[GOVERNORS_MAX] = { 0 }, without[GOVERNORS_MAX] = { 0 };
	size_t g;
	int round;

	for (round = 0; round < ROUNDS; round++) {
		for (g = 0; g < count; g++) {
			double t = play_ns(&benches[g], true);
			double empty = play_ns(&benches[g], false);

			with[g] = round && with[g] < t ? with[g] : t;
			without[g] = round && without[g] < empty ? without[g] : empty;
		}
	}
	for (g = 0; g < count; g++)
		ns[g] = with[g] - without[g];
}

static void init(struct select_bench *bench, const struct governor_kind *kind, int states,
		 int load, const struct bench_options *options)
{
	if (select_bench_init(bench, kind, states, load, NSEC_PER_SEC / options->hz))
		die(EXIT_FAILURE, "out of memory");
}

/* Under callgrind: one dump for each governor, number of states and load. */
static void collect(const struct governor_kind *kinds, size_t count,
		    const struct bench_options *options)
{
	struct select_bench bench;
	int states, load;
	size_t g;

	for (states = options->first; states <= options->last; states++)
		for (load = 0; load < LOADS; load++)
			for (g = 0; g < count; g++) {
				char label[64];

				init(&bench, &kinds[g], states, load, options);
				snprintf(label, sizeof(label), "empty %zu %d %d", g, states, load);
				select_bench_play(&bench, false, true);
				CALLGRIND_DUMP_STATS_AT(label);
				snprintf(label, sizeof(label), "full %zu %d %d", g, states, load);
				select_bench_play(&bench, true, true);
				CALLGRIND_DUMP_STATS_AT(label);
				select_bench_free(&bench);
			}
}

static void report(FILE *out, const struct governor_kind *kinds, size_t count,
		   const struct bench_options *options, const struct callgrind_counts *counts)
{
	struct select_bench benches[GOVERNORS_MAX];
	double ns[GOVERNORS_MAX];
	int states, load;
	size_t g;

	fprintf(out, "governor,load,states,hz,ns_per_decision,instructions_per_decision,"
		"sleep_length_asked_percent,decisions\n");
	for (states = options->first; states <= options->last; states++)
		for (load = 0; load < LOADS; load++) {
			for (g = 0; g < count; g++)
				init(&benches[g], &kinds[g], states, load, options);
			if (options->measure)
				measure(benches, count, ns);
			for (g = 0; g < count; g++) {
				fprintf(out, "%s,%s,%d,%d,", kinds[g].name, select_load_name(load),
					states, options->hz);
				if (options->measure)
					fprintf(out, "%.1f", ns[g]);
				fprintf(out, ",");
				if (counts)
					fprintf(out, "%.1f",
						callgrind_count(counts, g, states, load) /
						benches[g].count);
				fprintf(out, ",%.1f,%zu\n",
					100.0 * benches[g].asked / benches[g].count,
					benches[g].count);
				select_bench_free(&benches[g]);
			}
		}
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		argp_options, parse, NULL,
		"Measures select and reflect of each governor, as CSV.\v"
		"Exit status: 0 done; 1 failure at run time; 2 wrong usage; 77 valgrind is not here "
		"(--no-instructions leaves it out).", NULL, NULL, NULL
	};
	struct bench_options options = {
		.count = true, .measure = true, .first = 2, .last = CPUIDLE_STATE_MAX, .hz = 250,
	};
	struct governor_kind kinds[GOVERNORS_MAX];
	struct callgrind_counts *counts = NULL;
	size_t count, g;
	FILE *out = stdout;

	argp_err_exit_status = EXIT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, &options);
	count = load_all(kinds, &options);
	if (options.collect) {
		collect(kinds, count, &options);
		return 0;
	}
	if (options.csv)
		out = fopen(options.csv, "w");
	if (!out)
		die(EXIT_FAILURE, "%s: %s", options.csv, strerror(errno));
	if (options.count)
		counts = callgrind_run(argc, argv);
	report(out, kinds, count, &options, counts);
	callgrind_free(counts);
	for (g = 0; g < count; g++)
		governor_unload(&kinds[g]);
	if (fflush(out) || ferror(out))
		die(EXIT_FAILURE, "not all could be written");
	return 0;
}
