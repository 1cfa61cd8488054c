// SPDX-License-Identifier: GPL-2.0
/*
 * Counters of a trace, and the lengths of its idle periods in a histogram that does
 * not grow: exact below 2^16 ns, then 2^15 steps an octave.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "replay/summary.h"

#ifdef FUZZING_BUILD_MODE_UNSAFE_FOR_PRODUCTION
#define STEP_BITS	4	/* a fuzzer makes many histograms */
#else
#define STEP_BITS	16
#endif
#define WAIT		16
#define STEPS		((uint64_t)1 << STEP_BITS)
#define OCTAVES		(64 - STEP_BITS + 1)

struct length_histogram {
	uint64_t count;
	uint64_t min;
	uint64_t max;
	uint64_t octave_count[OCTAVES];
	uint32_t *steps[OCTAVES];	/* made when they are needed */
	unsigned int waiting;
	uint32_t *wait[WAIT];	/* counters on their way into the cache */
};

int summary_init(struct trace_summary *summary)
{
	memset(summary, 0, sizeof(*summary));
	summary->stamp_ns = 1;
	summary->lengths = calloc(1, sizeof(*summary->lengths));
	return summary->lengths ? 0 : -1;
}

void summary_free(struct trace_summary *summary)
{
	unsigned int i;

	for (i = 0; summary->lengths && i < OCTAVES; i++)
		free(summary->lengths->steps[i]);
	free(summary->lengths);
	free(summary->cpu);
	memset(summary, 0, sizeof(*summary));
}

struct cpu_summary *summary_cpu(struct trace_summary *summary, unsigned int cpu)
{
	struct cpu_summary *grown;

	if (cpu < summary->cpus)
		return &summary->cpu[cpu];
	if (cpu >= READER_CPUS_MAX)
		return NULL;
	grown = realloc(summary->cpu, (cpu + 1) * sizeof(*grown));
	if (!grown)
		return NULL;
	memset(grown + summary->cpus, 0, (cpu + 1 - summary->cpus) * sizeof(*grown));
	summary->cpu = grown;
	summary->cpus = cpu + 1;
	return &grown[cpu];
}

/* Octave 0 holds 0 to 2^16 - 1; octave n holds 2^(15+n) to 2^(16+n) - 1, in 2^15 steps. */
static unsigned int octave_of(uint64_t length_ns)
{
	return length_ns < STEPS ? 0 : 64 - __builtin_clzll(length_ns) - STEP_BITS;
}

static void count_waiting(struct length_histogram *lengths)
{
	while (lengths->waiting)
		(*lengths->wait[--lengths->waiting])++;
}

void summary_add_length(struct trace_summary *summary, uint64_t length_ns)
{
	struct length_histogram *lengths = summary->lengths;
	uint32_t *counter;
	unsigned int octave = octave_of(length_ns);

	if (!lengths->count || length_ns < lengths->min)
		lengths->min = length_ns;
	if (length_ns > lengths->max)
		lengths->max = length_ns;
	lengths->count++;
	lengths->octave_count[octave]++;
	if (!lengths->steps[octave])
		lengths->steps[octave] = calloc(STEPS, sizeof(uint32_t));
	if (!lengths->steps[octave])
		return;
	/* The counters are spread over megabytes: do not wait for each to be fetched. */
	counter = &lengths->steps[octave][length_ns >> octave];
	__builtin_prefetch(counter, 1);
	if (lengths->waiting == WAIT)
		count_waiting(lengths);
	lengths->wait[lengths->waiting++] = counter;
}

uint64_t summary_percentile(const struct trace_summary *summary, double percent)
{
	struct length_histogram *lengths = summary->lengths;
	uint64_t rank, seen = 0, low;
	unsigned int octave, step;

	count_waiting(lengths);
	if (!lengths->count)
		return 0;
	if (percent <= 0)
		return lengths->min;
	rank = ceil(percent / 100 * lengths->count);
	if (rank >= lengths->count)
		return lengths->max;
	for (octave = 0; octave < OCTAVES; octave++) {
		if (seen + lengths->octave_count[octave] >= rank)
			break;
		seen += lengths->octave_count[octave];
	}
	if (octave == OCTAVES || !lengths->steps[octave])
		return lengths->max;
	for (step = 0; step < STEPS - 1; step++) {
		seen += lengths->steps[octave][step];
		if (seen >= rank)
			break;
	}
	/* Stamps in us: the only whole us in this step, or the first. */
	low = (uint64_t)step << octave;
	return (low + summary->stamp_ns - 1) / summary->stamp_ns * summary->stamp_ns;
}
