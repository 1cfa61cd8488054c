/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recorded idle periods, read from any trace: trace.dat, ftrace text,
 * trace-cmd report, perf script, systrace HTML. A trace is streamed: memory does
 * not grow with the length of the file.
 *
 *	struct reader *reader;
 *	struct reader_error error;
 *	struct idle_period period;
 *
 *	if (reader_open(&reader, path, &error))
 *		complain(error.text);
 *	while ((ret = reader_next(reader, &period, &error)) > 0)
 *		use(&period);
 *	if (ret < 0)
 *		complain(error.text);	(what came before it stands)
 *	summary_print(stdout, reader_summary(reader));
 *	reader_close(reader);
 */
#ifndef TALLY_REPLAY_READER_H
#define TALLY_REPLAY_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <tally/core.h>

struct trace_summary;
struct reader;

/* CPUs above this number are counted as an oddity and left out. */
#define READER_CPUS_MAX		4096

/**
 * enum reader_fault - what went wrong
 * @READER_FAULT_NONE: nothing
 * @READER_FAULT_SYSTEM: the file could not be opened or read
 * @READER_FAULT_FORMAT: this is no trace that the reader knows
 * @READER_FAULT_DAMAGED: truncated or corrupted; what was read before it stands
 * @READER_FAULT_MEMORY: out of memory
 */
enum reader_fault {
	READER_FAULT_NONE,
	READER_FAULT_SYSTEM,
	READER_FAULT_FORMAT,
	READER_FAULT_DAMAGED,
	READER_FAULT_MEMORY,
};

/**
 * struct reader_error - why reading stopped
 * @fault: what kind of fault
 * @offset: where in the file, in bytes from its start (0 when it is not known)
 * @text: one line for people, with the file's name and the offset in it
 */
struct reader_error {
	enum reader_fault fault;
	uint64_t offset;
	char text[512];
};

/**
 * enum wake_cause - what ended an idle period
 * @WAKE_UNKNOWN: the trace does not say
 * @WAKE_TIMER: a timer other than the tick
 * @WAKE_TICK: the tick
 * @WAKE_IPI: an inter-processor interrupt
 * @WAKE_IRQ: a device interrupt
 * @WAKE_TASK: another CPU made a task runnable, and no interrupt was seen (polling, or a
 *	trace without interrupts)
 * @WAKE_POLL_LIMIT: the polling state's time limit (recorded by tally only)
 * @WAKE_CAUSES: how many there are
 */
enum wake_cause {
	WAKE_UNKNOWN,
	WAKE_TIMER,
	WAKE_TICK,
	WAKE_IPI,
	WAKE_IRQ,
	WAKE_TASK,
	WAKE_POLL_LIMIT,
	WAKE_CAUSES
};

/**
 * enum sleep_source - where the sleep length of a period comes from
 * @SLEEP_UNKNOWN: not recorded, and no timer was seen later: at least the period
 * @SLEEP_RECORDED: the kernel's own answer at the time (tally:select, or a probe on
 *	tick_nohz_get_sleep_length)
 * @SLEEP_ENDED: estimated: the period ended by a timer, so it lasted as long
 * @SLEEP_NEXT_TIMER: estimated: the next timer that woke or interrupted this CPU
 * @SLEEP_SOURCES: how many there are
 */
enum sleep_source {
	SLEEP_UNKNOWN,
	SLEEP_RECORDED,
	SLEEP_ENDED,
	SLEEP_NEXT_TIMER,
	SLEEP_SOURCES
};

/**
 * DOC: flags of an idle period
 *
 * PERIOD_CONTINUES: the period before it on this CPU ended by the tick or a poll
 *	time-out, and no task ran in between: the same sleep went on
 * PERIOD_IPI_BEFORE: an IPI to this CPU was raised before it entered idle and had
 *	not been handled yet: its end says nothing about wake-up prediction
 * PERIOD_LOST: events were lost in it or just before it; do not trust its length
 * PERIOD_TOO_DEEP, PERIOD_TOO_SHALLOW: the kernel counted it so (cpu_idle_miss)
 * PERIOD_NOT_ENTERED: the governor was asked (HAS_ASK or HAS_SLEEP), but the CPU
 *	did not enter idle: @length_ns is 0, @state is the choice
 * PERIOD_CLAMPED: time went back within it; its length was cut to fit
 * PERIOD_RAN: a task ran between the last period and this one (seen in
 *	sched_switch); without it, nothing is known
 * PERIOD_RESET: tally began anew on this CPU before it (tally:table), see
 *	reader_recorded_table()
 * PERIOD_HAS_ASK: @ask, @params and @decision are what tally recorded (tally:select)
 * PERIOD_HAS_OUTCOME: @outcome and @verdict are what tally recorded (tally:reflect)
 */
