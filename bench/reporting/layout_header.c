// SPDX-License-Identifier: GPL-2.0
#include <string.h>
#include <time.h>

#include "arena.h"
#include "layout.h"
#include "series.h"

const char *layout_subject(const struct rp_experiment *from)
{
	return arena_printf("%s%s%s", from->program, from->cpus ? ", " : "",
			    from->cpus ? from->cpus : "");
}

const char *layout_value(double value)
{
	if (value == (double)(long long)value)
		return arena_printf("%lld", (long long)value);
	return arena_printf("%g", value);
}

static void add(struct table *table, const char *key, const char *value)
{
	table_text(table, key);
	table_text(table, value);
}

/* A fact, or how many different values it has among the runs. */
static void add_fact(struct table *table, const struct rp_experiment *from,
		     const char *name, const char *key)
{
	size_t different = rp_varies(from, key);
	const char *value = rp_by_value(from->runs[0], key);

	if (different > 1)
		value = arena_printf("%s%zu different ones, see \"Differences\"",
				     different > 16 ? "more than " : "",
				     different > 16 ? 16 : different);
	if (value)
		add(table, name, value);
}

static const char *moment(double seconds)
{
	time_t when = seconds;
	struct tm parts;
	char text[32];

	gmtime_r(&when, &parts);
	strftime(text, sizeof(text), "%Y-%m-%d %H:%M:%S", &parts);
	return arena_printf("%s UTC", text);
}

static void add_runs(struct table *table, const struct rp_experiment *from)
{
	double first = from->runs[0]->started_s, last = first;
	size_t unfinished = 0;

	for (size_t i = 0; i < from->n_runs; i++) {
		double at = from->runs[i]->started_s;

		first = at < first ? at : first;
		last = at > last ? at : last;
		unfinished += !from->runs[i]->complete;
	}
	add(table, "runs",
	    arena_printf("%zu of %zu series, started %s%s%s", from->n_runs,
			 from->n_series, moment(first),
			 last > first ? " to " : "",
			 last > first ? moment(last) : ""));
	if (unfinished)
		add(table, "unfinished",
		    arena_printf("%zu runs stopped before their last point",
				 unfinished));
	add(table, "points", from->axis ?
	    arena_printf("%zu, %s %s to %s", from->n_points, from->axis,
			 layout_value(from->points[0].value),
			 layout_value(from->points[from->n_points - 1].value)) :
	    arena_printf("%zu", from->n_points));
}

/* Each note once; the runs of a series mostly repeat them. */
static void add_notes(struct table *table, const struct rp_experiment *from)
{
	const char *seen[32];
	size_t count = 0;

	for (size_t i = 0; i < from->n_runs; i++)
		for (size_t n = 0; n < from->runs[i]->n_notes; n++) {
			const char *note = from->runs[i]->notes[n];
			size_t k = 0;

			while (k < count && seen[k] != note)
				k++;
			if (k < count || count == 32)
				continue;
			seen[count++] = note;
			table_note(table, "%s", note);
		}
}

void layout_header(struct report *report, const struct rp_experiment *from)
{
	static const char *const facts[][2] = {
		{ "machine", "machine" }, { "host", "hostname" },
		{ "processor", "cpu_model" }, { "microcode", "microcode" },
		{ "kernel", "kernel_release" }, { "build", "kernel_version" },
		{ "command line", "kernel_cmdline" }, { "tick, Hz", "hz" },
		{ "CPUs online", "cpus_online" }, { "SMT", "smt" },
		{ "cpufreq driver", "cpufreq.driver" },
		{ "cpufreq governor", "cpufreq.governor" }, { "cpuidle driver", "cpuidle_driver" },
		{ "latency QoS, us", "latency_qos_us" },
		{ "timer slack, ns", "timer_slack_ns" },
		{ "lab (QEMU)", "lab" }, { "tally", "program_version" },
	};
	struct table *table = report_table(report, "header",
			arena_printf("Machine and runs, %s", layout_subject(from)));

	table_column(table, "", "key")->left = true;
	table_column(table, "", "value")->left = true;
	for (size_t i = 0; i < sizeof(facts) / sizeof(*facts); i++)
		add_fact(table, from, facts[i][0], facts[i][1]);
	if (from->runs[0]->clock)
		add(table, "clock", from->runs[0]->clock);
	add_runs(table, from);
	if (*from->runs[0]->command)
		add(table, "command", from->runs[0]->command);
	add_notes(table, from);
}

static void states_of(struct report *report, const struct rp_run *run,
		      const struct rp_table *states, const char *whose)
{
	struct table *table = report_table(report, "states",
		arena_printf("Idle states of CPUs %s%s", states->cpus, whose));

	table_column(table, "state", "state");
	table_column(table, "name", "name")->left = true;
	table_column(table, "exit latency us", "exit_latency_us");
	table_column(table, "target residency us", "target_residency_us");
	table_column(table, "disabled", "disabled")->left = true;
	table_column(table, "description", "description")->left = true;
	for (size_t i = 0; i < states->count; i++) {
		const struct rp_state *state = &states->states[i];

		table_number(table, state->index, "%d", state->index);
		table_text(table, state->name);
		table_number(table, state->exit_latency_us, "%s",
			     layout_value(state->exit_latency_us));
		table_number(table, state->target_residency_us, "%s",
			     layout_value(state->target_residency_us));
		table_text(table, state->disabled ? "yes" : "");
		table_text(table, state->desc);
	}
	if (!states->count)
		table_note(table, "the driver has no states here (cpuidle driver: %s)",
			   rp_fact(run, "cpuidle_driver"));
}

void layout_states(struct report *report, const struct rp_experiment *from)
{
	const char *seen[8];
	size_t count = 0;

	for (size_t i = 0; i < from->n_runs; i++) {
		const struct rp_run *run = from->runs[i];
		size_t k = 0;

		while (k < count && seen[k] != run->tables_text)
			k++;
		if (k < count || count == 8)
			continue;
		seen[count++] = run->tables_text;
		for (size_t t = 0; t < run->n_tables; t++)
			states_of(report, run, &run->tables[t], count == 1 ?
				  "" : arena_printf(" (as in %s)", run->file));
	}
}
