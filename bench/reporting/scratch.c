// SPDX-License-Identifier: GPL-2.0
#include <jansson.h>
#include <stddef.h>
#include <stdlib.h>

#include "scratch.h"

#define BLOCK (1024 * 1024)
#define ALIGN 16

struct block {
	struct block *next;
	size_t size, used;
	/* Data begin here, aligned as malloc() aligns. */
	max_align_t data[];
};

static __thread struct block *blocks;

static void *scratch_alloc(size_t size)
{
	struct block *block = blocks;
	void *memory;

	size = (size + ALIGN - 1) & ~(size_t)(ALIGN - 1);
	if (!block || block->size - block->used < size) {
		size_t room = size > BLOCK ? size : BLOCK;

		block = malloc(sizeof(*block) + room);
		if (!block)
			return NULL;
		block->next = blocks;
		block->size = room;
		block->used = 0;
		blocks = block;
	}
	memory = (char *)block->data + block->used;
	block->used += size;
	return memory;
}

static void scratch_free(void *memory)
{
	(void)memory;
}

void scratch_begin(void)
{
	json_set_alloc_funcs(scratch_alloc, scratch_free);
	/* The seed of jansson's hash tables: set before there are threads. */
	json_object_seed(0);
}

void scratch_reset(void)
{
	struct block *block;

	while (blocks && blocks->next) {
		block = blocks;
		blocks = block->next;
		free(block);
	}
	if (blocks)
		blocks->used = 0;
}
