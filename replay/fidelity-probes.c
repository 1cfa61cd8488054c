// SPDX-License-Identifier: GPL-2.0
/* From the probes that scripts/record-governor sets round any governor's functions. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "replay/fidelity.h"

#define CPUS_MAX	4096
#define HEAD_LINES	200

/* Bit of struct cpuidle_device's first word, as the probe reads it. */
#define POLL_TIME_LIMIT	4

/* A choice under way on a CPU, and the end of the period before. */
struct choice {
	struct fidelity_ask ask;
	struct fidelity_end end;
	bool selecting;
	bool reflecting;
	bool ended;
};

/* A line's CPU, time and event; the fields follow @event. */
struct line {
	unsigned int cpu;
	u64 time_ns;
	const char *event;
};

/* "  <idle>-0  [003] d..1.   12.345678: gov_select: (...) a=1": all but ours is skipped. */
static bool parse(const char *text, struct line *line)
{
	const char *event = strstr(text, ": gov_");
	const char *bracket = strchr(text, '[');
	unsigned long long seconds;
	char fraction[16];
	const char *time;
	char *end;

	if (!event || !bracket || bracket > event)
		return false;
	line->cpu = strtoul(bracket + 1, &end, 10);
	if (*end != ']' || line->cpu >= CPUS_MAX)
		return false;
	for (time = event; time > text && time[-1] != ' '; time--)
		;
	if (sscanf(time, "%llu.%15[0-9]", &seconds, fraction) != 2)
		return false;
	line->time_ns = strtoull(fraction, NULL, 10);
	if (strlen(fraction) <= 6)
		line->time_ns *= 1000;
	line->time_ns += seconds * 1000000000ULL;
	line->event = event + 2;
	return true;
}

static long long value(const char *event, const char *key)
{
	char pattern[32];
	const char *at;

	snprintf(pattern, sizeof(pattern), " %s=", key);
	at = strstr(event, pattern);
	return at ? strtoll(at + strlen(pattern), NULL, 0) : 0;
}

static bool is(const struct line *line, const char *name)
{
	size_t length = strlen(name);

	return !strncmp(line->event, name, length) && line->event[length] == ':';
}

static struct fidelity_end end_of(const struct line *line)
{
	return (struct fidelity_end){
		.state = value(line->event, "idx"),
		.residency_ns = value(line->event, "last"),
		.poll_limit = value(line->event, "flags") & POLL_TIME_LIMIT,
	};
}

static void select_begins(struct fidelity *fidelity, const struct line *line,
			  struct choice *choice)
{
	/* Learned from when the next choice begins, which is now. */
	if (choice->ended)
		fidelity_reflect(fidelity, line->cpu, &choice->end);
	*choice = (struct choice){
		.selecting = true,
		.ask = { .time_ns = line->time_ns, .latency_req_ns = 2000000000000LL,
			 .capacity = 1024 },
	};
}

static void select_ends(struct fidelity *fidelity, const struct line *line, struct choice *choice)
{
	if (!choice->selecting)
		return;
	choice->selecting = false;
	choice->ask.state = value(line->event, "ret");
	choice->ask.stop_tick = value(line->event, "stop");
	fidelity_select(fidelity, line->cpu, &choice->ask);
}

static int one_line(struct fidelity *fidelity, const struct line *line, struct choice *choice,
		    const struct cpuidle_driver *drv, s64 tick_ns)
{
	if (is(line, "gov_enable")) {
		unsigned int cpu = value(line->event, "cpu");
		struct fidelity_end last = end_of(line);

		return cpu < CPUS_MAX ? fidelity_begin(fidelity, cpu, drv, tick_ns, &last) : 0;
	}
	if (is(line, "gov_select")) {
		select_begins(fidelity, line, choice);
	} else if (is(line, "gov_chosen")) {
		select_ends(fidelity, line, choice);
	} else if (is(line, "gov_sleep") && choice->selecting) {
		choice->ask.asked = true;
		choice->ask.sleep_ns = value(line->event, "ret");
		choice->ask.delta_ns = value(line->event, "delta");
	} else if (is(line, "gov_stopped") && choice->selecting) {
		choice->ask.tick_stopped = value(line->event, "ret");
	} else if (is(line, "gov_reflect")) {
		choice->ended = true;
		choice->reflecting = true;
		choice->end = end_of(line);
	} else if (is(line, "gov_got_tick") && choice->reflecting) {
		choice->reflecting = false;
		choice->end.got_tick = value(line->event, "ret");
	}
	return 0;
}

int fidelity_probes(struct fidelity *fidelity, const char *path,
		    const struct cpuidle_driver *drv, s64 tick_ns, char *error,
		    size_t error_size)
{
	struct choice *choices = calloc(CPUS_MAX, sizeof(*choices));
	FILE *file = fopen(path, "r");
	char text[1024];
	unsigned int cpu;
	struct line line;
	int ret = 0;

	if (!file || !choices) {
		snprintf(error, error_size, "%s: %s", path, strerror(errno));
		ret = -1;
	}
	while (!ret && fgets(text, sizeof(text), file)) {
		if (sscanf(text, "CPU:%u [LOST", &cpu) == 1 && cpu < CPUS_MAX)
			fidelity_forget(fidelity, cpu);
		else if (parse(text, &line))
			ret = one_line(fidelity, &line, &choices[line.cpu], drv, tick_ns);
		if (ret)
			snprintf(error, error_size, "out of memory");
	}
	if (file)
		fclose(file);
	free(choices);
	return ret;
}

bool fidelity_has_probes(const char *path)
{
	FILE *file = fopen(path, "r");
	char text[1024];
	bool found = false;
	int i;

	for (i = 0; file && !found && i < HEAD_LINES && fgets(text, sizeof(text), file); i++)
		found = strstr(text, ": gov_");
	if (file)
		fclose(file);
	return found;
}
