// SPDX-License-Identifier: GPL-2.0
/* The result file as a whole: head, writing, resuming. Points: result-point.c. */
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "clock.h"
#include "result.h"

#define FORMAT_NAME	"tally-result"
#define FORMAT_VERSION	1
/* Twelve digits: more than any clock gives, and the same text on every machine. */
#define DUMP_FLAGS	(JSON_INDENT(1) | JSON_SORT_KEYS | JSON_REAL_PRECISION(12))

static json_t *text_or_null(const char *text)
{
	return text ? json_string(text) : json_null();
}

static json_t *command_json(int argc, char **argv)
{
	json_t *command = json_array();
	int i;

	for (i = 0; i < argc; i++) {
		json_t *word = json_string(argv[i]);

		/* Arguments that are not UTF-8 cannot be in a JSON file. */
		json_array_append_new(command, word ? word : json_string("?"));
	}
	return command;
}

/* Every missing directory of a path, as mkdir -p. */
static int make_directories(const char *path)
{
	char copy[PATH_MAX], *p;

	snprintf(copy, sizeof(copy), "%s", path);
	for (p = copy + 1; *p; p++)
		if (*p == '/') {
			*p = '\0';
			if (mkdir(copy, 0777) && errno != EEXIST)
				return -1;
			*p = '/';
		}
	return mkdir(copy, 0777) && errno != EEXIST ? -1 : 0;
}

static int set_path(struct result *result, const struct result_head *head, struct err *err)
{
	const char *governor = head->governor ? head->governor : "current";
	struct stat st;
	int n;

	result->path[0] = '\0';
	if (!head->output)
		return 0;
	if (make_directories(head->output) || stat(head->output, &st))
		return err_set(err, BENCH_FAILED, "--output: %s: %m", head->output);
	if (!S_ISDIR(st.st_mode) || access(head->output, W_OK))
		return err_set(err, BENCH_FAILED,
			       "--output: %s: is not a directory that can be written",
			       head->output);
	n = snprintf(result->path, sizeof(result->path), "%s/%s-%s%s%s-%d.json", head->output,
		     head->program, governor, head->setting ? "-" : "",
		     head->setting ? head->setting : "", head->run);
	if (n >= (int)sizeof(result->path) - 8)
		return err_set(err, BENCH_USAGE, "--output: the path is too long");
	return 0;
}

int result_begin(struct result *result, const struct result_head *head, struct err *err)
{
	json_t *root = json_object();

	result->root = root;
	json_object_set_new(root, "format", json_string(FORMAT_NAME));
	json_object_set_new(root, "version", json_integer(FORMAT_VERSION));
	json_object_set_new(root, "program", json_string(head->program));
	json_object_set_new(root, "program_version", json_string(TALLY_VERSION));
	json_object_set_new(root, "command", command_json(head->argc, head->argv));
	json_object_set_new(root, "started_s", json_integer(time(NULL)));
	json_object_set_new(root, "run", json_integer(head->run));
	json_object_set_new(root, "governor", text_or_null(head->governor));
	json_object_set_new(root, "reference", text_or_null(head->reference));
	json_object_set_new(root, "setting", text_or_null(head->setting));
	json_object_set_new(root, "parameters", head->parameters);
	json_object_set_new(root, "clock", json_string(BENCH_CLOCK_NAME));
	json_object_set_new(root, "host", head->host);
	json_object_set_new(root, "cpuidle", head->cpuidle);
	json_object_set_new(root, "groups", json_array());
	json_object_set_new(root, "points", json_array());
	json_object_set_new(root, "notes", json_array());
	json_object_set_new(root, "complete", json_false());
	return set_path(result, head, err);
}

/* Key whose value in the old file is another one than now, or NULL. */
static const char *differs(const json_t *old, const json_t *new)
{
	static const char *const keys[] = {
		"format", "version", "program", "run", "governor", "setting", "parameters",
		"cpuidle", "groups",
	};
	size_t i;

	for (i = 0; i < sizeof(keys) / sizeof(*keys); i++)
		if (!json_equal(json_object_get(old, keys[i]), json_object_get(new, keys[i])))
			return keys[i];
	return NULL;
}

int result_resume(struct result *result, struct err *err)
{
	json_error_t why;
	const char *key;
	json_t *old;
	int points;

	if (!result->path[0] || access(result->path, F_OK))
		return 0;
	old = json_load_file(result->path, 0, &why);
	if (!old)
		return err_set(err, BENCH_USAGE, "--resume: %s: line %d: %s", result->path,
			       why.line, why.text);
	key = differs(old, result->root);
	if (key) {
		json_decref(old);
		return err_set(err, BENCH_USAGE,
			       "--resume: %s: was made with another '%s'; choose another --output",
			       result->path, key);
	}
	json_object_set(result->root, "started_s", json_object_get(old, "started_s"));
	json_object_set(result->root, "points", json_object_get(old, "points"));
	json_object_set(result->root, "notes", json_object_get(old, "notes"));
	json_object_set(result->root, "complete", json_object_get(old, "complete"));
	json_decref(old);
	points = (int)json_array_size(json_object_get(result->root, "points"));
	return points;
}

bool result_is_complete(const struct result *result)
{
	return json_is_true(json_object_get(result->root, "complete"));
}

void result_group(struct result *result, const char *name, const struct cpulist *cpus)
{
	json_t *list = json_array();
	int i;

	for (i = 0; i < cpus->count; i++)
		json_array_append_new(list, json_integer(cpus->cpu[i]));
	json_array_append_new(json_object_get(result->root, "groups"),
			      json_pack("{s:s, s:o}", "name", name, "cpus", list));
}

void result_note(struct result *result, const char *text)
{
	json_t *notes = json_object_get(result->root, "notes"), *note;
	size_t i;

	json_array_foreach(notes, i, note)
		if (!strcmp(json_string_value(note), text))
			return;
	json_array_append_new(notes, json_string(text));
}

static int write_all(FILE *f, const json_t *root)
{
	int ret = json_dumpf(root, f, DUMP_FLAGS);

	if (!ret && (fputc('\n', f) == EOF || fflush(f) || fsync(fileno(f))))
		ret = -1;
	return ret;
}

int result_write(struct result *result, bool complete, struct err *err)
{
	char temp[sizeof(result->path) + 8];
	FILE *f;
	int ret;

	json_object_set_new(result->root, "complete", json_boolean(complete));
	if (!result->path[0])
		return 0;
	snprintf(temp, sizeof(temp), "%s.new", result->path);
	f = fopen(temp, "we");
	if (!f)
		return err_set(err, BENCH_FAILED, "%s: %m", temp);
	ret = write_all(f, result->root);
	if (fclose(f) || ret || rename(temp, result->path)) {
		err_set(err, BENCH_FAILED, "%s: cannot be written: %m", result->path);
		unlink(temp);
		return -1;
	}
	return 0;
}

void result_free(struct result *result)
{
	json_decref(result->root);
	memset(result, 0, sizeof(*result));
}
