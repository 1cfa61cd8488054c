// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/energy.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench/lib/sysfs.h"

/* "intel-rapl:0" is a package, "intel-rapl:0:1" one of its parts. */
static int is_zone(const struct dirent *entry)
{
	const char *name = entry->d_name;

	return (!strncmp(name, "intel-rapl:", 11) ||
		!strncmp(name, "amd-rapl:", 9)) && strchr(name, ':')[1];
}

static int name_zone(struct energy_domain *domain, const char *zone)
{
	char parent[64], own[64], outer[64];
	char *colon;

	if (sysfs_read_text(own, sizeof(own), "class/powercap/%s/name", zone))
		return -1;
	snprintf(parent, sizeof(parent), "%.63s", zone);
	colon = strrchr(parent, ':');
	*colon = 0;
	if (strchr(parent, ':') &&
	    !sysfs_read_text(outer, sizeof(outer), "class/powercap/%s/name", parent))
		snprintf(domain->name, sizeof(domain->name), "%.30s/%.30s", outer, own);
	else
		snprintf(domain->name, sizeof(domain->name), "%.63s", own);
	return 0;
}

/* Return: 0, or the errno for which the zone cannot be used. */
static int add_zone(struct energy *energy, const char *zone)
{
	struct energy_domain *domain = &energy->domain[energy->count];
	uint64_t uj;

	if (name_zone(domain, zone))
		return errno;
	sysfs_path(domain->path, sizeof(domain->path), "class/powercap/%s/energy_uj", zone);
	if (file_read_u64(domain->path, &uj))
		return errno;
	if (sysfs_read_u64(&domain->range_uj, "class/powercap/%s/max_energy_range_uj", zone))
		domain->range_uj = 0;
	energy->count++;
	return 0;
}

int energy_open(struct energy *energy, struct err *err)
{
	struct dirent **zone;
	char path[512];
	int count, denied = 0;

	energy->count = 0;
	sysfs_path(path, sizeof(path), "class/powercap");
	count = scandir(path, &zone, is_zone, alphasort);
	if (count < 0)
		return err_set(err, BENCH_NOT_HERE, "no energy meter: this machine has no powercap");
	for (int i = 0; i < count; i++) {
		if (energy->count < ENERGY_DOMAINS_MAX &&
		    add_zone(energy, zone[i]->d_name) == EACCES)
			denied = 1;
		free(zone[i]);
	}
	free(zone);
	if (energy->count)
		return 0;
	if (denied)
		return err_set(err, BENCH_NOT_HERE, "no energy meter: %s can be read by root only",
			       path);
	return err_set(err, BENCH_NOT_HERE, "no energy meter: powercap has no RAPL zone");
}

int energy_read(const struct energy *energy, struct energy_reading *reading)
{
	for (int i = 0; i < energy->count; i++) {
		if (file_read_u64(energy->domain[i].path, &reading->uj[i]))
			return -1;
	}
	return 0;
}

double energy_joules(const struct energy_domain *domain, uint64_t from_uj,
		     uint64_t to_uj)
{
	if (to_uj < from_uj)
		to_uj += domain->range_uj;
	/* Backwards without a known range: the meter was reset. */
	if (to_uj < from_uj)
		return 0;
	return (double)(to_uj - from_uj) / 1e6;
}
