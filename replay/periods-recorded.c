// SPDX-License-Identifier: GPL-2.0
/*
 * What a governor knew and chose, where it was recorded: by tally's tracepoints, or by a
 * probe on tick_nohz_get_sleep_length.
 */
#include <string.h>

#include "replay/periods-track.h"

void recorded_attach(struct track *track, struct queued *queued)
{
	struct idle_period *period = &queued->period;

	period->sleep_ns = TALLY_NOT_ASKED;
	period->tick_ns = TALLY_NOT_ASKED;
	if (track->asked) {
		queued->sleep_known = true;
		period->sleep_source = SLEEP_RECORDED;
		period->sleep_ns = track->sleep_ns;
		period->tick_ns = track->tick_ns;
	}
	if (track->chosen) {
		period->flags |= PERIOD_HAS_ASK;
		period->params = track->params;
		period->ask = track->ask;
		period->decision = track->decision;
	}
	if (track->reset)
		period->flags |= PERIOD_RESET;
	track->asked = false;
	track->chosen = false;
	track->reset = false;
}

/* The governor was asked, but the CPU did not enter idle: told as a period of no length. */
static void push_not_entered(struct periods *periods, struct track *track, uint32_t cpu)
{
	struct queued queued;
	struct idle_period *period = &queued.period;

	memset(&queued, 0, sizeof(queued));
	period->cpu = cpu;
	period->flags = PERIOD_NOT_ENTERED | (track->ran ? PERIOD_RAN : 0);
	period->start_ns = track->chosen ? track->chosen_ns : track->asked_ns;
	recorded_attach(track, &queued);
	queued.sleep_known = true;
	if (period->flags & PERIOD_HAS_ASK)
		period->state = period->decision.state;
	periods->summary->not_entered++;
	queue_push(track, &queued, false);
}

void recorded_sleep(struct periods *periods, struct track *track,
		    const struct trace_event *event, uint64_t time_ns)
{
	/* Two probes on the function tell the same answer; a second answer would be another. */
	if (track->asked && !track->chosen && track->sleep_ns == event->field[SLEEP_LENGTH])
		return;
	if ((track->asked || track->chosen) && !track->idle)
		push_not_entered(periods, track, event->cpu);
	track->asked = true;
	track->asked_ns = time_ns;
	track->sleep_ns = event->field[SLEEP_LENGTH];
	track->tick_ns = TALLY_NOT_ASKED;
	if (event->have & (1U << SLEEP_TICK))
		track->tick_ns = event->field[SLEEP_TICK];
}

void recorded_table(struct track *track, const struct trace_event *event)
{
	struct tally_table *table = &track->table.table;
	int64_t count = event->field[TABLE_COUNT];

	if (count < 1 || count > TALLY_STATES_MAX || count > event->field[TABLE_EXIT] ||
	    count > event->field[TABLE_RESIDENCY])
		return;
	memset(table, 0, sizeof(*table));
	table->count = count;
	table->polling = event->field[TABLE_POLLING];
	memcpy(table->exit_ns, event->array[0], count * sizeof(table->exit_ns[0]));
	memcpy(table->residency_ns, event->array[1], count * sizeof(table->residency_ns[0]));
	track->table.tick_period_ns = event->field[TABLE_PERIOD];
	track->reset = true;
}

void recorded_select(struct periods *periods, struct track *track,
		     const struct trace_event *event, uint64_t time_ns)
{
	const int64_t *field = event->field;

	if (track->chosen && !track->idle)
		push_not_entered(periods, track, event->cpu);
	track->chosen = true;
	track->chosen_ns = time_ns;
	track->params = (struct tally_params) {
		.rule = field[SELECT_RULE],
		.context = field[SELECT_USE_CONTEXT],
		.util = field[SELECT_USE_UTIL],
		.latency_weight = field[SELECT_WEIGHT],
		.util_shift = field[SELECT_SHIFT],
	};
	track->ask = (struct tally_ask) {
		.latency_req_ns = field[SELECT_LATENCY],
		.disabled = field[SELECT_DISABLED],
		.tick_stopped = field[SELECT_STOPPED],
		.util = field[SELECT_UTIL],
		.capacity = field[SELECT_CAPACITY],
	};
	track->decision = (struct tally_decision) {
		.sleep_ns = field[SELECT_SLEEP],
		.tick_ns = field[SELECT_TICK],
		.age_ns = field[SELECT_AGE],
		.expected_ns = field[SELECT_EXPECTED],
		.context = field[SELECT_CONTEXT],
		.state = field[SELECT_STATE],
		.reason = field[SELECT_REASON],
		.tick_stopped = field[SELECT_STOPPED],
		.stop_tick = field[SELECT_STOP],
	};
	if (track->decision.sleep_ns == TALLY_NOT_ASKED)
		return;
	track->asked = true;
	track->asked_ns = time_ns;
	track->sleep_ns = track->decision.sleep_ns;
	track->tick_ns = track->decision.tick_ns;
}

void recorded_reflect(struct track *track, const struct trace_event *event)
{
	const int64_t *field = event->field;
	struct idle_period *period;

	if (track->open < 0)
		return;
	period = &track->queue[track->open].period;
	period->flags |= PERIOD_HAS_OUTCOME;
	period->verdict = field[REFLECT_VERDICT];
	period->outcome = (struct tally_outcome) {
		.entered = field[REFLECT_ENTERED],
		.rejected = field[REFLECT_REJECTED],
		.tick = field[REFLECT_TICK],
		.poll_limit = field[REFLECT_POLL],
		.measured_ns = field[REFLECT_MEASURED],
	};
}

void recorded_rest(struct periods *periods, struct track *track, uint32_t cpu)
{
	if ((track->asked || track->chosen) && !track->idle)
		push_not_entered(periods, track, cpu);
}
