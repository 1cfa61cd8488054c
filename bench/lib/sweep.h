/* SPDX-License-Identifier: GPL-2.0 */
/* The values that a sweep walks through: one value, a list, or a geometric row. */
#ifndef BENCH_SWEEP_H
#define BENCH_SWEEP_H

#include <stdint.h>

#include "err.h"

/**
 * struct sweep - the points of a sweep
 * @count: number of points, 1 or more
 * @value: the values, in nanoseconds or as plain numbers
 */
struct sweep {
	int count;
	uint64_t *value;
};

/**
 * sweep_parse() - read `VALUE`, `V,V,...` or `FROM:TO:POINTS`
 * @sweep: result, for sweep_free()
 * @text: a value has an optional unit ns, us, ms or s (without: @unit). FROM:TO:POINTS
 *	is geometric, both ends included, FROM above 0, 2 to 100,000 points
 * @unit: nanoseconds of a value without a unit; 0 for plain numbers (no units)
 * @what: the option's name, for the error
 * @err: BENCH_USAGE
 *
 * Return: 0, or -1 with @err.
 */
int sweep_parse(struct sweep *sweep, const char *text, uint64_t unit,
		const char *what, struct err *err);

/** sweep_free() - free the values */
void sweep_free(struct sweep *sweep);

/**
 * parse_time_ns() - read a time such as `20us`, `1.5ms`, `2` or `0.25s`
 * @ns: result
 * @text: a number of 0 or more and an optional unit ns, us, ms or s
 * @unit: nanoseconds of a number without a unit
 * @what: the option's name, for the error
 * @err: BENCH_USAGE
 *
 * Return: 0, or -1 with @err.
 */
int parse_time_ns(uint64_t *ns, const char *text, uint64_t unit,
		  const char *what, struct err *err);

/** parse_int() - a decimal integer from @min to @max; 0, or -1 with BENCH_USAGE */
int parse_int(int *value, const char *text, int min, int max, const char *what,
	      struct err *err);

#endif /* BENCH_SWEEP_H */
