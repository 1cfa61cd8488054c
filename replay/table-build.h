/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Putting state tables together. Private to table*.c.
 */
#ifndef TALLY_REPLAY_TABLE_BUILD_H
#define TALLY_REPLAY_TABLE_BUILD_H

#include "replay/table.h"

/* No latency of a real table is longer: s2idle states are told with UINT32_MAX. */
#define TABLE_US_MAX	UINT64_C(4294967295)

/**
 * table_fail() - fill an error
 * @error: to be filled
 * @error_size: room in @error
 * @format: what is wrong
 */
void table_fail(char *error, unsigned int error_size, const char *format, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * table_machine_new() - a machine without tables
 * @name: its name
 *
 * Return: NULL when out of memory.
 */
struct machine_tables *table_machine_new(const char *name);

/**
 * table_machine_add() - give a CPU its table
 * @machine: the machine
 * @cpu: the CPU, below READER_CPUS_MAX
 * @table: copied; unused parts must be 0
 * @counters: TALLY_STATES_MAX of them, copied; or NULL
 *
 * Return: 0, or -1 when out of memory.
 */
int table_machine_add(struct machine_tables *machine, unsigned int cpu,
		      const struct state_table *table, const struct state_counters *counters);

/**
 * table_machine_add_all() - give all CPUs a table
 * @machine: the machine, without tables
 * @table: copied
 *
 * Return: 0, or -1 when out of memory.
 */
int table_machine_add_all(struct machine_tables *machine, const struct state_table *table);

/**
 * table_set_state() - fill a state
 * @table: the table; states below that are missing become disabled ones
 * @state: index
 * @name: its name
 * @exit_us: exit latency
 * @residency_us: target residency
 * @polling: it polls
 *
 * Return: false when @state is out of range.
 */
bool table_set_state(struct state_table *table, unsigned int state, const char *name,
		     uint64_t exit_us, uint64_t residency_us, bool polling);

#endif /* TALLY_REPLAY_TABLE_BUILD_H */
