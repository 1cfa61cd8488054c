// SPDX-License-Identifier: GPL-2.0
/*
 * State tables of a machine, put together state by state; see table-csv.c and
 * table-sysfs.c for where the states come from.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/reader.h"
#include "replay/table-build.h"

void table_fail(char *error, unsigned int error_size, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	vsnprintf(error, error_size, format, args);
	va_end(args);
}

struct machine_tables *table_machine_new(const char *name)
{
	struct machine_tables *machine = calloc(1, sizeof(*machine));

	if (machine)
		snprintf(machine->name, sizeof(machine->name), "%s", name);
	return machine;
}

/* The index of a table, which is added unless there is one like it; -1 when out of memory. */
static int table_index(struct machine_tables *machine, const struct state_table *table)
{
	struct state_table *tables;
	unsigned int i;

	for (i = 0; i < machine->table_count; i++)
		if (!memcmp(&machine->tables[i], table, sizeof(*table)))
			return i;
	tables = realloc(machine->tables, (i + 1) * sizeof(*tables));
	if (!tables)
		return -1;
	machine->tables = tables;
	tables[i] = *table;
	machine->table_count++;
	return i;
}

static int cpus_room(struct machine_tables *machine, unsigned int count)
{
	struct state_counters *counters;
	uint16_t *cpu_table;
	unsigned int i;

	if (count <= machine->cpu_count)
		return 0;
	cpu_table = realloc(machine->cpu_table, count * sizeof(*cpu_table));
	if (!cpu_table)
		return -1;
	machine->cpu_table = cpu_table;
	counters = realloc(machine->counters, count * TALLY_STATES_MAX * sizeof(*counters));
	if (!counters)
		return -1;
	machine->counters = counters;
	for (i = machine->cpu_count; i < count; i++)
		cpu_table[i] = TABLE_NONE;
	memset(&counters[machine->cpu_count * TALLY_STATES_MAX], 0,
	       (count - machine->cpu_count) * TALLY_STATES_MAX * sizeof(*counters));
	machine->cpu_count = count;
	return 0;
}

int table_machine_add(struct machine_tables *machine, unsigned int cpu,
		      const struct state_table *table, const struct state_counters *counters)
{
	int index = table_index(machine, table);

	if (index < 0 || cpus_room(machine, cpu + 1))
		return -1;
	machine->cpu_table[cpu] = index;
	if (counters)
		memcpy(&machine->counters[cpu * TALLY_STATES_MAX], counters,
		       TALLY_STATES_MAX * sizeof(*counters));
	return 0;
}

int table_machine_add_all(struct machine_tables *machine, const struct state_table *table)
{
	return table_index(machine, table) < 0 ? -1 : 0;
}

bool table_set_state(struct state_table *table, unsigned int state, const char *name,
		     uint64_t exit_us, uint64_t residency_us, bool polling)
{
	if (state >= TALLY_STATES_MAX)
		return false;
	for (; table->table.count <= state; table->table.count++) {
		/* A state that is never told of is not to be entered. */
		table->disabled |= 1U << table->table.count;
	}
	table->disabled &= ~(1U << state);
	snprintf(table->name[state], STATE_NAME_MAX, "%s", name);
	table->table.exit_ns[state] = exit_us * 1000;
	table->table.residency_ns[state] = residency_us * 1000;
	if (polling)
		table->table.polling |= 1U << state;
	return true;
}

const struct state_table *tables_for_cpu(const struct machine_tables *machine,
					 unsigned int cpu)
{
	if (!machine->cpu_count)
		return machine->table_count ? &machine->tables[0] : NULL;
	if (cpu >= machine->cpu_count || machine->cpu_table[cpu] == TABLE_NONE)
		return NULL;
	return &machine->tables[machine->cpu_table[cpu]];
}

void tables_free(struct machine_tables *machine)
{
	if (!machine)
		return;
	free(machine->tables);
	free(machine->cpu_table);
	free(machine->counters);
	free(machine);
}
