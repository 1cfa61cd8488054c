// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cpulist.h"

/* Above any kernel's NR_CPUS: catches typing errors before memory is used. */
#define CPU_NUMBER_MAX	65535

void cpulist_add(struct cpulist *list, int cpu)
{
	/* Grows in powers of two: the capacity is the count rounded up. */
	if (!(list->count & (list->count - 1))) {
		size_t room = list->count ? 2 * (size_t)list->count : 1;

		list->cpu = realloc(list->cpu, room * sizeof(int));
		if (!list->cpu)
			abort();
	}
	list->cpu[list->count++] = cpu;
}

bool cpulist_has(const struct cpulist *list, int cpu)
{
	int i;

	for (i = 0; i < list->count; i++)
		if (list->cpu[i] == cpu)
			return true;
	return false;
}

void cpulist_copy(struct cpulist *to, const struct cpulist *from)
{
	int i;

	memset(to, 0, sizeof(*to));
	for (i = 0; i < from->count; i++)
		cpulist_add(to, from->cpu[i]);
}

static int by_number(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

void cpulist_unique(struct cpulist *list)
{
	int i, kept = 0;

	if (!list->count)
		return;
	qsort(list->cpu, list->count, sizeof(int), by_number);
	for (i = 1; i < list->count; i++)
		if (list->cpu[i] != list->cpu[kept])
			list->cpu[++kept] = list->cpu[i];
	/* The array stays as large as it is; cpulist_add() may grow it again. */
	i = kept + 1;
	list->cpu = realloc(list->cpu, sizeof(int) * 2 * (size_t)list->count);
	if (!list->cpu)
		abort();
	list->count = i;
}

void cpulist_free(struct cpulist *list)
{
	free(list->cpu);
	memset(list, 0, sizeof(*list));
}

static const char *skip_space(const char *p)
{
	while (isspace((unsigned char)*p))
		p++;
	return p;
}

/* One number at *@p; -1 when there is none. */
static long number(const char **p)
{
	char *end;
	long value;

	if (!isdigit((unsigned char)**p))
		return -1;
	value = strtol(*p, &end, 10);
	*p = end;
	return value > CPU_NUMBER_MAX ? -1 : value;
}

int cpulist_parse(struct cpulist *list, const char *text, const char *what,
		  struct err *err)
{
	const char *p = skip_space(text);
	long from, to;

	memset(list, 0, sizeof(*list));
	if (!*p)
		return 0;
	for (;;) {
		from = number(&p);
		to = from;
		if (from >= 0 && *p == '-') {
			p++;
			to = number(&p);
		}
		if (from < 0 || to < from)
			break;
		for (; from <= to; from++)
			cpulist_add(list, (int)from);
		p = skip_space(p);
		if (!*p)
			return 0;
		if (*p++ != ',')
			break;
		p = skip_space(p);
	}
	cpulist_free(list);
	return err_set(err, BENCH_USAGE,
		       "%s: '%s' is not a list of CPUs such as 0,2-3", what, text);
}

char *cpulist_format(const struct cpulist *list)
{
	size_t size = 1 + 12 * (size_t)list->count;
	char *text = malloc(size), *p = text;
	int i, j;

	if (!text)
		abort();
	*p = '\0';
	for (i = 0; i < list->count; i = j) {
		for (j = i + 1; j < list->count && list->cpu[j] == list->cpu[j - 1] + 1;)
			j++;
		p += sprintf(p, "%s%d", i ? "," : "", list->cpu[i]);
		if (j - i > 1)
			p += sprintf(p, "-%d", list->cpu[j - 1]);
	}
	return text;
}
