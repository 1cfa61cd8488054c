// SPDX-License-Identifier: GPL-2.0
/*
 * Writes the seeds of the trace.dat corpus into a folder.
 */
#include <stdio.h>

#define DW_PAGE	256	/* small files are mutated better */
#include "tests/unit/dat_writer.h"

static struct dw dw;

static int save(const char *folder, const char *name)
{
	char path[4096];
	FILE *file;

	snprintf(path, sizeof(path), "%s/%s", folder, name);
	file = fopen(path, "we");
	if (!file || fwrite(dw.file, 1, dw.size, file) != dw.size || fclose(file)) {
		perror(path);
		return 1;
	}
	return 0;
}

int main(int argc, char **argv)
{
	int bad = 0;

	if (argc != 2)
		return 2;
	for (int big = 0; big < 2; big++) {
		dw.big = big;
		dw.long_size = big ? 4 : 8;
		dw_story(&dw);
		dw_finish_v6(&dw);
		bad |= save(argv[1], big ? "seed-v6-big" : "seed-v6-little");
		dw_finish_v7(&dw, DW_PLAIN);
		bad |= save(argv[1], big ? "seed-v7-big" : "seed-v7-little");
		dw_finish_v7(&dw, DW_ZSTD);
		bad |= save(argv[1], big ? "seed-v7-zstd-big" : "seed-v7-zstd-little");
		dw_finish_v7(&dw, DW_ZLIB);
		bad |= save(argv[1], big ? "seed-v7-zlib-big" : "seed-v7-zlib-little");
	}
	return bad;
}
