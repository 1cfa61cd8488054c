// SPDX-License-Identifier: GPL-2.0
/* Recorded periods become idle sessions. */
#include <stdlib.h>
#include <string.h>

#include "replay/driver.h"
#include "replay/trace-run.h"

/* Sessions that may wait before they are replayed: memory stays flat. */
#define WAITING_MAX	262144

static struct trace_cpu *new_cpu(struct trace_run *run, unsigned int number,
				 const struct state_table *table)
{
	struct trace_cpu **grown = realloc(run->cpus, (run->cpu_count + 1) * sizeof(*grown));
	struct trace_cpu *cpu;

	if (!grown)
		return NULL;
	run->cpus = grown;
	cpu = calloc(1, sizeof(*cpu));
	if (!cpu)
		return NULL;
	cpu->number = number;
	setup_driver(table, &cpu->drv);
	cpu->disabled = table->disabled;
	run->cpus[run->cpu_count++] = cpu;
	return cpu;
}

static struct trace_cpu *find_cpu(const struct trace_run *run, unsigned int number)
{
	size_t i;

	/* Found at once when CPUs turn up in the order of their numbers. */
	if (number < run->cpu_count && run->cpus[number]->number == number)
		return run->cpus[number];
	for (i = 0; i < run->cpu_count; i++)
		if (run->cpus[i]->number == number)
			return run->cpus[i];
	return NULL;
}

static int close_session(struct trace_run *run, struct trace_cpu *cpu)
{
	if (!cpu->is_open)
		return 0;
	cpu->is_open = false;
	if (cpu->count == cpu->room) {
		size_t room = cpu->room ? 2 * cpu->room : 1024;
		struct trace_session *grown = realloc(cpu->sessions, room * sizeof(*grown));

		if (!grown)
			return -1;
		cpu->sessions = grown;
		cpu->room = room;
	}
	cpu->sessions[cpu->count++] = cpu->open;
	run->waiting++;
	return 0;
}

/*
 * Does @period go on with the open session? Not if its timer has expired by now: that
 * woke no task, but the timers that are known afterwards are others.
 */
static bool joins(const struct trace_cpu *cpu, const struct idle_period *period)
{
	const struct trace_session *open = &cpu->open;

	return cpu->is_open && period->flags & PERIOD_CONTINUES &&
	       !(open->sleep_source == SLEEP_RECORDED &&
		 (s64)period->start_ns >= open->timer_ns);
}

/* When the CPU was woken: before it had left the state, and that took its time. */
static s64 event_of(const struct trace_run *run, const struct trace_cpu *cpu,
		    const struct idle_period *period)
{
	s64 exit_ns = cpu->drv.states[period->state].exit_latency_ns *
		      run->options.latency_scale;
	s64 length_ns = period->length_ns;

	return period->start_ns + (length_ns > 2 * exit_ns ? length_ns - exit_ns :
							     length_ns - length_ns / 2);
}

/*
 * A trace without timer events cannot tell a tick from a timer. But ticks come on a
 * grid, and the CPU is idle again at once.
 */
#define GRID_TOLERANCE_NS	5000
#define GRID_TRUSTED		2
#define AT_ONCE_NS		50000

static void look_for_grid(const struct trace_run *run, struct trace_cpu *cpu,
			  const struct idle_period *period)
{
	s64 tolerance_ns = GRID_TOLERANCE_NS +
			   cpu->drv.states[period->state].exit_latency_ns / 2;
	s64 event_ns = event_of(run, cpu, period);
	s64 off_ns = (event_ns - cpu->grid_ns) % run->options.tick_ns;

	cpu->last_end_ns = period->start_ns + period->length_ns;
	cpu->on_grid = false;
	if (period->cause != WAKE_TIMER || period->sleep_source != SLEEP_ENDED)
		return;
	if (off_ns > run->options.tick_ns / 2)
		off_ns -= run->options.tick_ns;
	if (off_ns > tolerance_ns || off_ns < -tolerance_ns) {
		if (cpu->grid_trust)
			cpu->grid_trust--;
		else
			cpu->grid_ns = event_ns;
		return;
	}
	/* The clocks of trace and tick drift apart: follow. */
	if (cpu->grid_trust < 4 * GRID_TRUSTED)
		cpu->grid_trust++;
	cpu->grid_ns = event_ns;
	cpu->on_grid = cpu->grid_trust > GRID_TRUSTED;
}

