/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Wakeup latency from scheduler events: from sched_waking of a task to the
 * sched_switch that puts it on a CPU. The two come from different CPUs' rings,
 * so the rings' events are merged by time first.
 */
#ifndef TALLY_EVENTS_WAKEUP_H
#define TALLY_EVENTS_WAKEUP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/**
 * enum events_sched_kind - what a scheduler event says
 * @EVENTS_WAKING: @pid is being woken
 * @EVENTS_SWITCH: @pid is put on a CPU, @other leaves it
 * @EVENTS_FORK: @pid is a new task, @other made it
 */
enum events_sched_kind {
	EVENTS_WAKING,
	EVENTS_SWITCH,
	EVENTS_FORK,
};

/**
 * struct events_sched - one scheduler event
 * @time_ns: perf's clock
 * @pid: see enum events_sched_kind
 * @other: see enum events_sched_kind
 * @cpu: the CPU whose ring it came from
 * @kind: enum events_sched_kind
 * @preempted: the task that leaves the CPU is still runnable
 */
struct events_sched {
	uint64_t time_ns;
	int32_t pid;
	int32_t other;
	uint16_t cpu;
	uint8_t kind;
	bool preempted;
};

/**
 * typedef events_wakeup_fn - told of each wakeup
 * @cpu: the CPU that the task was put on
 * @latency_ns: from sched_waking to sched_switch
 * @ours: the task descends from the recorded command
 * @data: what events_wakeup_new() was given
 */
typedef void (*events_wakeup_fn)(unsigned int cpu, uint64_t latency_ns,
				 bool ours, void *data);

struct events_wakeup;

/**
 * events_wakeup_new() - an empty matcher
 * @cpus: number of rings that events will come from
 * @fn: told of each wakeup
 * @data: handed to @fn
 *
 * Return: the matcher, or NULL when memory is short.
 */
struct events_wakeup *events_wakeup_new(unsigned int cpus, events_wakeup_fn fn,
					void *data);

/**
 * events_wakeup_free() - end of a matcher
 * @wakeup: the matcher; NULL is allowed
 */
void events_wakeup_free(struct events_wakeup *wakeup);

/**
 * events_wakeup_reset() - forget all tasks and all queued events
 * @wakeup: the matcher
 */
void events_wakeup_reset(struct events_wakeup *wakeup);

/**
 * events_wakeup_root() - name the command's first task
 * @wakeup: the matcher
 * @pid: its pid; what it forks from then on is "ours" too
 *
 * Return: 0, or -ENOMEM.
 */
int events_wakeup_root(struct events_wakeup *wakeup, int32_t pid);

/**
 * events_wakeup_push() - queue an event
 * @wakeup: the matcher
 * @ring: the ring it came from, 0 to cpus - 1
 * @event: copied; a ring's events come in the order of their times
 *
 * Return: 0, or -ENOMEM.
 */
int events_wakeup_push(struct events_wakeup *wakeup, unsigned int ring,
		       const struct events_sched *event);

/**
 * events_wakeup_flush() - a round over all rings is over: match what is certain
 * @wakeup: the matcher
 * @all: no event will follow: match all
 *
 * What was seen in this round may still be overtaken by an older event of a
 * ring that was read earlier in it. So only events up to the newest one of the
 * round *before* are matched, unless @all is set.
 *
 * Return: 0, or -ENOMEM.
 */
int events_wakeup_flush(struct events_wakeup *wakeup, bool all);

/**
 * events_wakeup_gap() - the recording pauses: match all, then forget open wakeups
 * @wakeup: the matcher
 *
 * Who descends from the command is kept.
 *
 * Return: 0, or -ENOMEM.
 */
int events_wakeup_gap(struct events_wakeup *wakeup);

#endif /* TALLY_EVENTS_WAKEUP_H */
