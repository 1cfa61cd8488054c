// SPDX-License-Identifier: GPL-2.0
/* Decisions of every governor, side by side, with what was known and what they cost. */
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "replay/trace-report.h"

#define LINES_MAX	200000

/* A line of output, and where it belongs. */
struct line {
	s64 session_ns;
	size_t governor;
	size_t number;
	char text[192];
};

struct explain {
	unsigned int cpu;
	s64 from_ns;
	s64 to_ns;
	const struct trace_run *run;
	struct line *lines;
	size_t count;
	size_t dropped;
	/* Periods of the session under way; kept if the session is in the window. */
	size_t pending;
};

static const char *const reasons[TALLY_REASONS] = {
	[TALLY_REASON_ONLY] = "only", [TALLY_REASON_LATENCY] = "latency limit",
	[TALLY_REASON_TIMER] = "timer", [TALLY_REASON_INTERCEPT] = "intercept",
	[TALLY_REASON_TICK] = "tick", [TALLY_REASON_DEEPEST] = "deepest",
	[TALLY_REASON_UTIL] = "utilisation", [TALLY_REASON_STUCK] = "stuck",
};

static const char *const causes[WAKE_CAUSES] = {
	[WAKE_UNKNOWN] = "something", [WAKE_TIMER] = "a timer", [WAKE_TICK] = "the tick",
	[WAKE_IPI] = "an IPI", [WAKE_IRQ] = "an interrupt", [WAKE_TASK] = "a task",
	[WAKE_POLL_LIMIT] = "the poll limit",
};

static const char *const sources[SLEEP_SOURCES] = {
	[SLEEP_UNKNOWN] = "not known", [SLEEP_RECORDED] = "recorded",
	[SLEEP_ENDED] = "it ended it", [SLEEP_NEXT_TIMER] = "seen later",
};

/* "1.5..2" is two numbers, though "1.5." would be one, too. */
static bool parse_window(struct explain *explain, const char *text)
{
	char copy[128], *colon, *dots, *end;
	double from, to;

	if (strlen(text) >= sizeof(copy))
		return false;
	strcpy(copy, text);
	colon = strchr(copy, ':');
	dots = colon ? strstr(colon, "..") : NULL;
	if (!dots || colon == copy)
		return false;
	*colon++ = '\0';
	*dots = '\0';
	explain->cpu = strtoul(copy, &end, 10);
	if (*end || copy[0] == '-')
		return false;
	from = strtod(colon, &end);
	if (*end || end == colon)
		return false;
	to = strtod(dots + 2, &end);
	if (*end || end == dots + 2)
		return false;
	if (!(from >= 0 && to >= from && to <= 9e9))
		return false;
	explain->from_ns = from * 1e9;
	explain->to_ns = to * 1e9;
	return true;
}

struct explain *explain_new(const char *text)
{
	struct explain *explain = calloc(1, sizeof(*explain));

	if (explain && !parse_window(explain, text)) {
		free(explain);
		return NULL;
	}
	return explain;
}

static __attribute__((format(printf, 4, 5)))
void add(struct explain *explain, s64 session_ns, size_t governor, const char *format, ...)
{
	struct line *line;
	va_list args;

	if (explain->count == LINES_MAX) {
		explain->dropped++;
		return;
	}
	if (!(explain->count & (explain->count - 1))) {
		size_t room = explain->count ? 2 * explain->count : 1;

		line = realloc(explain->lines, room * sizeof(*line));
		if (!line) {
			explain->dropped++;
			return;
		}
		explain->lines = line;
	}
	line = &explain->lines[explain->count];
	line->session_ns = session_ns;
	line->governor = governor;
	line->number = ++explain->count;
	va_start(args, format);
	vsnprintf(line->text, sizeof(line->text), format, args);
	va_end(args);
}

