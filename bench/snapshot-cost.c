// SPDX-License-Identifier: GPL-2.0
/*
 * What a reading of the idle counters costs: kept-open descriptors beside the calls of
 * libcpupower on this machine, in turns, and a made-up tree of a big machine.
 */
#include <argp.h>
#include <errno.h>
#include <fcntl.h>
#include <ftw.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cpuidle.h>

#include "lib/clock.h"
#include "lib/idle.h"
#include "lib/sweep.h"
#include "lib/topology.h"

enum {
	KEY_ROUNDS = 0x500,
	KEY_CPUS,
	KEY_STATES,
	KEY_DIR,
};

static struct {
	int rounds;
	int cpus;
	int states;
	const char *dir;
	struct err err;
} cost = { .rounds = 200, .cpus = 1024, .states = 10, .dir = "/dev/shm" };

static const struct argp_option options[] = {
	{ "rounds", KEY_ROUNDS, "N", 0, "Turns of each way (default: 200)", 0 },
	{ "tree-cpus", KEY_CPUS, "N", 0, "CPUs of the made-up tree, 0: none (default: 1024)", 0 },
	{ "tree-states", KEY_STATES, "N", 0, "States of each of its CPUs (default: 10)", 0 },
	{ "tree-dir", KEY_DIR, "DIR", 0,
	  "Where the tree is made and removed again (default: /dev/shm)", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	int ret = 0;

	switch (key) {
	case ARGP_KEY_INIT:
		/* getopt's own line about an unknown option is enough. */
		state->err_stream = NULL;
		break;
	case KEY_ROUNDS:
		ret = parse_int(&cost.rounds, arg, 1, 1000000, "--rounds", &cost.err);
		break;
	case KEY_CPUS:
		ret = parse_int(&cost.cpus, arg, 0, 65536, "--tree-cpus", &cost.err);
		break;
	case KEY_STATES:
		ret = parse_int(&cost.states, arg, 1, 64, "--tree-states", &cost.err);
		break;
	case KEY_DIR:
		cost.dir = arg;
		break;
	case ARGP_KEY_ARG:
		ret = err_set(&cost.err, BENCH_USAGE, "'%s' is not an option (see --help)",
			      arg);
		break;
	default:
		return ARGP_ERR_UNKNOWN;
	}
	return ret ? EINVAL : 0;
}

static const struct argp argp = {
	options, parse, NULL,
	"Measure what a reading of the idle counters costs."
	"\vExit status: 0 measured; 1 failed at run time; 2 wrong arguments; 77 this machine "
	"has no cpuidle (the made-up tree is still measured).",
	NULL, NULL, NULL
};

static int by_value(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *value, int count)
{
	qsort(value, count, sizeof(*value), by_value);
	return value[count / 2];
}

/* One turn of each, so that whatever disturbs the machine disturbs both. */
static void compare(struct idle *idle, struct idle_snapshot *snap)
{
	double *own = calloc(cost.rounds, sizeof(*own));
	double *lib = calloc(cost.rounds, sizeof(*lib));
	volatile unsigned long long sink = 0;
	int r, i, s, own_counters = idle->slots * IDLE_COUNTERS, lib_counters = 2 * idle->slots;
	double own_ns, lib_ns;

	if (!own || !lib)
		abort();
	for (r = 0; r < cost.rounds; r++) {
		uint64_t from = now_ns();

		idle_snapshot(idle, snap);
		own[r] = (double)(now_ns() - from) / own_counters;
		from = now_ns();
		for (i = 0; i < idle->cpus; i++)
			for (s = 0; s < idle->cpu[i].states; s++) {
				sink += cpuidle_state_usage(idle->cpu[i].cpu, s);
				sink += cpuidle_state_time(idle->cpu[i].cpu, s);
			}
		lib[r] = (double)(now_ns() - from) / lib_counters;
	}
	own_ns = median(own, cost.rounds);
	lib_ns = median(lib, cost.rounds);
	printf("this machine, %d CPUs, %d states, median of %d turns\n", idle->cpus,
	       idle->slots, cost.rounds);
	printf("  kept-open descriptors %8.0f ns a counter (%d counters)\n", own_ns,
	       own_counters);
	printf("  libcpupower's calls   %8.0f ns a counter (%d counters)\n", lib_ns,
	       lib_counters);
	printf("  libcpupower takes %.1f times as long\n", lib_ns / own_ns);
	free(own);
	free(lib);
}

static int live(struct err *err)
{
	struct idle_snapshot *snap;
	struct cpulist online;
	struct idle idle;
	int ret;

	if (topology_online(&online, err))
		return -1;
	ret = idle_open(&idle, &online, err);
	cpulist_free(&online);
	if (ret)
		return -1;
	/* Waking is no part of reading, and libcpupower does not do it. */
	idle.wake = false;
	snap = idle_snapshot_alloc(&idle);
	compare(&idle, snap);
	idle_snapshot_free(snap);
	idle_close(&idle);
	return 0;
}

static int put(int dir, const char *name, long value)
{
	int fd = openat(dir, name, O_WRONLY | O_CREAT | O_CLOEXEC, 0644);
	int ret;

	if (fd < 0)
		return -1;
	ret = dprintf(fd, "%ld\n", value) < 0 ? -1 : 0;
	return close(fd) || ret ? -1 : 0;
}

/* Makes a directory and opens it; closes @parent when told to. */
static int enter(int parent, const char *name, bool close_parent)
{
	int fd = mkdirat(parent, name, 0755) ? -1 :
		 openat(parent, name, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	if (close_parent)
		close(parent);
	return fd;
}

static int make_state(int cpuidle, int cpu, int state)
{
	static const char *const files[] = {
		"usage", "time", "above", "below", "rejected", "latency", "residency",
		"disable", "name",
	};
	char name[32];
	size_t i;
	int dir, ret = 0;

	snprintf(name, sizeof(name), "state%d", state);
	dir = enter(cpuidle, name, false);
	if (dir < 0)
		return -1;
	for (i = 0; i < sizeof(files) / sizeof(*files) && !ret; i++)
		ret = put(dir, files[i], 1000003L * (cpu + 1) * (state + 1) + (long)i);
	close(dir);
	return ret;
}

static int make_cpu(int parent, int cpu)
{
	char name[32];
	int dir, state, ret = 0;

	snprintf(name, sizeof(name), "cpu%d", cpu);
	dir = enter(parent, name, false);
	if (dir >= 0)
		dir = enter(dir, "cpuidle", true);
	if (dir < 0)
		return -1;
	for (state = 0; state < cost.states && !ret; state++)
		ret = make_state(dir, cpu, state);
	close(dir);
	return ret;
}

static int make_tree(const char *root)
{
	static const char *const down[] = { "devices", "system", "cpu" };
	int dir = open(root, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int i, cpu, ret = 0;

	for (i = 0; i < 3 && dir >= 0; i++)
		dir = enter(dir, down[i], true);
	if (dir < 0)
		return -1;
	for (cpu = 0; cpu < cost.cpus && !ret; cpu++)
		ret = make_cpu(dir, cpu);
	close(dir);
	return ret;
}

static int remove_one(const char *path, const struct stat *st, int type, struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static void measure_tree(struct idle *idle, uint64_t open_ns)
{
	struct idle_snapshot *snap = idle_snapshot_alloc(idle);
	double ms[25], mid, cpu_ms;
	uint64_t cpu;
	int r, kept = 0, i, s, k;

	for (i = 0; i < idle->cpus; i++)
		for (s = 0; s < idle->cpu[i].states; s++)
			for (k = 0; k < IDLE_COUNTERS; k++)
				kept += idle->cpu[i].state[s].fd[k] >= 0;
	cpu = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	for (r = 0; r < 25; r++) {
		uint64_t from = now_ns();

		idle_snapshot(idle, snap);
		ms[r] = (double)(now_ns() - from) / NSEC_PER_MSEC;
	}
	cpu_ms = (double)(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - cpu) / NSEC_PER_MSEC / 25;
	mid = median(ms, 25);
	printf("made-up tree, %d CPUs x %d states x %d counters, %d descriptors kept open\n",
	       idle->cpus, cost.states, IDLE_COUNTERS, kept);
	printf("  opened once in %.0f ms; a snapshot takes %.1f ms (median of 25, worst %.1f ms), %.1f ms of CPU time\n",
	       (double)open_ns / NSEC_PER_MSEC, mid, ms[24], cpu_ms);
	idle_snapshot_free(snap);
}

static int tree(struct err *err)
{
	struct cpulist cpus = { 0 };
	char root[PATH_MAX];
	struct idle idle;
	uint64_t from;
	int cpu, ret;

	snprintf(root, sizeof(root), "%s/tally-tree-XXXXXX", cost.dir);
	if (!mkdtemp(root))
		return err_set(err, BENCH_FAILED, "--tree-dir: %s: %m", root);
	ret = make_tree(root);
	if (ret) {
		err_set(err, BENCH_FAILED, "--tree-dir: %s: %m", root);
	} else {
		setenv("TALLY_SYSFS", root, 1);
		for (cpu = 0; cpu < cost.cpus; cpu++)
			cpulist_add(&cpus, cpu);
		from = now_ns();
		ret = idle_open(&idle, &cpus, err);
		if (!ret) {
			measure_tree(&idle, now_ns() - from);
			idle_close(&idle);
		}
		cpulist_free(&cpus);
	}
	nftw(root, remove_one, 32, FTW_DEPTH | FTW_PHYS);
	return ret;
}

int main(int argc, char **argv)
{
	struct err err = { 0 };
	int status = BENCH_OK;

	argp_err_exit_status = BENCH_USAGE;
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, NULL)) {
		if (cost.err.text[0])
			fprintf(stderr, "snapshot-cost: %s\n", cost.err.text);
		return BENCH_USAGE;
	}
	if (live(&err)) {
		fprintf(stderr, "snapshot-cost: %s\n", err.text);
		status = err.status;
	}
	if (cost.cpus && tree(&err)) {
		fprintf(stderr, "snapshot-cost: %s\n", err.text);
		status = err.status;
	}
	return status;
}
