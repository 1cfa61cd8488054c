// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "arena.h"
#include "series.h"

/* More columns than this are not read by anybody: pool, and say so. */
#define SERIES_AUTO_MAX 16

const char *rp_by_value(const struct rp_run *run, const char *key)
{
	char text[32];
	time_t when = run->started_s;
	struct tm parts;

	if (!strcmp(key, "kernel"))
		key = "kernel_release";
	if (!strcmp(key, "program_version"))
		return run->program_version;
	if (!strcmp(key, "parameters"))
		return run->parameters;
	if (!strcmp(key, "file"))
		return run->file;
	if (!strcmp(key, "day")) {
		gmtime_r(&when, &parts);
		strftime(text, sizeof(text), "%Y-%m-%d", &parts);
		return arena_intern(text);
	}
	return rp_fact(run, key);
}

size_t rp_varies(const struct rp_experiment *experiment, const char *key)
{
	const char *seen[SERIES_AUTO_MAX + 1];
	size_t count = 0;

	for (size_t i = 0; i < experiment->n_runs; i++) {
		const char *value = rp_by_value(experiment->runs[i], key);
		size_t k = 0;

		while (k < count && seen[k] != value)
			k++;
		if (k == count && count <= SERIES_AUTO_MAX)
			seen[count++] = value;
	}
	return count;
}

static const char *label_of(const struct rp_run *run, const char *by)
{
	const char *label = run->governor ? run->governor : "(as found)";
	char *keys = strdup(by), *state = NULL;

	if (run->setting)
		label = arena_printf("%s+%s", label, run->setting);
	for (char *key = strtok_r(keys, ",", &state); key;
	     key = strtok_r(NULL, ",", &state)) {
		const char *value = rp_by_value(run, key);

		if (!strcmp(key, "none"))
			continue;
		label = arena_printf("%s, %s", label, value ? value : "?");
	}
	free(keys);
	return arena_intern(label);
}

static void add_to_series(struct rp_experiment *experiment, const char *label)
{
	struct rp_series *series = experiment->series;
	size_t i = 0;

	while (i < experiment->n_series && series[i].label != label)
		i++;
	if (i == experiment->n_series) {
		series[i].label = label;
		experiment->n_series++;
	}
	series[i].count++;
}

static void fill_series(struct rp_experiment *experiment, const char **labels)
{
	for (size_t s = 0; s < experiment->n_series; s++) {
		struct rp_series *series = &experiment->series[s];
		size_t at = 0;

		series->runs = arena_new(struct rp_run *, series->count);
		for (size_t i = 0; i < experiment->n_runs; i++)
			if (labels[i] == series->label)
				series->runs[at++] = experiment->runs[i];
	}
}

static size_t split(struct rp_experiment *experiment, const char *by)
{
	const char **labels = arena_new(const char *, experiment->n_runs);

	experiment->series = arena_new(struct rp_series, experiment->n_runs);
	experiment->n_series = 0;
	for (size_t i = 0; i < experiment->n_runs; i++) {
		labels[i] = label_of(experiment->runs[i], by);
		add_to_series(experiment, labels[i]);
	}
	fill_series(experiment, labels);
	return experiment->n_series;
}

/* Kernels and machines that differ are told apart as long as it can be read. */
static void split_auto(struct rp_experiment *experiment)
{
	const char *kernel = rp_varies(experiment, "kernel_release") > 1 ?
		"kernel_release" : NULL;
	const char *machine = rp_varies(experiment, "hostname") > 1 ?
		"hostname" : NULL;

	if (kernel && machine &&
	    split(experiment, "kernel_release,hostname") <= SERIES_AUTO_MAX)
		return;
	if (kernel && split(experiment, kernel) <= SERIES_AUTO_MAX)
		return;
	if (machine && split(experiment, machine) <= SERIES_AUTO_MAX)
		return;
	split(experiment, "");
}

static void move_first(struct rp_experiment *experiment, size_t at)
{
	struct rp_series first = experiment->series[at];

	memmove(&experiment->series[1], &experiment->series[0],
		at * sizeof(first));
	experiment->series[0] = first;
}

static bool find_label(const struct rp_experiment *experiment,
		       const char *label, size_t *at)
{
	for (size_t i = 0; i < experiment->n_series; i++)
		if (!strcmp(experiment->series[i].label, label)) {
			*at = i;
			return true;
		}
	/* "teo" also finds "teo, 6.12.1": the first of them. */
	for (size_t i = 0; i < experiment->n_series; i++) {
		size_t length = strlen(label);

		if (!strncmp(experiment->series[i].label, label, length) &&
		    experiment->series[i].label[length] == ',') {
			*at = i;
			return true;
		}
	}
	return false;
}

static int compare_series(const void *a, const void *b)
{
	const struct rp_series *x = a, *y = b;

	return strcmp(x->label, y->label);
}

/* Brings the labels of @order to the front, in that order. */
static void put_in_order(struct rp_experiment *experiment, const char *order)
{
	char *labels = strdup(order);
	char *comma;
	size_t at;

	if (!labels)
		abort();
	for (comma = strrchr(labels, ','); *labels; comma = strrchr(labels, ',')) {
		char *label = comma ? comma + 1 : labels;

		if (find_label(experiment, label, &at))
			move_first(experiment, at);
		*(comma ? comma : labels) = '\0';
	}
	free(labels);
}

/* A key that no run has is a mistake, not a way to tell runs apart. */
static const char *check_keys(const struct rp_experiment *experiment,
			      const char *by)
{
	char *keys = strdup(by), *state = NULL;
	const char *problem = NULL;

	for (char *key = strtok_r(keys, ",", &state); key && !problem;
	     key = strtok_r(NULL, ",", &state)) {
		size_t i = 0;

		while (i < experiment->n_runs &&
		       !rp_by_value(experiment->runs[i], key))
			i++;
		if (i == experiment->n_runs && strcmp(key, "none"))
			problem = arena_printf("--by %s: no run has it", key);
	}
	free(keys);
	return problem;
}

const char *rp_split_series(struct rp_experiment *experiment,
			    const struct rp_choice *choice)
{
	const char *problem = choice->by ? check_keys(experiment, choice->by) :
		NULL;
	const char *reference = choice->reference;
	size_t at;

	if (problem)
		return problem;
	if (choice->by)
		split(experiment, choice->by);
	else
		split_auto(experiment);
	qsort(experiment->series, experiment->n_series,
	      sizeof(*experiment->series), compare_series);
	if (choice->order)
		put_in_order(experiment, choice->order);
	for (size_t i = 0; !reference && i < experiment->n_runs; i++)
		reference = experiment->runs[i]->reference;
	if (!reference)
		return NULL;
	if (find_label(experiment, reference, &at))
		move_first(experiment, at);
	else if (choice->reference)
		return arena_printf("--reference %s: no run has it", reference);
	return NULL;
}
