// SPDX-License-Identifier: GPL-2.0
/* All counters of all CPUs at one time. */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sched.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "clock.h"
#include "idle.h"
#include "idle-files.h"
#include "sysfs.h"

struct idle_snapshot *idle_snapshot_alloc(const struct idle *idle)
{
	struct idle_snapshot *snap = calloc(1, sizeof(*snap));

	if (!snap)
		abort();
	snap->stamp_ns = calloc(idle->cpus + 1, sizeof(*snap->stamp_ns));
	snap->gone = calloc(idle->cpus + 1, sizeof(*snap->gone));
	snap->generation = calloc(idle->cpus + 1, sizeof(*snap->generation));
	snap->count = calloc(idle->slots + 1, sizeof(*snap->count));
	snap->pending_us = calloc(idle->slots + 1, sizeof(*snap->pending_us));
	if (!snap->stamp_ns || !snap->gone || !snap->generation || !snap->count ||
	    !snap->pending_us)
		abort();
	return snap;
}

void idle_snapshot_free(struct idle_snapshot *snap)
{
	if (!snap)
		return;
	free(snap->stamp_ns);
	free(snap->gone);
	free(snap->generation);
	free(snap->count);
	free(snap->pending_us);
	free(snap);
}

/* sysfs writes plain decimal digits and a newline: strtoull() would cost more. */
static int read_counter(int fd, uint64_t *value)
{
	char buf[32];
	ssize_t i, n = pread(fd, buf, sizeof(buf), 0);
	uint64_t v = 0;

	if (n < 0)
		return errno;
	if (!n)
		return ENODEV;
	for (i = 0; i < n && buf[i] != '\n'; i++) {
		if (buf[i] < '0' || buf[i] > '9')
			return EINVAL;
		v = 10 * v + (uint64_t)(buf[i] - '0');
	}
	*value = v;
	return 0;
}

/* Without room for one more descriptor that is kept open. */
static int read_each(int cpu, int index, int counter, uint64_t *value)
{
	char path[PATH_MAX];
	int ret, fd;

	sysfs_path(path, sizeof(path), "devices/system/cpu/cpu%d/cpuidle/state%d/%s", cpu,
		   index, idle_counter_file[counter]);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0 && errno == ENOENT && counter != IDLE_USAGE) {
		*value = 0;
		return 0;
	}
	if (fd < 0)
		return errno == ENOENT ? ENODEV : errno;
	ret = read_counter(fd, value);
	close(fd);
	return ret;
}

int idle_read(struct idle_cpu *cpu, idle_counts *count)
{
	int s, k, ret;

	for (s = 0; s < cpu->states; s++) {
		const int *fd = cpu->state[s].fd;

		for (k = 0; k < IDLE_COUNTERS; k++) {
			ret = 0;
			if (fd[k] >= 0)
				ret = read_counter(fd[k], &count[s][k]);
			else if (fd[k] == IDLE_FD_EACH)
				ret = read_each(cpu->cpu, cpu->state[s].index, k,
						&count[s][k]);
			else
				count[s][k] = 0;
			if (ret)
				return ret;
		}
	}
	return 0;
}

int idle_read_usage(struct idle_cpu *cpu, uint64_t *usage)
{
	int s, ret = 0;

	for (s = 0; s < cpu->states && !ret; s++) {
		int fd = cpu->state[s].fd[IDLE_USAGE];

		ret = fd >= 0 ? read_counter(fd, &usage[s]) :
				read_each(cpu->cpu, cpu->state[s].index, IDLE_USAGE,
					  &usage[s]);
	}
	return ret;
}

/* The CPU may have come back, or its driver been registered anew: open again. */
static int reopen(struct idle_cpu *cpu)
{
	int s, k;

	for (s = 0; s < cpu->states; s++)
		for (k = 0; k < IDLE_COUNTERS; k++) {
			int *fd = &cpu->state[s].fd[k];

			if (*fd == IDLE_FD_ABSENT && k != IDLE_USAGE)
				continue;
			if (*fd >= 0)
				close(*fd);
			*fd = idle_counter_open(cpu->cpu, cpu->state[s].index, k);
			if (*fd == IDLE_FD_ABSENT) {
				/* To be tried again at the next snapshot. */
				*fd = IDLE_FD_EACH;
				return ENODEV;
			}
		}
	cpu->generation++;
	return 0;
}

/* Run on the CPU for an instant: it leaves idle, and its counters are up to date. */
static int run_on(int cpu)
{
	cpu_set_t *set = CPU_ALLOC(cpu + 1);
	size_t size = CPU_ALLOC_SIZE(cpu + 1);
	int ret = 0;

	if (!set)
		abort();
	CPU_ZERO_S(size, set);
	CPU_SET_S(cpu, size, set);
	if (sched_setaffinity(0, size, set))
		ret = errno;
	CPU_FREE(set);
	return ret;
}

static int read_awake(struct idle *idle, struct idle_cpu *cpu, struct idle_snapshot *snap,
		      int which)
{
	idle_counts *count = snap->count + cpu->first;
	int s, ret = idle_read(cpu, count);

	if (ret)
		return ret;
	if (!idle->wake) {
		snap->stamp_ns[which] = clock_ns(CLOCK_MONOTONIC);
		return 0;
	}
	for (s = 0; s < cpu->states; s++)
		snap->pending_us[cpu->first + s] = count[s][IDLE_TIME];
	/* Not allowed there (another cpuset): the counters are as they are. */
	ret = run_on(cpu->cpu);
	snap->stamp_ns[which] = clock_ns(CLOCK_MONOTONIC);
	if (!ret)
		ret = idle_read(cpu, count);
	else if (ret == EINVAL)
		ret = 0;
	for (s = 0; s < cpu->states; s++) {
		uint64_t *pending = &snap->pending_us[cpu->first + s];

		*pending = count[s][IDLE_TIME] > *pending ?
			   count[s][IDLE_TIME] - *pending : 0;
	}
	return ret;
}

void idle_snapshot_part(struct idle *idle, struct idle_snapshot *snap, int first, int count)
{
	int i;

	for (i = first; i < first + count; i++) {
		struct idle_cpu *cpu = &idle->cpu[i];

		memset(&snap->pending_us[cpu->first], 0,
		       sizeof(*snap->pending_us) * cpu->states);
		snap->gone[i] = read_awake(idle, cpu, snap, i);
		if (snap->gone[i] && !reopen(cpu))
			snap->gone[i] = read_awake(idle, cpu, snap, i);
		snap->generation[i] = cpu->generation;
	}
}

void idle_snapshot(struct idle *idle, struct idle_snapshot *snap)
{
	size_t size = CPU_ALLOC_SIZE(CPU_SETSIZE * 8);
	cpu_set_t *before = NULL;

	if (idle->wake) {
		before = CPU_ALLOC(CPU_SETSIZE * 8);
		if (!before)
			abort();
		CPU_ZERO_S(size, before);
		if (sched_getaffinity(0, size, before)) {
			CPU_FREE(before);
			before = NULL;
		}
	}
	idle_shards_read(idle, snap);
	if (before) {
		sched_setaffinity(0, size, before);
		CPU_FREE(before);
	}
}