/* The open session was ended by what must have been a tick: it goes on. */
static bool was_tick(struct trace_run *run, struct trace_cpu *cpu,
		     const struct idle_period *period)
{
	if (!run->infer_ticks || !cpu->is_open || !cpu->on_grid ||
	    period->flags & (PERIOD_CONTINUES | PERIOD_RAN) ||
	    (s64)period->start_ns - cpu->last_end_ns > AT_ONCE_NS)
		return false;
	cpu->open.cause = WAKE_TICK;
	cpu->open.tick_ns = cpu->open.event_ns;
	cpu->open.sleep_source = SLEEP_UNKNOWN;
	run->inferred_ticks++;
	return true;
}

static void extend(const struct trace_run *run, struct trace_cpu *cpu,
		   const struct idle_period *period, bool first)
{
	struct trace_session *open = &cpu->open;
	s64 timer_ns = (s64)period->start_ns + period->sleep_ns;

	open->event_ns = event_of(run, cpu, period);
	open->state = period->state;
	open->cause = period->cause;
	open->periods++;
	/* What was known when the session began counts, if it was recorded. */
	if (first || (open->sleep_source != SLEEP_RECORDED &&
		      period->sleep_source != SLEEP_UNKNOWN)) {
		open->timer_ns = period->sleep_ns < MODEL_NEVER / 2 ? timer_ns : MODEL_NEVER;
		open->sleep_source = period->sleep_source;
	}
	/*
	 * A timer is a little late, and one that was not recorded may not have been
	 * there: no known timer lies before the event.
	 */
	if (open->sleep_source == SLEEP_UNKNOWN || open->timer_ns < open->event_ns)
		open->timer_ns = open->event_ns;
	if (period->tick_ns != TALLY_NOT_ASKED && period->tick_ns > 0 &&
	    period->tick_ns < period->sleep_ns && !open->tick_ns)
		open->tick_ns = period->start_ns + period->tick_ns;
	if (period->cause == WAKE_TICK)
		open->tick_ns = open->event_ns;
	if (period->flags & (PERIOD_LOST | PERIOD_CLAMPED))
		open->unreliable = true;
}

int trace_run_add(struct trace_run *run, const struct idle_period *period)
{
	struct trace_cpu *cpu = find_cpu(run, period->cpu);
	bool first;

	if (!cpu) {
		const struct state_table *table = tables_for_cpu(run->tables, period->cpu);

		if (!table) {
			run->no_table++;
			return 0;
		}
		cpu = new_cpu(run, period->cpu, table);
		if (!cpu)
			return -1;
	}
	if (period->flags & PERIOD_NOT_ENTERED)
		return 0;
	if (period->state >= cpu->drv.state_count) {
		run->bad_state++;
		return 0;
	}
	cpu->usage[period->state]++;
	cpu->time_ns[period->state] += period->length_ns;

	first = !was_tick(run, cpu, period) && !joins(cpu, period);
	if (first) {
		if (close_session(run, cpu))
			return -1;
		cpu->open = (struct trace_session){
			.start_ns = period->start_ns,
			.busy_before = !(period->flags & PERIOD_CONTINUES) &&
				       (!run->sees_tasks || period->flags & PERIOD_RAN),
			.ipi_before = period->flags & PERIOD_IPI_BEFORE,
		};
		cpu->is_open = true;
	}
	extend(run, cpu, period, first);
	look_for_grid(run, cpu, period);
	return run->waiting < WAITING_MAX ? 0 : trace_run_flush(run);
}

static int by_number(const void *left, const void *right)
{
	const struct trace_cpu *a = *(struct trace_cpu *const *)left;
	const struct trace_cpu *b = *(struct trace_cpu *const *)right;

	return a->number < b->number ? -1 : a->number > b->number;
}

int trace_run_finish(struct trace_run *run)
{
	size_t i;

	for (i = 0; i < run->cpu_count; i++)
		if (close_session(run, run->cpus[i]))
			return -1;
	if (run->cpu_count)
		qsort(run->cpus, run->cpu_count, sizeof(*run->cpus), by_number);
	return trace_run_flush(run);
}

void trace_run_free(struct trace_run *run)
{
	size_t i, g;

	for (i = 0; i < run->cpu_count; i++) {
		struct trace_cpu *cpu = run->cpus[i];

		for (g = 0; cpu->data && g < run->governor_count; g++)
			free(cpu->data[g]);
		free(cpu->data);
		free(cpu->models);
		free(cpu->sessions);
		free(cpu);
	}
	free(run->cpus);
	run->cpus = NULL;
	run->cpu_count = 0;
}
