/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Jansson's memory: a JSON document is built, read once and dropped as a whole,
 * so each thread hands out memory from one block and takes it all back at once.
 */
#ifndef REPORTING_SCRATCH_H
#define REPORTING_SCRATCH_H

/**
 * scratch_begin() - make jansson use scratch memory in all threads
 *
 * To be called once, before the first use of jansson. From then on strings that
 * jansson hands out (json_dumps()) must not be handed to free().
 */
void scratch_begin(void);

/**
 * scratch_reset() - take back all that this thread's jansson objects use
 *
 * No such object of this thread may be used afterwards.
 */
void scratch_reset(void);

#endif /* REPORTING_SCRATCH_H */
