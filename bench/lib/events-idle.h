/* SPDX-License-Identifier: GPL-2.0 */
/* Idle periods from power:cpu_idle: an entry names a state, an exit names none. */
#ifndef TALLY_EVENTS_IDLE_H
#define TALLY_EVENTS_IDLE_H

#include <stdbool.h>
#include <stdint.h>

/* What the state field of power:cpu_idle says when the CPU leaves idle. */
#define EVENTS_IDLE_EXIT	UINT32_C(0xffffffff)

/**
 * struct events_idle - one CPU's idle period under way
 * @entered_ns: perf's clock at the entry
 * @state: the state asked for
 * @open: a period is under way
 * @seen: an event has been seen since the recording began or had a gap: an exit
 *	without an entry is odd from then on
 * @unmatched: exits without an entry, entries without an exit
 */
struct events_idle {
	uint64_t entered_ns;
	uint32_t state;
	bool open;
	bool seen;
	uint64_t unmatched;
};

/**
 * events_idle_event() - take a power:cpu_idle event
 * @idle: the CPU's data, zeroed at first
 * @state: the event's state
 * @time_ns: the event's time
 * @duration_ns: set to the length of the period that the event ends
 *
 * Return: true when a period has ended; its state is in idle->state.
 */
bool events_idle_event(struct events_idle *idle, uint32_t state,
		       uint64_t time_ns, uint64_t *duration_ns);

/**
 * events_idle_gap() - events of this CPU were lost, or not recorded for a while
 * @idle: the CPU's data
 *
 * The open period, if any, is dropped: its true exit may be among the missing.
 */
void events_idle_gap(struct events_idle *idle);

#endif /* TALLY_EVENTS_IDLE_H */
