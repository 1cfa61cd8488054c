/* SPDX-License-Identifier: GPL-2.0 */
/* Governors by name: mainline's and tally's from shared objects, fixed policies. */
#ifndef TALLY_REPLAY_GOVERNORS_H
#define TALLY_REPLAY_GOVERNORS_H

#include "replay/model.h"

#define GOVERNOR_NAME_MAX	96

/**
 * struct governor_kind - a governor that can be run
 * @name: as it was asked for: NAME[:PARAMETER=VALUE[+PARAMETER=VALUE]...]
 * @ops: what it offers
 * @utilisation: it looks at the CPU's utilisation
 * @blank: its per-CPU data at boot, parameters set
 */
struct governor_kind {
	char name[GOVERNOR_NAME_MAX];
	const struct peer_ops *ops;
	bool utilisation;
	void *blank;
};

/**
 * governor_load() - find a governor
 * @kind: filled
 * @name: "teo-7.3", "tally:context=0+latency_weight=8", "fixed:state=2+stop=1" ...
 * @folder: where the shared objects are
 * @error: one line for people on failure
 * @error_size: room in @error
 *
 * Return: 0, or -1 with @error filled.
 */
int governor_load(struct governor_kind *kind, const char *name, const char *folder,
		  char *error, size_t error_size);

/**
 * governor_unload() - give its memory back
 * @kind: a loaded governor
 */
void governor_unload(struct governor_kind *kind);

/**
 * governor_start() - let a fresh instance of a governor decide for a CPU
 * @kind: which
 * @cpu: the CPU, initialized; only this thread may run it, and no other CPU of
 *	the same governor until it is done
 *
 * Return: the instance's per-CPU data, to be given to free() after the run; NULL when
 * out of memory.
 */
void *governor_start(const struct governor_kind *kind, struct model_cpu *cpu);

/**
 * governor_resume() - the same instance again, after others ran in this thread
 * @kind: which
 * @cpu: the CPU
 * @data: from governor_start()
 */
void governor_resume(const struct governor_kind *kind, struct model_cpu *cpu, void *data);

/**
 * fixed_open() - policies that always do the same
 *
 * Parameters: state (index, cut to what the table has), stop (1: stop the tick).
 *
 * Return: what they offer.
 */
const struct peer_ops *fixed_open(void);

/**
 * governor_folder() - where this program's shared objects lie
 * @folder: filled: $TALLY_PEERS, else ../build/peers beside the program
 * @size: room in @folder
 */
void governor_folder(char *folder, size_t size);

#endif /* TALLY_REPLAY_GOVERNORS_H */
