// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "procstat.h"

uint64_t procstat_count(const char *key)
{
	size_t length = strlen(key);
	uint64_t count = 0;
	/* The line of interrupts is longer: its rest reads as lines without the key. */
	char line[64];
	FILE *file = fopen("/proc/stat", "r");

	if (!file)
		return 0;
	while (fgets(line, sizeof(line), file)) {
		if (!strncmp(line, key, length) && sscanf(line + length, " %" SCNu64, &count) == 1)
			break;
	}
	fclose(file);
	return count;
}
