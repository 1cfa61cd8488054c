// SPDX-License-Identifier: GPL-2.0
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "replay/setup.h"
#include "replay/summary.h"
#include "replay/trace-report.h"

/* What all traces of a command line share. */
struct command {
	const struct replay_options *options;
	struct setup_governors governors;
	struct machine_tables *tables;
	struct explain *explain;
	FILE *csv;
	bool header;
	int status;
};

static void complain(struct command *command, const char *text)
{
	fprintf(stderr, "replay: %s\n", text);
	command->status = EXIT_PARTIAL;
}

/* The tables that the command line names; NULL if it leaves that to the traces. */
static struct machine_tables *named_tables(const struct replay_options *options)
{
	struct machine_tables *tables = NULL;
	char path[PATH_MAX], error[512];
	int ret;

	if (!options->tables)
		return NULL;
	if (!strcmp(options->tables, "live")) {
		ret = tables_from_sysfs(&tables, "/sys/devices/system/cpu", error, sizeof(error));
	} else if (!access(options->tables, R_OK)) {
		ret = tables_from_catalogue(&tables, options->tables, NULL, error, sizeof(error));
	} else {
		setup_catalogue(options, path, sizeof(path));
		ret = tables_from_catalogue(&tables, path, options->tables, error, sizeof(error));
	}
	if (ret)
		die(EXIT_USAGE, "%s", error);
	return tables;
}

/* All periods of a trace into @run. False when nothing could be read. */
static bool read_trace(struct command *command, const char *path, struct trace_run *run,
		       struct reader **reader)
{
	struct reader_error error;
	struct idle_period period;
	int ret;

	if (reader_open(reader, path, &error)) {
		complain(command, error.text);
		return false;
	}
	while ((ret = reader_next(*reader, &period, &error)) > 0) {
		if (!run)
			continue;
		run->sees_tasks = reader_summary(*reader)->switches;
		if (trace_run_add(run, &period))
			die(EXIT_FAILURE, "out of memory");
	}
	if (ret < 0)
		complain(command, error.text);
	if (run && trace_run_finish(run))
		die(EXIT_FAILURE, "out of memory");
	return true;
}

static void summarise(struct command *command, const char *path)
{
	struct reader *reader;

	if (!read_trace(command, path, NULL, &reader))
		return;
	if (command->options->trace_count > 1)
		printf("%s:\n", path);
	summary_print(stdout, reader_summary(reader));
	reader_close(reader);
}

static void print_run(struct command *command, const char *path, struct trace_run *run,
		      const struct trace_summary *summary)
{
	if (command->explain) {
		if (!explain_print(stdout, command->explain))
			complain(command, "--explain: that CPU had no idle session at that time");
		return;
	}
	if (command->csv) {
		trace_report_csv(command->csv, path, run, !command->header);
		command->header = true;
	}
	if (command->csv != stdout)
		trace_report_print(stdout, path, run, summary);
}

static void replay(struct command *command, const char *path)
{
	const struct replay_options *options = command->options;
	struct machine_tables *beside = NULL;
	struct trace_run run = {
		.options = options->model,
		.closed = options->closed,
		.infer_ticks = options->infer_ticks,
		.governors = command->governors.kinds,
		.governor_count = command->governors.count,
		.threads = setup_threads(options),
	};
	struct reader *reader;
	char error[512];

	if (!command->tables && tables_beside_trace(&beside, path, error, sizeof(error))) {
		complain(command, error);
		return;
	}
	run.tables = command->tables ? command->tables : beside;
	if (!run.tables) {
		snprintf(error, sizeof(error),
			 "%s: no state table lies beside it: --table names one", path);
		complain(command, error);
		return;
	}
	run.options.tick_ns = NSEC_PER_SEC / options->hz[0];
	if (command->explain)
		explain_attach(command->explain, &run);
	if (read_trace(command, path, &run, &reader)) {
		print_run(command, path, &run, reader_summary(reader));
		reader_close(reader);
	}
	trace_run_free(&run);
	tables_free(beside);
}

int command_traces(const struct replay_options *options)
{
	struct command command = { .options = options };
	size_t i;

	if (options->summary) {
		for (i = 0; i < options->trace_count; i++)
			summarise(&command, options->traces[i]);
		return command.status;
	}
	if (options->explain) {
		command.explain = explain_new(options->explain);
		if (!command.explain)
			die(EXIT_USAGE, "--explain: '%s' is not CPU:TIME..TIME (seconds)",
			    options->explain);
	}
	command.tables = named_tables(options);
	setup_governors(options, false, &command.governors);
	if (options->csv)
		command.csv = setup_output(options->csv);
	for (i = 0; i < options->trace_count; i++)
		replay(&command, options->traces[i]);
	if (options->csv)
		setup_output_close(command.csv, options->csv);
	explain_free(command.explain);
	tables_free(command.tables);
	setup_governors_free(&command.governors);
	return command.status;
}
