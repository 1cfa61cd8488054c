/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TALLY_UTIL_H
#define TALLY_UTIL_H

struct tally_ask;

/**
 * tally_util() - ask the scheduler for a CPU's utilisation and capacity
 * @cpu: number of the CPU
 * @ask: where they go; both 0 where the kernel does not tell
 *
 * The figure covers tasks of all classes and interrupts, as the scheduler's own
 * frequency and energy decisions see it.
 */
void tally_util(unsigned int cpu, struct tally_ask *ask);

#endif /* TALLY_UTIL_H */
