/* SPDX-License-Identifier: GPL-2.0 */
/* Reads one result file (Documentation/formats.md). */
#ifndef REPORTING_READ_H
#define REPORTING_READ_H

#include "model.h"

#define RP_VERSION 1

/**
 * enum rp_keep - what of a result file is kept in memory
 * @RP_KEEP_SAMPLES: the per-batch means
 * @RP_KEEP_HISTOGRAMS: the histograms
 * @RP_KEEP_PER_CPU: the idle counters of each CPU
 */
enum rp_keep {
	RP_KEEP_SAMPLES = 1,
	RP_KEEP_HISTOGRAMS = 2,
	RP_KEEP_PER_CPU = 4,
};

/**
 * rp_read() - read a result file
 * @file: its path
 * @keep: bits of enum rp_keep
 * @run: filled in; points into the arena
 *
 * Return: NULL, or what is wrong, one line without the file's name.
 */
const char *rp_read(const char *file, int keep, struct rp_run *run);

#endif /* REPORTING_READ_H */
