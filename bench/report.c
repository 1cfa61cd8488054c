// SPDX-License-Identifier: GPL-2.0
/*
 * bench/report: reads result files (Documentation/formats.md) and prints them in
 * the layouts of Documentation/reports.md.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bench/reporting/arena.h"
#include "bench/reporting/chart.h"
#include "bench/reporting/html.h"
#include "bench/reporting/options.h"
#include "bench/reporting/plot.h"
#include "bench/reporting/read.h"
#include "bench/reporting/scratch.h"
#include "bench/reporting/trace.h"

#define STATUS_FAILED 1
#define STATUS_USAGE 2
#define STATUS_PART 3
#define STATUS_GATE 4

/* What confounds a comparison comes before the comparison. */
static void add_layouts(struct report *report, const struct options *options,
			const struct rp_experiment *from)
{
	report->subject = layout_subject(from);
	if (options->layouts & LAYOUT_DIFFERENCES)
		layout_differences(report, from);
	if (options->layouts & LAYOUT_HEADER)
		layout_header(report, from);
	if (options->layouts & LAYOUT_STATES)
		layout_states(report, from);
	if (options->layouts & LAYOUT_RESIDENCY)
		layout_residency(report, from, &options->layout);
	if (options->layouts & LAYOUT_SWEEP)
		layout_sweep(report, from, &options->layout);
	if (options->layouts & LAYOUT_VERDICTS)
		layout_verdicts(report, from, &options->layout);
	if (options->layouts & LAYOUT_IRRITATOR)
		layout_irritator(report, from);
	if (options->layouts & LAYOUT_MMTESTS)
		layout_mmtests(report, from, &options->layout);
	if (options->layouts & LAYOUT_ZERO_DAY)
		layout_zero_day(report, from, &options->layout);
}

static int print_report(const struct report *report, enum rp_format format)
{
	int bad = 0;

	switch (format) {
	case FORMAT_TEXT:
		write_text(report, stdout);
		break;
	case FORMAT_CSV:
		write_csv(report, stdout);
		break;
	case FORMAT_MARKDOWN:
		write_markdown(report, stdout);
		break;
	case FORMAT_JSON:
		bad = write_json(report, stdout);
		break;
	}
	if (fflush(stdout) || ferror(stdout) || bad) {
		fprintf(stderr, "report: standard output cannot be written: %s\n",
			strerror(errno));
		return STATUS_FAILED;
	}
	return 0;
}

static int check_gates(const struct options *options,
		       const struct rp_experiment *experiments, size_t count)
{
	int status = 0;

	for (size_t i = 0; i < options->n_gates; i++) {
		const struct rp_gate *gate = &options->gates[i];
		const char *why, *line;
		bool met = rp_gate_check(gate, experiments, count,
					 &options->layout.rules, &why);

		for (line = why; *line; line = strchr(line, '\n') + 1)
			fprintf(stderr, "report: gate %s %s: %.*s\n",
				gate->text, met ? "met" : "not met",
				(int)strcspn(line, "\n"), line);
		if (!met)
			status = STATUS_GATE;
	}
	return status;
}

/* "pingpong-cores-2-": what an experiment's files are called. */
static const char *file_prefix(const struct rp_experiment *from)
{
	char *text = arena_printf("%s%s%s-", from->program, from->cpus ?
				  "-" : "", from->cpus ? from->cpus : "");

	for (char *c = text; *c; c++)
		if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.",
			    *c))
			*c = '-';
	return text;
}

static int draw(const struct options *options,
		const struct rp_experiment *experiments, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct charts charts = { 0 };
		const char *problem;

		charts_of(&charts, &experiments[i]);
		problem = plot_charts(&charts, options->plots,
				      file_prefix(&experiments[i]),
				      options->plot_formats, stderr);
		if (problem) {
			fprintf(stderr, "report: --plots: %s\n", problem);
			return STATUS_FAILED;
		}
	}
	return 0;
}

