// SPDX-License-Identifier: GPL-2.0
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "replay/instructions.h"

#define STATES	"4"

/* bench-select beside this program, asked for instructions only. */
static FILE *start(const struct replay_options *options, const char *governors, pid_t *pid)
{
	char program[PATH_MAX + 16];
	ssize_t length = readlink("/proc/self/exe", program, PATH_MAX);
	int pipes[2];
	char *slash;

	program[length > 0 ? length : 0] = '\0';
	slash = strrchr(program, '/');
	strcpy(slash ? slash + 1 : program, "bench-select");
	if (pipe(pipes))
		die(EXIT_FAILURE, "no pipe to bench-select");
	*pid = fork();
	if (*pid < 0)
		die(EXIT_FAILURE, "cannot run bench-select");
	if (!*pid) {
		dup2(pipes[1], STDOUT_FILENO);
		close(pipes[0]);
		close(pipes[1]);
		execl(program, program, "--no-time", "--states", STATES, "--governors", governors,
		      options->peers ? "--peers" : NULL, options->peers, NULL);
		fprintf(stderr, "replay: %s cannot be run\n", program);
		_exit(127);
	}
	close(pipes[1]);
	return fdopen(pipes[0], "r");
}

/* Fixed policies cost nothing that is worth counting. */
static bool counts(const struct governor_kind *kind)
{
	return strncmp(kind->name, "fixed", 5);
}

static char *list_of(const struct setup_governors *governors)
{
	size_t i, size = governors->count * (GOVERNOR_NAME_MAX + 1) + 1;
	char *list = calloc(1, size);

	if (!list)
		die(EXIT_FAILURE, "out of memory");
	for (i = 0; i < governors->count; i++) {
		if (!counts(&governors->kinds[i]))
			continue;
		if (*list)
			strcat(list, ",");
		strcat(list, governors->kinds[i].name);
	}
	return list;
}

static bool have_valgrind(void)
{
	const char *path = getenv("PATH");
	char file[PATH_MAX];

	while (path && *path) {
		size_t length = strcspn(path, ":");

		snprintf(file, sizeof(file), "%.*s/valgrind", (int)length, path);
		if (!access(file, X_OK))
			return true;
		path += length + (path[length] == ':');
	}
	return false;
}

double *instructions_count(const struct replay_options *options,
			   const struct setup_governors *governors)
{
	double *counts = calloc(governors->count, sizeof(*counts));
	char *list = list_of(governors);
	char line[512], name[GOVERNOR_NAME_MAX];
	int status = 0;
	double value;
	pid_t pid;
	FILE *from;
	size_t i;

	if (!*list || !have_valgrind()) {
		free(list);
		return counts;
	}
	from = start(options, list, &pid);
	while (from && fgets(line, sizeof(line), from)) {
		if (sscanf(line, "%95[^,],mixed,%*d,%*d,,%lf", name, &value) != 2)
			continue;
		for (i = 0; i < governors->count; i++)
			if (!strcmp(governors->kinds[i].name, name))
				counts[i] = value;
	}
	if (from)
		fclose(from);
	free(list);
	if (waitpid(pid, &status, 0) < 0 || status)
		die(EXIT_FAILURE, "bench-select failed (--no-instructions does without)");
	return counts;
}
