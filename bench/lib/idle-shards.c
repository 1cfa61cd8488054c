// SPDX-License-Identifier: GPL-2.0
/*
 * More counters than one process may have files open: the CPUs are shared out to
 * threads with file tables of their own, for the limit counts by table.
 */
#include <errno.h>
#include <linux/close_range.h>
#include <semaphore.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "idle.h"
#include "idle-files.h"
#include "threads.h"

/**
 * struct idle_shard - some of the CPUs
 * @idle: all of them
 * @first: index of the first
 * @count: how many
 * @thread: who reads them; the first shard is read by the caller
 * @go: a snapshot is wanted, or the end
 * @done: it is taken
 * @snap: where to, NULL: the end
 */
struct idle_shard {
	struct idle *idle;
	int first;
	int count;
	pthread_t thread;
	sem_t go;
	sem_t done;
	struct idle_snapshot *snap;
};

static void wait_for(sem_t *sem)
{
	while (sem_wait(sem) && errno == EINTR)
		;
}

static void *shard_thread(void *arg)
{
	struct idle_shard *shard = arg;

	/* A table of its own, and nothing of the old one kept alive by it. */
	if (!syscall(SYS_close_range, 3, ~0U, CLOSE_RANGE_UNSHARE))
		idle_open_counters(shard->idle, shard->first, shard->count);
	sem_post(&shard->done);
	for (;;) {
		wait_for(&shard->go);
		if (!shard->snap)
			break;
		idle_snapshot_part(shard->idle, shard->snap, shard->first, shard->count);
		sem_post(&shard->done);
	}
	/* Its files are closed with its table. */
	return NULL;
}

static int start(struct idle_shard *shard)
{
	struct thread_setup setup = { .cpu = -1, .timer_slack_ns = 50000 };

	if (sem_init(&shard->go, 0, 0) || sem_init(&shard->done, 0, 0) ||
	    thread_start(&shard->thread, &setup, shard_thread, shard, NULL))
		return -1;
	wait_for(&shard->done);
	return 0;
}

/* Number of CPUs, from @first on, whose counters fit into @room descriptors. */
static int fitting(const struct idle *idle, int first, long room)
{
	int i;

	for (i = first; i < idle->cpus; i++) {
		room -= (long)idle->cpu[i].states * IDLE_COUNTERS;
		if (room < 0 && i > first)
			break;
	}
	return i - first;
}

void idle_shards_open(struct idle *idle)
{
	struct rlimit lim = { .rlim_cur = 1024 };
	long room;
	int first, count;

	getrlimit(RLIMIT_NOFILE, &lim);
	room = lim.rlim_cur > 1 << 30 ? 1 << 30 : (long)lim.rlim_cur;
	/* Twice the reserve: some are in use, some may come. */
	room -= 2 * IDLE_FD_RESERVE;
	idle->shard = calloc(idle->cpus + 1, sizeof(*idle->shard));
	if (!idle->shard)
		abort();
	for (first = 0; first < idle->cpus; first += count) {
		struct idle_shard *shard = &idle->shard[idle->shards];

		count = fitting(idle, first, room);
		shard->idle = idle;
		shard->first = first;
		shard->count = count;
		if (!first) {
			idle_open_counters(idle, first, count);
		} else if (start(shard)) {
			/* These, and the rest, are opened at each reading. */
			break;
		}
		idle->shards++;
	}
}

void idle_shards_close(struct idle *idle)
{
	int i;

	for (i = 0; i < idle->shards; i++) {
		struct idle_shard *shard = &idle->shard[i];

		if (!i) {
			idle_close_counters(idle, shard->first, shard->count);
			continue;
		}
		shard->snap = NULL;
		sem_post(&shard->go);
		pthread_join(shard->thread, NULL);
		sem_destroy(&shard->go);
		sem_destroy(&shard->done);
	}
	free(idle->shard);
	idle->shard = NULL;
	idle->shards = 0;
}

void idle_shards_read(struct idle *idle, struct idle_snapshot *snap)
{
	int i, rest = 0;

	for (i = 1; i < idle->shards; i++) {
		idle->shard[i].snap = snap;
		sem_post(&idle->shard[i].go);
	}
	for (i = 0; i < idle->shards; i++)
		rest = idle->shard[i].first + idle->shard[i].count;
	idle_snapshot_part(idle, snap, 0, idle->shard[0].count);
	idle_snapshot_part(idle, snap, rest, idle->cpus - rest);
	for (i = 1; i < idle->shards; i++)
		wait_for(&idle->shard[i].done);
}