#define PERIOD_CONTINUES	0x0001
#define PERIOD_IPI_BEFORE	0x0002
#define PERIOD_LOST		0x0004
#define PERIOD_TOO_DEEP		0x0008
#define PERIOD_TOO_SHALLOW	0x0010
#define PERIOD_NOT_ENTERED	0x0020
#define PERIOD_CLAMPED		0x0040
#define PERIOD_RAN		0x0080
#define PERIOD_HAS_ASK		0x0100
#define PERIOD_HAS_OUTCOME	0x0200
#define PERIOD_RESET		0x0400

/**
 * struct idle_period - one stay of one CPU in one idle state
 * @cpu: the CPU, 0 to READER_CPUS_MAX - 1
 * @state: index of the state that was asked of the driver
 * @cause: enum wake_cause
 * @sleep_source: enum sleep_source, where @sleep_ns comes from
 * @flags: PERIOD_*
 * @start_ns: when it began, in the trace's clock
 * @length_ns: how long it lasted, from cpu_idle to cpu_idle, exit latency included
 * @gap_ns: time between the end of the CPU's last period and @start_ns (0 for the first)
 * @sleep_ns: time from @start_ns to the next timer without the tick, as known then, or
 *	the estimate; may be negative when recorded (the timer was due)
 * @tick_ns: the same with the tick, or TALLY_NOT_ASKED if not recorded
 * @verdict: enum tally_verdict, with PERIOD_HAS_OUTCOME
 * @params: parameters in force, with PERIOD_HAS_ASK
 * @ask: what tally knew, with PERIOD_HAS_ASK
 * @decision: what tally chose, with PERIOD_HAS_ASK
 * @outcome: how it ended, with PERIOD_HAS_OUTCOME
 */
struct idle_period {
	uint32_t cpu;
	uint8_t state;
	uint8_t cause;
	uint8_t sleep_source;
	uint8_t verdict;
	uint32_t flags;
	uint64_t start_ns;
	uint64_t length_ns;
	uint64_t gap_ns;
	int64_t sleep_ns;
	int64_t tick_ns;
	struct tally_params params;
	struct tally_ask ask;
	struct tally_decision decision;
	struct tally_outcome outcome;
};

/**
 * reader_open() - open a trace and find out what it is
 * @reader: where the reader is put; NULL on failure
 * @path: the file; "-" is standard input (text formats only)
 * @error: filled on failure
 *
 * Return: 0, or -1 with @error filled (READER_FAULT_SYSTEM, _FORMAT, _MEMORY, or
 * _DAMAGED when already the file's head is unusable).
 */
int reader_open(struct reader **reader, const char *path, struct reader_error *error);

/**
 * reader_open_memory() - the same for a trace that lies in memory
 * @reader: where the reader is put; NULL on failure
 * @name: what to call it in messages
 * @data: the trace; must stay until reader_close()
 * @size: its length in bytes
 * @error: filled on failure
 *
 * Return: as reader_open().
 */
int reader_open_memory(struct reader **reader, const char *name, const void *data,
		       size_t size, struct reader_error *error);

/**
 * reader_next() - the next idle period
 * @reader: the reader
 * @period: filled when 1 is returned
 * @error: filled when -1 is returned
 *
 * Periods of one CPU come in the order of time. Periods of different CPUs come
 * roughly in the order in which they ended: one may be held back until its cause and
 * the next timer are known.
 *
 * Return: 1 with a period; 0 at the end; -1 at the end when the trace is damaged (all
 * periods that could be read have been returned before).
 */
int reader_next(struct reader *reader, struct idle_period *period,
		struct reader_error *error);

/**
 * reader_summary() - what was seen so far
 * @reader: the reader
 *
 * Return: the counters; they belong to the reader and are complete after
 * reader_next() returned 0 or -1.
 */
const struct trace_summary *reader_summary(const struct reader *reader);

/**
 * struct recorded_table - with what tally began on a CPU (tally:table)
 * @table: its effective state table
 * @tick_period_ns: period of the tick
 */
struct recorded_table {
	struct tally_table table;
	int64_t tick_period_ns;
};

/**
 * reader_recorded_table() - the last table that tally recorded for a CPU
 * @reader: the reader
 * @cpu: the CPU
 * @table: filled when true is returned
 *
 * To be asked for with the period that has PERIOD_RESET.
 *
 * Return: whether there is one.
 */
bool reader_recorded_table(const struct reader *reader, unsigned int cpu,
			   struct recorded_table *table);

/**
 * reader_close() - give everything back
 * @reader: the reader, or NULL
 */
void reader_close(struct reader *reader);

#endif /* TALLY_REPLAY_READER_H */
