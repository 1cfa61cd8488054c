// SPDX-License-Identifier: GPL-2.0
#include "bench/lib/energy-pmu.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bench/lib/sysfs.h"

#define PMU_DIR	"bus/event_source/devices"

/* "config:0-7" or "config:5": where a term's value goes in the config. */
static int place(const struct pmu *pmu, const char *term, uint64_t value, uint64_t *config)
{
	unsigned int first, last;
	char text[64];
	int got;

	if (sysfs_read_text(text, sizeof(text), PMU_DIR "/%s/format/%s", pmu->name, term))
		return -1;
	got = sscanf(text, "config:%u-%u", &first, &last);
	if (got < 1)
		return -1;
	if (got == 1)
		last = first;
	if (last > 63 || first > last)
		return -1;
	if (last - first < 63 && value >> (last - first + 1))
		return -1;
	*config |= value << first;
	return 0;
}

/* "event=0x02,umask=0x1" */
static int parse_terms(const struct pmu *pmu, char *text, uint64_t *config)
{
	char *rest = text, *term;

	*config = 0;
	while ((term = strsep(&rest, ","))) {
		char *equals = strchr(term, '=');
		char *end = "";
		uint64_t value = 1;

		if (equals) {
			*equals = 0;
			errno = 0;
			value = strtoull(equals + 1, &end, 0);
			if (errno || end == equals + 1)
				return -1;
		}
		if (*end || place(pmu, term, value, config))
			return -1;
	}
	return 0;
}

/* "energy-pkg", and not its companions "energy-pkg.scale" and "energy-pkg.unit". */
static int is_event(const struct dirent *entry)
{
	return entry->d_name[0] != '.' && !strchr(entry->d_name, '.');
}

static void add_event(struct pmu *pmu, const char *name)
{
	struct pmu_event *event = &pmu->event[pmu->count];
	char text[128];

	if (pmu->count == PMU_EVENTS_MAX ||
	    sysfs_read_text(text, sizeof(text), PMU_DIR "/%s/events/%s", pmu->name, name) ||
	    parse_terms(pmu, text, &event->config))
		return;
	snprintf(event->name, sizeof(event->name), "%.63s", name);
	event->scale = 1;
	if (!sysfs_read_text(text, sizeof(text), PMU_DIR "/%s/events/%s.scale", pmu->name, name))
		event->scale = strtod(text, NULL);
	if (sysfs_read_text(event->unit, sizeof(event->unit), PMU_DIR "/%s/events/%s.unit",
			    pmu->name, name))
		event->unit[0] = 0;
	pmu->count++;
}

int pmu_read(struct pmu *pmu, const char *name)
{
	struct dirent **event;
	uint64_t type;
	char text[4096];
	int count;

	memset(pmu, 0, sizeof(*pmu));
	snprintf(pmu->name, sizeof(pmu->name), "%.31s", name);
	if (sysfs_read_u64(&type, PMU_DIR "/%s/type", name))
		return -1;
	pmu->type = type;
	if (!sysfs_read_text(text, sizeof(text), PMU_DIR "/%s/cpumask", name) &&
	    cpulist_parse(&pmu->cpus, text, "cpumask", NULL))
		return -1;
	sysfs_path(text, sizeof(text), PMU_DIR "/%s/events", name);
	count = scandir(text, &event, is_event, alphasort);
	for (int i = 0; i < count; i++) {
		add_event(pmu, event[i]->d_name);
		free(event[i]);
	}
	if (count >= 0)
		free(event);
	return 0;
}

void pmu_free(struct pmu *pmu)
{
	cpulist_free(&pmu->cpus);
}

const struct pmu_event *pmu_find(const struct pmu *pmu, const char *name)
{
	for (int i = 0; i < pmu->count; i++) {
		if (!strcmp(pmu->event[i].name, name))
			return &pmu->event[i];
	}
	return NULL;
}
