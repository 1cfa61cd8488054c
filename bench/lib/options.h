/* SPDX-License-Identifier: GPL-2.0 */
/* The options that every bench has, parsed once: an argp child. */
#ifndef BENCH_OPTIONS_H
#define BENCH_OPTIONS_H

#include <argp.h>
#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "err.h"

/**
 * struct bench_options - the common options, defaults filled in by options_default()
 * @cpus: `--cpus`, see topology_pick()
 * @governors: `--governors`, NULL: the governor is left alone
 * @reference: `--reference`, or NULL
 * @setting: `--setting`, a label for this run, or NULL
 * @toggle: `--toggle`, path below the sysfs root, or empty
 * @toggle_value: the two values
 * @output: `--output`, directory for result files, or NULL
 * @duration_ns: `--duration` of a point, seconds on the command line
 * @warmup_ns: `--warmup` before the first point of a run
 * @settle_ns: `--settle`, longest wait for a steady temperature; 0: no wait
 * @runs: `--runs`, 1 or more
 * @resume: `--resume`
 * @latency_qos_us: `--latency-qos`, -1: none
 * @resume_latency_us: `--resume-latency` of the measured CPUs, -2: left alone
 * @disable: `--disable-states`, indexes of states to disable on all CPUs, or NULL
 * @timer_slack_ns: `--timer-slack` of the measuring threads, 1 or more
 * @sched: SCHED_OTHER, SCHED_FIFO or SCHED_RR of `--sched`
 * @priority: of `--sched fifo:N`
 * @mlock: `--mlock`
 * @calibration_ps: `--calibration`, picoseconds an iteration of work, 0: measured
 * @wake: CPUs are woken for a snapshot (`--no-wake` clears it)
 * @quiet: `--quiet`
 * @err: first error of the parser; status 0: none
 */
struct bench_options {
	const char *cpus;
	const char *governors;
	const char *reference;
	const char *setting;
	char toggle[512];
	char toggle_value[2][64];
	const char *output;
	uint64_t duration_ns;
	uint64_t warmup_ns;
	uint64_t settle_ns;
	int runs;
	bool resume;
	int latency_qos_us;
	int resume_latency_us;
	const char *disable;
	uint64_t timer_slack_ns;
	int sched;
	int priority;
	bool mlock;
	uint64_t calibration_ps;
	bool wake;
	bool quiet;
	struct err err;
};

/* The child parser; its input is a struct bench_options. */
extern const struct argp options_argp;

/** options_default() - fill in the defaults */
void options_default(struct bench_options *options);

/**
 * options_json() - the common options for the `parameters` object
 * @options: in force
 *
 * `output`, `resume`, `quiet` and `runs` are left out: they do not change what is measured.
 *
 * Return: a new reference.
 */
json_t *options_json(const struct bench_options *options);

#endif /* BENCH_OPTIONS_H */
