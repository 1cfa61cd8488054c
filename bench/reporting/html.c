// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena.h"
#include "html.h"
#include "html_assets.h"

static void head(FILE *to, const struct html_page *page, const char *style)
{
	fputs("<!doctype html>\n<html lang=en>\n<head>\n<meta charset=utf-8>\n"
	      "<meta name=viewport content=\"width=device-width,initial-scale=1\">\n"
	      "<meta name=generator content=\"tally report\">\n"
	      "<link rel=icon href=\"data:,\">\n<title>",
	      to);
	for (size_t i = 0; i < page->count; i++) {
		fputs(i ? "; " : "", to);
		html_text(to, layout_subject(&page->experiments[i]));
	}
	fputs(": idle governors compared</title>\n<style>\n", to);
	fputs(style, to);
	fputs("\n", to);
	fputs(html_page_css, to);
	fputs("</style>\n</head>\n<body>\n<main>\n", to);
}

/* A sentence for each series: what a reader came for. */
static void sentence(FILE *to, const struct rp_experiment *from,
		     const struct rp_comparison *c, size_t series)
{
	static const char *const classes[] = {
		[VERDICT_BETTER] = "better", [VERDICT_WORSE] = "worse",
		[VERDICT_NONE] = "none", [VERDICT_FEW] = "few",
	};

	fprintf(to, "<li class=%s><b>", classes[c->verdict]);
	html_text(to, from->series[series].label);
	fprintf(to, "</b> <span class=\"v %s\">%s</span> ", classes[c->verdict],
		rp_verdict_text(c->verdict));
	if (!c->points) {
		fputs("no point in common with the reference</li>\n", to);
		return;
	}
	fprintf(to, "<br><span class=d>%+.2f&nbsp;%%</span> ", c->test.difference);
	if (isfinite(c->test.low))
		fprintf(to, "(%+.2f to %+.2f) ", c->test.low, c->test.high);
	fprintf(to, "<small>%zu and %zu %s, %zu points: %zu better, %zu worse</small></li>\n",
		c->other.n, c->reference.n, "runs", c->points, c->better,
		c->worse);
}

static void sentences(FILE *to, const struct rp_experiment *from,
		      const struct rp_rules *rules)
{
	struct rp_comparison *all = arena_new(struct rp_comparison,
					      from->n_series);

	rp_compare_sweep(from, from->metric, rules, all);
	fprintf(to, "<p class=lead>%s against <b>", from->metric);
	html_text(to, from->series[0].label);
	fputs("</b>; negative is better; in brackets the confidence interval</p>\n<ul class=cards>\n",
	      to);
	for (size_t s = 1; s < from->n_series; s++)
		sentence(to, from, &all[s], s);
	fputs("</ul>\n", to);
}

static void tables_of(FILE *to, const struct report *report)
{
	for (size_t i = 0; i < report->count; i++)
		html_table(to, report->tables[i]);
}

static void toggles(FILE *to, const struct rp_experiment *from)
{
	fputs("<fieldset class=toggles><legend>Governors shown</legend>\n", to);
	for (size_t s = 0; s < from->n_series; s++) {
		fputs("<label><input type=checkbox checked value=\"", to);
		html_text(to, from->series[s].label);
		fputs("\"> ", to);
		html_text(to, from->series[s].label);
		fputs("</label>\n", to);
	}
	fputs("</fieldset>\n", to);
}

static void charts_section(FILE *to, const struct rp_experiment *from,
			   const char *prefix)
{
	struct charts charts = { 0 };

	charts_of(&charts, from);
	if (!charts.count)
		return;
	fputs("<h3>Charts</h3>\n<p class=hint>Drag to zoom, double-click to see all again, click a point for a link to it. Grey: left out of comparisons.</p>\n",
	      to);
	toggles(to, from);
	fputs("<div class=figures>\n", to);
	for (size_t i = 0; i < charts.count; i++)
		html_chart(to, charts.chart[i], prefix);
	fputs("</div>\n", to);
}

