// SPDX-License-Identifier: GPL-2.0
#include <string.h>

#include "batches.h"

/* The confidence interval costs some microseconds: not after every batch. */
#define LOOK_EVERY	5

void batches_begin(struct batches *batches, uint64_t now_ns, uint64_t duration_ns,
		   double converge)
{
	memset(batches, 0, sizeof(*batches));
	batches->length_ns = duration_ns / BATCHES_WANTED + 1;
	batches->end_ns = now_ns + batches->length_ns;
	batches->converge = converge;
}

void batches_close(struct batches *batches, struct stats *stats, uint64_t now_ns)
{
	double mean, half;

	stats_sample(stats, batches->sum / (double)batches->count);
	batches->sum = 0;
	batches->count = 0;
	batches->end_ns = now_ns + batches->length_ns;
	if (batches->converge <= 0 || stats->samples < BATCHES_MIN ||
	    stats->samples % LOOK_EVERY)
		return;
	half = stats_half_ci(stats->sample, stats->samples, &mean);
	batches->converged = half <= batches->converge * mean;
}
