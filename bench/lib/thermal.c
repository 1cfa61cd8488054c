// SPDX-License-Identifier: GPL-2.0
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "sysfs.h"
#include "thermal.h"

/* hwmon drivers that sit on a CPU. */
static const char *const cpu_sensors[] = {
	"coretemp", "k10temp", "zenpower", "cpu_thermal", "ibmpowernv", "scpi_sensors",
};

static bool is_cpu_sensor(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(cpu_sensors) / sizeof(*cpu_sensors); i++)
		if (!strcmp(name, cpu_sensors[i]))
			return true;
	return false;
}

static bool is_cpu_zone(const char *type)
{
	return strstr(type, "pkg_temp") || strstr(type, "cpu") || strstr(type, "CPU") ||
	       !strncmp(type, "soc", 3) || !strcmp(type, "acpitz");
}

static void take(long *mc, bool *found, long value)
{
	if (!*found || value > *mc)
		*mc = value;
	*found = true;
}

static void read_hwmon(const char *hwmon, long *mc, bool *found)
{
	char name[64], text[32];
	int i;

	if (sysfs_read_text(name, sizeof(name), "class/hwmon/%s/name", hwmon) ||
	    !is_cpu_sensor(name))
		return;
	for (i = 1; i < 512; i++) {
		if (sysfs_read_text(text, sizeof(text), "class/hwmon/%s/temp%d_input",
				    hwmon, i)) {
			/* Numbers have gaps where cores are fused off. */
			if (i > 128)
				break;
			continue;
		}
		take(mc, found, atol(text));
	}
}

static void read_zone(const char *zone, long *mc, bool *found)
{
	char text[64];

	if (strncmp(zone, "thermal_zone", 12) ||
	    sysfs_read_text(text, sizeof(text), "class/thermal/%s/type", zone) ||
	    !is_cpu_zone(text) ||
	    sysfs_read_text(text, sizeof(text), "class/thermal/%s/temp", zone))
		return;
	take(mc, found, atol(text));
}

static void each(const char *class, void (*fn)(const char *, long *, bool *), long *mc,
		 bool *found)
{
	char path[PATH_MAX];
	struct dirent *entry;
	DIR *dir;

	sysfs_path(path, sizeof(path), "class/%s", class);
	dir = opendir(path);
	if (!dir)
		return;
	while ((entry = readdir(dir)))
		if (entry->d_name[0] != '.')
			fn(entry->d_name, mc, found);
	closedir(dir);
}

int thermal_read(long *mc)
{
	bool found = false;

	each("hwmon", read_hwmon, mc, &found);
	if (!found)
		each("thermal", read_zone, mc, &found);
	return found ? 0 : -1;
}

bool settling_add(struct settling *settling, long mc)
{
	long low = mc, high = mc;
	int i;

	settling->reading[settling->count++ % SETTLING_READINGS] = mc;
	if (settling->count < SETTLING_READINGS)
		return false;
	for (i = 0; i < SETTLING_READINGS; i++) {
		if (settling->reading[i] < low)
			low = settling->reading[i];
		if (settling->reading[i] > high)
			high = settling->reading[i];
	}
	return high - low <= SETTLING_BAND_MC;
}
