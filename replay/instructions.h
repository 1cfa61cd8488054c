/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TALLY_REPLAY_INSTRUCTIONS_H
#define TALLY_REPLAY_INSTRUCTIONS_H

#include "replay/setup.h"

/**
 * instructions_count() - have bench-select count instructions of select and reflect
 * @options: the command line
 * @governors: which
 *
 * Mixed load, four states. Exits when valgrind is not there.
 *
 * Return: one number a governor, 0 where none could be had; to be freed.
 */
double *instructions_count(const struct replay_options *options,
			   const struct setup_governors *governors);

#endif /* TALLY_REPLAY_INSTRUCTIONS_H */
