// SPDX-License-Identifier: GPL-2.0
/*
 * Runs any command, again and again, under one or several governors, and records
 * what happened around it: time, idle counters, idle durations, wakeup latency,
 * interrupts, energy, hardware residency, frequencies.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "driver.h"
#include "lib/clock.h"
#include "record-command.h"
#include "record-meters.h"

#define RING_KIB_MAX	(1024 * 1024)
#define BUDGET_PERCENT	2

enum {
	KEY_NO_EVENTS = 0x500,
	KEY_BUDGET,
	KEY_RING,
	KEY_PROC_SWITCHES,
	KEY_COMMAND_OUTPUT,
	KEY_IGNORE_STATUS,
};

/**
 * struct record - the program's own
 * @command: what is run
 * @meters_options: what is read
 * @output: --command-output
 * @ignore_status: go on when the command fails
 * @meters: open during a run
 */
struct record {
	struct command command;
	struct meters_options meters_options;
	const char *output;
	bool ignore_status;
	struct meters *meters;
};

static const char default_cpus[] = "all";

static const struct argp_option table[] = {
	{ NULL, 0, NULL, 0, "What is recorded:", -1 },
	{ "no-events", KEY_NO_EVENTS, NULL, 0, "No tracepoints", -1 },
	{ "budget", KEY_BUDGET, "PERCENT", 0,
	  "Pause tracepoints so that they slow down no chain of wakeups by more than this; "
	  "100: never pause (default: 2)", -1 },
	{ "ring", KEY_RING, "KIB", 0,
	  "Size of each CPU's event ring, a power of two (default: 1024; "
	  "4096 with --budget 100)", -1 },
	{ "proc-switches", KEY_PROC_SWITCHES, NULL, 0,
	  "Context switches from /proc/stat, which costs nothing, instead of perf's counter", -1 },
	{ "command-output", KEY_COMMAND_OUTPUT, "FILE", 0,
	  "Append what the command prints to FILE", -1 },
	{ "ignore-status", KEY_IGNORE_STATUS, NULL, 0,
	  "Go on when the command fails; its status is an event of the point", -1 },
	{ 0 }
};

static int parse_budget(struct bench *bench, struct record *record, const char *arg)
{
	char *end;
	double percent = strtod(arg, &end);

	if (end == arg || *end || !(percent > 0) || percent > 100)
		return bench_usage(bench, "--budget: '%s' is no number above 0, up to 100", arg);
	record->meters_options.budget_percent = percent;
	return 0;
}

