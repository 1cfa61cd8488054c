// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "driver-print.h"

double bench_metric(const json_t *point, const char *name, const char *key)
{
	const json_t *metric = json_object_get(json_object_get(point, "metrics"), name);

	return json_number_value(json_object_get(metric, key));
}

json_int_t bench_event(const json_t *point, const char *name)
{
	return json_integer_value(json_object_get(json_object_get(point, "events"), name));
}

void say_init(struct say *say, const char *name)
{
	memset(say, 0, sizeof(*say));
	say->name = name;
	say->terminal = isatty(STDERR_FILENO);
	/* A line at a time, so that a log that ends early has all that was measured. */
	setvbuf(stdout, NULL, _IOLBF, 0);
}

static void clear_bar(struct say *say)
{
	if (say->bar)
		fputs("\r\033[K", stderr);
	say->bar = false;
}

static void draw_bar(struct say *say)
{
	char text[128];

	if (say->quiet || !say->terminal)
		return;
	progress_bar(&say->progress, text, sizeof(text));
	fprintf(stderr, "\r\033[K%s", text);
	fflush(stderr);
	say->bar = true;
}

void say_error(struct say *say, const char *text)
{
	clear_bar(say);
	fprintf(stderr, "%s: %s\n", say->name, text);
}

void say_warning(struct say *say, const char *text)
{
	clear_bar(say);
	fprintf(stderr, "%s: note: %s\n", say->name, text);
}

void say_recovered(struct say *say, const char *what)
{
	clear_bar(say);
	fprintf(stderr, "%s: restored what an earlier run left behind: %s\n", say->name,
		what);
}

void say_begin(struct say *say, const struct bench *bench, int governors)
{
	int i;

	progress_begin(&say->progress, governors * bench->opt.runs * bench->sweep.count);
	if (say->quiet)
		return;
	for (i = 0; i < bench->groups; i++) {
		char *cpus = cpulist_format(&bench->group[i].cpus);

		printf("%s%s: CPU %s", i ? "; " : "", bench->group[i].name, cpus);
		free(cpus);
	}
	putchar('\n');
	draw_bar(say);
}

void say_run(struct say *say, const struct bench *bench, const char *governor, int run)
{
	if (say->quiet)
		return;
	clear_bar(say);
	printf("%s", *governor ? governor : "no governor");
	if (bench->opt.setting)
		printf(", %s", bench->opt.setting);
	if (bench->opt.runs > 1)
		printf(", run %d of %d", run, bench->opt.runs);
	putchar('\n');
	draw_bar(say);
}

static double percent(json_int_t part, json_int_t whole)
{
	return whole ? 100.0 * (double)part / (double)whole : 0;
}

static json_int_t number(const json_t *object, const char *key)
{
	return json_integer_value(json_object_get(object, key));
}

/* Residency of each state, and of its entries how many were too deep, too shallow. */
static void print_idle(const json_t *entry)
{
	json_t *state;
	size_t i;

	printf("    %-13s", json_string_value(json_object_get(entry, "group")));
	if (!json_is_true(json_object_get(entry, "valid")))
		printf(" [%s]", json_string_value(json_object_get(entry, "why")));
	json_array_foreach(json_object_get(entry, "states"), i, state) {
		json_int_t usage = number(state, "usage");

		printf(" %s %s %.2f %%", i ? "|" : "",
		       json_string_value(json_object_get(state, "name")),
		       percent(number(state, "time_ns"), number(entry, "elapsed_ns")));
		if (usage)
			printf(" (%" JSON_INTEGER_FORMAT ", deep %.1f %%, shallow %.1f %%)",
			       usage, percent(number(state, "above"), usage),
			       percent(number(state, "below"), usage));
		if (number(state, "rejected"))
			printf(" rejected %" JSON_INTEGER_FORMAT, number(state, "rejected"));
	}
	putchar('\n');
}

void say_point(struct say *say, struct bench *bench, int index)
{
	json_t *points = json_object_get(bench->result.root, "points");
	json_t *point = json_array_get(points, json_array_size(points) - 1), *entry;
	char text[512] = "", step[32];
	size_t i;

	progress_step(&say->progress);
	if (say->quiet)
		return;
	clear_bar(say);
	progress_line(&say->progress, step, sizeof(step));
	printf("  %s ", step);
	if (bench->axis)
		printf("%s %" PRIu64 ": ", bench->axis, bench->sweep.value[index]);
	bench->program->summary(bench, point, text, sizeof(text));
	printf("%s\n", text);
	json_array_foreach(json_object_get(point, "idle"), i, entry)
		print_idle(entry);
	draw_bar(say);
}

void say_skipped(struct say *say)
{
	progress_skip(&say->progress);
	draw_bar(say);
}

void say_end(struct say *say, const struct bench *bench, int ret)
{
	clear_bar(say);
	if (say->quiet || !bench->opt.output || !say->progress.done)
		return;
	printf("%s: %s\n", ret ? "finished points are in" : "result files are in",
	       bench->opt.output);
	if (ret)
		printf("go on with the same command and --resume\n");
}
