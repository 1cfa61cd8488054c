/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Changes to the machine that have a way back: each is noted in the journal first.
 */
#ifndef BENCH_SETTINGS_H
#define BENCH_SETTINGS_H

#include <stdbool.h>

#include "cpulist.h"
#include "err.h"

struct settings;

/**
 * settings_begin() - nothing is changed yet
 * @settings: result, for settings_end()
 *
 * The journal is opened at the first change only: a run that changes nothing needs
 * no rights.
 */
void settings_begin(struct settings **settings);

/** settings_governor() - switch the cpuidle governor; 0, or -1 with @err */
int settings_governor(struct settings *settings, const char *name, struct err *err);

/** settings_state() - disable or enable a state of a CPU; 0, or -1 with @err */
int settings_state(struct settings *settings, int cpu, int index, bool disabled,
		   struct err *err);

/**
 * settings_resume_latency() - per-CPU latency limit (pm_qos_resume_latency_us)
 * @settings: the changes
 * @cpus: for these CPUs
 * @us: limit; 0 means "no limit", -1 means "no latency at all" ("n/a")
 * @err: BENCH_NOT_HERE when there is no such file or no right
 *
 * Return: 0, or -1 with @err.
 */
int settings_resume_latency(struct settings *settings, const struct cpulist *cpus,
			    int us, struct err *err);

/**
 * settings_latency_qos() - hold /dev/cpu_dma_latency open at a value
 * @settings: the changes
 * @us: limit in us, 0 or more
 * @err: BENCH_NOT_HERE when it cannot be opened
 *
 * The kernel drops the request when the file is closed, at any death.
 *
 * Return: 0, or -1 with @err.
 */
int settings_latency_qos(struct settings *settings, int us, struct err *err);

/**
 * settings_file() - write a file under sysfs
 * @settings: the changes
 * @path: below sysfs_root(), in devices/system/cpu/ or module/
 * @value: what to write
 * @err: BENCH_NOT_HERE when it is not there or may not be written, BENCH_FAILED when the
 *	kernel refuses the value
 *
 * Return: 0, or -1 with @err.
 */
int settings_file(struct settings *settings, const char *path, const char *value,
		  struct err *err);

/** settings_end() - undo all, newest first; 0, or -1 with @err. NULL is fine */
int settings_end(struct settings *settings, struct err *err);

#endif /* BENCH_SETTINGS_H */
