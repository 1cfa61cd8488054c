/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TALLY_BENCH_LIB_PROCSTAT_H
#define TALLY_BENCH_LIB_PROCSTAT_H

#include <stdint.h>

/**
 * procstat_count() - a machine-wide count of /proc/stat
 * @key: the line's first word: "ctxt" (context switches since boot) or "intr" (all
 *	interrupts since boot, timer ticks and IPIs included, where the kernel counts them)
 *
 * Return: the count; 0 where the kernel has none.
 */
uint64_t procstat_count(const char *key);

#endif
