// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "replay/setup.h"

static void add_governor(struct setup_governors *governors, const char *name,
			 const char *folder)
{
	size_t all = governors->count + governors->fixed_count;
	struct governor_kind *kinds;
	char error[512];

	kinds = realloc(governors->kinds, (all + 1) * sizeof(*kinds));
	if (!kinds)
		die(EXIT_FAILURE, "out of memory");
	governors->kinds = kinds;
	if (governor_load(&kinds[all], name, folder, error, sizeof(error)))
		die(EXIT_USAGE, "%s", error);
}

static int by_version(const void *left, const void *right)
{
	/* Newest first: 7.3 before 6.12, 6.12 before 6.1. */
	return -strverscmp(*(char *const *)left, *(char *const *)right);
}

/* Every shared object in the folder, tally's last, without the .hzN variants. */
static void add_all(struct setup_governors *governors, const char *folder)
{
	char pattern[PATH_MAX + 8];
	char **names;
	size_t i, count = 0;
	glob_t found;

	snprintf(pattern, sizeof(pattern), "%s/*.so", folder);
	if (glob(pattern, 0, NULL, &found))
		die(EXIT_USAGE, "there are no governors in %s (`make peers` builds them)", folder);
	names = calloc(found.gl_pathc, sizeof(*names));
	if (!names)
		die(EXIT_FAILURE, "out of memory");
	for (i = 0; i < found.gl_pathc; i++) {
		char *name = strrchr(found.gl_pathv[i], '/') + 1;

		*strrchr(name, '.') = '\0';
		if (!strstr(name, ".hz") && strcmp(name, "tally"))
			names[count++] = name;
	}
	qsort(names, count, sizeof(*names), by_version);
	for (i = 0; i < count; i++) {
		add_governor(governors, names[i], folder);
		governors->count++;
	}
	add_governor(governors, "tally", folder);
	governors->count++;
	free(names);
	globfree(&found);
}

/* A plain "tally" with --tally-params. */
static void with_params(const char *params, char *name, size_t size)
{
	char *c;

	if (!params || strcmp(name, "tally"))
		return;
	if ((size_t)snprintf(name, size, "tally:%s", params) >= size)
		die(EXIT_USAGE, "--tally-params: too long");
	for (c = name; *c; c++)
		if (*c == ',')
			*c = '+';
}

static size_t find(const struct setup_governors *governors, const char *prefix, size_t none)
{
	size_t i;

	for (i = 0; i < governors->count; i++)
		if (!strncmp(governors->kinds[i].name, prefix, strlen(prefix)))
			return i;
	return none;
}

static size_t find_asked(const struct setup_governors *governors, const char *option,
			 const char *name)
{
	size_t i;

	for (i = 0; i < governors->count; i++)
		if (!strcmp(governors->kinds[i].name, name))
			return i;
	die(EXIT_USAGE, "--%s: '%s' is not among the governors", option, name);
}

static void add_fixed(struct setup_governors *governors, const char *folder)
{
	int state, stop;
	char name[32];

	for (state = 0; state < CPUIDLE_STATE_MAX; state++) {
		for (stop = 0; stop < 2; stop++) {
			snprintf(name, sizeof(name), "fixed:state=%d+stop=%d", state, stop);
			add_governor(governors, name, folder);
			governors->fixed_count++;
		}
	}
}

void setup_governors(const struct replay_options *options, bool bounds,
		     struct setup_governors *governors)
{
	const char *list = options->governors;
	char name[GOVERNOR_NAME_MAX], folder[PATH_MAX];

	memset(governors, 0, sizeof(*governors));
	governor_folder(folder, sizeof(folder));
	if (options->peers)
		snprintf(folder, sizeof(folder), "%s", options->peers);
	if (!list || !strcmp(list, "all")) {
		add_all(governors, folder);
		if (options->tally_params) {
			strcpy(name, "tally");
			with_params(options->tally_params, name, sizeof(name));
			add_governor(governors, name, folder);
			governors->count++;
		}
	} else {
		while (list_next(&list, name, sizeof(name))) {
			with_params(options->tally_params, name, sizeof(name));
			add_governor(governors, name, folder);
			governors->count++;
		}
		if (!governors->count)
			die(EXIT_USAGE, "--governors: a governor is missing");
	}
	governors->reference = find(governors, "teo", 0);
	governors->focus = find(governors, "tally", governors->count - 1);
	if (options->reference)
		governors->reference = find_asked(governors, "reference", options->reference);
	if (options->focus)
		governors->focus = find_asked(governors, "focus", options->focus);
	if (bounds)
		add_fixed(governors, folder);
}

void setup_governors_free(struct setup_governors *governors)
{
	size_t i;

	for (i = 0; i < governors->count + governors->fixed_count; i++)
		governor_unload(&governors->kinds[i]);
	free(governors->kinds);
}

void setup_catalogue(const struct replay_options *options, char *path, size_t size)
{
	char program[PATH_MAX];
	ssize_t length;
	char *slash;

	if (options->table_file) {
		snprintf(path, size, "%s", options->table_file);
		return;
	}
	length = readlink("/proc/self/exe", program, sizeof(program) - 1);
	program[length > 0 ? length : 0] = '\0';
	slash = strrchr(program, '/');
	if (slash)
		*slash = '\0';
	snprintf(path, size, "%s/../tables/catalogue.csv", slash ? program : ".");
}

unsigned int setup_threads(const struct replay_options *options)
{
	cpu_set_t set;

	if (options->threads)
		return options->threads;
	if (sched_getaffinity(0, sizeof(set), &set))
		return 1;
	return CPU_COUNT(&set);
}

FILE *setup_output(const char *path)
{
	FILE *file = strcmp(path, "-") ? fopen(path, "w") : stdout;

	if (!file)
		die(EXIT_FAILURE, "%s: %s", path, strerror(errno));
	return file;
}

void setup_output_close(FILE *file, const char *path)
{
	int failed = ferror(file) | fflush(file);

	if (file != stdout)
		failed |= fclose(file);
	if (failed)
		die(EXIT_FAILURE, "%s: not all could be written", path);
}
