// SPDX-License-Identifier: GPL-2.0
/* Idle states: finding them, their metadata, switching them on and off. */
#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cpuidle.h>

#include "idle.h"
#include "idle-files.h"
#include "sysfs.h"

#define STATE_DIR	"devices/system/cpu/cpu%d/cpuidle/state%d"

const char *const idle_counter_file[IDLE_COUNTERS] = {
	[IDLE_USAGE] = "usage",
	[IDLE_TIME] = "time",
	[IDLE_ABOVE] = "above",
	[IDLE_BELOW] = "below",
	[IDLE_REJECTED] = "rejected",
};

/* `state12` exactly: other files in the directory must not be taken for states. */
static int state_number(const char *name)
{
	const char *p = name + 5;
	long n = 0;

	if (strncmp(name, "state", 5) || !*p)
		return -1;
	for (; *p; p++) {
		if (!isdigit((unsigned char)*p) || n > 10000)
			return -1;
		n = 10 * n + *p - '0';
	}
	return (int)n;
}

static int by_number(const void *a, const void *b)
{
	return *(const int *)a - *(const int *)b;
}

/* Indexes of a CPU's states in ascending order; their number, 0 for none. */
static int find_states(int cpu, int **indexes)
{
	struct cpulist found = { 0 };
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir;

	sysfs_path(path, sizeof(path), "devices/system/cpu/cpu%d/cpuidle", cpu);
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		int n = state_number(entry->d_name);

		if (n >= 0)
			cpulist_add(&found, n);
	}
	if (dir)
		closedir(dir);
	if (found.count)
		qsort(found.cpu, found.count, sizeof(int), by_number);
	*indexes = found.cpu;
	return found.count;
}

static void copy_and_free(char *to, size_t size, char *from)
{
	snprintf(to, size, "%s", from);
	free(from);
	to[strcspn(to, "\n")] = '\0';
}

/* Text through libcpupower, which only knows the real /sys. */
static void read_texts(struct idle_state *s, int cpu)
{
	char *text;

	text = sysfs_is_real() ? cpuidle_state_name(cpu, s->index) : NULL;
	if (text)
		copy_and_free(s->name, sizeof(s->name), text);
	else
		sysfs_read_text(s->name, sizeof(s->name), STATE_DIR "/name", cpu, s->index);
	text = sysfs_is_real() ? cpuidle_state_desc(cpu, s->index) : NULL;
	if (text)
		copy_and_free(s->desc, sizeof(s->desc), text);
	else
		sysfs_read_text(s->desc, sizeof(s->desc), STATE_DIR "/desc", cpu, s->index);
	if (!s->name[0])
		snprintf(s->name, sizeof(s->name), "state%d", s->index);
}

static bool read_disabled(int cpu, int index)
{
	/* libcpupower refuses indexes beyond a gap: then the file itself. */
	int ret = sysfs_is_real() ? cpuidle_is_state_disabled(cpu, index) : -1;
	uint64_t value = 0;

	if (ret >= 0)
		return ret;
	sysfs_read_u64(&value, STATE_DIR "/disable", cpu, index);
	return value != 0;
}

static void read_numbers(struct idle_state *s, int cpu)
{
	if (sysfs_is_real())
		s->exit_latency_us = cpuidle_state_latency(cpu, s->index);
	else
		sysfs_read_u64(&s->exit_latency_us, STATE_DIR "/latency", cpu, s->index);
	/* libcpupower has no call for the residency in Debian 12's version. */
	sysfs_read_u64(&s->target_residency_us, STATE_DIR "/residency", cpu, s->index);
	s->disabled = read_disabled(cpu, s->index);
}

int idle_counter_open(int cpu, int index, int counter)
{
	char path[PATH_MAX];
	struct rlimit lim;
	int fd;

	sysfs_path(path, sizeof(path), STATE_DIR "/%s", cpu, index,
		   idle_counter_file[counter]);
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd >= 0 && !getrlimit(RLIMIT_NOFILE, &lim) &&
	    (rlim_t)fd + IDLE_FD_RESERVE > lim.rlim_cur) {
		close(fd);
		return IDLE_FD_EACH;
	}
	if (fd >= 0)
		return fd;
	return errno == EMFILE || errno == ENFILE ? IDLE_FD_EACH : IDLE_FD_ABSENT;
}

static void open_cpu(struct idle_cpu *c, int cpu, int count, const int *indexes)
{
	int i, k;

	c->cpu = cpu;
	c->states = count;
	c->state = calloc(count, sizeof(*c->state));
	if (!c->state)
		abort();
	for (i = 0; i < count; i++) {
		c->state[i].index = indexes[i];
		read_texts(&c->state[i], cpu);
		read_numbers(&c->state[i], cpu);
		for (k = 0; k < IDLE_COUNTERS; k++)
			c->state[i].fd[k] = IDLE_FD_EACH;
	}
}

