/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Small files under sysfs. The root is /sys, or $TALLY_SYSFS: a made-up tree for
 * tests and for reading a copy of another machine's. With a made-up root no CPU
 * of this machine is touched (nothing is woken, libcpupower is not asked).
 */
#ifndef BENCH_SYSFS_H
#define BENCH_SYSFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "err.h"

/** sysfs_root() - "/sys", or $TALLY_SYSFS where it is set and not empty */
const char *sysfs_root(void);

/** sysfs_is_real() - is the root this machine's own /sys? */
bool sysfs_is_real(void);

/**
 * sysfs_path() - a path under the root
 * @buf: result, PATH_MAX is always enough
 * @size: of @buf
 * @fmt: printf format of the path below the root, without a leading slash
 */
void sysfs_path(char *buf, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/**
 * file_read_text() - read a small file, without its final newline
 * @path: the file
 * @buf: result, cut at @size - 1
 * @size: of @buf
 *
 * Return: 0, or -1 with errno.
 */
int file_read_text(const char *path, char *buf, size_t size);

/** file_read_u64() - read one decimal number; 0, or -1 with errno (EINVAL: no number) */
int file_read_u64(const char *path, uint64_t *value);

/** file_write_text() - write into an existing file; 0, or -1 with errno */
int file_write_text(const char *path, const char *text);

/** sysfs_read_text() - file_read_text() of a path under the root */
int sysfs_read_text(char *buf, size_t size, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

/** sysfs_read_u64() - file_read_u64() of a path under the root */
int sysfs_read_u64(uint64_t *value, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

#endif /* BENCH_SYSFS_H */
