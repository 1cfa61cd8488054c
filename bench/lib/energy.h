/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Energy by RAPL counters: perf's `power` PMU where it is, else powercap. The
 * counters are read by sysfs or through descriptors that stay open.
 */
#ifndef TALLY_ENERGY_H
#define TALLY_ENERGY_H

#include <stddef.h>
#include <stdint.h>

#include "bench/lib/err.h"

#define ENERGY_DOMAINS_MAX	64

/**
 * struct energy_domain - one meter
 * @name: "package-0", "core", "dram", ... as the kernel calls it
 * @path: powercap: its energy_uj file
 * @range_uj: powercap: the counter wraps after this many microjoules
 */
struct energy_domain {
	char name[64];
	char path[512];
	uint64_t range_uj;
};

/**
 * struct energy - the powercap meters of this machine
 * @count: how many, 0 on a machine without
 * @domain: the meters
 */
struct energy {
	int count;
	struct energy_domain domain[ENERGY_DOMAINS_MAX];
};

/**
 * struct energy_reading - all meters at one time
 * @uj: microjoules, one for each domain
 */
struct energy_reading {
	uint64_t uj[ENERGY_DOMAINS_MAX];
};

/**
 * energy_open() - look for powercap's RAPL zones below sysfs_root()
 * @energy: filled in
 * @err: BENCH_NOT_HERE: there are none, or they cannot be read (root only since
 *	CVE-2020-8694)
 *
 * Subzones are named after their parent: "package-0/core".
 *
 * Return: 0, or -1 with @err.
 */
int energy_open(struct energy *energy, struct err *err);

/**
 * energy_read() - read all meters
 * @energy: the meters
 * @reading: filled in
 *
 * Return: 0, or -1 with errno when a meter has gone.
 */
int energy_read(const struct energy *energy, struct energy_reading *reading);

/**
 * energy_joules() - what a meter has counted between two readings
 * @domain: the meter
 * @from_uj: its first reading
 * @to_uj: its second reading; less than the first: it has wrapped once
 *
 * Return: joules.
 */
double energy_joules(const struct energy_domain *domain, uint64_t from_uj,
		     uint64_t to_uj);

#endif /* TALLY_ENERGY_H */
