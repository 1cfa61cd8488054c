/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TALLY_MAJORITY_H
#define TALLY_MAJORITY_H

#include <tally/cpu.h>

/**
 * tally_majority_predict() - tally_predict() by the majority rule
 * @cpu: the CPU's data, with cpu->usable filled in, two states at least
 * @params: what an administrator chose
 * @ask: what is known now
 *
 * Return: as tally_predict().
 */
bool tally_majority_predict(struct tally_cpu *cpu, const struct tally_params *params,
			    const struct tally_ask *ask);

/**
 * tally_majority_choose() - tally_choose() by the majority rule
 * @cpu: the CPU's data, the sleep length in cpu->decision
 * @params: what an administrator chose
 * @ask: what is known now
 */
void tally_majority_choose(struct tally_cpu *cpu, const struct tally_params *params,
			   const struct tally_ask *ask);

/**
 * tally_majority_learn() - take an outcome into the majority rule's ledger
 * @cpu: the CPU's data
 * @state: the state that was entered
 * @verdict: what the idle period turned out to be, not rejected
 * @duration_ns: idle duration, the wake-up left out
 */
void tally_majority_learn(struct tally_cpu *cpu, int state, enum tally_verdict verdict,
			  u32 duration_ns);

#endif /* TALLY_MAJORITY_H */
