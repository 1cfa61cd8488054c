// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <pthread.h>

#include "replay/pelt.h"

/* The product of a sum and a decay takes 96 bits at most. */
__extension__ typedef unsigned __int128 wide;

#define HALF_LIFE	32
#define SEGMENT		1024

/* What a segment of full load adds up to in the end, in the integers used here. */
#define SUM_MAX		47742

/* 2^32 * 2^(-n / 32), rounded down: the decay over n segments. */
static uint32_t decay_q32[HALF_LIFE];
static pthread_once_t once = PTHREAD_ONCE_INIT;

static void make_table(void)
{
	int n;

	decay_q32[0] = UINT32_MAX;
	for (n = 1; n < HALF_LIFE; n++)
		decay_q32[n] = floorl(ldexpl(exp2l(-(long double)n / HALF_LIFE), 32));
}

static uint64_t decay(uint64_t value, uint64_t segments)
{
	if (segments / HALF_LIFE > 63)
		return 0;
	value >>= segments / HALF_LIFE;
	return (wide)value * decay_q32[segments % HALF_LIFE] >> 32;
}

void pelt_init(struct pelt *pelt, enum pelt_scale scale, uint32_t capacity)
{
	pthread_once(&once, make_table);
	*pelt = (struct pelt){ .scale = scale, .capacity = capacity };
}

/*
 * Time passes in three parts: the rest of the segment under way, whole segments, and
 * the beginning of the next. The first is decayed by all segments that end, the
 * second is a geometric series, the third is not decayed.
 */
bool pelt_update(struct pelt *pelt, uint64_t delta_ns, bool busy)
{
	uint64_t weight = pelt->scale == PELT_SCALE_CONTRIBUTION ? pelt->capacity : PELT_MAX;
	uint64_t units, total, segments, counted;

	if (busy && pelt->scale == PELT_SCALE_TIME)
		delta_ns = delta_ns * pelt->capacity / PELT_MAX;
	delta_ns += pelt->rest_ns;
	units = delta_ns / PELT_UNIT_NS;
	pelt->rest_ns = delta_ns % PELT_UNIT_NS;

	total = pelt->into + units;
	segments = total / SEGMENT;
	counted = units;
	if (segments) {
		pelt->sum = decay(pelt->sum, segments);
		counted = decay(SEGMENT - pelt->into, segments) +
			  (SUM_MAX - decay(SUM_MAX, segments) - SEGMENT) + total % SEGMENT;
	}
	pelt->into = total % SEGMENT;
	if (busy)
		pelt->sum += counted * weight;
	if (!segments)
		return false;
	pelt->average = pelt->sum / (SUM_MAX - SEGMENT + pelt->into);
	return true;
}
