/* SPDX-License-Identifier: GPL-2.0 */
/* The cpuidle governor: which there are, which is in force, switching it. */
#ifndef BENCH_GOVERNOR_H
#define BENCH_GOVERNOR_H

#include <stdbool.h>

#include "err.h"

#define GOVERNOR_NAME_MAX	32
#define GOVERNORS_MAX		32

/**
 * struct governors - the governors of this machine
 * @count: how many, 0 when this kernel has no cpuidle
 * @name: their names, in the kernel's order
 * @current: the one in force, empty when unknown
 * @writable: current_governor can be written by this process
 */
struct governors {
	int count;
	char name[GOVERNORS_MAX][GOVERNOR_NAME_MAX];
	char current[GOVERNOR_NAME_MAX];
	bool writable;
};

/**
 * governors_read() - look
 * @govs: result
 * @err: BENCH_NOT_HERE when this kernel has no cpuidle
 *
 * Return: 0, or -1 with @err.
 */
int governors_read(struct governors *govs, struct err *err);

/**
 * governors_select() - the governors that a `--governors` argument names
 * @govs: this machine's
 * @spec: `all`, or names separated by commas
 * @out: result: only @count and @name are filled in
 * @err: BENCH_USAGE: a name that is not there; BENCH_NOT_HERE: cannot be switched
 *	(not root, read-only, or only one governor where another was asked for)
 *
 * Return: 0, or -1 with @err, which names --governors.
 */
int governors_select(const struct governors *govs, const char *spec,
		     struct governors *out, struct err *err);

/**
 * governor_set() - switch, and verify that it took
 * @name: a governor of this kernel
 * @err: BENCH_FAILED, or BENCH_NOT_HERE when not allowed
 *
 * Does not write the journal: see settings.h for the way back.
 *
 * Return: 0, or -1 with @err.
 */
int governor_set(const char *name, struct err *err);

#endif /* BENCH_GOVERNOR_H */