static int parse_ring(struct bench *bench, struct record *record, const char *arg)
{
	int kib;

	if (parse_int(&kib, arg, (int)(sysconf(_SC_PAGESIZE) >> 10), RING_KIB_MAX, "--ring",
		      &bench->opt.err))
		return EINVAL;
	if (kib & (kib - 1))
		return bench_usage(bench, "--ring: %d is no power of two", kib);
	record->meters_options.ring_bytes = (size_t)kib << 10;
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct bench *bench = state->input;
	struct record *record = bench->priv;

	switch (key) {
	case ARGP_KEY_INIT:
		bench_argp_init(state);
		/* The command's own timer slack is left as it is unless told. */
		bench->opt.timer_slack_ns = (uint64_t)prctl(PR_GET_TIMERSLACK, 0, 0, 0, 0);
		return 0;
	case KEY_NO_EVENTS:
		record->meters_options.events = false;
		return 0;
	case KEY_BUDGET:
		return parse_budget(bench, record, arg);
	case KEY_RING:
		return parse_ring(bench, record, arg);
	case KEY_PROC_SWITCHES:
		record->meters_options.proc_switches = true;
		return 0;
	case KEY_COMMAND_OUTPUT:
		record->output = arg;
		return 0;
	case KEY_IGNORE_STATUS:
		record->ignore_status = true;
		return 0;
	case ARGP_KEY_ARG:
		/* All that follows is the command's. */
		record->command.argv = &state->argv[state->next - 1];
		state->next = state->argc;
		return 0;
	case ARGP_KEY_NO_ARGS:
		return bench_usage(bench, "COMMAND is missing (see --help)");
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = {
	{ &options_argp, 0, NULL, 0 },
	{ 0 }
};

static const struct argp argp = {
	.options = table,
	.parser = parse,
	.args_doc = "[--] COMMAND [ARG...]",
	.doc = "Run COMMAND and record what happens around it.\v"
	       "One run of COMMAND is one point. --warmup runs COMMAND, unrecorded, at least once and until that time is over. --duration ends COMMAND (SIGTERM, 5 s later SIGKILL) when it has run so long; without it COMMAND ends by itself. --cpus binds COMMAND; the events' reader then runs on one of the others.\n\n"
	       "Exit status: that of COMMAND when it is not 0 (128 + N when signal N ended it), after the finished runs were kept; 0 when every run ended with 0 or with --ignore-status; 126 COMMAND cannot be run; 127 it is not there. Of record itself: 1 failed at run time; 2 wrong usage; 77 not possible here; 130 interrupted. A message on stderr tells the two apart.",
	.children = children,
};

static int prepare(struct bench *bench, struct err *err)
{
	struct record *record = bench->priv;
	struct cpulist rest;

	if (topology_rest(&bench->cpus, &rest, err))
		return -1;
	record->meters_options.reader_cpu = rest.count ? rest.cpu[0] : -1;
	cpulist_free(&rest);
	record->meters_options.wake = bench->opt.wake;
	record->command.cpus = bench->opt.cpus == default_cpus ? NULL : &bench->cpus;
	record->command.sched = bench->opt.sched;
	record->command.priority = bench->opt.priority;
	record->command.timer_slack_ns = bench->opt.timer_slack_ns;
	record->command.limit_ns = bench->opt.duration_ns;
	record->command.output = record->output;
	bench->groups = 1;
	bench->group[0].name = "participants";
	cpulist_copy(&bench->group[0].cpus, &bench->cpus);
	return sweep_parse(&bench->sweep, "0", 0, "points", err);
}

static void parameters(struct bench *bench, json_t *to)
{
	struct record *record = bench->priv;
	json_t *argv = json_array();

	for (char **arg = record->command.argv; *arg; arg++)
		json_array_append_new(argv, json_string(*arg));
	json_object_set_new(to, "record_command", argv);
	json_object_set_new(to, "events", json_boolean(record->meters_options.events));
	json_object_set_new(to, "budget_percent",
			    json_real(record->meters_options.budget_percent));
	json_object_set_new(to, "proc_switches",
			    json_boolean(record->meters_options.proc_switches));
	json_object_set_new(to, "ring_bytes",
			    json_integer((json_int_t)record->meters_options.ring_bytes));
	json_object_set_new(to, "reader_cpu", json_integer(record->meters_options.reader_cpu));
}

static int run_begin(struct bench *bench, struct err *err)
{
	struct record *record = bench->priv;

	if (record->meters_options.events && record->meters_options.reader_cpu < 0)
		result_note(&bench->result,
			    "no CPU is left for the events' reader: it runs among the participants");
	return meters_open(&record->meters, &record->meters_options, &bench->result, err);
}

static void run_end(struct bench *bench)
{
	struct record *record = bench->priv;

	meters_close(record->meters);
	record->meters = NULL;
}

static double seconds(struct timeval tv)
{
	return (double)tv.tv_sec + (double)tv.tv_usec / 1e6;
}

static void report_run(json_t *point, const struct command_run *run)
{
	double user = seconds(run->usage.ru_utime), system = seconds(run->usage.ru_stime);
	double elapsed = (double)run->elapsed_ns / 1e9;

	result_point_value(point, "elapsed", elapsed, "s", "lower");
	result_point_value(point, "user", user, "s", "lower");
	result_point_value(point, "system", system, "s", "lower");
	result_point_value(point, "cpu", 100 * (user + system) / elapsed, "percent", NULL);
	result_point_value(point, "max_rss", (double)run->usage.ru_maxrss, "KiB", NULL);
	result_point_event(point, "command_voluntary_switches",
			   (uint64_t)run->usage.ru_nvcsw);
	result_point_event(point, "command_involuntary_switches",
			   (uint64_t)run->usage.ru_nivcsw);
	result_point_event(point, "command_page_faults",
			   (uint64_t)(run->usage.ru_minflt + run->usage.ru_majflt));
	result_point_event(point, "exit_status", (uint64_t)run->status);
}

static int run_once(struct bench *bench, json_t *point, struct err *err)
{
	struct record *record = bench->priv;
	struct command_run run;
	struct err ignored;
	int ret;

	if (command_prepare(&record->command, &run, err))
		return -1;
	ret = meters_start(record->meters, run.pid, err);
	/* Once there is a process it must be let go and waited for. */
	if (ret) {
		atomic_store(&bench->stop, 1);
		command_wait(&record->command, &run, &bench->stop, &ignored);
		return -1;
	}
	ret = command_wait(&record->command, &run, &bench->stop, err);
	meters_stop(record->meters, run.elapsed_ns, ret ? NULL : point, &bench->result);
	if (ret)
		return -1;
	/* The driver says that a signal ended it. */
	if (atomic_load(&bench->stop))
		return 0;
	if (point)
		report_run(point, &run);
	if (run.timed_out && point)
		result_note(&bench->result, "the command was ended by --duration");
	if (run.status && !run.timed_out && !record->ignore_status)
		return err_set(err, run.status, "COMMAND: '%s' ended with status %d",
			       record->command.argv[0], run.status);
	return 0;
}

static int point(struct bench *bench, int index, uint64_t duration_ns, json_t *point,
		 struct err *err)
{
	uint64_t end_ns = now_ns() + duration_ns;

	(void)index;
	if (point)
		return run_once(bench, point, err);
	do {
		if (run_once(bench, NULL, err))
			return -1;
	} while (now_ns() < end_ns && !atomic_load(&bench->stop));
	return 0;
}

static double metric(const json_t *point, const char *name, const char *key)
{
	const json_t *metrics = json_object_get(point, "metrics");

	return json_number_value(json_object_get(json_object_get(metrics, name), key));
}

static void summary(struct bench *bench, json_t *point, char *buf, size_t size)
{
	int used;

	(void)bench;
	used = snprintf(buf, size, "%.3f s elapsed, %.3f user, %.3f system, %.1f %% CPU",
			metric(point, "elapsed", "mean"), metric(point, "user", "mean"),
			metric(point, "system", "mean"), metric(point, "cpu", "mean"));
	if (metric(point, "wakeup_latency", "count") && (size_t)used < size)
		snprintf(buf + used, size - (size_t)used,
			 "; wakeup latency p50 %.1f us, p99 %.1f us",
			 metric(point, "wakeup_latency", "p50") / 1e3,
			 metric(point, "wakeup_latency", "p99") / 1e3);
}

static const struct bench_program program = {
	.name = "record",
	.argp = &argp,
	.default_cpus = default_cpus,
	.prepare = prepare,
	.parameters = parameters,
	.run_begin = run_begin,
	.point = point,
	.run_end = run_end,
	.summary = summary,
};

int main(int argc, char **argv)
{
	struct record record = {
		.meters_options = {
			.events = true,
			.budget_percent = BUDGET_PERCENT,
		},
	};

	return bench_main(&program, &record, argc, argv);
}
