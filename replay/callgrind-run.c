// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "replay/callgrind-run.h"
#include "replay/options.h"

#define GOVERNORS	32
#define STATES		(CPUIDLE_STATE_MAX + 1)
#define LOADS		2

struct callgrind_counts {
	double full[GOVERNORS][STATES][LOADS];
	double empty[GOVERNORS][STATES][LOADS];
};

/* One dump: its label stands in "desc: Trigger:", its sum in "totals:". */
static void read_dump(struct callgrind_counts *counts, const char *path)
{
	char line[512], kind[16] = "";
	int governor = -1, states = 0, load = 0;
	double total = 0;
	FILE *file = fopen(path, "r");

	if (!file)
		die(EXIT_FAILURE, "%s: %s", path, strerror(errno));
	while (fgets(line, sizeof(line), file)) {
		sscanf(line, "desc: Trigger: Client Request: %15s %d %d %d", kind, &governor,
		       &states, &load);
		sscanf(line, "totals: %lf", &total);
	}
	fclose(file);
	if (governor < 0 || governor >= GOVERNORS || states < 0 || states >= STATES ||
	    load < 0 || load >= LOADS)
		return;
	if (!strcmp(kind, "full"))
		counts->full[governor][states][load] = total;
	else if (!strcmp(kind, "empty"))
		counts->empty[governor][states][load] = total;
}

static void read_dumps(struct callgrind_counts *counts, const char *folder)
{
	char pattern[PATH_MAX];
	glob_t found;
	size_t i;

	snprintf(pattern, sizeof(pattern), "%s/out*", folder);
	if (glob(pattern, 0, NULL, &found))
		die(EXIT_FAILURE, "callgrind left nothing in %s", folder);
	for (i = 0; i < found.gl_pathc; i++) {
		read_dump(counts, found.gl_pathv[i]);
		unlink(found.gl_pathv[i]);
	}
	globfree(&found);
	rmdir(folder);
}

static void run_child(int argc, char **argv, const char *folder)
{
	char output[PATH_MAX], self[PATH_MAX];
	ssize_t length = readlink("/proc/self/exe", self, sizeof(self) - 1);
	char **args = calloc(argc + 16, sizeof(*args));
	int i, n = 0;

	if (!args || length < 0)
		_exit(127);
	self[length] = '\0';
	snprintf(output, sizeof(output), "--callgrind-out-file=%s/out", folder);
	args[n++] = "valgrind";
	args[n++] = "-q";
	args[n++] = "--tool=callgrind";
	args[n++] = "--collect-atstart=no";
	args[n++] = "--combine-dumps=no";
	args[n++] = output;
	args[n++] = self;
	for (i = 1; i < argc; i++)
		args[n++] = argv[i];
	args[n++] = "--collect";
	execvp(args[0], args);
	_exit(127);
}

struct callgrind_counts *callgrind_run(int argc, char **argv)
{
	struct callgrind_counts *counts = calloc(1, sizeof(*counts));
	char folder[] = "/tmp/bench-select-XXXXXX";
	int status;
	pid_t pid;

	if (!counts || !mkdtemp(folder))
		die(EXIT_FAILURE, "cannot make a folder in /tmp: %s", strerror(errno));
	fflush(stdout);
	pid = fork();
	if (!pid)
		run_child(argc, argv, folder);
	if (pid < 0 || waitpid(pid, &status, 0) < 0)
		die(EXIT_FAILURE, "cannot run valgrind: %s", strerror(errno));
	if (WIFEXITED(status) && WEXITSTATUS(status) == 127) {
		rmdir(folder);
		die(EXIT_NOT_HERE, "valgrind is not here (--no-instructions does without)");
	}
	if (!WIFEXITED(status) || WEXITSTATUS(status))
		die(EXIT_FAILURE, "the run under valgrind failed");
	read_dumps(counts, folder);
	return counts;
}

double callgrind_count(const struct callgrind_counts *counts, size_t governor, int states,
		       int load)
{
	return counts->full[governor][states][load] - counts->empty[governor][states][load];
}

void callgrind_free(struct callgrind_counts *counts)
{
	free(counts);
}
