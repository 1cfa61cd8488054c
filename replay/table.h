/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Idle state tables: from the catalogue or a file like it, from a dump of sysfs
 * beside a trace, or from a live sysfs. A machine may have several: hybrid CPUs differ.
 */
#ifndef TALLY_REPLAY_TABLE_H
#define TALLY_REPLAY_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include <tally/core.h>

#define STATE_NAME_MAX	32

/**
 * struct state_counters - the kernel's own counters of one state (dumps and live sysfs)
 * @usage: entries
 * @time_us: time spent
 * @above: too deep
 * @below: too shallow
 * @rejected: refused by the driver
 */
struct state_counters {
	uint64_t usage;
	uint64_t time_us;
	uint64_t above;
	uint64_t below;
	uint64_t rejected;
};

/**
 * struct state_table - the states of one kind of CPU
 * @table: exit latencies and target residencies, in ns, and which states poll
 * @disabled: bit i is set when state i was disabled (sysfs only)
 * @name: names as the driver tells them
 */
struct state_table {
	struct tally_table table;
	uint16_t disabled;
	char name[TALLY_STATES_MAX][STATE_NAME_MAX];
};

/**
 * struct machine_tables - the tables of all CPUs of a machine
 * @name: of the machine, or the path it was read from
 * @tables: the different tables
 * @table_count: how many
 * @cpu_table: index into @tables by CPU; 0xffff for a CPU without a table
 * @cpu_count: entries in @cpu_table; 0 when the one table holds for every CPU
 * @counters: the kernel's counters, TALLY_STATES_MAX a CPU, or NULL
 */
struct machine_tables {
	char name[256];
	struct state_table *tables;
	unsigned int table_count;
	uint16_t *cpu_table;
	unsigned int cpu_count;
	struct state_counters *counters;
};

#define TABLE_NONE	0xffff

/**
 * tables_from_catalogue() - a machine of a catalogue, or of a file like it
 * @machine: where the tables are put; NULL on failure
 * @path: a CSV file: table,cpus,state,name,exit_latency_us,target_residency_us,polling
 * @name: which machine in it, or NULL when the file has only one
 * @error: one line for people on failure
 * @error_size: room in @error
 *
 * Return: 0, or -1 with @error filled.
 */
int tables_from_catalogue(struct machine_tables **machine, const char *path,
			  const char *name, char *error, unsigned int error_size);

/**
 * tables_from_dump() - from lines "/sys/devices/system/cpu/cpuN/cpuidle/stateM/FIELD:VALUE"
 * @machine: where the tables are put; NULL on failure
 * @path: the dump, as `grep -r "" CPUDIR/cpu[0-9]*"/cpuidle"` prints it
 * @error: one line for people on failure
 * @error_size: room in @error
 *
 * Return: 0, or -1 with @error filled.
 */
int tables_from_dump(struct machine_tables **machine, const char *path,
		     char *error, unsigned int error_size);

/**
 * tables_from_sysfs() - from a live machine
 * @machine: where the tables are put; NULL on failure
 * @root: "/sys/devices/system/cpu", or a tree made like it
 * @error: one line for people on failure
 * @error_size: room in @error
 *
 * Return: 0, or -1 with @error filled.
 */
int tables_from_sysfs(struct machine_tables **machine, const char *root,
		      char *error, unsigned int error_size);

/**
 * tables_beside_trace() - the dump that was stored with a trace
 * @machine: where the tables are put; NULL when there is none, or on failure
 * @trace: the trace's path: TRACE.sysfs_before.txt and the same with TRACE's last
 *	suffix (.dat, .txt) removed are looked for
 * @error: one line for people on failure
 * @error_size: room in @error
 *
 * Return: 0 (look at @machine), or -1 with @error filled when there is a dump that cannot be read.
 */
int tables_beside_trace(struct machine_tables **machine, const char *trace,
			char *error, unsigned int error_size);

/**
 * tables_for_cpu() - the table of a CPU
 * @machine: the tables
 * @cpu: which CPU
 *
 * Return: the table; NULL when that CPU has none.
 */
const struct state_table *tables_for_cpu(const struct machine_tables *machine,
					 unsigned int cpu);

/**
 * tables_free() - give everything back
 * @machine: the tables, or NULL
 */
void tables_free(struct machine_tables *machine);

#endif /* TALLY_REPLAY_TABLE_H */
