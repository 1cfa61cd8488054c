// SPDX-License-Identifier: GPL-2.0
#include <ctype.h>
#include <dirent.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "governor.h"
#include "host.h"
#include "sysfs.h"
#include "thermal.h"

#define TEXT_MAX	4096

static json_t *text_or_null(const char *text)
{
	json_t *value = text && *text ? json_string(text) : NULL;

	return value ? value : json_null();
}

/* `key : value` lines of /proc/cpuinfo; the first that matches. */
static void cpuinfo(const char *key, char *buf, size_t size)
{
	char line[512];
	FILE *f = fopen("/proc/cpuinfo", "re");
	size_t len = strlen(key);

	buf[0] = '\0';
	while (f && fgets(line, sizeof(line), f)) {
		char *colon = strchr(line, ':');

		if (!colon || strncmp(line, key, len) ||
		    (line[len] != ':' && !isspace((unsigned char)line[len])))
			continue;
		colon++;
		colon += strspn(colon, " \t");
		colon[strcspn(colon, "\n")] = '\0';
		snprintf(buf, size, "%s", colon);
		break;
	}
	if (f)
		fclose(f);
}

static void cpu_model(char *buf, size_t size)
{
	static const char *const keys[] = { "model name", "cpu", "Processor", "Hardware" };
	size_t i;

	buf[0] = '\0';
	for (i = 0; i < sizeof(keys) / sizeof(*keys) && !buf[0]; i++)
		cpuinfo(keys[i], buf, size);
}

static void machine(char *buf, size_t size)
{
	static const char *const nodes[] = {
		"class/dmi/id/product_name", "firmware/devicetree/base/model",
	};
	size_t i;

	buf[0] = '\0';
	for (i = 0; i < sizeof(nodes) / sizeof(*nodes) && !buf[0]; i++)
		if (sysfs_read_text(buf, size, "%s", nodes[i]))
			buf[0] = '\0';
	if (!buf[0])
		cpu_model(buf, size);
}

/* The coarse clock moves once a tick, and the kernel tells its resolution. */
static json_t *tick_hz(void)
{
	struct timespec res;

	if (clock_getres(CLOCK_MONOTONIC_COARSE, &res) || res.tv_sec || !res.tv_nsec)
		return json_null();
	return json_integer((1000000000 + res.tv_nsec / 2) / res.tv_nsec);
}

static json_t *mitigations(void)
{
	json_t *all = json_object();
	char path[PATH_MAX], text[512];
	struct dirent *entry;
	DIR *dir;

	sysfs_path(path, sizeof(path), "devices/system/cpu/vulnerabilities");
	dir = opendir(path);
	while (dir && (entry = readdir(dir))) {
		if (entry->d_name[0] == '.' ||
		    sysfs_read_text(text, sizeof(text),
				    "devices/system/cpu/vulnerabilities/%s", entry->d_name))
			continue;
		json_object_set_new(all, entry->d_name, text_or_null(text));
	}
	if (dir)
		closedir(dir);
	return all;
}

static json_t *cpufreq(void)
{
	char driver[128], governor[128];

	if (sysfs_read_text(driver, sizeof(driver),
			    "devices/system/cpu/cpu0/cpufreq/scaling_driver"))
		return json_null();
	if (sysfs_read_text(governor, sizeof(governor),
			    "devices/system/cpu/cpu0/cpufreq/scaling_governor"))
		governor[0] = '\0';
	return json_pack("{s:s, s:o}", "driver", driver, "governor",
			 text_or_null(governor));
}

static json_t *sysfs_text(const char *path)
{
	char text[TEXT_MAX];

	return sysfs_read_text(text, sizeof(text), "%s", path) ? json_null() :
							       text_or_null(text);
}

static json_t *proc_text(const char *path)
{
	char text[TEXT_MAX];

	return file_read_text(path, text, sizeof(text)) ? json_null() :
							 text_or_null(text);
}

