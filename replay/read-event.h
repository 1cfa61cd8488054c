/* SPDX-License-Identifier: GPL-2.0 */
/*
 * One event of a trace, whatever the file's format: what the formats produce
 * and periods.c consumes. Private to the reader.
 */
#ifndef TALLY_REPLAY_READ_EVENT_H
#define TALLY_REPLAY_READ_EVENT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "replay/reader.h"
#include "replay/summary.h"

#define EVENT_FIELDS_MAX	24
#define EVENT_MASK_WORDS	(READER_CPUS_MAX / 64)
#define EVENT_NAME_MAX		64

/**
 * enum event_kind - the events that say something about idle
 * @EVENT_OTHER: counted only
 * @EVENT_IDLE: power:cpu_idle
 * @EVENT_IDLE_MISS: power:cpu_idle_miss
 * @EVENT_IRQ: irq:irq_handler_entry
 * @EVENT_TIMER_IRQ: the local timer's interrupt, where it has an event of its own
 * @EVENT_IPI_IRQ: an IPI has arrived
 * @EVENT_DEVICE_IRQ: another interrupt with an event of its own
 * @EVENT_IPI_MASK: an IPI was sent to a set of CPUs
 * @EVENT_IPI_CPU: an IPI was sent to one CPU
 * @EVENT_HRTIMER: timer:hrtimer_expire_entry
 * @EVENT_WAKING: sched:sched_waking or sched_wakeup
 * @EVENT_SWITCH: sched:sched_switch
 * @EVENT_SLEEP_LENGTH: a return probe on tick_nohz_get_sleep_length
 * @EVENT_TABLE: tally:table
 * @EVENT_SELECT: tally:select
 * @EVENT_REFLECT: tally:reflect
 * @EVENT_LOST: not an event: a note that @lost events are missing here
 * @EVENT_KINDS: how many there are
 */
enum event_kind {
	EVENT_OTHER,
	EVENT_IDLE,
	EVENT_IDLE_MISS,
	EVENT_IRQ,
	EVENT_TIMER_IRQ,
	EVENT_IPI_IRQ,
	EVENT_DEVICE_IRQ,
	EVENT_IPI_MASK,
	EVENT_IPI_CPU,
	EVENT_HRTIMER,
	EVENT_WAKING,
	EVENT_SWITCH,
	EVENT_SLEEP_LENGTH,
	EVENT_TABLE,
	EVENT_SELECT,
	EVENT_REFLECT,
	EVENT_LOST,
	EVENT_KINDS
};

/* Fields by kind: indices into struct trace_event's field[]. */
enum { IDLE_STATE, IDLE_CPU };
enum { MISS_CPU, MISS_STATE, MISS_BELOW };
enum { IRQ_NAME };			/* its value: enum irq_class */
enum { IPI_TARGET };			/* the mask, or its value is the CPU */
enum { HRTIMER_FUNCTION };		/* 1 for the tick */
enum { WAKING_CPU };
enum { SLEEP_LENGTH, SLEEP_TICK };
enum { TABLE_CPU, TABLE_COUNT, TABLE_POLLING, TABLE_PERIOD, TABLE_EXIT, TABLE_RESIDENCY };
enum {
	SELECT_STATE, SELECT_REASON, SELECT_SLEEP, SELECT_TICK, SELECT_AGE, SELECT_EXPECTED,
	SELECT_STOPPED, SELECT_STOP, SELECT_CONTEXT, SELECT_LATENCY, SELECT_DISABLED,
	SELECT_UTIL, SELECT_CAPACITY, SELECT_RULE, SELECT_USE_CONTEXT, SELECT_USE_UTIL,
	SELECT_WEIGHT, SELECT_SHIFT, SELECT_VERSION
};

enum {
	REFLECT_ENTERED, REFLECT_MEASURED, REFLECT_VERDICT, REFLECT_TICK, REFLECT_POLL,
	REFLECT_REJECTED
};

enum irq_class { IRQ_IS_DEVICE, IRQ_IS_TIMER, IRQ_IS_IPI };

/**
 * enum field_type - how the value of a field is found
 * @FIELD_NUMBER: an integer
 * @FIELD_IRQ_NAME: an interrupt's name, turned into enum irq_class
 * @FIELD_MASK: a set of CPUs
 * @FIELD_TIMER_FUNCTION: 1 when the function is the tick's
 * @FIELD_BELOW: 1 for "below" (a boolean in binary traces)
 * @FIELD_ARRAY: TALLY_STATES_MAX numbers at most, into @array of the event
 */
