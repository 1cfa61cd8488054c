// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "load.h"
#include "read.h"

#define THREADS_MAX 16

struct work {
	const char **files;
	size_t count;
	int keep;
	struct rp_run *runs;
	const char **errors;
	size_t next;
};

/* Expands folders; an unreadable folder stays in the list and fails by name. */
struct names {
	const char **name;
	size_t count, room;
};

static void add_name(struct names *names, const char *name)
{
	if (names->count == names->room) {
		names->room = names->room ? names->room * 2 : 64;
		names->name = realloc(names->name,
				      names->room * sizeof(*names->name));
		if (!names->name) {
			fputs("report: no memory left\n", stderr);
			exit(1);
		}
	}
	names->name[names->count++] = name;
}

static int only_json(const struct dirent *entry)
{
	size_t length = strlen(entry->d_name);

	return length > 5 && !strcmp(entry->d_name + length - 5, ".json");
}

static void expand(struct names *names, const char *name)
{
	struct dirent **entries;
	struct stat info;
	int count;

	if (stat(name, &info) || !S_ISDIR(info.st_mode)) {
		add_name(names, name);
		return;
	}
	count = scandir(name, &entries, only_json, alphasort);
	if (count <= 0)
		add_name(names, name);
	for (int i = 0; i < count; i++) {
		add_name(names, arena_printf("%s/%s", name,
					     entries[i]->d_name));
		free(entries[i]);
	}
	if (count >= 0)
		free(entries);
}

static const char *read_one(const char *file, int keep, struct rp_run *run)
{
	struct stat info;

	if (stat(file, &info))
		return arena_printf("cannot be read: %s", strerror(errno));
	if (S_ISDIR(info.st_mode))
		return access(file, R_OK) ? "cannot be read" :
		       "is a folder without any .json file";
	if (S_ISREG(info.st_mode) && !info.st_size)
		return "is empty";
	return rp_read(file, keep, run);
}

static void *worker(void *data)
{
	struct work *work = data;
	size_t i;

	while ((i = __atomic_fetch_add(&work->next, 1, __ATOMIC_RELAXED)) <
	       work->count)
		work->errors[i] = read_one(work->files[i], work->keep,
					   &work->runs[i]);
	return NULL;
}

static void read_all(struct work *work)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);
	size_t threads = cpus > 1 ? (size_t)cpus : 1;
	pthread_t ids[THREADS_MAX];
	size_t started = 0;

	if (threads > THREADS_MAX)
		threads = THREADS_MAX;
	/* A few files are not worth a thread each. */
	if (threads > work->count / 8 + 1)
		threads = work->count / 8 + 1;
	for (; started + 1 < threads; started++)
		if (pthread_create(&ids[started], NULL, worker, work))
			break;
	worker(work);
	while (started)
		pthread_join(ids[--started], NULL);
}

/*
 * What makes two files the same run. Guest time starts at the same second in
 * every lab run, hence all that the run was made with is part of it.
 */
static const char *identity(const struct rp_run *run)
{
	static const char *const keys[] = { "hostname", "kernel_release",
		"kernel_version", "kernel_cmdline", "cpus_online", "microcode" };
	const char *text = arena_printf("%s|%s|%s|%d|%.3f|%s|%s", run->program,
					run->governor ? run->governor : "",
					run->setting ? run->setting : "",
					run->run, run->started_s,
					run->parameters ? run->parameters : "",
					run->tables_text ? run->tables_text : "");

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const char *fact = rp_fact(run, keys[i]);

		text = arena_printf("%s|%s", text, fact ? fact : "");
	}
	return arena_intern(text);
}

struct seen {
	const char *identity;
	size_t at;
};

static int compare_seen(const void *a, const void *b)
{
	const struct seen *x = a, *y = b;

	if (x->identity != y->identity)
		return x->identity < y->identity ? -1 : 1;
	return (x->at > y->at) - (x->at < y->at);
}

/* Of the records of one run the one with the most points is kept. */
static void find_duplicates(struct work *work)
{
	struct seen *seen = arena_new(struct seen, work->count + 1);
	size_t count = 0;

	for (size_t i = 0; i < work->count; i++) {
		if (work->errors[i])
			continue;
		seen[count].identity = identity(&work->runs[i]);
		seen[count++].at = i;
	}
	qsort(seen, count, sizeof(*seen), compare_seen);
	for (size_t i = 0, end; i < count; i = end) {
		size_t best = seen[i].at;

		for (end = i + 1; end < count &&
		     seen[end].identity == seen[i].identity; end++)
			if (work->runs[seen[end].at].n_points >
			    work->runs[best].n_points)
				best = seen[end].at;
		for (size_t k = i; k < end; k++)
			if (seen[k].at != best)
				work->errors[seen[k].at] =
					arena_printf("is a duplicate of %s (the same run): left out",
						     work->files[best]);
	}
}

void rp_load(char **files, size_t count, int keep, struct rp_set *set)
{
	struct names names = { NULL, 0, 0 };
	struct work work = { .keep = keep };

	for (size_t i = 0; i < count; i++)
		expand(&names, files[i]);
	work.files = names.name;
	work.count = names.count;
	work.runs = arena_new(struct rp_run, work.count + 1);
	work.errors = arena_new(const char *, work.count + 1);
	read_all(&work);
	find_duplicates(&work);
	memset(set, 0, sizeof(*set));
	set->runs = arena_new(struct rp_run *, work.count + 1);
	set->problems = arena_new(struct rp_problem, work.count + 1);
	for (size_t i = 0; i < work.count; i++) {
		if (work.errors[i]) {
			set->problems[set->n_problems].file = work.files[i];
			set->problems[set->n_problems++].text = work.errors[i];
		} else {
			set->runs[set->n_runs++] = &work.runs[i];
		}
	}
}
