/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the kernel side keeps for one CPU. Written by that CPU in its idle loop, or
 * with the idle loop excluded; others may only look at it through tally_look().
 */
#ifndef TALLY_PERCPU_H
#define TALLY_PERCPU_H

#include <linux/build_bug.h>
#include <linux/compiler.h>
#include <linux/percpu.h>
#include <tally/cpu.h>
#include "learn.h"

struct cpuidle_driver;

/**
 * enum tally_why - where a state's latencies in use come from
 * @TALLY_WHY_DRIVER: the driver's table
 * @TALLY_WHY_BUILTIN: a built-in rule
 * @TALLY_WHY_LEARNED: learned from timer hits
 * @TALLY_WHY_PARAMETER: the fixup parameter
 */
enum tally_why {
	TALLY_WHY_DRIVER,
	TALLY_WHY_BUILTIN,
	TALLY_WHY_LEARNED,
	TALLY_WHY_PARAMETER,
};

/**
 * enum tally_phase - how much is known of the last choice
 * @TALLY_PHASE_NONE: there is none, or it has been learned from
 * @TALLY_PHASE_SELECTED: a state was chosen
 * @TALLY_PHASE_REFLECTED: and its outcome is there
 */
enum tally_phase {
	TALLY_PHASE_NONE,
	TALLY_PHASE_SELECTED,
	TALLY_PHASE_REFLECTED,
};

/**
 * struct tally_percpu - what the kernel side keeps for one CPU
 * @cpu: core.c's part
 * @drv: the driver whose table is in use; NULL while the governor is not
 * @generation: of the fixups that the table was made with
 * @version: number of the table, counts up with each new one
 * @rejected: the chosen state's rejected counter when it was chosen
 * @outcome: how the idle period that ended last ended
 * @phase: how much of the last choice is known
 * @disabled: states that are disabled, as of the last look
 * @why: where each state's latencies come from (enum tally_why)
 * @learned: what timer hits tell of each state
 */
struct tally_percpu {
	struct tally_cpu cpu;
	struct cpuidle_driver *drv;
	u32 generation;
	u32 version;
	u64 rejected;
	struct tally_outcome outcome;
	u16 disabled;
	u8 phase;
	u8 why[TALLY_STATES_MAX];
	struct tally_learned learned[TALLY_STATES_MAX];
};

static_assert(sizeof(struct tally_percpu) <= 2048);

extern struct tally_percpu __percpu *tally_cpus;

/**
 * tally_look() - copy a CPU's data while that CPU goes on
 * @copy: where it goes
 * @cpu: number of a possible CPU
 *
 * Its fields may be from different moments; each is in its range.
 */
static inline void tally_look(struct tally_percpu *copy, unsigned int cpu)
{
	/* Racing with the idle loop is the point: see above. */
	data_race(*copy = *per_cpu_ptr(tally_cpus, cpu));
}

#endif /* TALLY_PERCPU_H */
