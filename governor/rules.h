/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Latency fixups as an administrator writes them. Also builds in user space.
 */
#ifndef TALLY_RULES_H
#define TALLY_RULES_H

#include <tally/core.h>

#define TALLY_NAME_LEN		16	/* CPUIDLE_NAME_LEN */
#define TALLY_RULES_MAX		16
#define TALLY_RANGES_MAX	8
/* Ten seconds, far beyond any idle state: more is a slip of the pen. */
#define TALLY_FIXUP_MAX_US	10000000

/**
 * struct tally_range - some CPUs
 * @first: number of the first one
 * @last: number of the last one, not below @first
 */
struct tally_range {
	u16 first;
	u16 last;
};

/**
 * struct tally_fix_rule - one fixup
 * @driver: name of the cpuidle driver, or "" for any
 * @state: name of the idle state, matched whole
 * @range_count: entries used in @ranges; 0 for all CPUs
 * @ranges: the CPUs it is for
 * @exit_us: exit latency in microseconds
 * @residency_us: target residency in microseconds
 */
struct tally_fix_rule {
	char driver[TALLY_NAME_LEN];
	char state[TALLY_NAME_LEN];
	u8 range_count;
	struct tally_range ranges[TALLY_RANGES_MAX];
	u32 exit_us;
	u32 residency_us;
};

/**
 * struct tally_fix_rules - the fixups in force
 * @count: entries used in @rule
 * @rule: the fixups; where several match, the last one counts
 */
struct tally_fix_rules {
	u8 count;
	struct tally_fix_rule rule[TALLY_RULES_MAX];
};

/**
 * tally_rules_parse() - read a list of fixups
 * @text: ``[DRIVER/]STATE[@CPUS]:EXIT_US:RESIDENCY_US[,...]``, CPUS being numbers
 *	and ranges joined by "+"; empty for none; one newline may end it
 * @rules: where they go; undefined on failure
 *
 * Return: NULL, or what is wrong, as the end of a sentence.
 */
const char *tally_rules_parse(const char *text, struct tally_fix_rules *rules);

/**
 * tally_rules_find() - the fixup for a state
 * @rules: the fixups in force
 * @driver: name of the cpuidle driver
 * @state: name of the idle state
 * @cpu: number of the CPU
 *
 * Return: the last one that matches, or NULL.
 */
const struct tally_fix_rule *
tally_rules_find(const struct tally_fix_rules *rules, const char *driver,
		 const char *state, unsigned int cpu);

#endif /* TALLY_RULES_H */
