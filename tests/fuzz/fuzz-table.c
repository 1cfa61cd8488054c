// SPDX-License-Identifier: GPL-2.0
/*
 * Any bytes through the readers of state tables.
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "replay/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(int ret, struct machine_tables *machine, const char *error)
{
	unsigned int cpu;

	if (ret ? machine || !error[0] : !machine) {
		fprintf(stderr, "fuzz-table: a result that is neither good nor bad\n");
		abort();
	}
	if (ret)
		return;
	for (cpu = 0; cpu <= machine->cpu_count; cpu++) {
		const struct state_table *table = tables_for_cpu(machine, cpu);

		if (table && (!table->table.count || table->table.count > TALLY_STATES_MAX))
			abort();
	}
	tables_free(machine);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	int fd = memfd_create("fuzz-table", MFD_CLOEXEC);
	struct machine_tables *machine;
	char path[64], error[300] = "";
	int ret;

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	snprintf(path, sizeof(path), "/proc/self/fd/%d", fd);
	ret = tables_from_catalogue(&machine, path, NULL, error, sizeof(error));
	check(ret, machine, error);
	error[0] = '\0';
	ret = tables_from_dump(&machine, path, error, sizeof(error));
	check(ret, machine, error);
	close(fd);
	return 0;
}
