/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Idle periods from events. Private to the reader.
 */
#ifndef TALLY_REPLAY_PERIODS_H
#define TALLY_REPLAY_PERIODS_H

#include "replay/read-event.h"

struct periods;

/**
 * periods_new() - start without any event
 * @summary: counters to be kept
 *
 * Return: NULL when out of memory.
 */
struct periods *periods_new(struct trace_summary *summary);

/**
 * periods_add() - one event more
 * @periods: from periods_new()
 * @event: the event
 *
 * Call periods_take() until it returns false before adding another.
 *
 * Return: 0, or -1 when out of memory.
 */
int periods_add(struct periods *periods, const struct trace_event *event);

/**
 * periods_end() - no event will come any more
 * @periods: from periods_new()
 */
void periods_end(struct periods *periods);

/**
 * periods_take() - the next period that is complete
 * @periods: from periods_new()
 * @period: filled when true is returned
 *
 * Return: whether there is one.
 */
bool periods_take(struct periods *periods, struct idle_period *period);

/**
 * periods_table() - see reader_recorded_table()
 * @periods: from periods_new()
 * @cpu: the CPU
 * @table: filled when true is returned
 */
bool periods_table(const struct periods *periods, unsigned int cpu,
		   struct recorded_table *table);

/**
 * periods_free() - give everything back
 * @periods: from periods_new(), or NULL
 */
void periods_free(struct periods *periods);

#endif /* TALLY_REPLAY_PERIODS_H */
