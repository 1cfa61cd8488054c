/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TALLY_REPLAY_INSTRUCTIONS_H
#define TALLY_REPLAY_INSTRUCTIONS_H

#include "replay/setup.h"

/**
 * instructions_count() - have bench-select count instructions of select and reflect
 * @options: the command line
 * @governors: which
 *
 * Mixed load, four states.
 *
 * Return: one number a governor, 0 where there is none (no valgrind, a fixed policy);
 * to be freed.
 */
double *instructions_count(const struct replay_options *options,
			   const struct setup_governors *governors);

#endif /* TALLY_REPLAY_INSTRUCTIONS_H */
