// SPDX-License-Identifier: GPL-2.0
#include <fnmatch.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "replay/instructions.h"
#include "replay/league.h"
#include "replay/setup.h"

/*
 * Ten machines that differ in kind: desktop, servers, hybrid, POWER with nine
 * states, phones with two or three kinds of CPU, coarse ACPI tables.
 */
#define DEFAULT_TABLES	"i5-10600k,skx,adl,power9,hi3660,spr,jsl-acpi,icx,mt8196"

static bool wanted(const struct replay_options *options, const struct workload *workload)
{
	const char *list = options->workloads;
	char pattern[64];

	if (!list)
		return true;
	while (list_next(&list, pattern, sizeof(pattern)))
		if (!fnmatch(pattern, workload->name, 0))
			return true;
	return false;
}

static void add_half(struct evaluation *e, const struct replay_options *options,
		     const struct workload_half *half)
{
	size_t i;

	if (options->half && strcmp(options->half, half->name))
		return;
	for (i = 0; i < half->count; i++) {
		if (!wanted(options, &half->workloads[i]))
			continue;
		e->workloads[e->workload_count] = &half->workloads[i];
		e->workload_half[e->workload_count++] = half->name;
	}
}

static void add_workloads(struct evaluation *e, const struct replay_options *options)
{
	size_t most = workloads_design.count + workloads_held_out.count;

	e->workloads = calloc(most, sizeof(*e->workloads));
	e->workload_half = calloc(most, sizeof(*e->workload_half));
	if (!e->workloads || !e->workload_half)
		die(EXIT_FAILURE, "out of memory");
	add_half(e, options, &workloads_design);
	add_half(e, options, &workloads_held_out);
	if (!e->workload_count)
		die(EXIT_USAGE, "--workloads: none is called '%s' (see --list-workloads)",
		    options->workloads);
}

/* The first CPU that has this table, to tell the kinds of CPU apart. */
static unsigned int first_cpu(const struct machine_tables *machine, unsigned int table)
{
	unsigned int cpu;

	for (cpu = 0; cpu < machine->cpu_count; cpu++)
		if (machine->cpu_table[cpu] == table)
			return cpu;
	return 0;
}

static void add_machine(struct evaluate_table **tables, size_t *count, const char *path,
			const char *name)
{
	struct machine_tables *machine;
	struct evaluate_table *grown;
	char error[512];
	unsigned int i;

	if (tables_from_catalogue(&machine, path, name, error, sizeof(error)))
		die(EXIT_USAGE, "%s", error);
	grown = realloc(*tables, (*count + machine->table_count) * sizeof(*grown));
	if (!grown)
		die(EXIT_FAILURE, "out of memory");
	*tables = grown;
	for (i = 0; i < machine->table_count; i++) {
		struct evaluate_table *table = &grown[(*count)++];

		if (machine->table_count > 1)
			snprintf(table->name, sizeof(table->name), "%.40s@cpu%u", name,
				 first_cpu(machine, i));
		else
			snprintf(table->name, sizeof(table->name), "%.63s", name);
		setup_driver(&machine->tables[i], &table->drv);
		table->disabled = machine->tables[i].disabled;
	}
	tables_free(machine);
}

static struct evaluate_table *add_tables(const struct replay_options *options, size_t *count)
{
	const char *list = options->tables ? options->tables : DEFAULT_TABLES;
	struct evaluate_table *tables = NULL;
	char path[PATH_MAX], name[64];

	setup_catalogue(options, path, sizeof(path));
	*count = 0;
	while (list_next(&list, name, sizeof(name)))
		add_machine(&tables, count, path, name);
	if (!*count)
		die(EXIT_USAGE, "--tables: a machine is missing");
	return tables;
}

static void write_files(const struct replay_options *options, const struct evaluation *e,
			size_t reference, const double *instructions)
{
	FILE *file;

	if (options->csv) {
		file = setup_output(options->csv);
		league_csv(file, e);
		setup_output_close(file, options->csv);
	}
	if (options->json) {
		file = setup_output(options->json);
		if (league_json(file, e, reference, instructions))
			die(EXIT_FAILURE, "%s: not all could be written", options->json);
		setup_output_close(file, options->json);
	}
}

static bool to_stdout(const char *path)
{
	return path && !strcmp(path, "-");
}

int command_evaluate(const struct replay_options *options)
{
	struct setup_governors governors;
	struct evaluation e = { .options = options->model, .limits = options->limits };
	struct evaluate_table *tables;
	double *instructions = NULL;
	size_t i;

	add_workloads(&e, options);
	tables = add_tables(options, &e.table_count);
	e.tables = tables;
	setup_governors(options, options->bounds, &governors);
	e.governors = governors.kinds;
	e.governor_count = governors.count;
	e.fixed_count = governors.fixed_count;
	for (i = 0; i < options->hz_count; i++)
		e.tick_ns[e.tick_count++] = NSEC_PER_SEC / options->hz[i];
	e.threads = setup_threads(options);
	if (options->instructions)
		instructions = instructions_count(options, &governors);

	if (evaluate(&e))
		die(EXIT_FAILURE, "out of memory or threads");
	write_files(options, &e, governors.reference, instructions);
	if (!to_stdout(options->csv) && !to_stdout(options->json)) {
		league_print(stdout, &e, governors.reference, governors.focus, instructions);
		if (options->pairs)
			league_pairs(stdout, &e);
	}
	free(instructions);
	free(e.scores);
	free(e.workloads);
	free(e.workload_half);
	free(tables);
	setup_governors_free(&governors);
	return 0;
}
