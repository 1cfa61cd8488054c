/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Random numbers that are the same everywhere: SplitMix64 (Steele, Lea and Flood,
 * "Fast splittable pseudorandom number generators", 2014), whose constants these are.
 */
#ifndef TALLY_REPLAY_RANDOM_H
#define TALLY_REPLAY_RANDOM_H

#include <math.h>
#include <stdint.h>

/**
 * struct random - a stream of random numbers
 * @state: where it stands
 */
struct random {
	uint64_t state;
};

static inline uint64_t random_next(struct random *random)
{
	uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* A stream of its own for each name, seed and number. */
static inline void random_seed(struct random *random, const char *name, uint64_t seed,
			       unsigned int number)
{
	random->state = seed;
	for (; *name; name++)
		random->state = random_next(random) ^ (unsigned char)*name;
	random->state = random_next(random) ^ number;
	random_next(random);
}

/* Above 0, at most 1. */
static inline double random_unit(struct random *random)
{
	return ldexp((random_next(random) >> 11) + 1, -53);
}

/* Mean 0, standard deviation 1 (Box and Muller). */
static inline double random_normal(struct random *random)
{
	double radius = sqrt(-2 * log(random_unit(random)));

	return radius * cos(2 * M_PI * random_unit(random));
}

#endif /* TALLY_REPLAY_RANDOM_H */
