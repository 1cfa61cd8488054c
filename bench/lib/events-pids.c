// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/events-pids.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define PIDS_SIZE_FIRST		1024

/* Multiplicative hashing: pids are dense, and their low bits differ. */
static size_t slot(const struct pids *pids, int32_t pid)
{
	return ((uint32_t)pid * UINT32_C(2654435761)) & (pids->size - 1);
}

int pids_init(struct pids *pids)
{
	pids->size = PIDS_SIZE_FIRST;
	pids->used = 0;
	pids->entry = calloc(pids->size, sizeof(*pids->entry));
	return pids->entry ? 0 : -ENOMEM;
}

void pids_free(struct pids *pids)
{
	free(pids->entry);
	pids->entry = NULL;
	pids->size = 0;
}

void pids_clear(struct pids *pids)
{
	memset(pids->entry, 0, pids->size * sizeof(*pids->entry));
	pids->used = 0;
}

static struct pids_entry *probe(const struct pids *pids, int32_t pid)
{
	size_t i = slot(pids, pid);

	while (pids->entry[i].pid && pids->entry[i].pid != pid)
		i = (i + 1) & (pids->size - 1);
	return &pids->entry[i];
}

struct pids_entry *pids_find(struct pids *pids, int32_t pid)
{
	struct pids_entry *entry = probe(pids, pid);

	return entry->pid ? entry : NULL;
}

static int grow(struct pids *pids)
{
	struct pids bigger = { .size = pids->size * 2, .used = pids->used };

	bigger.entry = calloc(bigger.size, sizeof(*bigger.entry));
	if (!bigger.entry)
		return -ENOMEM;
	for (size_t i = 0; i < pids->size; i++) {
		if (pids->entry[i].pid)
			*probe(&bigger, pids->entry[i].pid) = pids->entry[i];
	}
	free(pids->entry);
	*pids = bigger;
	return 0;
}

struct pids_entry *pids_get(struct pids *pids, int32_t pid)
{
	struct pids_entry *entry = probe(pids, pid);

	if (entry->pid)
		return entry;
	if (pids->used >= pids->size / 2) {
		if (grow(pids))
			return NULL;
		entry = probe(pids, pid);
	}
	entry->pid = pid;
	pids->used++;
	return entry;
}
