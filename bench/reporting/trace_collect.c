// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "json.h"
#include "trace_collect.h"

#define SUB_BITS 4

static int bucket_of(uint64_t value)
{
	int shift;

	if (value < (1u << SUB_BITS))
		return value;
	shift = 63 - __builtin_clzll(value) - SUB_BITS;
	return ((shift + 1) << SUB_BITS) + (int)((value >> shift) -
						 (1u << SUB_BITS));
}

static uint64_t upper_of(int bucket)
{
	int shift = (bucket >> SUB_BITS) - 1;

	if (shift < 0)
		return bucket;
	return (((uint64_t)(bucket & 15) + 17) << shift) - 1;
}

/* CPUs that share a state table are a cluster; without tables all are one. */
static size_t cluster_of(const struct collector *collector, unsigned int cpu)
{
	const struct machine_tables *tables = collector->tables;

	if (!tables || !tables->cpu_count)
		return 0;
	if (cpu >= tables->cpu_count || tables->cpu_table[cpu] == TABLE_NONE)
		return tables->table_count;
	return tables->cpu_table[cpu];
}

void collect_begin(struct collector *collector,
		   const struct machine_tables *tables)
{
	collector->tables = tables;
	/* One more, for CPUs that no table tells of. */
	collector->clusters = tables ? tables->table_count + 1 : 1;
	collector->state = calloc(collector->clusters * TALLY_STATES_MAX,
				  sizeof(*collector->state));
	if (!collector->state) {
		fputs("report: no memory left\n", stderr);
		exit(1);
	}
}

void collect_free(struct collector *collector)
{
	free(collector->state);
}

void collect_period(struct collector *collector,
		    const struct idle_period *period)
{
	size_t cluster = cluster_of(collector, period->cpu);
	struct collected *to;
	double length = period->length_ns;

	if (period->flags & PERIOD_NOT_ENTERED ||
	    period->state >= TALLY_STATES_MAX)
		return;
	to = &collector->state[cluster * TALLY_STATES_MAX + period->state];
	to->bucket[bucket_of(period->length_ns)]++;
	to->min = to->count ? fmin(to->min, length) : length;
	to->max = fmax(to->max, length);
	to->count++;
	to->sum += length;
	to->squares += length * length;
}

static void merge(struct collected *to, const struct collected *from)
{
	if (!from->count)
		return;
	for (int b = 0; b < COLLECT_BUCKETS; b++)
		to->bucket[b] += from->bucket[b];
	to->min = to->count ? fmin(to->min, from->min) : from->min;
	to->max = fmax(to->max, from->max);
	to->count += from->count;
	to->sum += from->sum;
	to->squares += from->squares;
}

static double percentile(const struct collected *from, double percent)
{
	double rank = ceil(from->count * percent / 100), seen = 0;

	for (int b = 0; b < COLLECT_BUCKETS; b++) {
		seen += from->bucket[b];
		if (seen >= rank && from->bucket[b])
			return fmin(upper_of(b), from->max);
	}
	return from->max;
}

static void metric(struct rp_point *point, const char *name,
		   const struct collected *from)
{
	struct rp_metric *to = &point->metrics[point->n_metrics];
	double n = from->count, mean = from->sum / n;

	if (!from->count)
		return;
	point->n_metrics++;
	*to = (struct rp_metric){
		.name = arena_intern(name), .unit = arena_intern("ns"),
		.count = n, .mean = mean, .min = from->min, .max = from->max,
		.stddev = n > 1 ? sqrt(fmax(0, (from->squares - n * mean * mean) /
					    (n - 1))) : 0,
		.p50 = percentile(from, 50), .p90 = percentile(from, 90),
		.p99 = percentile(from, 99), .p999 = percentile(from, 99.9),
	};
	to->histogram = arena_new(struct rp_bucket, COLLECT_BUCKETS);
	for (int b = 0; b < COLLECT_BUCKETS; b++)
		if (from->bucket[b])
			to->histogram[to->n_buckets++] = (struct rp_bucket){
				upper_of(b), from->bucket[b] };
}

