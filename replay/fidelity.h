/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Does the replay decide as the kernel did? The very inputs of a recorded governor go
 * into the same governor here, and the decisions are compared one by one.
 */
#ifndef TALLY_REPLAY_FIDELITY_H
#define TALLY_REPLAY_FIDELITY_H

#include <stdio.h>

#include "replay/governors.h"

/**
 * struct fidelity_ask - a recorded decision, and what went into it
 * @time_ns: when
 * @latency_req_ns: PM QoS limit on the exit latency
 * @sleep_ns: time to the next timer, if @asked
 * @delta_ns: the same with the tick, if @asked
 * @disabled: bit i is set when state i must not be entered
 * @util: utilisation of the CPU
 * @capacity: capacity of the CPU
 * @tick_stopped: the tick was stopped
 * @asked: the sleep length was asked for
 * @stop_tick: what was decided about the tick
 * @state: which state was chosen
 */
struct fidelity_ask {
	u64 time_ns;
	s64 latency_req_ns;
	s64 sleep_ns;
	s64 delta_ns;
	u16 disabled;
	u16 util;
	u16 capacity;
	bool tick_stopped;
	bool asked;
	bool stop_tick;
	u8 state;
};

/**
 * struct fidelity_end - how a recorded idle period ended
 * @state: which state was entered
 * @residency_ns: how long it was
 * @got_tick: the tick had run
 * @poll_limit: a polling state's time limit ended it
 * @rejected: the driver refused the state: the governor hears nothing
 */
struct fidelity_end {
	int state;
	u64 residency_ns;
	bool got_tick;
	bool poll_limit;
	bool rejected;
};

struct fidelity;

/**
 * fidelity_new() - compare with a governor
 * @kind: the governor; must stay
 * @details: where deviations are told, or NULL
 *
 * Return: NULL when out of memory.
 */
struct fidelity *fidelity_new(const struct governor_kind *kind, FILE *details);

/**
 * fidelity_begin() - the governor begins anew on a CPU: from here on all is known
 * @fidelity: from fidelity_new()
 * @cpu: the CPU
 * @drv: its states
 * @tick_ns: tick period
 * @last: how the last period under the governor before it ended, or NULL: the device
 *	keeps that, and teo learns from it
 *
 * Return: 0, or -1 when out of memory.
 */
int fidelity_begin(struct fidelity *fidelity, unsigned int cpu,
		   const struct cpuidle_driver *drv, s64 tick_ns,
		   const struct fidelity_end *last);

/**
 * fidelity_param() - set a parameter of the governor on a CPU
 * @fidelity: from fidelity_new()
 * @cpu: the CPU
 * @name: the parameter
 * @value: its value
 */
void fidelity_param(struct fidelity *fidelity, unsigned int cpu, const char *name,
		    const char *value);

/**
 * fidelity_select() - decide, and compare
 * @fidelity: from fidelity_new()
 * @cpu: the CPU; nothing is done before fidelity_begin()
 * @ask: inputs and recorded decision
 */
void fidelity_select(struct fidelity *fidelity, unsigned int cpu, const struct fidelity_ask *ask);

/**
 * fidelity_reflect() - tell the governor how it ended
 * @fidelity: from fidelity_new()
 * @cpu: the CPU; nothing is done before fidelity_begin()
 * @end: how it ended
 */
void fidelity_reflect(struct fidelity *fidelity, unsigned int cpu, const struct fidelity_end *end);

/**
 * fidelity_forget() - something is not known: wait for the next fidelity_begin()
 * @fidelity: from fidelity_new()
 * @cpu: the CPU
 */
void fidelity_forget(struct fidelity *fidelity, unsigned int cpu);

/**
 * struct fidelity_result - what came of it
 * @cpus: CPUs with decisions
 * @decisions: decisions compared
 * @same: state and tick the same
 * @unknown: decisions not compared, because the history was not known
 */
struct fidelity_result {
	unsigned int cpus;
	u64 decisions;
	u64 same;
	u64 unknown;
};

/**
 * fidelity_finish() - the result
 * @fidelity: from fidelity_new(), is freed
 *
 * Return: what came of it.
 */
struct fidelity_result fidelity_finish(struct fidelity *fidelity);

/**
 * fidelity_recording() - a trace with tally's tracepoints
 * @fidelity: compares with tally
 * @path: the trace
 * @error: one line for people on failure
 * @error_size: room in @error
 *
 * Return: 0; -1 with @error filled.
 */
int fidelity_recording(struct fidelity *fidelity, const char *path, char *error,
		       size_t error_size);

/**
 * fidelity_probes() - an ftrace text with the probes that scripts/record-governor sets
 * @fidelity: compares with the governor that was recorded
 * @path: the text
 * @drv: state table
 * @tick_ns: tick period
 * @error: one line for people on failure
 * @error_size: room in @error
 *
 * Return: 0; -1 with @error filled.
 */
int fidelity_probes(struct fidelity *fidelity, const char *path,
		    const struct cpuidle_driver *drv, s64 tick_ns, char *error,
		    size_t error_size);

/**
 * fidelity_has_probes() - was this recorded by scripts/record-governor?
 * @path: a file
 *
 * Return: true if its beginning says so.
 */
bool fidelity_has_probes(const char *path);

#endif /* TALLY_REPLAY_FIDELITY_H */
