// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "arena.h"
#include "plot.h"

#define PANEL_WIDTH 1000
#define PANEL_HEIGHT 600

/* Okabe and Ito's colours: told apart by every kind of colour vision. */
const char *plot_colour(size_t series)
{
	static const char *const colours[] = { "#000000", "#0072b2", "#d55e00",
		"#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d1f" };

	return colours[series % (sizeof(colours) / sizeof(*colours))];
}

/* From light (shallow) to dark (deep). */
const char *plot_state_colour(size_t state, size_t count)
{
	static const char *const colours[] = { "#fde725", "#a0da39", "#4ac16d",
		"#1fa187", "#277f8e", "#365c8d", "#46327e", "#440154" };
	size_t last = sizeof(colours) / sizeof(*colours) - 1;

	return colours[count > 1 ? state * last / (count - 1) : 0];
}

/* A string in gnuplot's single quotes; enhanced text is off. */
static const char *quote(const char *text)
{
	const char *out = "";

	for (; *text; text++)
		out = *text == '\'' ? arena_printf("%s''", out) :
			arena_printf("%s%c", out, *text);
	return arena_printf("'%s'", out);
}

static void data_block(FILE *to, const struct chart *chart, size_t number)
{
	fprintf(to, "$data%zu << EOD\n", number);
	for (size_t i = 0; i < chart->n; i++) {
		double stack = 0;

		fprintf(to, "%.10g", chart->x[i]);
		for (size_t l = 0; l < chart->n_lines; l++) {
			double y = chart->lines[l].y[i];

			stack += isnan(y) ? 0 : y;
			if (chart->kind == CHART_STACKED)
				y = stack;
			if (isnan(y))
				fputs(" NaN", to);
			else
				fprintf(to, " %.10g", y);
		}
		fputc('\n', to);
	}
	fputs("EOD\n", to);
}

/* A logarithmic axis of few decades gets 1, 2 and 5 of each. */
static void log_tics(FILE *to, double from, double until)
{
	static const int digits[] = { 1, 2, 5 };
	bool first = true;

	if (!(until / from < 500)) {
		fputs("set xtics autofreq\n", to);
		return;
	}
	fputs("set xtics (", to);
	for (int power = floor(log10(from)); pow(10, power) <= until; power++)
		for (int i = 0; i < 3; i++) {
			double at = digits[i] * pow(10, power);

			if (at < from || at > until)
				continue;
			fprintf(to, "%s%g", first ? "" : ", ", at);
			first = false;
		}
	fputs(")\n", to);
}

static void axes(FILE *to, const struct chart *chart)
{
	fprintf(to, "set xlabel %s\nset ylabel %s\n", quote(chart->x_label),
		quote(chart->y_label));
	fprintf(to, "unset logscale\n%s%s", chart->log_x ?
		"set logscale x\n" : "", chart->log_y ? "set logscale y\n" : "");
	fprintf(to, "set yrange [%s]\nset format y '%s'\n",
		chart->kind == CHART_STACKED ? "0:100" : "*:*",
		chart->log_y ? "%g" : "% h");
	if (chart->n > 1)
		fprintf(to, "set xrange [%.10g:%.10g]\n", chart->x[0],
			chart->x[chart->n - 1]);
	if (chart->log_x && chart->n > 1)
		log_tics(to, chart->x[0], chart->x[chart->n - 1]);
	fputs("unset object\nunset arrow\nunset label\n", to);
	for (size_t i = 0; i < chart->n_bands; i++)
		fprintf(to, "set object rectangle from %.10g, graph 0 to %.10g, graph 1 fillcolor rgb '#e4e4e4' fillstyle solid noborder behind\n",
			chart->bands[i].from, chart->bands[i].to);
	for (size_t i = 0; i < chart->n_marks; i++) {
		fprintf(to, "set arrow from %.10g, graph 0 to %.10g, graph 1 nohead dashtype 2 linecolor rgb '#777777'\n",
			chart->marks[i].x, chart->marks[i].x);
		fprintf(to, "set label %s at %.10g, graph 0.97 rotate by 90 right offset character -0.7,0 font ',10'\n",
			quote(chart->marks[i].name), chart->marks[i].x);
	}
}

/* The deepest state is painted first, the shallower ones over it. */
static void stacked_commands(FILE *to, const struct chart *chart,
			     size_t number)
{
	fputs("plot ", to);
	for (size_t l = chart->n_lines; l-- > 0;)
		fprintf(to, "%s$data%zu using 1:%zu with filledcurves x1 linecolor rgb '%s' title %s",
			l + 1 == chart->n_lines ? "" : ", \\\n", number, l + 2,
			plot_state_colour(l, chart->n_lines),
			quote(chart->lines[l].name));
	fputc('\n', to);
}