static int write_page(const struct options *options, const struct rp_set *set,
		      const struct report *traces,
		      const struct rp_experiment *experiments, size_t count)
{
	struct html_page page = {
		.experiments = experiments, .count = count,
		.options = &options->layout, .library = options->library,
		.command = options->command, .traces = traces,
		.problems = arena_new(const char *, set->n_problems),
		.n_problems = set->n_problems,
	};
	const char *problem;

	for (size_t i = 0; i < set->n_problems; i++)
		page.problems[i] = set->problems[i].file ?
			arena_printf("%s: %s", set->problems[i].file,
				     set->problems[i].text) :
			set->problems[i].text;
	problem = html_write(&page, options->html);
	if (!problem)
		return 0;
	fprintf(stderr, "report: --html: %s\n", problem);
	return STATUS_FAILED;
}

/*
 * Files of different experiments cannot be compared: a line for each experiment
 * but the one with the most runs.
 */
static bool tell_mixed(const struct rp_experiment *experiments, size_t count)
{
	size_t most = 0;

	for (size_t i = 1; i < count; i++)
		if (experiments[i].n_runs > experiments[most].n_runs)
			most = i;
	for (size_t i = 0; i < count; i++) {
		const struct rp_experiment *one = &experiments[i];

		if (i == most)
			continue;
		fprintf(stderr, "report: %s", one->runs[0]->file);
		if (one->n_runs > 1)
			fprintf(stderr, " and %zu more", one->n_runs - 1);
		fprintf(stderr, ": mixed in, of another experiment (%s) than most (%s): reported apart\n",
			layout_subject(one),
			layout_subject(&experiments[most]));
	}
	return count > 1;
}

static int keep_for(const struct options *options)
{
	return (options->layout.per_cpu ? RP_KEEP_PER_CPU : 0) |
		(options->layout.rules.samples ? RP_KEEP_SAMPLES : 0) |
		(options->plots || options->html ? RP_KEEP_HISTOGRAMS : 0);
}

/* Traces become runs; a damaged one is reported as far as it goes. */
static void load_traces(const struct options *options, struct report *report,
			struct rp_set *set)
{
	memset(set, 0, sizeof(*set));
	set->runs = arena_new(struct rp_run *, options->n_traces);
	set->problems = arena_new(struct rp_problem, options->n_traces);
	for (size_t i = 0; i < options->n_traces; i++) {
		struct rp_trace trace;
		const char *problem = rp_trace_read(options->traces[i],
						    options->tables, &trace);

		if (problem) {
			set->problems[set->n_problems].file = NULL;
			set->problems[set->n_problems++].text = problem;
		}
		if (!trace.run)
			continue;
		set->runs[set->n_runs++] = trace.run;
		report->subject = trace.run->governor;
		layout_trace(report, &trace);
	}
}

static int make_report(const struct options *options, const struct rp_set *set,
		       const struct report *traces)
{
	struct report report = *traces;
	struct rp_experiment *experiments;
	const char *problem;
	size_t count;
	bool mixed;
	int status;

	count = rp_experiments(set, &options->choice, &experiments, &problem);
	if (!count) {
		fprintf(stderr, "report: %s\n", problem);
		return STATUS_USAGE;
	}
	mixed = tell_mixed(experiments, count);
	for (size_t i = 0; i < count; i++) {
		rp_exclude(&experiments[i], &options->exclusion);
		add_layouts(&report, options, &experiments[i]);
	}
	status = print_report(&report, options->format);
	if (!status && options->plots)
		status = draw(options, experiments, count);
	if (!status && options->html)
		status = write_page(options, set, traces, experiments, count);
	if (!status)
		status = check_gates(options, experiments, count);
	return !status && mixed ? STATUS_PART : status;
}

int main(int argc, char **argv)
{
	struct report report = { 0 };
	struct options options;
	struct rp_set set;
	int status;

	scratch_begin();
	options_parse(argc, argv, &options);
	if (options.n_traces)
		load_traces(&options, &report, &set);
	else
		rp_load(options.files, options.n_files, keep_for(&options),
			&set);
	for (size_t i = 0; i < set.n_problems; i++)
		fprintf(stderr, "report: %s%s%s\n",
			set.problems[i].file ? set.problems[i].file : "",
			set.problems[i].file ? ": " : "",
			set.problems[i].text);
	if (!set.n_runs) {
		fprintf(stderr, "report: none of the files can be used\n");
		return STATUS_PART;
	}
	status = make_report(&options, &set, &report);
	return !status && set.n_problems ? STATUS_PART : status;
}
