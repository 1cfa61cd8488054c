/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a reader saw: events, CPUs, seconds, entries by state, oddities by kind.
 */
#ifndef TALLY_REPLAY_SUMMARY_H
#define TALLY_REPLAY_SUMMARY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "replay/reader.h"

/**
 * enum oddity - what was unusual in a trace, and was counted
 * @ODD_IDLE_AT_START: the CPU's first event is an exit: it slept when recording began
 * @ODD_EXIT_WITHOUT_ENTRY: an exit while the CPU was not idle
 * @ODD_ENTRY_WITHOUT_EXIT: an entry while the CPU was idle: the period before it is left out
 * @ODD_IDLE_AT_END: the CPU slept when recording ended: that period is left out
 * @ODD_TIME_BACK: the time of an event is before the CPU's last event
 * @ODD_UNSORTED: the time of an event is before the last event of another CPU
 * @ODD_LOST_EVENTS: events that the recorder lost, as it said itself (a count of 1 for
 *	each place where it did not say how many)
 * @ODD_CPU_MISMATCH: cpu_id differs from the CPU that the event was recorded on; cpu_id
 *	is believed
 * @ODD_CPU_RANGE: a CPU number of READER_CPUS_MAX or more: left out
 * @ODD_STATE_RANGE: an idle state of TALLY_STATES_MAX or more: left out
 * @ODD_FIELDS: an idle event whose fields could not be read: left out
 * @ODD_UNKNOWN_LINE: a line that is no event
 * @ODD_WRAPPED_LINE: an event that went on in the next line: joined
 * @ODD_LONG_LINE: a line that was too long and was cut
 * @ODD_NO_FINAL_NEWLINE: the file's last line has no end; it was read
 * @ODD_CPU_WITHOUT_IDLE: a CPU of the trace without any idle event
 * @ODD_UNKNOWN_EVENT: an event whose kind the trace does not describe
 * @ODD_OTHER_BUFFER: a recording buffer besides the one that was read: left out
 * @ODD_CLOCK: the clock does not count ns, and the trace does not say what it counts
 * @ODD_BAD_PAGE: a page that makes no sense: the rest of it is left out
 * @ODD_RECOVERED: CPUs whose events were found although the file's table of contents is
 *	missing; their numbers were taken from their idle events
 * @ODD_NOT_KEPT: events that the recorder's own statistics say it overwrote or dropped; they
 *	may be those of ODD_LOST_EVENTS
 * @ODDITIES: how many there are
 */
enum oddity {
	ODD_IDLE_AT_START,
	ODD_EXIT_WITHOUT_ENTRY,
	ODD_ENTRY_WITHOUT_EXIT,
	ODD_IDLE_AT_END,
	ODD_TIME_BACK,
	ODD_UNSORTED,
	ODD_LOST_EVENTS,
	ODD_CPU_MISMATCH,
	ODD_CPU_RANGE,
	ODD_STATE_RANGE,
	ODD_FIELDS,
	ODD_UNKNOWN_LINE,
	ODD_WRAPPED_LINE,
	ODD_LONG_LINE,
	ODD_NO_FINAL_NEWLINE,
	ODD_CPU_WITHOUT_IDLE,
	ODD_UNKNOWN_EVENT,
	ODD_OTHER_BUFFER,
	ODD_CLOCK,
	ODD_BAD_PAGE,
	ODD_RECOVERED,
	ODD_NOT_KEPT,
	ODDITIES
};

/**
 * struct state_summary - one idle state of one CPU
 * @entries: how often it was entered (as the kernel's trace event says; an entry without
 *	exit is counted too)
 * @periods: periods with a known length
 * @time_ns: sum of their lengths
 * @too_deep: the kernel counted the period as "above"
 * @too_shallow: the kernel counted the period as "below"
 */
struct state_summary {
	uint64_t entries;
	uint64_t periods;
	uint64_t time_ns;
	uint64_t too_deep;
	uint64_t too_shallow;
};

/**
 * struct cpu_summary - one CPU of a trace
 * @events: events that were recorded on it
 * @first_ns: time of its first event
 * @last_ns: time of its last event
 * @states: by index of the idle state
 * @causes: periods by enum wake_cause
 * @idle_events: idle entries and exits
 */
struct cpu_summary {
	uint64_t events;
	uint64_t first_ns;
	uint64_t last_ns;
	struct state_summary states[TALLY_STATES_MAX];
	uint64_t causes[WAKE_CAUSES];
	uint64_t idle_events;
};

struct length_histogram;

/**
 * struct trace_summary - all that is known of a trace
 * @format: what the file is, for people ("trace.dat version 7, zstd", "ftrace text")
 * @events: events of every kind
 * @idle_events: idle entries and exits
 * @periods: idle periods with a known length
 * @not_entered: the governor was asked, but the CPU did not enter idle
 * @first_ns: time of the first event
 * @last_ns: time of the last event
 * @cpus: how many entries @cpu has: highest CPU number seen, plus 1
 * @cpu: by number of the CPU; those without events are all 0
 * @sleep_sources: periods by enum sleep_source
 * @switches: task switches seen: where there are any, PERIOD_RAN is known
 * @ipi_before: periods with PERIOD_IPI_BEFORE
 * @oddities: by enum oddity
 * @lengths: of all idle periods, see summary_percentile()
 * @stamp_ns: resolution of the time stamps: 1, or 1000 where they are in microseconds
 */
struct trace_summary {
	char format[160];
	uint64_t events;
	uint64_t idle_events;
	uint64_t periods;
	uint64_t not_entered;
	uint64_t first_ns;
	uint64_t last_ns;
	unsigned int cpus;
	struct cpu_summary *cpu;
	uint64_t sleep_sources[SLEEP_SOURCES];
	uint64_t ipi_before;
	uint64_t switches;
	uint64_t oddities[ODDITIES];
	struct length_histogram *lengths;
	uint64_t stamp_ns;
};

/**
 * summary_init() - an empty summary
 * @summary: to be filled
 *
 * Return: 0, or -1 when out of memory.
 */
int summary_init(struct trace_summary *summary);

/**
 * summary_free() - give back what summary_init() and its users took
 * @summary: may be all zero
 */
void summary_free(struct trace_summary *summary);

/**
 * summary_cpu() - the entry of a CPU, made if it is new
 * @summary: the summary
 * @cpu: 0 to READER_CPUS_MAX - 1
 *
 * Return: the entry, valid until the next call; NULL when out of memory.
 */
struct cpu_summary *summary_cpu(struct trace_summary *summary, unsigned int cpu);

/**
 * summary_add_length() - count a period's length
 * @summary: the summary
 * @length_ns: its length
 */
void summary_add_length(struct trace_summary *summary, uint64_t length_ns);

/**
 * summary_percentile() - a percentile of the periods' lengths
 * @summary: the summary
 * @percent: 0 to 100
 *
 * Nearest rank. Exact up to 65,536 ns, and at 0 and 100 percent; above, it is at most 1/32,768 low.
 *
 * Return: nanoseconds, 0 without any period.
 */
uint64_t summary_percentile(const struct trace_summary *summary, double percent);

/**
 * oddity_text() - what an oddity is, for people
 * @oddity: which one
 *
 * Return: a phrase.
 */
const char *oddity_text(enum oddity oddity);

/**
 * summary_print() - the summary as `replay --summary` prints it
 * @out: where to
 * @summary: the summary
 */
void summary_print(FILE *out, const struct trace_summary *summary);

#endif /* TALLY_REPLAY_SUMMARY_H */
