// SPDX-License-Identifier: GPL-2.0
#include <obstack.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"

#define obstack_chunk_alloc malloc
#define obstack_chunk_free free

static __thread struct obstack stack;
static __thread int started;

static struct obstack *arena(void)
{
	if (!started) {
		obstack_init(&stack);
		obstack_chunk_size(&stack) = 256 * 1024;
		started = 1;
	}
	return &stack;
}

void *arena_alloc(size_t size)
{
	void *memory = obstack_alloc(arena(), size ? size : 1);

	return memset(memory, 0, size);
}

char *arena_printf(const char *format, ...)
{
	va_list list;
	char *text;

	va_start(list, format);
	obstack_vprintf(arena(), format, list);
	va_end(list);
	obstack_1grow(arena(), '\0');
	text = obstack_finish(arena());
	return text;
}

/* As a shell wants it: quoted only where it needs to be. */
static void grow_quoted(const char *word)
{
	struct obstack *to = arena();

	if (*word && !word[strcspn(word, " \t\n\"'\\$`*?[]{}()<>|&;!#~")]) {
		obstack_grow(to, word, strlen(word));
		return;
	}
	obstack_1grow(to, '\'');
	for (; *word; word++) {
		if (*word == '\'')
			obstack_grow(to, "'\\''", 4);
		else
			obstack_1grow(to, *word);
	}
	obstack_1grow(to, '\'');
}

const char *arena_quoted(size_t count, char *const *words)
{
	for (size_t i = 0; i < count; i++) {
		if (i)
			obstack_1grow(arena(), ' ');
		grow_quoted(words[i]);
	}
	obstack_1grow(arena(), '\0');
	return obstack_finish(arena());
}

/* Open addressing; the table doubles when it is half full. */
static pthread_mutex_t intern_lock = PTHREAD_MUTEX_INITIALIZER;
static const char **interned;
static size_t intern_size, intern_count;

static uint64_t hash_text(const char *text)
{
	uint64_t hash = 14695981039346656037ull;	/* FNV-1a */

	for (; *text; text++)
		hash = (hash ^ (unsigned char)*text) * 1099511628211ull;
	return hash;
}

static const char **intern_slot(const char **table, size_t size,
				const char *text)
{
	size_t i = hash_text(text) & (size - 1);

	while (table[i] && strcmp(table[i], text))
		i = (i + 1) & (size - 1);
	return &table[i];
}

static void intern_grow(void)
{
	size_t size = intern_size ? intern_size * 2 : 1024;
	const char **table = calloc(size, sizeof(*table));

	if (!table) {
		fputs("report: no memory left\n", stderr);
		exit(1);
	}
	for (size_t i = 0; i < intern_size; i++)
		if (interned[i])
			*intern_slot(table, size, interned[i]) = interned[i];
	free(interned);
	interned = table;
	intern_size = size;
}

const char *arena_intern(const char *text)
{
	const char **slot, *found;

	if (!text)
		return NULL;
	pthread_mutex_lock(&intern_lock);
	if (intern_count * 2 >= intern_size)
		intern_grow();
	slot = intern_slot(interned, intern_size, text);
	if (!*slot) {
		*slot = arena_printf("%s", text);
		intern_count++;
	}
	found = *slot;
	pthread_mutex_unlock(&intern_lock);
	return found;
}
