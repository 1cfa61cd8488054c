// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "arena.h"
#include "json.h"
#include "read.h"
#include "read_point.h"
#include "scratch.h"

const char *rp_fact(const struct rp_run *run, const char *key)
{
	for (size_t i = 0; i < run->n_facts; i++)
		if (!strcmp(run->facts[i].key, key))
			return run->facts[i].text;
	return NULL;
}

const struct rp_metric *rp_metric(const struct rp_point *point,
				  const char *name)
{
	for (size_t i = 0; i < point->n_metrics; i++)
		if (point->metrics[i].name == name)
			return &point->metrics[i];
	return NULL;
}

/* An object's members are facts of their own: "mitigations.mds". */
static void add_fact(struct rp_run *run, const char *key, json_t *value)
{
	const char *inner;
	json_t *member;

	if (json_is_null(value) || !value)
		return;
	if (!json_is_object(value)) {
		run->facts[run->n_facts].key = arena_intern(key);
		run->facts[run->n_facts++].text = doc_any(value);
		return;
	}
	json_object_foreach(value, inner, member) {
		char name[256];

		snprintf(name, sizeof(name), "%s.%s", key, inner);
		if (json_is_null(member))
			continue;
		run->facts[run->n_facts].key = arena_intern(name);
		run->facts[run->n_facts++].text = doc_any(member);
	}
}

static void read_facts(struct doc *doc, json_t *root, struct rp_run *run)
{
	json_t *host = doc_object(doc, root, "host", true);
	json_t *cpuidle = doc_object(doc, root, "cpuidle", true);
	const char *key;
	size_t room = 1;
	json_t *value;

	if (doc->error)
		return;
	json_object_foreach(host, key, value)
		room += json_is_object(value) ? json_object_size(value) : 1;
	run->facts = arena_new(struct rp_fact, room);
	json_object_foreach(host, key, value)
		add_fact(run, key, value);
	add_fact(run, "cpuidle_driver", json_object_get(cpuidle, "driver"));
}

static void read_table(struct doc *doc, json_t *from, struct rp_table *table)
{
	json_t *states = doc_array(doc, from, "states", true), *state;
	size_t i;

	table->cpus = doc_cpus(doc, from, "cpus");
	table->count = json_array_size(states);
	table->states = arena_new(struct rp_state, table->count);
	json_array_foreach(states, i, state) {
		struct rp_state *to = &table->states[i];

		to->index = doc_count(doc, state, "index", true);
		to->name = doc_text(doc, state, "name", true);
		to->desc = doc_text(doc, state, "desc", false);
		to->exit_latency_us =
			doc_number(doc, state, "exit_latency_us", 0, true);
		to->target_residency_us =
			doc_number(doc, state, "target_residency_us", 0, true);
		to->disabled = doc_bool(doc, state, "disabled", false);
	}
}

static void read_tables(struct doc *doc, json_t *root, struct rp_run *run)
{
	json_t *cpuidle = doc_object(doc, root, "cpuidle", true);
	json_t *tables = doc_array(doc, cpuidle, "tables", false), *table;
	size_t i;

	run->n_tables = json_array_size(tables);
	run->tables = arena_new(struct rp_table, run->n_tables);
	doc->where = "cpuidle.tables";
	json_array_foreach(tables, i, table)
		read_table(doc, table, &run->tables[i]);
	doc->where = NULL;
	run->tables_text = doc_any(tables);
}

static void read_command(struct doc *doc, json_t *root, struct rp_run *run)
{
	json_t *array = doc_array(doc, root, "command", false), *word;
	char **words = arena_new(char *, json_array_size(array));
	size_t i;

	json_array_foreach(array, i, word) {
		words[i] = (char *)json_string_value(word);
		if (!words[i]) {
			doc_fail(doc, "command", "has something that is no string");
			return;
		}
	}
	run->command = arena_intern(arena_quoted(json_array_size(array), words));
}

