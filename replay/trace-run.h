/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Recorded idle periods through governors. Periods are joined to idle sessions (ticks
 * and poll time-outs do not end one), and every governor lives through those of every
 * CPU on a simulated CPU of its own.
 */
#ifndef TALLY_REPLAY_TRACE_RUN_H
#define TALLY_REPLAY_TRACE_RUN_H

#include "replay/governors.h"
#include "replay/reader.h"
#include "replay/table.h"

/**
 * struct trace_session - an idle session of a trace
 * @start_ns: when it began, in the trace's clock
 * @event_ns: when something woke the CPU: the recorded end minus the exit latency of
 *	the state that was left, but at least half the last period
 * @timer_ns: when the next timer was due; @event_ns or later if that is not known
 * @tick_ns: when the next tick was due, or 0 if not known
 * @busy_before: a task ran since the last session
 * @unreliable: events were lost: nothing is learned or counted
 * @ipi_before: an interrupt was under way when it began
 * @periods: how many recorded periods it is
 * @state: the state that was recorded last
 * @cause: enum wake_cause of its end
 * @sleep_source: enum sleep_source of @timer_ns
 */
struct trace_session {
	s64 start_ns;
	s64 event_ns;
	s64 timer_ns;
	s64 tick_ns;
	bool busy_before;
	bool unreliable;
	bool ipi_before;
	u16 periods;
	u8 state;
	u8 cause;
	u8 sleep_source;
};

/**
 * struct trace_cpu - a CPU of a trace
 * @number: its number
 * @drv: its states
 * @disabled: bit i is set when state i must not be entered
 * @sessions: those that are waiting to be replayed
 * @count: how many
 * @room: room in @sessions
 * @open: a session that may go on
 * @is_open: there is one
 * @last_end_ns: when the last recorded period ended
 * @grid_ns: time of an event that looked like the tick
 * @grid_trust: how many in a row have lain on the same grid
 * @on_grid: the last recorded period ended like that
 * @usage: recorded entries by state
 * @time_ns: recorded residency by state
 * @unreliable: sessions left out because events were lost
 * @models: one simulated CPU a governor
 * @data: the governors' per-CPU data
 */
struct trace_cpu {
	unsigned int number;
	struct cpuidle_driver drv;
	u32 disabled;
	struct trace_session *sessions;
	size_t count;
	size_t room;
	struct trace_session open;
	bool is_open;
	s64 last_end_ns;
	s64 grid_ns;
	u8 grid_trust;
	bool on_grid;
	u64 usage[CPUIDLE_STATE_MAX];
	u64 time_ns[CPUIDLE_STATE_MAX];
	u64 unreliable;
	struct model_cpu *models;
	void **data;
};

struct trace_run;

/**
 * typedef trace_session_watch - hears of each session under each governor
 * @context: as given
 * @cpu: the CPU
 * @governor: index of the governor
 * @session: the session; @cpu->models[governor] has been through it
 * @energy: what it cost in energy
 * @latency_ns: the wake-up latency
 * @best_energy: the least it could cost
 * @best_combined: the least combined cost
 */
typedef void trace_session_watch(void *context, const struct trace_cpu *cpu, size_t governor,
				 const struct trace_session *session, double energy,
				 double latency_ns, double best_energy, double best_combined);

/**
 * struct trace_run - a trace under way through governors
 * @options: the model's assumptions
 * @sees_tasks: task switches are recorded, so that their absence means something
 * @closed: after a late wake-up everything that follows is late, too
 * @governors: which
 * @governor_count: how many
 * @threads: how many threads, 1 or more
 * @tables: state tables of the machine
 * @cpus: the CPUs seen, in the order of their numbers after trace_run_finish()
 * @cpu_count: how many
 * @no_table: periods on CPUs that have no state table: left out
 * @bad_state: periods in states that the table does not have: left out
 * @sessions: sessions replayed
 * @infer_ticks: take timers on the tick's grid for ticks, where the trace does not tell
 * @inferred_ticks: how many were
 * @waiting: sessions that wait
 * @watch: hears of each session, or NULL; then @threads must be 1
 * @model_watch: hears of each period, or NULL; likewise
 * @watch_context: handed to both
 */
struct trace_run {
	struct model_options options;
	bool sees_tasks;
	bool closed;
	const struct governor_kind *governors;
	size_t governor_count;
	unsigned int threads;
	const struct machine_tables *tables;
	struct trace_cpu **cpus;
	size_t cpu_count;
	u64 no_table;
	u64 bad_state;
	u64 sessions;
	bool infer_ticks;
	u64 inferred_ticks;
	size_t waiting;
	trace_session_watch *watch;
	model_watch *model_watch;
	void *watch_context;
};

/**
 * trace_run_add() - take the next recorded period
 * @run: the run
 * @period: the period
 *
 * Return: 0, or -1 when out of memory.
 */
int trace_run_add(struct trace_run *run, const struct idle_period *period);

/**
 * trace_run_flush() - replay all sessions that wait
 * @run: the run
 *
 * Return: 0, or -1 when out of memory.
 */
int trace_run_flush(struct trace_run *run);

/**
 * trace_run_finish() - no more periods will come
 * @run: the run
 *
 * Return: 0, or -1 when out of memory.
 */
int trace_run_finish(struct trace_run *run);

/**
 * trace_run_free() - give everything back
 * @run: the run
 */
void trace_run_free(struct trace_run *run);

#endif /* TALLY_REPLAY_TRACE_RUN_H */
