// SPDX-License-Identifier: GPL-2.0
/*
 * How many recorded idle periods a second go through a governor: from struct
 * idle_period on, that is without the reading of a file, with all scoring.
 */
#include <argp.h>
#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "replay/driver.h"
#include "replay/options.h"
#include "replay/trace-run.h"
#include "replay/workloads/shorthand.h"

#define PERIODS		1048576
#define ROUNDS		3

const char *argp_program_version = "bench-replay (tally) " TALLY_VERSION;

/* As on a machine with mixed load: timers, short and long waits for others. */
static const struct workload mixed = { "mixed", "bench", {
	TIMER(EVERY(CONST(3000)), TAKES(CONST(20))),
	REPLY(EVERY(MIX3(.6, .3, EXP(10), EXP(300), EXP(8000))), TAKES(EXP(10))) } };

struct bench_options {
	const char *governors;
	const char *peers;
	unsigned int threads;
	unsigned int cpus;
};

static const struct argp_option argp_options[] = {
	{ "governors", 'g', "LIST", 0,
	  "Governors separated by commas (default: teo-7.3,tally)", 0 },
	{ "peers", 'p', "FOLDER", 0, "Where their shared objects are", 0 },
	{ "threads", 't', "N", 0, "Threads (default 1)", 0 },
	{ "cpus", 'c', "N", 0, "CPUs the periods are spread over (default 8)", 0 },
	{ 0 }
};

void die(int status, const char *format, ...)
{
	va_list args;

	fputs("bench-replay: ", stderr);
	va_start(args, format);
	vfprintf(stderr, format, args);
	va_end(args);
	fputc('\n', stderr);
	exit(status);
}

static unsigned int number(const char *option, const char *text, unsigned int max)
{
	char *end;
	long value = strtol(text, &end, 10);

	if (end == text || *end || value < 1 || value > max)
		die(EXIT_USAGE, "--%s: '%s' is not a whole number from 1 to %u", option, text, max);
	return value;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct bench_options *options = state->input;

	switch (key) {
	case 'g':
		options->governors = arg;
		return 0;
	case 'p':
		options->peers = arg;
		return 0;
	case 't':
		options->threads = number("threads", arg, 64);
		return 0;
	case 'c':
		options->cpus = number("cpus", arg, 1024);
		return 0;
	case ARGP_KEY_ARG:
		die(EXIT_USAGE, "'%s' is not expected", arg);
	}
	return ARGP_ERR_UNKNOWN;
}

/* What was recorded: the periods of one simulated CPU, dealt out to all. */
struct recording {
	struct idle_period *periods;
	size_t count;
	unsigned int cpus;
};

static void record(void *context, const struct model_cpu *cpu, int state, s64 start_ns,
		   s64 measured_ns, bool stopped)
{
	struct recording *recording = context;
	size_t n = recording->count;

	(void)stopped;
	if (n == PERIODS)
		return;
	recording->periods[n] = (struct idle_period){
		.cpu = n / 1024 % recording->cpus,
		.state = state,
		.cause = cpu->ticked ? WAKE_TICK : WAKE_UNKNOWN,
		.sleep_source = SLEEP_RECORDED,
		.flags = n % 1024 && start_ns != cpu->session_start_ns ? PERIOD_CONTINUES : 0,
		.start_ns = start_ns,
		.length_ns = measured_ns,
		.sleep_ns = cpu->env.sleep_ns,
		.tick_ns = cpu->env.delta_ns,
	};
	recording->count++;
}

static void make_table(struct state_table *table)
{
	/* Skylake server: four states. */
	static const s64 exit_us[] = { 0, 2, 10, 133 }, residency_us[] = { 0, 2, 20, 600 };
	int i;

	table->table.count = 4;
	table->table.polling = 1;
	for (i = 0; i < 4; i++) {
		table->table.exit_ns[i] = exit_us[i] * 1000;
		table->table.residency_ns[i] = residency_us[i] * 1000;
		snprintf(table->name[i], sizeof(table->name[i]), "S%d", i);
	}
}