static void commands(FILE *to, const struct rp_experiment *from)
{
	const char *seen[16];
	size_t count = 0;

	fputs("<h3>Make it again</h3>\n<pre class=command>", to);
	for (size_t r = 0; r < from->n_runs; r++) {
		const char *command = from->runs[r]->command;
		size_t k = 0;

		while (k < count && seen[k] != command)
			k++;
		if (k < count || count == 16 || !*command)
			continue;
		seen[count++] = command;
		html_text(to, command);
		fputc('\n', to);
	}
	fputs("</pre>\n", to);
}

static void experiment(FILE *to, const struct html_page *page, size_t number)
{
	const struct rp_experiment *from = &page->experiments[number];
	struct report first = { 0 }, second = { 0 };

	fprintf(to, "<section id=e%zu>\n<h2>", number);
	html_text(to, layout_subject(from));
	fputs("</h2>\n<h3>Verdicts</h3>\n", to);
	/* What confounds them must be read before them. */
	layout_differences(&first, from);
	if (first.tables[0]->n_rows)
		tables_of(to, &first);
	if (from->n_series > 1)
		sentences(to, from, &page->options->rules);
	if (first.tables[0]->n_rows)
		first = (struct report){ 0 };
	layout_verdicts(&first, from, page->options);
	layout_sweep(&first, from, page->options);
	tables_of(to, &first);
	fputs("<h3>Machine and idle states</h3>\n", to);
	layout_header(&second, from);
	layout_states(&second, from);
	tables_of(to, &second);
	charts_section(to, from, arena_printf("e%zu-", number));
	second = (struct report){ 0 };
	layout_residency(&second, from, page->options);
	fputs("<h3>Residency</h3>\n", to);
	tables_of(to, &second);
	commands(to, from);
	fputs("</section>\n", to);
}

static void foot(FILE *to, const struct html_page *page, const char *script,
		 const char *licence)
{
	fputs("<section id=about><h2>This page</h2>\n<p>Made with</p>\n<pre class=command>", to);
	html_text(to, page->command);
	fputs("</pre>\n<details><summary>Licence of the chart library (dygraphs)</summary><pre>",
	      to);
	html_text(to, licence);
	fputs("</pre></details>\n</section>\n</main>\n<script>\n", to);
	fputs(script, to);
	fputs("\n</script>\n<script>\n", to);
	fputs(html_page_js, to);
	fputs("</script>\n</body>\n</html>\n", to);
}

static void body(FILE *to, const struct html_page *page)
{
	fputs("<h1>Idle governors compared</h1>\n", to);
	if (page->n_problems)
		fputs("<ul class=problems>\n", to);
	for (size_t i = 0; i < page->n_problems; i++) {
		fputs("<li>", to);
		html_text(to, page->problems[i]);
		fputs("\n", to);
	}
	if (page->n_problems)
		fputs("</ul>\n", to);
	for (size_t i = 0; i < page->count; i++)
		experiment(to, page, i);
	if (page->traces->count)
		fputs("<section id=traces><h2>Wakeups and idle lengths</h2>\n", to);
	tables_of(to, page->traces);
	if (page->traces->count)
		fputs("</section>\n", to);
}

const char *html_write(const struct html_page *page, const char *file)
{
	const char *script, *style, *licence, *problem;
	const char *draft = arena_printf("%s.%d.tmp", file, (int)getpid());
	FILE *to;

	problem = html_library(page->library, &script, &style, &licence);
	if (problem)
		return problem;
	to = fopen(draft, "w");
	if (!to)
		return arena_printf("%s cannot be written: %s", file,
				    strerror(errno));
	head(to, page, style);
	body(to, page);
	foot(to, page, script, licence);
	if (ferror(to) | fclose(to) || rename(draft, file)) {
		problem = arena_printf("%s cannot be written: %s", file,
				       strerror(errno));
		unlink(draft);
		return problem;
	}
	return NULL;
}
