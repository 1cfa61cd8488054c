// SPDX-License-Identifier: GPL-2.0
#include "learn.h"

#ifdef __KERNEL__
#include <linux/math64.h>
#else
static s64 div64_s64(s64 a, s64 b)
{
	return a / b;
}
#endif

#define SHIFT		3
#define STEP_MIN_NS	1000
#define FACTOR_MAX	16
#define TOLD_MIN_NS	4000

/* No idle state takes longer to leave; keeps products within 64 bits. */
#define EXIT_MAX_NS	1000000000ll

static s64 clamp_ns(s64 value, s64 low, s64 high)
{
	if (value < low)
		return low;
	return value > high ? high : value;
}

void tally_learn(struct tally_learned *learned, s64 told_ns, s64 sample_ns)
{
	s64 step, distance;

	if (!learned->count)
		learned->exit_ns = clamp_ns(told_ns, 0, EXIT_MAX_NS);
	step = clamp_ns(learned->exit_ns / 2, STEP_MIN_NS, EXIT_MAX_NS);
	distance = clamp_ns(sample_ns, 0, EXIT_MAX_NS) - learned->exit_ns;
	learned->exit_ns += clamp_ns(distance, -step, step) / (1 << SHIFT);
	if (learned->count != 0xffff)
		learned->count++;
}

s64 tally_learned_exit_ns(const struct tally_learned *learned, s64 told_ns,
			  s64 used_ns)
{
	s64 most = clamp_ns(told_ns, TOLD_MIN_NS, EXIT_MAX_NS) * FACTOR_MAX;
	s64 exit_ns;

	if (learned->count < TALLY_LEARN_MIN)
		return used_ns;
	if (most > EXIT_MAX_NS)
		most = EXIT_MAX_NS;
	if (told_ns > most)
		return told_ns;
	exit_ns = clamp_ns(learned->exit_ns, told_ns, most);
	if (exit_ns - used_ns > used_ns / 8 || used_ns - exit_ns > used_ns / 8)
		return exit_ns;
	return used_ns;
}

s64 tally_learned_residency_ns(s64 residency_ns, s64 told_ns, s64 exit_ns)
{
	/* Enough that the products below stay within 64 bits. */
	if (residency_ns < 0 || residency_ns > 8 * EXIT_MAX_NS || exit_ns <= told_ns)
		return residency_ns;
	if (told_ns <= 0)
		return residency_ns + exit_ns;
	if (exit_ns / told_ns >= FACTOR_MAX)
		return residency_ns * FACTOR_MAX;
	return div64_s64(residency_ns * exit_ns, told_ns);
}
