/* SPDX-License-Identifier: GPL-2.0 */
/* replay's command line. */
#ifndef TALLY_REPLAY_OPTIONS_H
#define TALLY_REPLAY_OPTIONS_H

#include "replay/model.h"
#include "replay/workloads/workload.h"

/* Exit codes of replay. */
#define EXIT_USAGE	2
#define EXIT_PARTIAL	3
#define EXIT_NOT_HERE	77

/**
 * struct replay_options - what was asked for
 * @evaluate: run the made-up workloads
 * @summary: print what the reader saw
 * @list_workloads: print the workloads' names
 * @half: "design", "held-out" or NULL for both
 * @workloads: names (fnmatch patterns) separated by commas, or NULL for all
 * @tables: machines separated by commas, or NULL for the default
 * @table_file: a file of tables, or NULL for the shipped catalogue
 * @governors: names separated by commas, "all", or NULL for the default
 * @reference: governor that the others are compared with, or NULL for the newest teo
 * @focus: governor whose losses are listed, or NULL for tally
 * @tally_params: parameters for a plain "tally", or NULL
 * @peers: folder with the shared objects, or NULL for the default
 * @csv: file for CSV, or NULL
 * @json: file for JSON, or NULL
 * @explain: CPU:TIME..TIME, or NULL
 * @infer_ticks: traces: take timers on a grid of ticks for ticks
 * @closed: traces: a late wake-up delays all that follows
 * @fidelity: compare with what the recorded governor decided
 * @pairs: list every pair
 * @bounds: run the fixed policies, too
 * @instructions: have bench-select count instructions
 * @hz: tick rates
 * @hz_count: how many
 * @threads: how many threads, 0 for one a CPU
 * @limits: length and seed of the runs
 * @model: assumptions
 * @traces: the arguments
 * @trace_count: how many
 */
struct replay_options {
	bool evaluate;
	bool summary;
	bool list_workloads;
	const char *half;
	const char *workloads;
	const char *tables;
	const char *table_file;
	const char *governors;
	const char *reference;
	const char *focus;
	const char *tally_params;
	const char *peers;
	const char *csv;
	const char *json;
	const char *explain;
	bool infer_ticks;
	bool closed;
	bool fidelity;
	bool pairs;
	bool bounds;
	bool instructions;
	s64 hz[4];
	size_t hz_count;
	unsigned int threads;
	struct workload_limits limits;
	struct model_options model;
	char **traces;
	size_t trace_count;
};

/**
 * options_parse() - read the command line; exits on --help and on wrong usage
 * @options: filled
 * @argc: from main()
 * @argv: from main()
 */
void options_parse(struct replay_options *options, int argc, char **argv);

/**
 * die() - one line on standard error, and out
 * @status: exit code
 * @format: as printf
 */
void die(int status, const char *format, ...)
	__attribute__((noreturn, format(printf, 2, 3)));

/**
 * list_next() - next item of a list separated by commas
 * @list: the rest of the list; moved on
 * @item: filled
 * @size: room in @item
 *
 * Return: false when nothing is left.
 */
bool list_next(const char **list, char *item, size_t size);

/**
 * command_evaluate() - run --evaluate
 * @options: the command line
 *
 * Return: exit status.
 */
int command_evaluate(const struct replay_options *options);

/**
 * command_traces() - replay or summarise traces
 * @options: the command line
 *
 * Return: exit status.
 */
int command_traces(const struct replay_options *options);

/**
 * command_fidelity() - compare the replay's decisions with recorded ones
 * @options: the command line
 *
 * Return: exit status.
 */
int command_fidelity(const struct replay_options *options);

#endif /* TALLY_REPLAY_OPTIONS_H */
