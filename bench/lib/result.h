/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Result files: Documentation/formats.md, `tally-result` version 1. One file a run;
 * written whole after each point and renamed into place, so a reader never sees half
 * a file and finished points survive any death.
 */
#ifndef BENCH_RESULT_H
#define BENCH_RESULT_H

#include <jansson.h>

#include "idle.h"
#include "stats.h"

/**
 * struct result - one run's file in the making
 * @root: the JSON object; a program may add keys of its own
 * @path: where it is written, empty: nowhere (no --output)
 */
struct result {
	json_t *root;
	char path[4096];
};

/**
 * struct result_head - what identifies a run
 * @program: name of the program
 * @argc: as in main()
 * @argv: as in main()
 * @governor: governor of this run, or NULL
 * @reference: reference governor, or NULL
 * @setting: what else distinguishes this run, or NULL
 * @run: number of the run, from 1
 * @output: directory of --output, or NULL
 * @parameters: new reference to the `parameters` object, taken over
 * @host: new reference to host_facts(), taken over
 * @cpuidle: new reference to host_cpuidle(), taken over
 */
struct result_head {
	const char *program;
	int argc;
	char **argv;
	const char *governor;
	const char *reference;
	const char *setting;
	int run;
	const char *output;
	json_t *parameters;
	json_t *host;
	json_t *cpuidle;
};

/**
 * result_begin() - a new result without points
 * @result: filled in, for result_free()
 * @head: what identifies the run
 * @err: BENCH_FAILED: the directory cannot be made
 *
 * The file will be OUTPUT/PROGRAM-GOVERNOR-RUN.json (PROGRAM-GOVERNOR-SETTING-RUN.json
 * with a setting; GOVERNOR is "current" where the governor was left alone).
 *
 * Return: 0, or -1 with @err.
 */
int result_begin(struct result *result, const struct result_head *head, struct err *err);

/**
 * result_resume() - take over the points of an unfinished file
 * @result: after result_begin()
 * @err: BENCH_USAGE: the file there is of another version or has other parameters,
 *	program, governor or state tables
 *
 * Return: number of finished points (0: no such file), or -1 with @err. When the file
 * is complete, result_is_complete() says so.
 */
int result_resume(struct result *result, struct err *err);

/** result_is_complete() - does the result say that it is finished? */
bool result_is_complete(const struct result *result);

/** result_group() - add to `groups` */
void result_group(struct result *result, const char *name, const struct cpulist *cpus);

/** result_note() - add to `notes`, once */
void result_note(struct result *result, const char *text);

/**
 * result_point() - a new, empty entry of `points`
 * @result: the result
 * @index: number of the point, from 0
 * @axis: name of what is swept, or NULL for no sweep
 * @value: its value
 *
 * Return: a borrowed reference with index, axis, empty metrics, idle, energy and events,
 * and null for bistable and converged.
 */
json_t *result_point(struct result *result, int index, const char *axis, uint64_t value);

/** result_point_metric() - add @stats to the point's `metrics` as @name */
void result_point_metric(json_t *point, const char *name, const struct stats *stats,
			 const char *unit, const char *better);

/** result_point_value() - add a metric that is one number (count 1) */
void result_point_value(json_t *point, const char *name, double value,
			const char *unit, const char *better);

/**
 * result_point_idle() - add a group's counters to the point's `idle`
 * @point: the point
 * @group: name of the group
 * @cpus: its CPUs
 * @idle: what was looked at
 * @from: snapshot at the beginning
 * @to: snapshot at the end
 */
void result_point_idle(json_t *point, const char *group, const struct cpulist *cpus,
		       const struct idle *idle, const struct idle_snapshot *from,
		       const struct idle_snapshot *to);

/** result_point_event() - set a count of the point's `events` */
void result_point_event(json_t *point, const char *name, uint64_t count);

/** result_point_energy() - add a meter's reading to the point's `energy` */
void result_point_energy(json_t *point, const char *domain, double joules);

/**
 * result_write() - write the file (nothing without --output)
 * @result: the result
 * @complete: value of `complete`
 * @err: BENCH_FAILED
 *
 * Return: 0, or -1 with @err.
 */
int result_write(struct result *result, bool complete, struct err *err);

/** result_free() - free the JSON object */
void result_free(struct result *result);

#endif /* BENCH_RESULT_H */
