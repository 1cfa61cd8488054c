// SPDX-License-Identifier: GPL-2.0
/*
 * bench/report: reads result files (Documentation/formats.md) and prints them in
 * the layouts of Documentation/reports.md.
 */
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "bench/reporting/arena.h"
#include "bench/reporting/options.h"
#include "bench/reporting/read.h"

static void add_layouts(struct report *report, const struct options *options,
			const struct rp_experiment *from)
{
	report->subject = layout_subject(from);
	if (options->layouts & LAYOUT_HEADER)
		layout_header(report, from);
	if (options->layouts & LAYOUT_STATES)
		layout_states(report, from);
	if (options->layouts & LAYOUT_RESIDENCY)
		layout_residency(report, from, &options->layout);
	if (options->layouts & LAYOUT_SWEEP)
		layout_sweep(report, from, &options->layout);
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
		return 1;
	}
	return 0;
}

static int keep_for(const struct options *options)
{
	return options->layout.per_cpu ? RP_KEEP_PER_CPU : 0;
}

int main(int argc, char **argv)
{
	struct report report = { 0 };
	struct rp_experiment *experiments;
	struct options options;
	const char *problem;
	struct rp_set set;
	size_t count;
	int status;

	options_parse(argc, argv, &options);
	rp_load(options.files, options.n_files, keep_for(&options), &set);
	for (size_t i = 0; i < set.n_problems; i++)
		fprintf(stderr, "report: %s: %s\n", set.problems[i].file,
			set.problems[i].text);
	if (!set.n_runs) {
		fprintf(stderr, "report: none of the files can be used\n");
		return set.n_problems ? 3 : 1;
	}
	count = rp_experiments(&set, &options.choice, &experiments, &problem);
	if (!count) {
		fprintf(stderr, "report: %s\n", problem);
		return 2;
	}
	for (size_t i = 0; i < count; i++)
		add_layouts(&report, &options, &experiments[i]);
	status = print_report(&report, options.format);
	if (!status && set.n_problems)
		status = 3;
	return status;
}