static void set_names(json_t *host)
{
	struct utsname uts;
	char text[TEXT_MAX];

	uname(&uts);
	json_object_set_new(host, "hostname", text_or_null(uts.nodename));
	json_object_set_new(host, "arch", text_or_null(uts.machine));
	json_object_set_new(host, "kernel_release", text_or_null(uts.release));
	json_object_set_new(host, "kernel_version", text_or_null(uts.version));
	json_object_set_new(host, "kernel_cmdline", proc_text("/proc/cmdline"));
	json_object_set_new(host, "hz", tick_hz());
	machine(text, sizeof(text));
	json_object_set_new(host, "machine", text_or_null(text));
	cpu_model(text, sizeof(text));
	json_object_set_new(host, "cpu_model", text_or_null(text));
	cpuinfo("microcode", text, sizeof(text));
	json_object_set_new(host, "microcode", text_or_null(text));
}

json_t *host_facts(int latency_qos_us, uint64_t timer_slack_ns)
{
	const char *lab = getenv("TALLY_LAB");
	json_t *host = json_object();
	char text[64];
	long mc;

	set_names(host);
	json_object_set_new(host, "mitigations", mitigations());
	json_object_set_new(host, "cpufreq", cpufreq());
	json_object_set_new(host, "cpus_online", sysfs_text("devices/system/cpu/online"));
	json_object_set_new(host, "cpus_isolated", sysfs_text("devices/system/cpu/isolated"));
	json_object_set_new(host, "nohz_full", sysfs_text("devices/system/cpu/nohz_full"));
	if (sysfs_read_text(text, sizeof(text), "devices/system/cpu/smt/active"))
		text[0] = '\0';
	json_object_set_new(host, "smt", json_boolean(!strcmp(text, "1")));
	json_object_set_new(host, "temperature_mc",
			    thermal_read(&mc) ? json_null() : json_integer(mc));
	json_object_set_new(host, "timer_slack_ns", json_integer((json_int_t)timer_slack_ns));
	json_object_set_new(host, "latency_qos_us",
			    latency_qos_us < 0 ? json_null() : json_integer(latency_qos_us));
	json_object_set_new(host, "lab", json_boolean(lab && *lab));
	return host;
}

static json_t *state_json(const struct idle_state *s)
{
	return json_pack("{s:i, s:s, s:s, s:I, s:I, s:b}", "index", s->index, "name", s->name,
			 "desc", s->desc, "exit_latency_us", (json_int_t)s->exit_latency_us,
			 "target_residency_us", (json_int_t)s->target_residency_us,
			 "disabled", s->disabled);
}

static json_t *states_json(const struct idle_cpu *cpu)
{
	json_t *states = json_array();
	int i;

	for (i = 0; i < cpu->states; i++)
		json_array_append_new(states, state_json(&cpu->state[i]));
	return states;
}

static json_t *tables_json(const struct idle *idle)
{
	json_t *tables = json_array(), *table;
	size_t t;
	int i;

	for (i = 0; i < idle->cpus; i++) {
		json_t *states = states_json(&idle->cpu[i]);

		json_array_foreach(tables, t, table)
			if (json_equal(json_object_get(table, "states"), states))
				break;
		if (t == json_array_size(tables))
			json_array_append_new(tables, json_pack("{s:[], s:O}", "cpus",
								"states", states));
		table = json_array_get(tables, t);
		json_array_append_new(json_object_get(table, "cpus"),
				      json_integer(idle->cpu[i].cpu));
		json_decref(states);
	}
	return tables;
}

json_t *host_cpuidle(const struct idle *idle)
{
	json_t *names = json_array();
	struct governors govs;
	char driver[64];
	int i;

	if (!governors_read(&govs, NULL))
		for (i = 0; i < govs.count; i++)
			json_array_append_new(names, json_string(govs.name[i]));
	return json_pack("{s:o, s:o, s:o}", "driver",
			 idle_driver(driver, sizeof(driver)) ? json_null() :
							       text_or_null(driver),
			 "governors", names, "tables",
			 idle ? tables_json(idle) : json_array());
}