/* The reader keeps lengths finer than the buckets do. */
static void exact_percentiles(struct rp_point *point,
			      const struct trace_summary *summary)
{
	struct rp_metric *all = &point->metrics[0];

	if (!point->n_metrics)
		return;
	all->p50 = summary_percentile(summary, 50);
	all->p90 = summary_percentile(summary, 90);
	all->p99 = summary_percentile(summary, 99);
	all->p999 = summary_percentile(summary, 99.9);
}

static const char *state_name(const struct collector *collector,
			      size_t cluster, int state)
{
	const struct machine_tables *tables = collector->tables;

	if (tables && cluster < tables->table_count &&
	    state < tables->tables[cluster].table.count)
		return arena_intern(tables->tables[cluster].name[state]);
	return arena_intern(arena_printf("state%d", state));
}

static void metrics(struct collector *collector, struct rp_point *point)
{
	struct collected *all = calloc(1, sizeof(*all));
	struct collected *one = calloc(1, sizeof(*one));
	char name[64];

	if (!all || !one)
		exit(1);
	point->metrics = arena_new(struct rp_metric, TALLY_STATES_MAX + 1);
	for (int s = 0; s < TALLY_STATES_MAX; s++) {
		memset(one, 0, sizeof(*one));
		for (size_t c = 0; c < collector->clusters; c++)
			merge(one, &collector->state[c * TALLY_STATES_MAX + s]);
		merge(all, one);
		snprintf(name, sizeof(name), "idle_duration_state%d", s);
		metric(point, name, one);
	}
	/* Names stay in order: "idle_duration" comes before its longer ones. */
	metric(point, "idle_duration", all);
	if (point->n_metrics > 1) {
		struct rp_metric last = point->metrics[point->n_metrics - 1];

		memmove(&point->metrics[1], &point->metrics[0],
			(point->n_metrics - 1) * sizeof(last));
		point->metrics[0] = last;
	}
	free(all);
	free(one);
}

static void add_cpu(const struct collector *collector,
		    const struct cpu_summary *cpu, size_t cluster,
		    uint64_t elapsed_ns, struct rp_idle *to)
{
	if (!to->states)
		to->states = arena_new(struct rp_usage, TALLY_STATES_MAX);
	to->valid = true;
	to->elapsed_ns += elapsed_ns;
	for (int s = 0; s < TALLY_STATES_MAX; s++) {
		to->states[s].index = s;
		to->states[s].name = state_name(collector, cluster, s);
		to->states[s].usage += cpu->states[s].entries;
		to->states[s].time_ns += cpu->states[s].time_ns;
		to->states[s].above += cpu->states[s].too_deep;
		to->states[s].below += cpu->states[s].too_shallow;
		if (cpu->states[s].entries && (size_t)s >= to->count)
			to->count = s + 1;
	}
}

/* "CPUs 0-3"; "all" where there is one cluster only. */
static const char *cluster_name(const struct collector *collector,
				size_t cluster)
{
	if (collector->clusters == 1 ||
	    (collector->tables->table_count == 1 && !cluster))
		return arena_intern("all");
	return arena_intern(arena_printf("CPUs %s", collector->cpus[cluster]));
}

static void list_cpus(struct collector *collector,
		      const struct trace_summary *summary)
{
	int *cpus = arena_new(int, summary->cpus);

	collector->cpus = arena_new(const char *, collector->clusters);
	for (size_t c = 0; c < collector->clusters; c++) {
		size_t count = 0;

		for (unsigned int i = 0; i < summary->cpus; i++)
			if (summary->cpu[i].idle_events &&
			    cluster_of(collector, i) == c)
				cpus[count++] = i;
		collector->cpus[c] = cpu_list_text(cpus, count);
	}
}

static void count_wakeups(struct trace_counts *to, const struct cpu_summary *cpu)
{
	for (int i = 0; i < WAKE_CAUSES; i++)
		to->count[i] += cpu->causes[i];
}

/* Idle counters and wakeups of every CPU, and of every cluster. */
static void cpus(struct collector *collector,
		 const struct trace_summary *summary, struct rp_trace *trace,
		 struct rp_point *point)
{
	struct rp_idle *clusters = arena_new(struct rp_idle,
					     collector->clusters);
	struct trace_counts *wakeups = arena_new(struct trace_counts,
		collector->clusters + summary->cpus);
	size_t n = collector->clusters;

