/* SPDX-License-Identifier: GPL-2.0 */
/* A second run of this program under callgrind, and the counts that come of it. */
#ifndef TALLY_REPLAY_CALLGRIND_RUN_H
#define TALLY_REPLAY_CALLGRIND_RUN_H

#include <stddef.h>

struct callgrind_counts;

/**
 * callgrind_run() - run this program again with --collect, under callgrind
 * @argc: from main()
 * @argv: from main()
 *
 * Exits with status 77 when valgrind is not there.
 *
 * Return: the counts, to be given to callgrind_free().
 */
struct callgrind_counts *callgrind_run(int argc, char **argv);

/**
 * callgrind_count() - instructions of one benchmark
 * @counts: from callgrind_run()
 * @governor: index
 * @states: number of states
 * @load: which load
 *
 * Return: instructions in all, without those of the loop around the calls.
 */
double callgrind_count(const struct callgrind_counts *counts, size_t governor, int states,
		       int load);

/**
 * callgrind_free() - give the memory back
 * @counts: from callgrind_run(), or NULL
 */
void callgrind_free(struct callgrind_counts *counts);

#endif /* TALLY_REPLAY_CALLGRIND_RUN_H */
