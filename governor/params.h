/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TALLY_PARAMS_H
#define TALLY_PARAMS_H

#include <linux/compiler.h>
#include "rules.h"

/* Read through tally_params_now() only: an administrator may write at any time. */
extern struct tally_params tally_params;

/**
 * struct tally_settings - what an administrator may choose, core.c's apart
 * @learned_latency: correct the state table by learned exit latencies
 * @builtin_fixups: apply the built-in rules
 * @rating: the governor's rating at registration, 0 to 100
 */
struct tally_settings {
	bool learned_latency;
	bool builtin_fixups;
	u8 rating;
};

extern struct tally_settings tally_settings;

/**
 * tally_params_now() - the parameters as they are now
 * @params: a copy, to be used for a whole choice
 */
static inline void tally_params_now(struct tally_params *params)
{
	params->rule = READ_ONCE(tally_params.rule);
	params->context = READ_ONCE(tally_params.context);
	params->util = READ_ONCE(tally_params.util);
	params->latency_weight = READ_ONCE(tally_params.latency_weight);
	params->util_shift = READ_ONCE(tally_params.util_shift);
}

/**
 * tally_params_check() - refuse what this kernel cannot do, once symbols are found
 *
 * Return: 0 or -EOPNOTSUPP, with a log line.
 */
int tally_params_check(void);

#endif /* TALLY_PARAMS_H */