enum field_type {
	FIELD_NUMBER,
	FIELD_IRQ_NAME,
	FIELD_MASK,
	FIELD_TIMER_FUNCTION,
	FIELD_BELOW,
	FIELD_ARRAY,
};

/**
 * struct event_field - a field that is wanted
 * @name: its name in binary traces
 * @key: its name in text, if that differs
 * @type: how to read it
 */
struct event_field {
	const char *name;
	const char *key;
	enum field_type type;
};

/**
 * struct event_type - an event that is wanted
 * @system: its system, or NULL for any
 * @name: its name
 * @kind: what it is to us
 * @required: bit i is set when field i must be there
 * @fields: ends with a NULL name
 */
struct event_type {
	const char *system;
	const char *name;
	enum event_kind kind;
	uint32_t required;
	const struct event_field *fields;
};

/**
 * struct trace_event - one event
 * @time_ns: in the trace's clock
 * @offset: where it lies in the file, in bytes
 * @cpu: the CPU that it was recorded on
 * @pid: of the task that ran there, or -1
 * @kind: what it is
 * @lost: events lost on this CPU just before it
 * @have: bit i is set when field[i] is valid
 * @field: values, by the enums above
 * @mask_words: words of @mask that are valid
 * @mask: set of CPUs, with FIELD_MASK
 * @array: with FIELD_ARRAY, by field (TABLE_EXIT and TABLE_RESIDENCY); the field's value
 *	is how many numbers there are
 */
struct trace_event {
	uint64_t time_ns;
	uint64_t offset;
	uint32_t cpu;
	int32_t pid;
	enum event_kind kind;
	uint64_t lost;
	uint32_t have;
	int64_t field[EVENT_FIELDS_MAX];
	unsigned int mask_words;
	int64_t array[2][TALLY_STATES_MAX];
	uint64_t mask[EVENT_MASK_WORDS];
};

/**
 * event_type_find() - is this event wanted?
 * @system: its system, or NULL when it is not known
 * @name: its name, not terminated
 * @length: of @name
 *
 * Return: the type, or NULL.
 */
const struct event_type *event_type_find(const char *system, const char *name,
					 size_t length);

/**
 * irq_classify() - what kind of interrupt has this name
 * @name: as in /proc/interrupts, not terminated
 * @length: of @name
 *
 * Return: enum irq_class.
 */
enum irq_class irq_classify(const char *name, size_t length);

/**
 * timer_is_tick() - is this function the tick's?
 * @name: not terminated
 * @length: of @name
 */
bool timer_is_tick(const char *name, size_t length);

/**
 * struct source - where the bytes come from
 * @name: for messages
 * @fd: an open file, or -1
 * @memory: the whole trace, when @fd is -1
 * @size: bytes; UINT64_MAX when it is not known (a pipe)
 * @position: for source_read()
 * @head: bytes of a pipe that were read to find out what it is
 * @head_size: how many
 */
struct source {
	const char *name;
	int fd;
	const uint8_t *memory;
	uint64_t size;
	uint64_t position;
	uint8_t head[64];
	size_t head_size;
};

/**
 * source_read_at() - read from a place
 * @source: the source
 * @offset: from where
 * @buffer: where to
 * @size: how much
 *
 * Return: bytes read, fewer than @size at the end; -1 with errno set.
 */
long source_read_at(struct source *source, uint64_t offset, void *buffer, size_t size);

/**
 * source_read() - read on
 * @source: the source
 * @buffer: where to
 * @size: how much at most
 *
 * Return: bytes read, 0 at the end; -1 with errno set.
 */
long source_read(struct source *source, void *buffer, size_t size);

/**
 * reader_fail() - fill an error
 * @error: to be filled, unless it tells an earlier fault already
 * @fault: the kind
 * @source: what was read
 * @offset: where
 * @format: what is wrong; name and offset are put around it
 */
void reader_fail(struct reader_error *error, enum reader_fault fault,
		 const struct source *source, uint64_t offset, const char *format, ...)
	__attribute__((format(printf, 5, 6)));

/**
 * struct format_ops - one format of trace
 * @open: look at the head; 0, or -1 with the error filled
 * @next: 1 with an event, 0 at the end; faults are told in @error (the first is kept), and
 *	what is readable after them still comes
 * @close: give everything back
 */
struct format_ops {
	int (*open)(void **state, struct source *source, struct trace_summary *summary,
		    struct reader_error *error);
	int (*next)(void *state, struct trace_event *event, struct reader_error *error);
	void (*close)(void *state);
};

extern const struct format_ops format_dat;
extern const struct format_ops format_text;

#endif /* TALLY_REPLAY_READ_EVENT_H */
