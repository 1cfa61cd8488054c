// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/events-idle.h"

bool events_idle_event(struct events_idle *idle, uint32_t state,
		       uint64_t time_ns, uint64_t *duration_ns)
{
	bool seen = idle->seen;

	idle->seen = true;
	if (state != EVENTS_IDLE_EXIT) {
		if (idle->open)
			idle->unmatched++;
		idle->open = true;
		idle->state = state;
		idle->entered_ns = time_ns;
		return false;
	}
	if (!idle->open) {
		if (seen)
			idle->unmatched++;
		return false;
	}
	idle->open = false;
	/* A clock that steps back by a little must not yield 584 years. */
	*duration_ns = time_ns > idle->entered_ns ? time_ns - idle->entered_ns : 0;
	return true;
}

void events_idle_gap(struct events_idle *idle)
{
	idle->open = false;
	idle->seen = false;
}
