/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What is known of one CPU while its events pass by. Private to periods*.c.
 */
#ifndef TALLY_REPLAY_PERIODS_TRACK_H
#define TALLY_REPLAY_PERIODS_TRACK_H

#include "replay/periods.h"

/* Periods of a CPU that may wait for the next timer. */
#define QUEUE_SIZE	64
/* Periods are handed out regardless when so many wait: room for one event's worth is left. */
#define QUEUE_LIMIT	(QUEUE_SIZE - 4)

/*
 * An IPI that was raised so long before idle entry is believed to be handled: where the
 * trace has no event for an IPI's arrival, and where it has one.
 */
#define IPI_PENDING_NS		50000
#define IPI_PENDING_SEEN_NS	1000000

/*
 * A timer interrupt that came so much before the recorded sleep length was over is the
 * tick. The sleep length is asked for at most a few us before entry.
 */
#define TICK_MARGIN_NS		5000

/* No tick is longer than that of 100 Hz; what is, was a stopped tick set to a timer. */
#define TICK_LONGEST_NS		10500000

/**
 * struct queued - a period that waits
 * @period: the period
 * @end_ns: when it ended
 * @raised: an IPI was raised to the CPU within it
 * @waking: a task was made runnable for the CPU within it
 * @timer_irq: its cause is a timer interrupt
 * @telling: that interrupt is under way: timers' functions that run belong to it
 * @tick_timer: the tick's function ran in that interrupt
 * @other_timer: another timer's function ran in it
 * @sleep_known: its sleep length needs no waiting
 * @complete: its cause is final
 */
struct queued {
	struct idle_period period;
	uint64_t end_ns;
	bool raised;
	bool waking;
	bool timer_irq;
	bool telling;
	bool tick_timer;
	bool other_timer;
	bool sleep_known;
	bool complete;
};

/**
 * struct track - one CPU
 * @idle: it is idle; @now is filled
 * @any_idle: an idle event was seen
 * @any_end: @end_ns is valid
 * @ran: a task ran since @end_ns
 * @lost: events were lost since the last idle event
 * @last_ns: time of the last event
 * @end_ns: end of the last period
 * @last_cause: of the last period, once it is final
 * @now: the period under way
 * @inside: interrupt seen within it, enum wake_cause
 * @asked: @sleep_ns and @tick_ns are valid for the next entry
 * @asked_ns: when the sleep length was asked for
 * @sleep_ns: the answer
 * @tick_ns: the answer with the tick, or TALLY_NOT_ASKED
 * @chosen: @params, @ask and @decision are valid for the next entry
 * @reset: tally began anew since the last period
 * @table: with what it began; its count is 0 when that is not known
 * @chosen_ns: when
 * @params: the parameters then
 * @ask: what tally knew then
 * @decision: what it chose then
 * @ipi_pending: an IPI was raised while not idle, and has not arrived
 * @ipi_ns: when
 * @open: position in @queue of the period whose cause may still change, or -1
 * @head: first period in @queue
 * @count: periods in @queue
 * @resolved: periods from @head on whose sleep length is known or not waited for
 * @queue: periods that wait
 */
struct track {
	bool idle;
	bool any_idle;
	bool any_end;
	bool ran;
	bool lost;
	uint64_t last_ns;
	uint64_t end_ns;
	enum wake_cause last_cause;
	struct queued now;
	enum wake_cause inside;
	bool asked;
	uint64_t asked_ns;
	int64_t sleep_ns;
	int64_t tick_ns;
	bool chosen;
	bool reset;
	struct recorded_table table;
	uint64_t chosen_ns;
	struct tally_params params;
	struct tally_ask ask;
	struct tally_decision decision;
	bool ipi_pending;
	uint64_t ipi_ns;
	int open;
	unsigned int head;
	unsigned int count;
	unsigned int resolved;
	struct queued queue[QUEUE_SIZE];
};

/**
 * struct periods - all CPUs
 * @summary: counters
 * @current: the CPU whose queue may have a complete period
 * @ended: no event will come any more
 * @hrtimers: the trace tells which timer ran
 * @ipi_arrivals: the trace tells when an IPI arrives
 * @last_ns: time of the last event on any CPU
 * @tracks: by number of the CPU
 */
struct periods {
	struct trace_summary *summary;
	unsigned int current;
	bool ended;
	bool hrtimers;
	bool ipi_arrivals;
	uint64_t last_ns;
	struct track *tracks[READER_CPUS_MAX];
};

/**
 * recorded_sleep() - a probe told the sleep length
 * @periods: all CPUs
 * @track: the CPU
 * @event: the event
 * @time_ns: when
 */
void recorded_sleep(struct periods *periods, struct track *track,
		    const struct trace_event *event, uint64_t time_ns);

/**
 * recorded_table() - tally:table
 * @track: the CPU
 * @event: the event
 */
void recorded_table(struct track *track, const struct trace_event *event);

/**
 * recorded_select() - tally:select
 * @periods: all CPUs
 * @track: the CPU
 * @event: the event
 * @time_ns: when
 */
void recorded_select(struct periods *periods, struct track *track,
		     const struct trace_event *event, uint64_t time_ns);

/**
 * recorded_reflect() - tally:reflect
 * @track: the CPU
 * @event: the event
 */
void recorded_reflect(struct track *track, const struct trace_event *event);

/**
 * recorded_attach() - give a new period what was recorded for it
 * @track: the CPU
 * @queued: the period
 */
void recorded_attach(struct track *track, struct queued *queued);

/**
 * recorded_rest() - what was asked for before the trace's end, and came to nothing
 * @periods: all CPUs
 * @track: the CPU
 * @cpu: its number
 */
void recorded_rest(struct periods *periods, struct track *track, uint32_t cpu);

/**
 * queue_push() - a period has ended
 * @track: its CPU
 * @queued: the period
 * @open: its cause may still change
 */
void queue_push(struct track *track, const struct queued *queued, bool open);

/**
 * queue_take() - the first period, if it is complete
 * @track: the CPU
 * @all: take it also when it is not
 * @period: filled when true is returned
 */
bool queue_take(struct track *track, bool all, struct idle_period *period);

/**
 * cause_interrupt() - an interrupt came on this CPU
 * @periods: all CPUs
 * @track: the CPU
 * @cause: WAKE_TIMER, WAKE_IPI or WAKE_IRQ
 * @time_ns: when
 */
void cause_interrupt(struct periods *periods, struct track *track, enum wake_cause cause,
		     uint64_t time_ns);

/**
 * cause_hrtimer() - a timer's function runs on this CPU
 * @periods: all CPUs
 * @track: the CPU
 * @event: the event
 */
void cause_hrtimer(struct periods *periods, struct track *track,
		   const struct trace_event *event);

/**
 * cause_left() - the CPU has left idle; the period is queued
 * @periods: all CPUs
 * @track: the CPU
 * @time_ns: when
 */
void cause_left(struct periods *periods, struct track *track, uint64_t time_ns);

/**
 * cause_sent() - an IPI was sent to this CPU
 * @track: the CPU
 * @time_ns: when
 */
void cause_sent(struct track *track, uint64_t time_ns);

/**
 * cause_settle() - the CPU is about to idle again: the last period's cause is final
 * @track: the CPU
 */
void cause_settle(struct track *track);

#endif /* TALLY_REPLAY_PERIODS_TRACK_H */