static void make_recording(struct recording *recording, const struct state_table *table)
{
	struct workload_limits limits = { .sessions = PERIODS, .wall_ns = MODEL_NEVER, .seed = 1 };
	struct model_options options;
	struct governor_kind fixed;
	struct cpuidle_driver drv;
	struct model_cpu cpu;
	char error[256];
	void *data;

	model_options_default(&options);
	setup_driver(table, &drv);
	if (governor_load(&fixed, "fixed:state=2+stop=0", "", error, sizeof(error)))
		die(EXIT_FAILURE, "%s", error);
	model_cpu_init(&cpu, &drv, 0, &options, 0);
	data = governor_start(&fixed, &cpu);
	recording->periods = calloc(PERIODS, sizeof(*recording->periods));
	if (!data || !recording->periods)
		die(EXIT_FAILURE, "out of memory");
	cpu.watch = record;
	cpu.watch_context = recording;
	workload_run(&mixed, &cpu, &limits);
	free(data);
	governor_unload(&fixed);
}

/* Time that passed, and time that processors spent: they differ on a busy machine. */
struct took {
	double wall_s;
	double cpu_s;
};

static double seconds(clockid_t clock)
{
	struct timespec now;

	clock_gettime(clock, &now);
	return now.tv_sec + now.tv_nsec / 1e9;
}

static struct took one_round(const struct governor_kind *kind, const struct bench_options *bench,
			     const struct recording *recording,
			     const struct machine_tables *tables)
{
	struct trace_run run = {
		.governors = kind, .governor_count = 1, .threads = bench->threads,
		.tables = tables,
	};
	struct took took = {
		.wall_s = -seconds(CLOCK_MONOTONIC_RAW),
		.cpu_s = -seconds(CLOCK_PROCESS_CPUTIME_ID),
	};
	size_t i;

	model_options_default(&run.options);
	for (i = 0; i < recording->count; i++)
		if (trace_run_add(&run, &recording->periods[i]))
			die(EXIT_FAILURE, "out of memory");
	if (trace_run_finish(&run))
		die(EXIT_FAILURE, "out of memory");
	took.wall_s += seconds(CLOCK_MONOTONIC_RAW);
	took.cpu_s += seconds(CLOCK_PROCESS_CPUTIME_ID);
	trace_run_free(&run);
	return took;
}

static void bench_governor(const char *name, const struct bench_options *bench,
			   const struct recording *recording, const struct machine_tables *tables)
{
	struct governor_kind kind;
	char folder[PATH_MAX], error[512];
	struct took best = { 0 };
	int round;

	governor_folder(folder, sizeof(folder));
	if (governor_load(&kind, name, bench->peers ? bench->peers : folder, error, sizeof(error)))
		die(EXIT_USAGE, "%s", error);
	for (round = 0; round < ROUNDS; round++) {
		struct took took = one_round(&kind, bench, recording, tables);

		if (!round || took.cpu_s < best.cpu_s)
			best = took;
	}
	printf("%s,%u,%u,%zu,%.3f,%.3f,%.0f,%.0f\n", name, bench->threads, bench->cpus,
	       recording->count, best.wall_s, best.cpu_s, recording->count / best.wall_s,
	       recording->count / best.cpu_s);
	governor_unload(&kind);
}

int main(int argc, char **argv)
{
	static const struct argp argp = {
		argp_options, parse, NULL,
		"Measures how many idle periods a second the replay takes, as CSV.\v"
		"Best of three rounds. Exit status: 0 done; 1 failure at run time; 2 wrong usage.",
		NULL, NULL, NULL
	};
	struct bench_options bench = { .governors = "teo-7.3,tally", .threads = 1, .cpus = 8 };
	struct state_table table = { 0 };
	struct machine_tables tables = { .tables = &table, .table_count = 1 };
	struct recording recording = { 0 };
	char name[GOVERNOR_NAME_MAX];
	const char *list;

	argp_err_exit_status = EXIT_USAGE;
	argp_parse(&argp, argc, argv, 0, NULL, &bench);
	recording.cpus = bench.cpus;
	make_table(&table);
	make_recording(&recording, &table);
	printf("governor,threads,cpus,periods,wall_s,cpu_s,periods_per_s,periods_per_cpu_s\n");
	list = bench.governors;
	while (list_next(&list, name, sizeof(name)))
		bench_governor(name, &bench, &recording, &tables);
	free(recording.periods);
	return 0;
}
