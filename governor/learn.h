/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The exit latency that a machine really has, learned from timer hits. Also
 * builds in user space.
 */
#ifndef TALLY_LEARN_H
#define TALLY_LEARN_H

#include <tally/core.h>

/* Fewer hits than this say nothing. */
#define TALLY_LEARN_MIN		64

/**
 * struct tally_learned - estimate of one state's exit latency
 * @exit_ns: the estimate
 * @count: hits that it was made from, saturating at U16_MAX
 */
struct tally_learned {
	u32 exit_ns;
	u16 count;
};

/**
 * tally_learn() - take one timer hit into account
 * @learned: the estimate so far, all 0 at first
 * @told_ns: exit latency that the driver tells, where the estimate begins
 * @sample_ns: residency less sleep length; negative counts as 0
 *
 * The estimate moves by 1/8 of the distance, which is clipped at half the
 * estimate (1 us at least): a hit that was late for another reason, however late,
 * cannot move it by more than 1/16.
 */
void tally_learn(struct tally_learned *learned, s64 told_ns, s64 sample_ns);

/**
 * tally_learned_exit_ns() - the exit latency to use
 * @learned: the estimate
 * @told_ns: exit latency that the driver tells
 * @used_ns: exit latency in use now
 *
 * Never less than told: a latency limit (PM QoS) must hold in the worst case, and
 * a mean is no worst case. Never more than 16 times what was told, nor, where
 * less than 4 us was told, than 64 us. The value in use is kept until the
 * estimate differs from it by more than 1/8.
 *
 * Return: exit latency in ns.
 */
s64 tally_learned_exit_ns(const struct tally_learned *learned, s64 told_ns,
			  s64 used_ns);

/**
 * tally_learned_residency_ns() - the target residency that goes with it
 * @residency_ns: target residency that the driver tells
 * @told_ns: exit latency that the driver tells
 * @exit_ns: exit latency to use, not less than @told_ns
 *
 * The break-even point moves in proportion, since what was saved and what
 * entering costs were told by the same table; but by 16 times at most, and by
 * the difference where nothing was told.
 *
 * Return: target residency in ns.
 */
s64 tally_learned_residency_ns(s64 residency_ns, s64 told_ns, s64 exit_ns);

#endif /* TALLY_LEARN_H */
