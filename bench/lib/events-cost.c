// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/events-private.h"

#include <sched.h>
#include <unistd.h>

#include <perf/evlist.h>

#include "bench/lib/clock.h"

#define LOOPS		500
#define BATCHES		5
#define COST_LEAST_NS	100
#define COST_MOST_NS	3000

struct peer {
	int in;
	int out;
};

/* Hands each byte back until the pipe is closed. */
static void *peer(void *data)
{
	const struct peer *peer = data;
	char byte;

	while (read(peer->in, &byte, 1) == 1) {
		if (write(peer->out, &byte, 1) != 1)
			break;
	}
	return NULL;
}

/* In time of this process's CPUs: others may preempt it. */
static uint64_t batch(int out, int in)
{
	uint64_t begin = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	char byte = 0;

	for (int i = 0; i < LOOPS; i++) {
		if (write(out, &byte, 1) != 1 || read(in, &byte, 1) != 1)
			return 0;
	}
	return clock_ns(CLOCK_PROCESS_CPUTIME_ID) - begin;
}

/* The fastest batch: the one that others disturbed least. */
static uint64_t fastest(int out, int in)
{
	uint64_t best = UINT64_MAX;

	for (int i = 0; i < BATCHES; i++) {
		uint64_t ns = batch(out, in);

		if (ns < best)
			best = ns;
	}
	return best;
}

static uint64_t compare(struct events *events, int out, int in, int cpu)
{
	uint64_t without, with, ns;

	events_close_samples(events);
	without = fastest(out, in);
	if (events_open_samples(events, NULL))
		return COST_MOST_NS;
	perf_evlist__enable(events->sampled);
	with = fastest(out, in);
	perf_evlist__disable(events->sampled);
	events->seen[cpu] = 0;
	events_discard(events);
	if (with <= without || events->seen[cpu] < BATCHES)
		return COST_LEAST_NS;
	ns = (with - without) * BATCHES / events->seen[cpu];
	if (ns < COST_LEAST_NS)
		return COST_LEAST_NS;
	return ns > COST_MOST_NS ? COST_MOST_NS : ns;
}

struct measurement {
	struct events *events;
	int out;
	int in;
	int cpu;
	uint64_t cost_ns;
};

static void *measure(void *data)
{
	struct measurement *m = data;

	m->cost_ns = compare(m->events, m->out, m->in, m->cpu);
	close(m->out);
	return NULL;
}

static void two_threads(struct measurement *m, struct peer *other, cpu_set_t *set)
{
	pthread_t first, second;
	pthread_attr_t attr;

	pthread_attr_init(&attr);
	pthread_attr_setaffinity_np(&attr, sizeof(*set), set);
	if (!pthread_create(&second, &attr, peer, other)) {
		if (!pthread_create(&first, &attr, measure, m))
			pthread_join(first, NULL);
		else
			close(m->out);
		pthread_join(second, NULL);
	} else {
		close(m->out);
	}
	pthread_attr_destroy(&attr);
}

uint64_t events_cost(struct events *events)
{
	int there[2], back[2], cpu = sched_getcpu();
	struct measurement m;
	struct peer other;
	cpu_set_t set;

	if (cpu < 0 || cpu >= CPU_SETSIZE || (unsigned int)cpu >= events->cpu_count)
		return 0;
	CPU_ZERO(&set);
	CPU_SET(cpu, &set);
	if (pipe(there))
		return 0;
	if (pipe(back)) {
		close(there[0]);
		close(there[1]);
		return 0;
	}
	m = (struct measurement){ events, there[1], back[0], cpu, 0 };
	other = (struct peer){ there[0], back[1] };
	two_threads(&m, &other, &set);
	close(there[0]);
	close(back[0]);
	close(back[1]);
	return m.cost_ns;
}
