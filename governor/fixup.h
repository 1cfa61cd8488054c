/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TALLY_FIXUP_H
#define TALLY_FIXUP_H

#include <linux/compiler.h>
#include "percpu.h"
#include "rules.h"

struct cpuidle_driver;

/**
 * struct tally_fixup - a correction of one state
 * @exit_ns: exit latency
 * @residency_ns: target residency
 */
struct tally_fixup {
	s64 exit_ns;
	s64 residency_ns;
};

/* Counts up whenever effective tables have to be made anew. */
extern unsigned int tally_generation;

/**
 * tally_tables_changed() - have each CPU make its table anew, at its next choice
 */
void tally_tables_changed(void);

/**
 * tally_fixup_rules() - put other rules in force
 * @rules: the rules, copied
 */
void tally_fixup_rules(const struct tally_fix_rules *rules);

/**
 * tally_fixup_find() - what the rules say of a state, parameter before built-in
 * @drv: the driver
 * @state: index of the state
 * @cpu: number of the CPU
 * @fixup: where the correction goes
 *
 * Return: TALLY_WHY_DRIVER if nothing, TALLY_WHY_BUILTIN or TALLY_WHY_PARAMETER.
 */
enum tally_why tally_fixup_find(const struct cpuidle_driver *drv, int state,
				unsigned int cpu, struct tally_fixup *fixup);

/**
 * tally_fixup_table() - make a CPU's effective table
 * @pc: the CPU's data; learned values are read, the reasons are written
 * @drv: the driver
 * @cpu: number of the CPU
 * @table: where the table goes
 */
void tally_fixup_table(struct tally_percpu *pc, const struct cpuidle_driver *drv,
		       unsigned int cpu, struct tally_table *table);

#endif /* TALLY_FIXUP_H */