	point->per_cpu = arena_new(struct rp_idle, summary->cpus);
	for (unsigned int i = 0; i < summary->cpus; i++) {
		const struct cpu_summary *cpu = &summary->cpu[i];
		size_t cluster = cluster_of(collector, i);
		struct rp_idle *one = &point->per_cpu[point->n_per_cpu];

		if (!cpu->idle_events)
			continue;
		one->cpus = arena_intern(arena_printf("%u", i));
		add_cpu(collector, cpu, cluster, point->elapsed_ns, one);
		point->n_per_cpu++;
		add_cpu(collector, cpu, cluster, point->elapsed_ns,
			&clusters[cluster]);
		count_wakeups(&wakeups[cluster], cpu);
		count_wakeups(&wakeups[n], cpu);
		wakeups[n].group = cluster_name(collector, cluster);
		wakeups[n++].name = arena_printf("CPU %u", i);
	}
	point->idle = arena_new(struct rp_idle, collector->clusters);
	trace->wakeups = arena_new(struct trace_counts, n);
	for (size_t c = 0; c < collector->clusters; c++) {
		if (!clusters[c].elapsed_ns)
			continue;
		clusters[c].group = cluster_name(collector, c);
		clusters[c].cpus = collector->cpus[c];
		wakeups[c].name = clusters[c].group;
		wakeups[c].group = clusters[c].group;
		point->idle[point->n_idle++] = clusters[c];
		trace->wakeups[trace->n_wakeups++] = wakeups[c];
	}
	for (size_t i = collector->clusters; i < n; i++)
		trace->wakeups[trace->n_wakeups++] = wakeups[i];
}

static void state_tables(const struct collector *collector, struct rp_run *run)
{
	const struct machine_tables *tables = collector->tables;

	if (!tables)
		return;
	run->n_tables = tables->table_count;
	run->tables = arena_new(struct rp_table, run->n_tables);
	run->tables_text = arena_intern(tables->name);
	for (size_t t = 0; t < run->n_tables; t++) {
		const struct state_table *from = &tables->tables[t];
		struct rp_table *to = &run->tables[t];

		to->cpus = collector->cpus[t];
		to->count = from->table.count;
		to->states = arena_new(struct rp_state, to->count);
		for (size_t s = 0; s < to->count; s++) {
			to->states[s].index = s;
			to->states[s].name = arena_intern(from->name[s]);
			to->states[s].exit_latency_us =
				from->table.exit_ns[s] / 1e3;
			to->states[s].target_residency_us =
				from->table.residency_ns[s] / 1e3;
			to->states[s].disabled = from->disabled >> s & 1;
		}
	}
}

/* Lengths in steps of 1, 2, 5: a row a step, a column a state. */
static void durations(struct collector *collector, struct rp_trace *trace)
{
	static const int digits[] = { 1, 2, 5 };
	size_t rows = 30;

	trace->durations = arena_new(struct trace_counts,
				     collector->clusters * rows);
	for (size_t c = 0; c < collector->clusters; c++) {
		struct trace_counts *first =
			&trace->durations[trace->n_durations];
		const struct collected *state =
			&collector->state[c * TALLY_STATES_MAX];
		size_t last = 0;

		for (size_t r = 0; r < rows; r++)
			first[r].group = cluster_name(collector, c);
		for (int s = 0; s < TALLY_STATES_MAX; s++)
			for (int b = 0; b < COLLECT_BUCKETS; b++) {
				double count = state[s].bucket[b];
				size_t r = 0;

				while (r + 1 < rows && upper_of(b) >
				       digits[r % 3] * pow(10, r / 3) * 1000)
					r++;
				first[r].count[s] += count;
				last = count && r + 1 > last ? r + 1 : last;
			}
		for (size_t r = 0; r < last; r++)
			first[r].name = arena_printf("%g", digits[r % 3] *
						     pow(10, r / 3));
		trace->n_durations += last;
	}
}

void collect_end(struct collector *collector,
		 const struct trace_summary *summary, struct rp_trace *trace)
{
	struct rp_point *point = &trace->run->points[0];

	point->elapsed_ns = summary->last_ns - summary->first_ns;
	list_cpus(collector, summary);
	cpus(collector, summary, trace, point);
	metrics(collector, point);
	exact_percentiles(point, summary);
	state_tables(collector, trace->run);
	durations(collector, trace);
}
