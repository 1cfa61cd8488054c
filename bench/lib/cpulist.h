/* SPDX-License-Identifier: GPL-2.0 */
/* Lists of CPU numbers, as text (`0,2-3`) and as arrays. */
#ifndef BENCH_CPULIST_H
#define BENCH_CPULIST_H

#include <stdbool.h>

#include "err.h"

/**
 * struct cpulist - CPU numbers in the order in which they were given
 * @count: how many
 * @cpu: the numbers, 0 or more; a number may repeat (a ring may visit a CPU twice)
 *
 * All zero is the empty list. The array belongs to the list: cpulist_free().
 */
struct cpulist {
	int count;
	int *cpu;
};

/**
 * cpulist_parse() - read text such as "0,2-3"
 * @list: result; an empty text gives an empty list
 * @text: numbers and ranges, separated by commas, white space around ignored
 * @what: what the text is, for the error ("--cpus", a file's path)
 * @err: BENCH_USAGE when it is no such list
 *
 * Return: 0, or -1 with @err.
 */
int cpulist_parse(struct cpulist *list, const char *text, const char *what,
		  struct err *err);

/**
 * cpulist_format() - as the kernel writes it: "0-1,3", repeats kept apart
 * @list: any list
 *
 * Return: a string to be freed.
 */
char *cpulist_format(const struct cpulist *list);

/** cpulist_add() - append @cpu */
void cpulist_add(struct cpulist *list, int cpu);

/** cpulist_has() - is @cpu in @list? */
bool cpulist_has(const struct cpulist *list, int cpu);

/** cpulist_copy() - @to becomes a copy of @from; what it held is lost, not freed */
void cpulist_copy(struct cpulist *to, const struct cpulist *from);

/** cpulist_unique() - sort, and leave one of each number */
void cpulist_unique(struct cpulist *list);

/** cpulist_free() - free the array and make the list empty */
void cpulist_free(struct cpulist *list);

#endif /* BENCH_CPULIST_H */
