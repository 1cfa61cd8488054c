/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What every bench program does around its own measuring: common options, journal,
 * governors x runs x points, snapshots, result files, progress, signals, exit status.
 * This part prints; bench/lib does not.
 */
#ifndef BENCH_DRIVER_H
#define BENCH_DRIVER_H

#include <argp.h>
#include <jansson.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "lib/idle.h"
#include "lib/options.h"
#include "lib/result.h"
#include "lib/sweep.h"
#include "lib/threads.h"
#include "lib/topology.h"

#define BENCH_GROUPS_MAX	6

/**
 * struct bench_group - CPUs that are reported together
 * @name: "participants", "others", ...
 * @cpus: the CPUs
 */
struct bench_group {
	const char *name;
	struct cpulist cpus;
};

/**
 * struct bench - a bench at work
 * @program: what it is
 * @opt: common options
 * @topo: the machine
 * @cpus: CPUs of --cpus
 * @groups: number of groups; "others" is added by the driver
 * @group: the groups
 * @axis: name of what is swept, or NULL
 * @sweep: its values; one value where nothing is swept
 * @result: the run's file
 * @work_ps: picoseconds an iteration of work
 * @stop: set by a signal: a point returns soon
 * @priv: the program's own
 */
struct bench {
	const struct bench_program *program;
	struct bench_options opt;
	struct topology *topo;
	struct cpulist cpus;
	int groups;
	struct bench_group group[BENCH_GROUPS_MAX];
	const char *axis;
	struct sweep sweep;
	struct result result;
	uint64_t work_ps;
	atomic_int stop;
	void *priv;
};

/**
 * struct bench_program - one bench
 * @name: its name, as in the result file
 * @argp: its options; --help lists the common ones below. Its parser gets the struct
 *	bench as input and stores errors in bench->opt.err (bench_usage())
 * @default_cpus: default of --cpus
 * @default_duration_ns: default of --duration
 * @prepare: after options and topology: checks its options, sets @axis and @sweep,
 *	picks its CPUs into groups; -1 with @err
 * @parameters: adds its options to the object
 * @run_begin: before the first point of a run (starts threads); -1 with @err; may be NULL
 * @point: measures a point for @duration_ns and, unless @point is NULL (warm-up), adds
 *	metrics to it; -1 with @err
 * @run_end: after the last point of a run, also after errors; may be NULL
 * @summary: writes one short line about a point into @buf
 */
struct bench_program {
	const char *name;
	const struct argp *argp;
	const char *default_cpus;
	uint64_t default_duration_ns;
	int (*prepare)(struct bench *bench, struct err *err);
	void (*parameters)(struct bench *bench, json_t *parameters);
	int (*run_begin)(struct bench *bench, struct err *err);
	int (*point)(struct bench *bench, int index, uint64_t duration_ns,
		     json_t *point, struct err *err);
	void (*run_end)(struct bench *bench);
	void (*summary)(struct bench *bench, json_t *point, char *buf, size_t size);
};

/**
 * bench_main() - the main() of a bench
 * @program: the bench
 * @priv: for @bench->priv
 * @argc: as in main()
 * @argv: as in main()
 *
 * Return: exit status, enum bench_exit.
 */
int bench_main(const struct bench_program *program, void *priv, int argc, char **argv);

/** bench_metric() - a number of a point's metric, 0 when it is not there */
double bench_metric(const json_t *point, const char *name, const char *key);

/** bench_event() - a count of a point's events, 0 when it is not there */
json_int_t bench_event(const json_t *point, const char *name);

/** bench_usage() - for argp parsers: note a usage error; returns EINVAL */
int bench_usage(struct bench *bench, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));

/**
 * bench_argp_init() - for argp parsers: ARGP_KEY_INIT hands the common options down
 * @state: of the parser, whose only child is options_argp; its input is the struct bench
 */
void bench_argp_init(struct argp_state *state);

/** bench_thread_setup() - how a measuring thread on @cpu runs under the options */
struct thread_setup bench_thread_setup(const struct bench *bench, int cpu);

#endif /* BENCH_DRIVER_H */
