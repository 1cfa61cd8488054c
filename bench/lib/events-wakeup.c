// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/events-wakeup.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "bench/lib/events-pids.h"

#define QUEUE_SIZE_FIRST	4096

/* One ring's events that are not matched yet, in order of time. */
struct queue {
	struct events_sched *event;
	size_t size;
	size_t head;
	size_t tail;
};

struct events_wakeup {
	struct queue *queue;
	unsigned int cpus;
	struct pids pids;
	uint64_t newest_ns;	/* newest event seen so far */
	uint64_t certain_ns;	/* the same at the end of the last round */
	events_wakeup_fn fn;
	void *data;
};

struct events_wakeup *events_wakeup_new(unsigned int cpus, events_wakeup_fn fn,
					void *data)
{
	struct events_wakeup *wakeup = calloc(1, sizeof(*wakeup));

	if (!wakeup)
		return NULL;
	wakeup->cpus = cpus;
	wakeup->fn = fn;
	wakeup->data = data;
	wakeup->queue = calloc(cpus, sizeof(*wakeup->queue));
	if (!wakeup->queue || pids_init(&wakeup->pids)) {
		events_wakeup_free(wakeup);
		return NULL;
	}
	return wakeup;
}

void events_wakeup_free(struct events_wakeup *wakeup)
{
	if (!wakeup)
		return;
	for (unsigned int i = 0; wakeup->queue && i < wakeup->cpus; i++)
		free(wakeup->queue[i].event);
	free(wakeup->queue);
	pids_free(&wakeup->pids);
	free(wakeup);
}

void events_wakeup_reset(struct events_wakeup *wakeup)
{
	for (unsigned int i = 0; i < wakeup->cpus; i++) {
		wakeup->queue[i].head = 0;
		wakeup->queue[i].tail = 0;
	}
	pids_clear(&wakeup->pids);
	wakeup->newest_ns = 0;
	wakeup->certain_ns = 0;
}

int events_wakeup_root(struct events_wakeup *wakeup, int32_t pid)
{
	struct pids_entry *entry = pids_get(&wakeup->pids, pid);

	if (!entry)
		return -ENOMEM;
	entry->ours = true;
	return 0;
}

static int make_room(struct queue *queue)
{
	size_t waiting = queue->tail - queue->head;
	size_t size;
	void *bigger;

	if (queue->head) {
		memmove(queue->event, queue->event + queue->head,
			waiting * sizeof(*queue->event));
		queue->head = 0;
		queue->tail = waiting;
		/* Moving pays only when it makes real room. */
		if (waiting < queue->size / 2)
			return 0;
	}
	size = queue->size ? queue->size * 2 : QUEUE_SIZE_FIRST;
	bigger = realloc(queue->event, size * sizeof(*queue->event));
	if (!bigger)
		return -ENOMEM;
	queue->event = bigger;
	queue->size = size;
	return 0;
}

int events_wakeup_push(struct events_wakeup *wakeup, unsigned int ring,
		       const struct events_sched *event)
{
	struct queue *queue = &wakeup->queue[ring];

	if (queue->tail == queue->size && make_room(queue))
		return -ENOMEM;
	queue->event[queue->tail++] = *event;
	if (event->time_ns > wakeup->newest_ns)
		wakeup->newest_ns = event->time_ns;
	return 0;
}

static int waking(struct events_wakeup *wakeup, const struct events_sched *event)
{
	struct pids_entry *entry = pids_get(&wakeup->pids, event->pid);

	if (!entry)
		return -ENOMEM;
	/*
	 * A second one replaces the first: the first then woke a task that had
	 * not left its CPU, and no switch follows from it.
	 */
	entry->waking_ns = event->time_ns;
	return 0;
}

static void switched(struct events_wakeup *wakeup, const struct events_sched *event)
{
	struct pids_entry *entry;

	/* Preempted, not asleep: its open wakeup was of the kind above. */
	if (event->preempted && event->other > 0) {
		entry = pids_find(&wakeup->pids, event->other);
		if (entry)
			entry->waking_ns = 0;
	}
	if (event->pid <= 0)
		return;
	entry = pids_find(&wakeup->pids, event->pid);
	if (!entry || !entry->waking_ns)
		return;
	if (event->time_ns >= entry->waking_ns)
		wakeup->fn(event->cpu, event->time_ns - entry->waking_ns,
			   entry->ours, wakeup->data);
	entry->waking_ns = 0;
}

static int forked(struct events_wakeup *wakeup, const struct events_sched *event)
{
	struct pids_entry *parent = pids_find(&wakeup->pids, event->other);
	bool ours = parent && parent->ours;
	struct pids_entry *child;

	child = pids_get(&wakeup->pids, event->pid);
	if (!child)
		return -ENOMEM;
	/* A pid that is used again belongs to its new parent only. */
	child->ours = ours;
	child->waking_ns = 0;
	return 0;
}

static int match(struct events_wakeup *wakeup, const struct events_sched *event)
{
	switch (event->kind) {
	case EVENTS_WAKING:
		return event->pid > 0 ? waking(wakeup, event) : 0;
	case EVENTS_SWITCH:
		switched(wakeup, event);
		return 0;
	case EVENTS_FORK:
		return event->pid > 0 ? forked(wakeup, event) : 0;
	}
	return 0;
}

/*
 * The queue whose first event is the oldest, up to @limit_ns; the oldest event
 * of all other queues in @next_ns: until then no other queue need be looked at.
 */
static struct queue *oldest(struct events_wakeup *wakeup, uint64_t limit_ns,
			    uint64_t *next_ns)
{
	struct queue *found = NULL;
	uint64_t found_ns = limit_ns;

	*next_ns = limit_ns;
	for (unsigned int i = 0; i < wakeup->cpus; i++) {
		struct queue *queue = &wakeup->queue[i];
		uint64_t time_ns;

		if (queue->head == queue->tail)
			continue;
		time_ns = queue->event[queue->head].time_ns;
		if (time_ns <= found_ns) {
			if (found)
				*next_ns = found_ns;
			found = queue;
			found_ns = time_ns;
		} else if (time_ns < *next_ns) {
			*next_ns = time_ns;
		}
	}
	return found;
}

int events_wakeup_flush(struct events_wakeup *wakeup, bool all)
{
	uint64_t limit_ns = all ? UINT64_MAX : wakeup->certain_ns;
	struct queue *queue;
	uint64_t next_ns;
	int ret;

	while ((queue = oldest(wakeup, limit_ns, &next_ns))) {
		do {
			ret = match(wakeup, &queue->event[queue->head]);
			if (ret)
				return ret;
			queue->head++;
		} while (queue->head < queue->tail &&
			 queue->event[queue->head].time_ns <= next_ns);
	}
	wakeup->certain_ns = wakeup->newest_ns;
	return 0;
}

int events_wakeup_gap(struct events_wakeup *wakeup)
{
	int ret = events_wakeup_flush(wakeup, true);

	for (size_t i = 0; i < wakeup->pids.size; i++)
		wakeup->pids.entry[i].waking_ns = 0;
	return ret;
}
