/* SPDX-License-Identifier: GPL-2.0 */
/* A hash table from pid to a number, made for many look-ups a second. */
#ifndef TALLY_EVENTS_PIDS_H
#define TALLY_EVENTS_PIDS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * struct pids_entry - what is known of a task
 * @pid: the task; 0 marks a free entry
 * @ours: it descends from the recorded command
 * @waking_ns: time of its last sched_waking, 0 when none is open
 */
struct pids_entry {
	int32_t pid;
	bool ours;
	uint64_t waking_ns;
};

/**
 * struct pids - open addressing, a power of two in size, at most half full
 * @entry: the entries
 * @size: how many
 * @used: how many are in use; entries are never given back
 */
struct pids {
	struct pids_entry *entry;
	size_t size;
	size_t used;
};

/**
 * pids_init() - an empty table
 * @pids: filled in
 *
 * Return: 0, or -ENOMEM.
 */
int pids_init(struct pids *pids);

/**
 * pids_free() - give back a table's memory
 * @pids: the table
 */
void pids_free(struct pids *pids);

/**
 * pids_clear() - forget all tasks
 * @pids: the table
 */
void pids_clear(struct pids *pids);

/**
 * pids_find() - look up a task
 * @pids: the table
 * @pid: above 0
 *
 * Return: its entry, or NULL.
 */
struct pids_entry *pids_find(struct pids *pids, int32_t pid);

/**
 * pids_get() - look up a task, make an entry when there is none
 * @pids: the table
 * @pid: above 0
 *
 * Return: its entry, valid until the next pids_get(); NULL when memory is short.
 */
struct pids_entry *pids_get(struct pids *pids, int32_t pid);

#endif /* TALLY_EVENTS_PIDS_H */
