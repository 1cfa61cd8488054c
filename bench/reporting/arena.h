/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Memory that lives as long as the report does. A report reads, prints and
 * ends: nothing is freed one by one.
 */
#ifndef REPORTING_ARENA_H
#define REPORTING_ARENA_H

#include <stddef.h>

/**
 * arena_alloc() - zeroed memory
 * @size: bytes, may be 0
 *
 * Thread safe: each thread has its own arena. Ends the program with status 1
 * when there is no memory left.
 */
void *arena_alloc(size_t size);

/**
 * arena_printf() - a formatted string
 * @format: as for printf()
 */
char *arena_printf(const char *format, ...)
	__attribute__((format(printf, 1, 2)));

/**
 * arena_intern() - the one copy of a string
 * @text: any string, or NULL
 *
 * Return: a string that is the same pointer for every equal @text, NULL for
 * NULL. Thread safe.
 */
const char *arena_intern(const char *text);

/**
 * arena_quoted() - words as a command line
 * @count: how many words
 * @words: the words
 *
 * Return: the words with a blank between, quoted for a shell where they need it.
 */
const char *arena_quoted(size_t count, char *const *words);

#define arena_new(type, count) ((type *)arena_alloc(sizeof(type) * (count)))

#endif /* REPORTING_ARENA_H */
