// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "arena.h"
#include "replay/reader.h"
#include "replay/summary.h"
#include "replay/table.h"
#include "trace.h"
#include "trace_collect.h"

static const char *base_name(const char *file)
{
	const char *slash = strrchr(file, '/');

	return slash ? slash + 1 : file;
}

static const char *load_tables(const char *file, const char *asked,
			       struct machine_tables **tables)
{
	char error[512];
	const char *csv = asked ? strstr(asked, ".csv") : NULL;
	int bad;

	*tables = NULL;
	if (!asked)
		bad = tables_beside_trace(tables, file, error, sizeof(error));
	else if (csv && (csv[4] == ':' || !csv[4]))
		bad = tables_from_catalogue(tables, strndup(asked, csv + 4 - asked),
					    csv[4] ? csv + 5 : NULL, error,
					    sizeof(error));
	else
		bad = tables_from_dump(tables, asked, error, sizeof(error));
	return bad ? arena_printf("%s", error) : NULL;
}

static void add_fact(struct rp_trace *trace, const char *name,
		     const char *value)
{
	trace->facts[trace->n_facts][0] = name;
	trace->facts[trace->n_facts++][1] = value;
}

static void facts(struct rp_trace *trace, const struct trace_summary *summary)
{
	trace->facts = arena_alloc(sizeof(*trace->facts) * (ODDITIES + 8));
	trace->format = arena_printf("%s", summary->format);
	trace->seconds = (summary->last_ns - summary->first_ns) / 1e9;
	add_fact(trace, "format", trace->format);
	add_fact(trace, "seconds", arena_printf("%.6f", trace->seconds));
	add_fact(trace, "events", grouped(summary->events));
	add_fact(trace, "idle events", grouped(summary->idle_events));
	add_fact(trace, "idle periods", grouped(summary->periods));
	for (int i = 0; i < ODDITIES; i++)
		if (summary->oddities[i])
			add_fact(trace, oddity_text(i),
				 grouped(summary->oddities[i]));
}

/* What a result file would say that is the same for every trace. */
static struct rp_run *new_run(const char *file)
{
	struct rp_run *run = arena_new(struct rp_run, 1);

	run->file = file;
	run->program = arena_intern("trace");
	run->governor = arena_intern(base_name(file));
	run->run = 1;
	run->command = "";
	run->complete = true;
	run->n_points = 1;
	run->points = arena_new(struct rp_point, 1);
	run->points[0].converged = -1;
	return run;
}

const char *rp_trace_read(const char *file, const char *tables_file,
			  struct rp_trace *trace)
{
	struct machine_tables *tables;
	struct reader_error error;
	struct idle_period period;
	struct collector collector;
	struct reader *reader;
	const char *problem;
	int got;

	memset(trace, 0, sizeof(*trace));
	trace->file = file;
	problem = load_tables(file, tables_file, &tables);
	if (problem)
		return problem;
	if (reader_open(&reader, file, &error)) {
		tables_free(tables);
		return arena_printf("%s", error.text);
	}
	collect_begin(&collector, tables);
	while ((got = reader_next(reader, &period, &error)) > 0)
		collect_period(&collector, &period);
	if (reader_summary(reader)->idle_events) {
		trace->run = new_run(file);
		facts(trace, reader_summary(reader));
		collect_end(&collector, reader_summary(reader), trace);
		problem = got < 0 ? arena_printf("%s", error.text) : NULL;
	} else {
		problem = got < 0 ? arena_printf("%s", error.text) :
			arena_printf("%s: no idle event (cpu_idle) in it", file);
	}
	collect_free(&collector);
	reader_close(reader);
	tables_free(tables);
	return problem;
}