static void on_period(void *context, const struct model_cpu *model, int state, s64 start_ns,
		      s64 measured_ns, bool stopped)
{
	struct explain *explain = context;
	const struct governor_kind *kind = NULL;
	char why[80] = "";
	size_t g, c;

	if (start_ns < explain->from_ns - NSEC_PER_SEC || start_ns > explain->to_ns)
		return;
	for (c = 0; c < explain->run->cpu_count; c++)
		for (g = 0; g < explain->run->governor_count; g++)
			if (&explain->run->cpus[c]->models[g] == model &&
			    explain->run->cpus[c]->number == explain->cpu) {
				kind = &explain->run->governors[g];
				if (kind->ops->decision) {
					void *data = explain->run->cpus[c]->data[g];
					const struct tally_decision *d = kind->ops->decision(data);

					snprintf(why, sizeof(why),
						 "; %s, expected %.1f us, age %.1f us, context %u",
						 d->reason < TALLY_REASONS ? reasons[d->reason] : "?",
						 d->expected_ns / 1e3, d->age_ns / 1e3, d->context);
				}
				add(explain, INT64_MAX, g,
				    "    %-20.20s +%.1f us %-8s for %.1f us, tick %s%s", kind->name,
				    (start_ns - model->session_start_ns) / 1e3,
				    model->drv.states[state].name, measured_ns / 1e3,
				    stopped ? model->stopped_before ? "was stopped" : "stopped" :
					      "kept", why);
				explain->pending++;
			}
}

static void on_session(void *context, const struct trace_cpu *cpu, size_t governor,
		       const struct trace_session *session, double energy, double latency_ns,
		       double best_energy, double best_combined)
{
	struct explain *explain = context;
	double weight = explain->run->options.latency_weight;
	size_t i, first = explain->count - explain->pending;
	bool wanted = cpu->number == explain->cpu && session->start_ns >= explain->from_ns &&
		      session->start_ns <= explain->to_ns;

	explain->pending = 0;
	if (!wanted) {
		if (cpu->number == explain->cpu)
			explain->count = first;
		return;
	}
	for (i = first; i < explain->count; i++)
		explain->lines[i].session_ns = session->start_ns;
	add(explain, session->start_ns, governor,
	    "    %-20.20s cost %.1f us energy (best %.1f), %.1f us late, combined %.1f (best %.1f)",
	    explain->run->governors[governor].name, energy / 1e3, best_energy / 1e3,
	    latency_ns / 1e3, (energy + weight * latency_ns) / 1e3, best_combined / 1e3);
	if (governor)
		return;
	add(explain, session->start_ns, 0,
	    "%.9f CPU %u idle for %.1f us, woken by %s%s; next timer after %.1f us (%s); recorded: %s, %u periods",
	    session->start_ns / 1e9, cpu->number, (session->event_ns - session->start_ns) / 1e3,
	    causes[session->cause], session->ipi_before ? " that was under way before" : "",
	    (session->timer_ns - session->start_ns) / 1e3, sources[session->sleep_source],
	    cpu->drv.states[session->state].name, session->periods);
	/* The head line belongs before the governors' lines. */
	explain->lines[explain->count - 1].number = 0;
}

void explain_attach(struct explain *explain, struct trace_run *run)
{
	explain->run = run;
	run->watch = on_session;
	run->model_watch = on_period;
	run->watch_context = explain;
	run->threads = 1;
}

static int by_session(const void *left, const void *right)
{
	const struct line *a = left, *b = right;

	if (a->session_ns != b->session_ns)
		return a->session_ns < b->session_ns ? -1 : 1;
	if (a->governor != b->governor)
		return a->governor < b->governor ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

size_t explain_print(FILE *out, struct explain *explain)
{
	size_t i, sessions = 0;

	if (explain->count)
		qsort(explain->lines, explain->count, sizeof(*explain->lines), by_session);
	for (i = 0; i < explain->count; i++) {
		sessions += explain->lines[i].text[0] != ' ';
		fprintf(out, "%s\n", explain->lines[i].text);
	}
	if (explain->dropped)
		fprintf(out, "%zu more lines left out: choose a shorter time\n", explain->dropped);
	explain->count = 0;
	return sessions;
}

void explain_free(struct explain *explain)
{
	if (explain)
		free(explain->lines);
	free(explain);
}