static void line_commands(FILE *to, const struct chart *chart, size_t number)
{
	fputs("plot ", to);
	for (size_t l = 0; l < chart->n_lines; l++)
		fprintf(to, "%s$data%zu using 1:%zu with %s linewidth 2 linecolor rgb '%s' title %s",
			l ? ", \\\n" : "", number, l + 2,
			chart->kind == CHART_STEPS ? "histeps" :
			chart->n < 40 ? "linespoints pointtype 7 pointsize 0.5" :
			"lines", plot_colour(l), quote(chart->lines[l].name));
	fputc('\n', to);
}

static void panel(FILE *to, const struct chart *chart, size_t number,
		  const char *title)
{
	fprintf(to, "set title %s\n", quote(title));
	axes(to, chart);
	if (chart->kind == CHART_STACKED)
		stacked_commands(to, chart, number);
	else
		line_commands(to, chart, number);
}

static size_t grid_columns(size_t panels)
{
	return panels == 1 ? 1 : panels <= 4 ? 2 : 3;
}

static void picture(FILE *to, const struct charts *charts, size_t from,
		    size_t to_chart, const char *format, const char *file)
{
	size_t panels = to_chart - from, columns = grid_columns(panels);
	size_t lines = (panels + columns - 1) / columns;
	double scale = panels > 1 ? 0.7 : 1;
	int width = PANEL_WIDTH * columns * scale;
	int height = PANEL_HEIGHT * lines * scale;

	fprintf(to, "reset\nset terminal %s size %d,%d %s noenhanced background '#ffffff'\nset output %s\n",
		strcmp(format, "png") ? "svg" : "pngcairo", width, height,
		"font 'DejaVu Sans,11'", quote(file));
	fputs("set grid linetype 1 linewidth 0.5 linecolor rgb '#d8d8d8'\n"
	      "set key outside right top vertical reverse Left samplen 2\n"
	      "set border linecolor rgb '#555555'\n", to);
	if (charts->chart[from]->kind == CHART_STACKED)
		fputs("set grid front\n", to);
	for (size_t i = from; i < to_chart; i++)
		data_block(to, charts->chart[i], i);
	if (panels > 1)
		fprintf(to, "set multiplot layout %zu,%zu\n", lines, columns);
	for (size_t i = from; i < to_chart; i++)
		panel(to, charts->chart[i], i, charts->chart[i]->title);
	if (panels > 1)
		fputs("unset multiplot\n", to);
	fputs("unset output\n", to);
}

static size_t panels_end(const struct charts *charts, size_t from)
{
	size_t end = from + 1;

	while (charts->chart[from]->panel && end < charts->count &&
	       charts->chart[end]->panel &&
	       !strcmp(charts->chart[end]->id, charts->chart[from]->id))
		end++;
	return end;
}

static void all_pictures(FILE *to, const struct charts *charts,
			 const char *stem, const char *format, FILE *said)
{
	for (size_t i = 0, end; i < charts->count; i = end) {
		const char *file = arena_printf("%s%s.%s", stem,
						charts->chart[i]->id, format);

		end = panels_end(charts, i);
		picture(to, charts, i, end, format, file);
		if (said)
			fprintf(said, "%s\n", file);
	}
}

const char *plot_charts(const struct charts *charts, const char *folder,
			const char *prefix, const char *formats, FILE *said)
{
	const char *stem = arena_printf("%s/%s", folder, prefix);
	FILE *to;
	int status;

	if (mkdir(folder, 0777) && errno != EEXIST)
		return arena_printf("%s cannot be made: %s", folder,
				    strerror(errno));
	if (system("command -v gnuplot >/dev/null 2>&1"))
		return "needs gnuplot: install Debian's gnuplot-nox";
	fflush(NULL);
	to = popen("gnuplot", "w");
	if (!to)
		return arena_printf("gnuplot cannot be started: %s",
				    strerror(errno));
	if (strstr(formats, "png"))
		all_pictures(to, charts, stem, "png", said);
	if (strstr(formats, "svg"))
		all_pictures(to, charts, stem, "svg", said);
	status = pclose(to);
	if (status)
		return arena_printf("gnuplot failed with status %d",
				    WEXITSTATUS(status));
	return NULL;
}
