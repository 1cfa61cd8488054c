/* SPDX-License-Identifier: GPL-2.0 */
/*
 * A file of what was before this process changed it, written before each change,
 * so that any later process can restore it: the way back after SIGKILL. It lies in
 * /run/tally (settings do not outlive a reboot either), else in /tmp, or where
 * $TALLY_JOURNAL says. Its owner holds a lock that the kernel drops at any death.
 */
#ifndef BENCH_JOURNAL_H
#define BENCH_JOURNAL_H

#include <stdbool.h>

#include "err.h"

struct journal;

/**
 * journal_path() - the file that is used
 *
 * Return: a static string.
 */
const char *journal_path(void);

/**
 * journal_recover() - restore what a dead process left changed
 * @what: result: what was restored, one line, empty when there was nothing to do
 * @size: of @what
 * @err: BENCH_FAILED when something could not be restored (the file is kept then),
 *	or when another process holds the journal
 *
 * Return: number of settings restored, or -1 with @err.
 */
int journal_recover(char *what, int size, struct err *err);

/**
 * journal_begin() - become the journal's owner; recovers first
 * @journal: result, for journal_end()
 * @err: BENCH_FAILED: another process owns it, or it cannot be written
 *
 * Return: 0, or -1 with @err.
 */
int journal_begin(struct journal **journal, struct err *err);

/**
 * journal_note() - keep the value of a file under sysfs, once, on stable storage
 * @journal: the journal
 * @path: the file, below sysfs_root()
 * @value: its present value, one line
 * @err: BENCH_FAILED when it cannot be kept: then do not change the file
 *
 * A second note of the same path is ignored: the first value is the one to restore.
 *
 * Return: 0, or -1 with @err.
 */
int journal_note(struct journal *journal, const char *path, const char *value,
		 struct err *err);

/**
 * journal_end() - restore all that was noted, in reverse order, and let go
 * @journal: freed; NULL is fine
 * @err: BENCH_FAILED when something could not be restored: the file is kept
 *
 * Return: 0, or -1 with @err.
 */
int journal_end(struct journal *journal, struct err *err);

#endif /* BENCH_JOURNAL_H */
