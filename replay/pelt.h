/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Per-entity load tracking: the utilisation signal of the scheduler, in its own
 * integer arithmetic. Half-life 32 segments of about a millisecond.
 */
#ifndef TALLY_REPLAY_PELT_H
#define TALLY_REPLAY_PELT_H

#include <stdbool.h>
#include <stdint.h>

/* A unit is 1024 ns, a segment 1024 units. */
#define PELT_UNIT_NS	1024
#define PELT_SEGMENT_NS	(1024 * PELT_UNIT_NS)
#define PELT_MAX	1024

/**
 * enum pelt_scale - how a CPU of less than full capacity counts
 * @PELT_SCALE_TIME: its clock runs slower while it is busy (Linux since 5.1): any
 *	utilisation is reached, it takes longer
 * @PELT_SCALE_CONTRIBUTION: what it does counts less (before): never above capacity
 */
enum pelt_scale {
	PELT_SCALE_TIME,
	PELT_SCALE_CONTRIBUTION,
};

/**
 * struct pelt - the signal of one CPU
 * @scale: see enum pelt_scale
 * @capacity: 1 to 1024
 * @rest_ns: time not yet counted: less than a unit, scaled
 * @into: units into the present segment, 0 to 1023
 * @sum: decayed sum of busy units, times 1024
 * @average: utilisation, 0 to 1024
 */
struct pelt {
	enum pelt_scale scale;
	uint32_t capacity;
	uint64_t rest_ns;
	uint32_t into;
	uint64_t sum;
	uint32_t average;
};

/**
 * pelt_init() - a CPU that was never busy
 * @pelt: filled
 * @scale: how capacity counts
 * @capacity: of the CPU, 1 to 1024
 */
void pelt_init(struct pelt *pelt, enum pelt_scale scale, uint32_t capacity);

/**
 * pelt_update() - let time pass
 * @pelt: the signal
 * @delta_ns: how much
 * @busy: whether the CPU was busy during it
 *
 * Return: true when the average was worked out again, which happens once a segment.
 */
bool pelt_update(struct pelt *pelt, uint64_t delta_ns, bool busy);

#endif /* TALLY_REPLAY_PELT_H */
