// SPDX-License-Identifier: GPL-2.0
/*
 * The summary, for people.
 */
#include <inttypes.h>

#include "replay/summary.h"

static const char *const oddity_texts[ODDITIES] = {
	[ODD_IDLE_AT_START] = "CPUs that slept when recording began",
	[ODD_EXIT_WITHOUT_ENTRY] = "exits without entry",
	[ODD_ENTRY_WITHOUT_EXIT] = "entries without exit",
	[ODD_IDLE_AT_END] = "CPUs that slept when recording ended",
	[ODD_TIME_BACK] = "times that go back on their CPU",
	[ODD_UNSORTED] = "events out of order between CPUs",
	[ODD_LOST_EVENTS] = "events that the recorder lost",
	[ODD_CPU_MISMATCH] = "idle events of one CPU recorded on another",
	[ODD_CPU_RANGE] = "events of impossible CPUs, left out",
	[ODD_STATE_RANGE] = "idle events of impossible states, left out",
	[ODD_FIELDS] = "idle events with unreadable fields, left out",
	[ODD_UNKNOWN_LINE] = "lines that are no events",
	[ODD_WRAPPED_LINE] = "wrapped lines, joined",
	[ODD_LONG_LINE] = "lines longer than 256 KiB, cut",
	[ODD_NO_FINAL_NEWLINE] = "last lines without an end",
	[ODD_CPU_WITHOUT_IDLE] = "CPUs without any idle event",
	[ODD_UNKNOWN_EVENT] = "events of a kind that the trace does not describe",
	[ODD_OTHER_BUFFER] = "recording buffers besides the one read, left out",
	[ODD_CLOCK] = "clocks that do not count ns: times are its ticks",
	[ODD_BAD_PAGE] = "pages that make no sense, left out",
	[ODD_RECOVERED] = "CPUs found without the table of contents",
	[ODD_NOT_KEPT] = "events overwritten or dropped, by the recorder's count",
};

static const char *const cause_texts[WAKE_CAUSES] = {
	"unknown", "timer", "tick", "IPI", "interrupt", "task", "poll limit",
};

static const char *const sleep_texts[SLEEP_SOURCES] = {
	[SLEEP_UNKNOWN] = "unknown (no timer seen later)",
	[SLEEP_RECORDED] = "recorded",
	[SLEEP_ENDED] = "estimated (ended by a timer)",
	[SLEEP_NEXT_TIMER] = "estimated (next timer seen on the CPU)",
};

const char *oddity_text(enum oddity oddity)
{
	return oddity_texts[oddity];
}

static double share(uint64_t part, uint64_t whole)
{
	return whole ? 100.0 * part / whole : 0;
}

static void print_states(FILE *out, const struct trace_summary *summary)
{
	unsigned int state, cpu;

	fprintf(out, "\n%-6s %12s %12s %16s %10s %12s\n", "state", "entries", "periods",
		"time_us", "too_deep", "too_shallow");
	for (state = 0; state < TALLY_STATES_MAX; state++) {
		struct state_summary sum = { 0 };

		for (cpu = 0; cpu < summary->cpus; cpu++) {
			const struct state_summary *s = &summary->cpu[cpu].states[state];

			sum.entries += s->entries;
			sum.periods += s->periods;
			sum.time_ns += s->time_ns;
			sum.too_deep += s->too_deep;
			sum.too_shallow += s->too_shallow;
		}
		if (sum.entries || sum.too_deep || sum.too_shallow)
			fprintf(out, "%-6u %12" PRIu64 " %12" PRIu64 " %16.3f %10" PRIu64
				" %12" PRIu64 "\n", state, sum.entries, sum.periods,
				sum.time_ns / 1e3, sum.too_deep, sum.too_shallow);
	}
}

static void print_cpus(FILE *out, const struct trace_summary *summary)
{
	unsigned int cpu, state, last = 0;

	for (cpu = 0; cpu < summary->cpus; cpu++)
		for (state = 0; state < TALLY_STATES_MAX; state++)
			if (summary->cpu[cpu].states[state].entries && state > last)
				last = state;
	fprintf(out, "\n%-6s %12s %12s %8s", "cpu", "events", "idle_events", "idle_%");
	for (state = 0; state <= last; state++)
		fprintf(out, "   entries_%u", state);
	fputc('\n', out);
	for (cpu = 0; cpu < summary->cpus; cpu++) {
		const struct cpu_summary *c = &summary->cpu[cpu];
		uint64_t idle_ns = 0;

		for (state = 0; state < TALLY_STATES_MAX; state++)
			idle_ns += c->states[state].time_ns;
		fprintf(out, "%-6u %12" PRIu64 " %12" PRIu64 " %8.2f", cpu, c->events,
			c->idle_events, share(idle_ns, summary->last_ns - summary->first_ns));
		for (state = 0; state <= last; state++)
			fprintf(out, " %11" PRIu64, c->states[state].entries);
		fputc('\n', out);
	}
}

static void print_list(FILE *out, const char *head, const char *const *names,
		       const uint64_t *counts, unsigned int number)
{
	unsigned int i;
	bool any = false;

	fprintf(out, "%-22s", head);
	for (i = 0; i < number; i++) {
		if (!counts[i])
			continue;
		fprintf(out, "%s%s %" PRIu64, any ? ", " : "", names[i], counts[i]);
		any = true;
	}
	fprintf(out, "%s\n", any ? "" : "none");
}

void summary_print(FILE *out, const struct trace_summary *summary)
{
	uint64_t causes[WAKE_CAUSES] = { 0 };
	unsigned int cpu, cause, i;
	bool any = false;

	for (cpu = 0; cpu < summary->cpus; cpu++)
		for (cause = 0; cause < WAKE_CAUSES; cause++)
			causes[cause] += summary->cpu[cpu].causes[cause];
	fprintf(out, "%-22s%s\n", "format", summary->format);
	fprintf(out, "%-22s%" PRIu64 "\n", "events", summary->events);
	fprintf(out, "%-22s%u\n", "CPUs", summary->cpus);
	fprintf(out, "%-22s%.6f\n", "seconds", (summary->last_ns - summary->first_ns) / 1e9);
	fprintf(out, "%-22s%" PRIu64 "\n", "idle events", summary->idle_events);
	fprintf(out, "%-22s%" PRIu64 "\n", "idle periods", summary->periods);
	fprintf(out, "%-22s%.3f %.3f %.3f %.3f (p5 p50 p95 max, us; stamps in %s)\n",
		"idle length",
		summary_percentile(summary, 5) / 1e3, summary_percentile(summary, 50) / 1e3,
		summary_percentile(summary, 95) / 1e3, summary_percentile(summary, 100) / 1e3,
		summary->stamp_ns == 1 ? "ns" : summary->stamp_ns == 1000 ? "us" : "parts of a second");
	print_list(out, "wake-ups", cause_texts, causes, WAKE_CAUSES);
	print_list(out, "sleep lengths", sleep_texts, summary->sleep_sources, SLEEP_SOURCES);
	fprintf(out, "%-22s%" PRIu64 "\n", "IPI before entry", summary->ipi_before);
	fprintf(out, "%-22s%" PRIu64 "\n", "asked, not entered", summary->not_entered);
	print_states(out, summary);
	print_cpus(out, summary);
	fprintf(out, "\noddities\n");
	for (i = 0; i < ODDITIES; i++) {
		if (!summary->oddities[i])
			continue;
		fprintf(out, "  %-54s %" PRIu64 "\n", oddity_texts[i], summary->oddities[i]);
		any = true;
	}
	if (!any)
		fprintf(out, "  none\n");
}
