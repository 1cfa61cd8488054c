// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "sweep.h"

#define POINTS_MAX	100000
/* About 31 years: sums of a few of these still fit into 63 bits. */
#define VALUE_MAX	1e18

static uint64_t unit_of(const char *text)
{
	if (!strcmp(text, "ns"))
		return 1;
	if (!strcmp(text, "us"))
		return NSEC_PER_USEC;
	if (!strcmp(text, "ms"))
		return NSEC_PER_MSEC;
	if (!strcmp(text, "s"))
		return NSEC_PER_SEC;
	return 0;
}

int parse_time_ns(uint64_t *ns, const char *text, uint64_t unit, const char *what,
		  struct err *err)
{
	char *end;
	double value;

	value = strtod(text, &end);
	if (end != text && *end)
		unit = unit_of(end);
	/* strtod() also reads "inf", "nan" and hexadecimal numbers. */
	if (end == text || strspn(text, "0123456789.") != (size_t)(end - text) || !unit ||
	    !(value >= 0) || value * (double)unit > VALUE_MAX)
		return err_set(err, BENCH_USAGE,
			       "%s: '%s' is not a time such as 20us, 1.5ms or 2s", what,
			       text);
	*ns = (uint64_t)llround(value * (double)unit);
	return 0;
}

int parse_int(int *value, const char *text, int min, int max, const char *what,
	      struct err *err)
{
	char *end;
	long n;

	errno = 0;
	n = strtol(text, &end, 10);
	if (end == text || *end || errno || n < min || n > max)
		return err_set(err, BENCH_USAGE, "%s: '%s' is not a number from %d to %d",
			       what, text, min, max);
	*value = (int)n;
	return 0;
}

static int parse_value(uint64_t *value, const char *text, uint64_t unit,
		       const char *what, struct err *err)
{
	int n;

	if (unit)
		return parse_time_ns(value, text, unit, what, err);
	if (parse_int(&n, text, 0, 1000000000, what, err))
		return -1;
	*value = (uint64_t)n;
	return 0;
}

static void add(struct sweep *sweep, uint64_t value)
{
	sweep->value = realloc(sweep->value, sizeof(*sweep->value) * (sweep->count + 1));
	if (!sweep->value)
		abort();
	sweep->value[sweep->count++] = value;
}

static int parse_row(struct sweep *sweep, char *from_text, char *to_text,
		     const char *points_text, uint64_t unit, const char *what,
		     struct err *err)
{
	uint64_t from, to;
	int i, points;

	if (parse_value(&from, from_text, unit, what, err) ||
	    parse_value(&to, to_text, unit, what, err) ||
	    parse_int(&points, points_text, 2, POINTS_MAX, what, err))
		return -1;
	if (!from || to <= from)
		return err_set(err, BENCH_USAGE,
			       "%s: FROM must be above 0 and below TO", what);
	for (i = 0; i < points; i++)
		add(sweep, (uint64_t)llround((double)from *
					     pow((double)to / (double)from,
						 (double)i / (points - 1))));
	return 0;
}

static int parse_values(struct sweep *sweep, char *text, uint64_t unit,
			const char *what, struct err *err)
{
	char *save = NULL, *word;
	uint64_t value;

	for (word = strtok_r(text, ",", &save); word; word = strtok_r(NULL, ",", &save)) {
		if (parse_value(&value, word, unit, what, err))
			return -1;
		add(sweep, value);
	}
	if (!sweep->count)
		return err_set(err, BENCH_USAGE, "%s: no value", what);
	return 0;
}

int sweep_parse(struct sweep *sweep, const char *text, uint64_t unit,
		const char *what, struct err *err)
{
	char *copy = strdup(text), *to, *points;
	int ret;

	if (!copy)
		abort();
	memset(sweep, 0, sizeof(*sweep));
	to = strchr(copy, ':');
	points = to ? strchr(to + 1, ':') : NULL;
	if (!to) {
		ret = parse_values(sweep, copy, unit, what, err);
	} else if (!points || strchr(points + 1, ':')) {
		ret = err_set(err, BENCH_USAGE, "%s: '%s' is not FROM:TO:POINTS", what,
			      text);
	} else {
		*to = '\0';
		*points = '\0';
		ret = parse_row(sweep, copy, to + 1, points + 1, unit, what, err);
	}
	free(copy);
	if (ret)
		sweep_free(sweep);
	return ret;
}

void sweep_free(struct sweep *sweep)
{
	free(sweep->value);
	memset(sweep, 0, sizeof(*sweep));
}
