/* SPDX-License-Identifier: GPL-2.0 */
/* Reads many result files at once, and says of each that is of no use why. */
#ifndef REPORTING_LOAD_H
#define REPORTING_LOAD_H

#include "model.h"

/**
 * struct rp_problem - a file that was left out, or something to be said of it
 * @file: its path
 * @text: what is wrong
 */
struct rp_problem {
	const char *file;
	const char *text;
};

/**
 * struct rp_set - all that was read
 * @runs: usable runs, in the order of the files
 * @n_runs: how many
 * @problems: files that are not usable, in the order of the files
 * @n_problems: how many
 */
struct rp_set {
	struct rp_run **runs;
	size_t n_runs;
	struct rp_problem *problems;
	size_t n_problems;
};

/**
 * rp_load() - read result files with a thread a CPU
 * @files: paths; a folder stands for all of its *.json
 * @count: how many
 * @keep: bits of enum rp_keep
 * @set: filled in
 */
void rp_load(char **files, size_t count, int keep, struct rp_set *set);

#endif /* REPORTING_LOAD_H */
