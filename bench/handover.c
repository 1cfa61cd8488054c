// SPDX-License-Identifier: GPL-2.0
#include <fcntl.h>
#include <string.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "handover-inline.h"

static int word_open(struct slot *slot)
{
	atomic_store(&slot->word, SLOT_EMPTY);
	return 0;
}

static void word_close(struct slot *slot)
{
	atomic_store(&slot->word, SLOT_EMPTY);
}

static int pipe_open(struct slot *slot)
{
	return pipe2(slot->fd, O_CLOEXEC);
}

static void pipe_close(struct slot *slot)
{
	close(slot->fd[0]);
	close(slot->fd[1]);
}

static int event_open(struct slot *slot)
{
	slot->fd[0] = eventfd(0, EFD_CLOEXEC);
	return slot->fd[0] < 0 ? -1 : 0;
}

static void event_close(struct slot *slot)
{
	close(slot->fd[0]);
}

static const struct handover ways[] = {
	{ HANDOVER_FUTEX, "futex", "sleep on a word in memory", word_open, word_close },
	{ HANDOVER_PIPE, "pipe", "read a byte from a pipe", pipe_open, pipe_close },
	{ HANDOVER_EVENTFD, "eventfd", "read an eventfd", event_open, event_close },
	{ HANDOVER_SHM, "shm", "spin on a word, with the processor's pause hint", word_open,
	  word_close },
	{ HANDOVER_SHM_YIELD, "shm-yield", "spin on a word, with sched_yield()", word_open,
	  word_close },
	{ HANDOVER_SHM_BUSY, "shm-busy", "spin on a word, nothing between", word_open,
	  word_close },
};

const struct handover *handover_find(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		if (!strcmp(ways[i].name, name))
			return &ways[i];
	return NULL;
}
