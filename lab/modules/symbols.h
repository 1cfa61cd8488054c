/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Symbols that the kernel does not export, for the lab's own modules.
 */
#ifndef TALLY_LAB_SYMBOLS_H
#define TALLY_LAB_SYMBOLS_H

#include <linux/types.h>

/**
 * struct lab_symbol - one symbol that is wanted
 * @name: its name in /proc/kallsyms
 * @address: receives the address
 */
struct lab_symbol {
	const char *name;
	void **address;
};

/**
 * lab_symbols_find - find the addresses of unexported symbols
 * @symbols: what is wanted, and where each address goes
 * @count: number of entries in @symbols
 *
 * Needs CONFIG_KPROBES and CONFIG_KALLSYMS_ALL (for data). Sleeps.
 *
 * Return: 0; -ENOSYS where kallsyms cannot be reached; -ENOENT for a symbol that is not
 * there (the log names it).
 */
int lab_symbols_find(const struct lab_symbol *symbols, size_t count);

#endif
