// SPDX-License-Identifier: GPL-2.0
/* What CPUs did between two snapshots. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "idle.h"

static struct idle_delta *add_state(struct idle_interval *out, int index, const char *name)
{
	struct idle_delta *s;

	out->state = realloc(out->state, sizeof(*s) * (out->states + 1));
	if (!out->state)
		abort();
	s = &out->state[out->states++];
	memset(s, 0, sizeof(*s));
	s->index = index;
	s->name = name;
	return s;
}

static void invalid(struct idle_interval *out, const char *why)
{
	out->valid = false;
	snprintf(out->why, sizeof(out->why), "CPU %d %s", out->cpu, why);
}

static bool went_backwards(const uint64_t *from, const uint64_t *to)
{
	int k;

	for (k = 0; k < IDLE_COUNTERS; k++)
		if (to[k] < from[k])
			return true;
	return false;
}

/* The state with the longest sleeps: the likeliest to have been under way. */
static struct idle_delta *longest_sleeps(struct idle_interval *out)
{
	struct idle_delta *best = NULL;
	int i;

	for (i = 0; i < out->states; i++) {
		struct idle_delta *s = &out->state[i];

		if (!s->time_ns || !s->usage)
			continue;
		if (!best || s->time_ns / s->usage > best->time_ns / best->usage)
			best = s;
	}
	return best;
}

/* Time beyond the interval belongs to a sleep that began before it. */
static void take_out_carried(struct idle_interval *out)
{
	uint64_t sum = 0, surplus, part;
	int i;

	for (i = 0; i < out->states; i++)
		sum += out->state[i].time_ns;
	surplus = sum > out->elapsed_ns ? sum - out->elapsed_ns : 0;
	out->carried_ns = surplus;
	while (surplus) {
		struct idle_delta *s = longest_sleeps(out);

		if (!s)
			break;
		part = s->time_ns < surplus ? s->time_ns : surplus;
		s->time_ns -= part;
		surplus -= part;
	}
	for (i = 0; i < out->states; i++)
		if (out->state[i].pending_ns > out->state[i].time_ns)
			out->state[i].pending_ns = out->state[i].time_ns;
}

static void fill_states(const struct idle_cpu *cpu, const struct idle_snapshot *from,
			const struct idle_snapshot *to, struct idle_interval *out)
{
	uint64_t entries = 0, time = 0;
	int i;

	for (i = 0; i < cpu->states; i++) {
		const uint64_t *a = from->count[cpu->first + i];
		const uint64_t *b = to->count[cpu->first + i];
		struct idle_delta *s = add_state(out, cpu->state[i].index,
						 cpu->state[i].name);

		if (went_backwards(a, b)) {
			invalid(out, "has a counter that went backwards (driver registered anew?)");
			return;
		}
		s->usage = b[IDLE_USAGE] - a[IDLE_USAGE];
		s->time_ns = (b[IDLE_TIME] - a[IDLE_TIME]) * NSEC_PER_USEC;
		s->above = b[IDLE_ABOVE] - a[IDLE_ABOVE];
		s->below = b[IDLE_BELOW] - a[IDLE_BELOW];
		s->rejected = b[IDLE_REJECTED] - a[IDLE_REJECTED];
		s->pending_ns = to->pending_us[cpu->first + i] * NSEC_PER_USEC;
		entries += s->usage;
		time += s->time_ns;
	}
	if (!entries && !time)
		out->unseen_ns = out->elapsed_ns;
	take_out_carried(out);
}

void idle_cpu_interval(const struct idle *idle, int which,
		       const struct idle_snapshot *from,
		       const struct idle_snapshot *to, struct idle_interval *out)
{
	const struct idle_cpu *cpu = &idle->cpu[which];
	int i;

	memset(out, 0, sizeof(*out));
	out->cpu = cpu->cpu;
	out->valid = true;
	if (to->gone[which])
		invalid(out, to->gone[which] == ENODEV ? "went offline" :
			"has counters that cannot be read");
	else if (from->gone[which])
		invalid(out, "was offline at the beginning");
	else if (from->generation[which] != to->generation[which])
		invalid(out, "was offline, or its driver was registered anew");
	else if (to->stamp_ns[which] <= from->stamp_ns[which])
		invalid(out, "has no time between the two readings");
	if (!out->valid)
		return;
	out->elapsed_ns = to->stamp_ns[which] - from->stamp_ns[which];
	fill_states(cpu, from, to, out);
	if (out->valid)
		return;
	/* Nothing of an invalid interval may be used by accident. */
	for (i = 0; i < out->states; i++) {
		int index = out->state[i].index;
		const char *name = out->state[i].name;

		memset(&out->state[i], 0, sizeof(out->state[i]));
		out->state[i].index = index;
		out->state[i].name = name;
	}
	out->elapsed_ns = 0;
}

static struct idle_delta *same_state(struct idle_interval *out, const struct idle_delta *s)
{
	int i;

	for (i = 0; i < out->states; i++)
		if (out->state[i].index == s->index && !strcmp(out->state[i].name, s->name))
			return &out->state[i];
	return add_state(out, s->index, s->name);
}

static void add_cpu(struct idle_interval *sum, const struct idle_interval *one)
{
	int i;

	sum->elapsed_ns += one->elapsed_ns;
	sum->carried_ns += one->carried_ns;
	sum->unseen_ns += one->unseen_ns;
	for (i = 0; i < one->states; i++) {
		const struct idle_delta *from = &one->state[i];
		struct idle_delta *to = same_state(sum, from);

		to->usage += from->usage;
		to->time_ns += from->time_ns;
		to->above += from->above;
		to->below += from->below;
		to->rejected += from->rejected;
		to->pending_ns += from->pending_ns;
	}
}

static int by_index(const void *a, const void *b)
{
	const struct idle_delta *x = a, *y = b;

	return x->index != y->index ? x->index - y->index : strcmp(x->name, y->name);
}

void idle_group_interval(const struct idle *idle, const struct cpulist *cpus,
			 const struct idle_snapshot *from,
			 const struct idle_snapshot *to,
			 struct idle_interval *out)
{
	struct cpulist once;
	int i;

	memset(out, 0, sizeof(*out));
	out->cpu = -1;
	out->valid = true;
	cpulist_copy(&once, cpus);
	cpulist_unique(&once);
	for (i = 0; i < once.count; i++) {
		int which = idle_find(idle, once.cpu[i]);
		struct idle_interval one;

		if (which < 0)
			continue;
		idle_cpu_interval(idle, which, from, to, &one);
		if (one.valid) {
			add_cpu(out, &one);
		} else {
			size_t len = strlen(out->why);

			snprintf(out->why + len, sizeof(out->why) - len, "%s%s",
				 len ? "; " : "", one.why);
			out->valid = false;
		}
		idle_interval_free(&one);
	}
	cpulist_free(&once);
	if (out->states)
		qsort(out->state, out->states, sizeof(*out->state), by_index);
}

void idle_interval_free(struct idle_interval *interval)
{
	free(interval->state);
	memset(interval, 0, sizeof(*interval));
}
