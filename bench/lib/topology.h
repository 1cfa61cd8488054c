/* SPDX-License-Identifier: GPL-2.0 */
/* CPUs chosen by what they are (cores, SMT siblings), never by number. hwloc. */
#ifndef BENCH_TOPOLOGY_H
#define BENCH_TOPOLOGY_H

#include "cpulist.h"
#include "err.h"

struct topology;

/**
 * topology_load() - look at this machine (or at the made-up tree)
 * @topo: result, for topology_free()
 * @err: BENCH_FAILED when hwloc cannot
 *
 * With $TALLY_SYSFS=DIR/sys, hwloc reads below DIR.
 *
 * Return: 0, or -1 with @err.
 */
int topology_load(struct topology **topo, struct err *err);

/** topology_free() - free what topology_load() made; NULL is fine */
void topology_free(struct topology *topo);

/**
 * topology_pick() - the CPUs that a `--cpus` argument names
 * @topo: the machine
 * @spec: `cores:N` (the first thread of N different cores), `cores:all`,
 *	`threads:N` (N threads: all first threads of the cores, then the second ones),
 *	`threads:all`, `all` (= threads:all), or an explicit list such as `0,2-3`, whose
 *	order and repeats are kept
 * @out: result
 * @err: BENCH_USAGE: malformed, CPU not there or offline, or too few cores
 *
 * Only online CPUs that this process may use are ever picked.
 *
 * Return: 0, or -1 with @err, which names --cpus.
 */
int topology_pick(const struct topology *topo, const char *spec,
		  struct cpulist *out, struct err *err);

/** topology_online() - CPUs that are online, in ascending order (sysfs `online`) */
int topology_online(struct cpulist *out, struct err *err);

/** topology_rest() - the online CPUs that are not in @picked, in ascending order */
int topology_rest(const struct cpulist *picked, struct cpulist *out, struct err *err);

/** topology_siblings() - the other threads of @cpu's core; empty without SMT */
void topology_siblings(const struct topology *topo, int cpu, struct cpulist *out);

/** topology_other_cores() - first threads of the cores that @cpu is not in, nearest first */
void topology_other_cores(const struct topology *topo, int cpu, struct cpulist *out);

/** topology_cores() - number of usable cores */
int topology_cores(const struct topology *topo);

/** topology_threads() - number of usable hardware threads */
int topology_threads(const struct topology *topo);

/** topology_share_core() - are the two CPUs threads of one core? */
bool topology_share_core(const struct topology *topo, int a, int b);

#endif /* BENCH_TOPOLOGY_H */
