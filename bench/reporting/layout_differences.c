// SPDX-License-Identifier: GPL-2.0
/*
 * What differs between the runs besides what is compared: whoever reads a
 * comparison must see it first.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "layout.h"
#include "series.h"

#define VALUES_SHOWN 6
#define VALUES_MAX 64
/* The temperature moves all the time: less than this is no difference. */
#define TEMPERATURE_MC 5000

struct value {
	const char *text;
	size_t runs;
	const char *series;
	size_t n_series;
	const char *last;
};

static const char *value_of(const struct rp_run *run, const char *key)
{
	if (!strcmp(key, "state table"))
		return run->tables_text;
	if (!strcmp(key, "clock"))
		return run->clock;
	return rp_by_value(run, key);
}

static void count_value(struct value *value, const char *series)
{
	value->runs++;
	if (value->last == series)
		return;
	value->last = series;
	if (++value->n_series <= 4)
		value->series = value->series ?
			arena_printf("%s, %s", value->series, series) : series;
	else if (value->n_series == 5)
		value->series = arena_printf("%s, …", value->series);
}

static size_t collect(const struct rp_experiment *from, const char *key,
		      struct value *values, size_t *more)
{
	size_t count = 0;

	*more = 0;
	for (size_t s = 0; s < from->n_series; s++)
		for (size_t r = 0; r < from->series[s].count; r++) {
			const char *text =
				value_of(from->series[s].runs[r], key);
			size_t k = 0;

			while (k < count && values[k].text != text)
				k++;
			if (k == VALUES_MAX) {
				(*more)++;
				continue;
			}
			if (k == count)
				values[count++] = (struct value){ .text = text };
			count_value(&values[k], from->series[s].label);
		}
	return count;
}

static void add(struct table *table, const char *key, const char *text,
		size_t runs, const char *series)
{
	table_text(table, key);
	table_text(table, text);
	table_count(table, runs);
	table_text(table, series);
}

static const char *add_state(const char *text, size_t number,
			     const struct rp_state *state)
{
	return arena_printf("%s%s%s %g/%g%s", text, number ? ", " : "",
			    state->name, state->exit_latency_us,
			    state->target_residency_us,
			    state->disabled ? " (disabled)" : "");
}

/* A state table in short: "POLL 0/0, C1 1/1". */
static const char *short_table(const struct rp_experiment *from,
			       const char *tables_text)
{
	const char *text = "";

	for (size_t i = 0; i < from->n_runs; i++) {
		const struct rp_run *run = from->runs[i];

		if (run->tables_text != tables_text || !run->n_tables)
			continue;
		for (size_t s = 0; s < run->tables[0].count; s++)
			text = add_state(text, s, &run->tables[0].states[s]);
		return run->n_tables > 1 ? arena_printf("%s; %zu tables in all",
				text, run->n_tables) : text;
	}
	return "none";
}

static void compare_key(struct table *table, const struct rp_experiment *from,
			const char *key)
{
	struct value values[VALUES_MAX];
	size_t more, count = collect(from, key, values, &more);

	if (count < 2)
		return;
	for (size_t i = 0; i < count && i < VALUES_SHOWN; i++) {
		const char *text = values[i].text;

		if (!strcmp(key, "state table"))
			text = short_table(from, text);
		add(table, i ? "" : key, text ? text : "(not told)",
		    values[i].runs, values[i].series);
	}
	if (count > VALUES_SHOWN)
		add(table, "", arena_printf("and %zu%s other values",
					    count - VALUES_SHOWN,
					    more ? " or more" : ""), 0, "");
}

static void compare_temperature(struct table *table,
				const struct rp_experiment *from)
{
	double low = HUGE_VAL, high = -HUGE_VAL;

	for (size_t i = 0; i < from->n_runs; i++) {
		const char *text = rp_fact(from->runs[i], "temperature_mc");

		if (text) {
			low = fmin(low, atof(text));
			high = fmax(high, atof(text));
		}
	}
	if (!(high - low > TEMPERATURE_MC))
		return;
	for (size_t s = 0; s < from->n_series; s++) {
		double sum = 0;
		size_t count = 0;

		for (size_t r = 0; r < from->series[s].count; r++) {
			const char *text = rp_fact(from->series[s].runs[r],
						   "temperature_mc");

			if (text) {
				sum += atof(text);
				count++;
			}
		}
		add(table, s ? "" : "temperature at the start",
		    count ? arena_printf("%.1f °C on average",
					 sum / count / 1000) : "(not told)",
		    from->series[s].count, from->series[s].label);
	}
	table_note(table, "temperatures at the start lie between %.1f and %.1f °C: power and frequency depend on it",
		   low / 1000, high / 1000);
}

static int compare_keys(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The keys of all runs, those that are compared elsewhere left out. */
static size_t all_keys(const struct rp_experiment *from, const char **keys,
		       size_t room)
{
	size_t count = 0;

	for (size_t i = 0; i < from->n_runs; i++)
		for (size_t f = 0; f < from->runs[i]->n_facts; f++) {
			const char *key = from->runs[i]->facts[f].key;
			size_t k = 0;

			if (!strcmp(key, "temperature_mc"))
				continue;
			while (k < count && keys[k] != key)
				k++;
			if (k == count && count < room)
				keys[count++] = key;
		}
	qsort(keys, count, sizeof(*keys), compare_keys);
	return count;
}

void layout_differences(struct report *report, const struct rp_experiment *from)
{
	static const char *const others[] = { "state table", "parameters",
		"program_version", "clock", "day" };
	struct table *table = report_table(report, "differences",
		arena_printf("Differences that confound, %s",
			     layout_subject(from)));
	const char *keys[256] = { NULL };
	size_t count = all_keys(from, keys, 256);

	table_column(table, "what", "key")->left = true;
	table_column(table, "value", "value")->left = true;
	table_column(table, "runs", "runs");
	table_column(table, "of", "series")->left = true;
	for (size_t i = 0; i < count; i++)
		compare_key(table, from, keys[i]);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		compare_key(table, from, others[i]);
	compare_temperature(table, from);
	if (!table->n_rows)
		table_note(table, "none: kernel, command line, microcode, tick rate, state tables, cpufreq, mitigations, SMT and %zu more facts are the same in all %zu runs; temperatures lie within %d °C or are not told",
			   count > 8 ? count - 8 : 0, from->n_runs,
			   TEMPERATURE_MC / 1000);
	else
		table_note(table, "a difference between governors may come from these instead");
}
