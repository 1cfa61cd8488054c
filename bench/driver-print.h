/* SPDX-License-Identifier: GPL-2.0 */
/* What bench programs print. Progress and errors on stderr, the summary on stdout. */
#ifndef BENCH_DRIVER_PRINT_H
#define BENCH_DRIVER_PRINT_H

#include "driver.h"
#include "lib/progress.h"

/**
 * struct say - the state of the printing
 * @name: the program's name
 * @quiet: no progress, no summary; warnings and errors still
 * @terminal: stderr is a terminal: a bar that is drawn over
 * @bar: a bar is on the current line
 * @progress: points done
 */
struct say {
	const char *name;
	bool quiet;
	bool terminal;
	bool bar;
	struct progress progress;
};

void say_init(struct say *say, const char *name);
void say_error(struct say *say, const char *text);
void say_warning(struct say *say, const char *text);
void say_recovered(struct say *say, const char *what);
void say_begin(struct say *say, const struct bench *bench, int governors);
void say_run(struct say *say, const struct bench *bench, const char *governor, int run);
void say_point(struct say *say, struct bench *bench, int index);
void say_skipped(struct say *say);
void say_end(struct say *say, const struct bench *bench, int ret);

#endif /* BENCH_DRIVER_PRINT_H */
