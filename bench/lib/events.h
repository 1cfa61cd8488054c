/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Tracepoints through libperf: one mapped ring a CPU, drained by a thread of
 * its own that wakes up only when a ring is half full.
 *
 * Sampled: power:cpu_idle, sched:sched_waking, sched:sched_switch (to tasks
 * only, the switch to idle is left out), sched:sched_process_fork; where the kernel
 * has them, power:cpu_frequency and power:pstate_sample.
 * Counted in the kernel: power:cpu_idle_miss, irq:irq_handler_entry, migrations,
 * context switches.
 */
#ifndef TALLY_EVENTS_H
#define TALLY_EVENTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "bench/lib/err.h"

/**
 * struct events_sink - who is told of what was seen
 * @idle: an idle period has ended: on @cpu, in state @state
 * @wakeup: a task was put on @cpu, @latency_ns after its sched_waking; @ours
 *	when it descends from the command
 * @frequency: the driver was told to run @cpu at @khz (power:cpu_frequency)
 * @pstate: intel_pstate chose P-state @target for @cpu (power:pstate_sample)
 * @data: handed to all
 *
 * Called from the reader's thread between events_read() and the end of
 * events_stop(), never at once.
 */
struct events_sink {
	void (*idle)(unsigned int cpu, uint32_t state, uint64_t duration_ns,
		     void *data);
	void (*wakeup)(unsigned int cpu, uint64_t latency_ns, bool ours,
		       void *data);
	void (*frequency)(unsigned int cpu, uint32_t khz, void *data);
	void (*pstate)(unsigned int cpu, uint32_t target, void *data);
	void *data;
};

/**
 * struct events_options - how to record
 * @cpus: list text such as "0-3" of CPUs to record; NULL for all online ones
 * @reader_cpu: the CPU that the reader's thread is bound to; -1 for no binding
 * @ring_bytes: size of each CPU's ring, a power of two times the page size;
 *	0 for 1 MiB, or 4 MiB without a budget
 * @budget_percent: share of the time that the samples of all CPUs together may
 *	cost, which is what they may slow down a chain of wakeups; when they cost
 *	more the reader closes them until the average is kept. 100 or more: no
 *	pauses
 * @proc_switches: context switches from /proc/stat instead of perf's counter, which
 *	takes some 150 instructions a switch
 * @sink: who is told
 */
struct events_options {
	const char *cpus;
	int reader_cpu;
	size_t ring_bytes;
	double budget_percent;
	bool proc_switches;
	struct events_sink sink;
};

/**
 * struct events_totals - counts over all CPUs recorded, start to stop
 * @context_switches: all switches, those to idle included
 * @migrations: tasks moved to another CPU
 * @device_interrupts: irq:irq_handler_entry (no timer ticks, no IPIs)
 * @too_deep: power:cpu_idle_miss with below = 0: a shallower state had fitted
 * @too_shallow: power:cpu_idle_miss with below = 1: a deeper one had fitted
 * @has_interrupts: the kernel has irq:irq_handler_entry
 * @has_miss: the kernel has power:cpu_idle_miss (since 6.1)
 * @samples: records read from the rings
 * @lost: records that the kernel had no room for
 * @idle_unmatched: cpu_idle entries or exits without their counterpart, but for
 *	the exit of a CPU that slept when the recording began
 * @pauses: how often the samples were paused to keep the budget
 * @covered_ns: time in which they were not; counts are of all the time
 * @sample_cost_ns: what a sample was measured to cost when the budget was set
 *	up, 0 without a budget
 * @reader_ns: CPU time of the reader's thread
 * @reader_wakes: how often it woke up
 */
struct events_totals {
	uint64_t context_switches;
	uint64_t migrations;
	uint64_t device_interrupts;
	uint64_t too_deep;
	uint64_t too_shallow;
	bool has_interrupts;
	bool has_miss;
	uint64_t samples;
	uint64_t lost;
	uint64_t idle_unmatched;
	uint64_t pauses;
	uint64_t covered_ns;
	uint64_t sample_cost_ns;
	uint64_t reader_ns;
	uint64_t reader_wakes;
};

struct events;

/**
 * events_open() - open all events on all CPUs, map the rings, start no counting
 * @events: set on success
 * @options: how to record
 * @err: BENCH_NOT_HERE: what is missing and what to do; BENCH_FAILED
 *
 * Mounts tracefs when it is not, as perf does. Needs root (or CAP_PERFMON and
 * a readable tracefs).
 *
 * Return: 0, or -1 with @err.
 */
int events_open(struct events **events, const struct events_options *options,
		struct err *err);

/**
 * events_root() - name the first task of the command, before it forks
 * @events: opened or stopped
 * @pid: its pid
 *
 * Return: 0, or -ENOMEM.
 */
int events_root(struct events *events, pid_t pid);

/**
 * events_start() - let the kernel record into the rings
 * @events: opened, or stopped: each start counts from zero
 * @err: BENCH_FAILED
 *
 * Return: 0, or -1 with @err.
 */
int events_start(struct events *events, struct err *err);

/**
 * events_read() - let the reader read
 * @events: started a short while ago: nothing has been read yet
 * @from_ns: by CPU number: only idle periods that end after this time
 *	(CLOCK_MONOTONIC) are told; NULL: all
 * @err: BENCH_FAILED
 *
 * Return: 0, or -1 with @err; events_stop() must follow in either case.
 */
int events_read(struct events *events, const uint64_t *from_ns, struct err *err);

/**
 * events_hold() - let the reader read no further until events_stop()
 * @events: being read
 */
void events_hold(struct events *events);

/**
 * events_stop() - stop recording, read what is left, add up
 * @events: started
 * @to_ns: by CPU number: idle periods that end later are not told; NULL: all are.
 *	After events_hold() only
 * @totals: filled in
 *
 * Return: 0; -ENOMEM when the reader ran out of memory, totals are valid then.
 */
int events_stop(struct events *events, const uint64_t *to_ns,
		struct events_totals *totals);

/**
 * events_cpu_count() - how many CPU numbers there are
 * @events: opened
 *
 * Return: the highest CPU number recorded, plus 1.
 */
unsigned int events_cpu_count(const struct events *events);

/**
 * events_close() - end of a recording
 * @events: stopped, or never started; NULL is allowed
 */
void events_close(struct events *events);

#endif /* TALLY_EVENTS_H */