static void read_notes(struct doc *doc, json_t *root, struct rp_run *run)
{
	json_t *notes = doc_array(doc, root, "notes", false), *note;
	size_t i;

	run->n_notes = json_array_size(notes);
	run->notes = arena_new(const char *, run->n_notes);
	json_array_foreach(notes, i, note)
		run->notes[i] = doc_any(note) ? doc_any(note) : "";
}

static void read_run(struct doc *doc, json_t *root, int keep,
		     struct rp_run *run)
{
	json_t *points = doc_array(doc, root, "points", true), *point;
	json_t *parameters = doc_object(doc, root, "parameters", false);
	size_t i;

	run->program = doc_text(doc, root, "program", true);
	run->program_version = doc_text(doc, root, "program_version", false);
	run->started_s = doc_number(doc, root, "started_s", 0, false);
	run->run = doc_count(doc, root, "run", true);
	run->governor = doc_text(doc, root, "governor", false);
	run->reference = doc_text(doc, root, "reference", false);
	run->setting = doc_text(doc, root, "setting", false);
	run->clock = doc_text(doc, root, "clock", false);
	run->parameters = doc_any(parameters);
	run->cpus = doc_any(json_object_get(parameters, "cpus"));
	run->complete = doc_bool(doc, root, "complete", true);
	read_command(doc, root, run);
	read_notes(doc, root, run);
	read_facts(doc, root, run);
	read_tables(doc, root, run);
	run->n_points = json_array_size(points);
	run->points = arena_new(struct rp_point, run->n_points);
	json_array_foreach(points, i, point) {
		char where[32];

		snprintf(where, sizeof(where), "points[%zu]", i);
		doc->where = where;
		rp_read_point(doc, point, keep, &run->points[i]);
		doc->where = NULL;
		if (doc->error)
			return;
	}
}

static void check_kind(struct doc *doc, json_t *root)
{
	const char *format;
	json_int_t version;

	if (!json_is_object(root)) {
		doc->error = "is not a result file: not a JSON object";
		return;
	}
	format = json_string_value(json_object_get(root, "format"));
	if (!format || strcmp(format, "tally-result")) {
		doc->error = "is not a result file: its format is not \"tally-result\"";
		return;
	}
	version = doc_count(doc, root, "version", true);
	if (version > RP_VERSION)
		doc->error = arena_printf("is of version %lld, this report reads up to version %d: use a newer tally",
					  (long long)version, RP_VERSION);
	else if (version < 1 && !doc->error)
		doc->error = "version is not 1 or more";
}

/* malloc()ed; NULL with errno set when it cannot be read. */
static char *whole_file(const char *file, size_t *size)
{
	int fd = open(file, O_RDONLY | O_CLOEXEC);
	size_t room = 0;
	char *text = NULL;
	ssize_t got = 1;

	*size = 0;
	while (fd >= 0 && got > 0) {
		char *more;

		room += room + 65536;
		more = realloc(text, room);
		if (!more) {
			got = -1;
			break;
		}
		text = more;
		while (*size < room &&
		       (got = read(fd, text + *size, room - *size)) > 0)
			*size += got;
	}
	if (fd >= 0)
		close(fd);
	if (fd < 0 || got < 0) {
		free(text);
		return NULL;
	}
	return text;
}

const char *rp_read(const char *file, int keep, struct rp_run *run)
{
	json_error_t problem;
	struct doc doc = { NULL, NULL };
	size_t size;
	json_t *root;
	char *text;

	memset(run, 0, sizeof(*run));
	run->file = file;
	text = whole_file(file, &size);
	if (!text)
		return arena_printf("cannot be read: %s", strerror(errno));
	root = json_loadb(text, size, JSON_REJECT_DUPLICATES, &problem);
	free(text);
	if (!root)
		return arena_printf("%s, line %d: %s",
				    json_error_code(&problem) == json_error_premature_end_of_input ?
				    "is truncated" : "is malformed JSON",
				    problem.line, problem.text);
	check_kind(&doc, root);
	if (!doc.error)
		read_run(&doc, root, keep, run);
	scratch_reset();
	return doc.error;
}
