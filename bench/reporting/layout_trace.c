// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "arena.h"
#include "replay/reader.h"
#include "trace.h"

static void seen(struct report *report, const struct rp_trace *trace)
{
	struct table *table = report_table(report, "trace",
		arena_printf("Trace %s", trace->file));

	table_column(table, "", "what")->left = true;
	table_column(table, "", "value")->left = true;
	for (size_t i = 0; i < trace->n_facts; i++) {
		table_text(table, trace->facts[i][0]);
		table_text(table, trace->facts[i][1]);
	}
	table_note(table, "the time is that of the trace: sleeps under way at its ends are counted above, but have no known length");
}

static void wakeups(struct report *report, const struct rp_trace *trace)
{
	static const char *const names[WAKE_CAUSES] = {
		[WAKE_UNKNOWN] = "unknown", [WAKE_TIMER] = "timer",
		[WAKE_TICK] = "tick", [WAKE_IPI] = "IPI",
		[WAKE_IRQ] = "device", [WAKE_TASK] = "task",
		[WAKE_POLL_LIMIT] = "poll limit",
	};
	struct table *table = report_table(report, "wakeups",
		arena_printf("Wakeups by cause, %s", trace->run->governor));

	table_column(table, "CPUs", "cpus")->left = true;
	table_column(table, "wakeups", "wakeups");
	table_column(table, "per s", "wakeups_per_s");
	for (int i = 0; i < WAKE_CAUSES; i++)
		table_column(table, names[i], names[i]);
	for (size_t r = 0; r < trace->n_wakeups; r++) {
		const struct trace_counts *row = &trace->wakeups[r];
		double sum = 0;

		for (int i = 0; i < WAKE_CAUSES; i++)
			sum += row->count[i];
		table_text(table, row->name);
		table_count(table, sum);
		table_number(table, sum / trace->seconds, "%.1f",
			     sum / trace->seconds);
		for (int i = 0; i < WAKE_CAUSES; i++)
			table_count(table, row->count[i]);
	}
}

/* The states of a group, by what its idle entry calls them. */
static const struct rp_idle *group_of(const struct rp_trace *trace,
				      const char *group)
{
	const struct rp_point *point = &trace->run->points[0];

	for (size_t i = 0; i < point->n_idle; i++)
		if (point->idle[i].group == group)
			return &point->idle[i];
	return NULL;
}

static size_t block(struct report *report, const struct rp_trace *trace,
		    size_t from)
{
	const char *group = trace->durations[from].group;
	const struct rp_idle *idle = group_of(trace, group);
	struct table *table = report_table(report, "durations",
		arena_printf("Idle periods by length, %s, %s",
			     trace->run->governor, group));
	size_t end = from;

	table_column(table, "up to us", "up_to_us");
	for (size_t s = 0; idle && s < idle->count; s++)
		table_column(table, idle->states[s].name,
			     idle->states[s].name);
	for (; end < trace->n_durations &&
	     trace->durations[end].group == group; end++) {
		table_text(table, trace->durations[end].name);
		for (size_t s = 0; idle && s < idle->count; s++)
			table_count(table, trace->durations[end].count[s]);
	}
	for (size_t t = 0; t < trace->run->n_tables; t++) {
		const struct rp_table *states = &trace->run->tables[t];
		const char *text = "";

		if (!idle || states->cpus != idle->cpus)
			continue;
		for (size_t s = 0; s < states->count; s++)
			text = arena_printf("%s%s%s %g", text, s ? ", " : "",
					    states->states[s].name,
					    states->states[s].target_residency_us);
		table_note(table, "target residencies, us: %s", text);
	}
	return end;
}

static void lengths(struct report *report, const struct rp_trace *trace)
{
	const struct rp_point *point = &trace->run->points[0];
	struct table *table = report_table(report, "idle_lengths",
		arena_printf("Idle period lengths, us, %s",
			     trace->run->governor));

	table_column(table, "", "periods_of")->left = true;
	table_column(table, "periods", "periods");
	table_column(table, "mean", "mean_us");
	table_column(table, "min", "min_us");
	table_column(table, "p50", "p50_us");
	table_column(table, "p90", "p90_us");
	table_column(table, "p99", "p99_us");
	table_column(table, "p99.9", "p999_us");
	table_column(table, "max", "max_us");
	for (size_t m = 0; m < point->n_metrics; m++) {
		const struct rp_metric *metric = &point->metrics[m];
		const double values[] = { metric->mean, metric->min,
			metric->p50, metric->p90, metric->p99, metric->p999,
			metric->max };

		table_text(table, strcmp(metric->name, "idle_duration") ?
			   metric->name + strlen("idle_duration_") : "all");
		table_count(table, metric->count);
		for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
			table_number(table, values[i] / 1e3, "%.3f",
				     values[i] / 1e3);
	}
	table_note(table, "percentiles of a state are the upper ends of buckets, at most 6.25 %% above");
}

void layout_trace(struct report *report, const struct rp_trace *trace)
{
	seen(report, trace);
	wakeups(report, trace);
	lengths(report, trace);
	for (size_t i = 0; i < trace->n_durations;)
		i = block(report, trace, i);
}