void idle_open_counters(struct idle *idle, int first, int count)
{
	int i, s, k;

	for (i = first; i < first + count; i++)
		for (s = 0; s < idle->cpu[i].states; s++)
			for (k = 0; k < IDLE_COUNTERS; k++)
				idle->cpu[i].state[s].fd[k] =
					idle_counter_open(idle->cpu[i].cpu,
							  idle->cpu[i].state[s].index, k);
}

void idle_close_counters(struct idle *idle, int first, int count)
{
	int i, s, k;

	for (i = first; i < first + count; i++)
		for (s = 0; s < idle->cpu[i].states; s++)
			for (k = 0; k < IDLE_COUNTERS; k++)
				if (idle->cpu[i].state[s].fd[k] >= 0)
					close(idle->cpu[i].state[s].fd[k]);
}

/* Ten thousands of counters on a big machine: ask for that many descriptors. */
static void raise_file_limit(int cpus)
{
	struct rlimit lim;
	rlim_t want = (rlim_t)cpus * IDLE_COUNTERS * 16 + 256;

	if (getrlimit(RLIMIT_NOFILE, &lim) || lim.rlim_cur >= want)
		return;
	if (lim.rlim_max >= want) {
		lim.rlim_cur = want;
		setrlimit(RLIMIT_NOFILE, &lim);
		return;
	}
	/* Only root may raise the hard limit; else as far as it goes. */
	lim.rlim_cur = want;
	lim.rlim_max = want;
	if (setrlimit(RLIMIT_NOFILE, &lim)) {
		getrlimit(RLIMIT_NOFILE, &lim);
		lim.rlim_cur = lim.rlim_max;
		setrlimit(RLIMIT_NOFILE, &lim);
	}
}

int idle_open(struct idle *idle, const struct cpulist *cpus, struct err *err)
{
	struct cpulist sorted;
	int i;

	memset(idle, 0, sizeof(*idle));
	idle->wake = sysfs_is_real();
	cpulist_copy(&sorted, cpus);
	cpulist_unique(&sorted);
	raise_file_limit(sorted.count);
	idle->cpu = calloc(sorted.count + 1, sizeof(*idle->cpu));
	if (!idle->cpu)
		abort();
	for (i = 0; i < sorted.count; i++) {
		int *indexes = NULL;
		int count = find_states(sorted.cpu[i], &indexes);

		if (count) {
			idle->cpu[idle->cpus].first = idle->slots;
			open_cpu(&idle->cpu[idle->cpus++], sorted.cpu[i], count, indexes);
			idle->slots += count;
		} else {
			cpulist_add(&idle->missing, sorted.cpu[i]);
		}
		free(indexes);
	}
	cpulist_free(&sorted);
	idle_shards_open(idle);
	if (idle->cpus)
		return 0;
	idle_close(idle);
	return err_set(err, BENCH_NOT_HERE,
		       "no CPU has idle states under %s/devices/system/cpu: no cpuidle driver (a guest needs cpuidle_haltpoll, or the lab)",
		       sysfs_root());
}

void idle_close(struct idle *idle)
{
	int i;

	idle_shards_close(idle);
	for (i = 0; i < idle->cpus; i++)
		free(idle->cpu[i].state);
	free(idle->cpu);
	cpulist_free(&idle->missing);
	memset(idle, 0, sizeof(*idle));
}

int idle_find(const struct idle *idle, int cpu)
{
	int low = 0, high = idle->cpus - 1;

	while (low <= high) {
		int mid = (low + high) / 2;

		if (idle->cpu[mid].cpu == cpu)
			return mid;
		if (idle->cpu[mid].cpu < cpu)
			low = mid + 1;
		else
			high = mid - 1;
	}
	return -1;
}

int idle_driver(char *buf, size_t size)
{
	if (sysfs_is_real()) {
		char *text = cpuidle_get_driver();

		if (text) {
			copy_and_free(buf, size, text);
			return 0;
		}
	}
	return sysfs_read_text(buf, size, "devices/system/cpu/cpuidle/current_driver");
}

int idle_set_disabled(int cpu, int index, bool disabled, struct err *err)
{
	char path[PATH_MAX];
	bool done;

	sysfs_path(path, sizeof(path), STATE_DIR "/disable", cpu, index);
	done = sysfs_is_real() && !cpuidle_state_disable(cpu, index, disabled);
	/* libcpupower gives up at gaps and without saying why: then the file itself. */
	if (!done && file_write_text(path, disabled ? "1" : "0"))
		return err_set(err, errno == ENOENT ? BENCH_USAGE :
			       errno == EACCES || errno == EPERM || errno == EROFS ?
			       BENCH_NOT_HERE : BENCH_FAILED, "%s: %m", path);
	if (read_disabled(cpu, index) != disabled)
		return err_set(err, BENCH_FAILED, "%s: the kernel did not take it", path);
	return 0;
}
