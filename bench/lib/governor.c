// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cpuidle.h>

#include "governor.h"
#include "sysfs.h"

#define DIR	"devices/system/cpu/cpuidle"

/* Kernels without cpuidle_sysfs_switch (before 5.8) only have the _ro file. */
static int read_current(char *name, size_t size)
{
	if (sysfs_is_real()) {
		char *text = cpuidle_get_governor();

		if (text) {
			snprintf(name, size, "%s", text);
			free(text);
			name[strcspn(name, "\n")] = '\0';
			return 0;
		}
	}
	if (!sysfs_read_text(name, size, DIR "/current_governor"))
		return 0;
	return sysfs_read_text(name, size, DIR "/current_governor_ro");
}

static void add_names(struct governors *govs, char *text, const char *separators)
{
	char *save = NULL, *name;

	for (name = strtok_r(text, separators, &save); name;
	     name = strtok_r(NULL, separators, &save))
		if (govs->count < GOVERNORS_MAX)
			snprintf(govs->name[govs->count++], GOVERNOR_NAME_MAX, "%s", name);
}

int governors_read(struct governors *govs, struct err *err)
{
	char path[PATH_MAX], text[1024];

	memset(govs, 0, sizeof(*govs));
	if (read_current(govs->current, sizeof(govs->current)))
		return err_set(err, BENCH_NOT_HERE,
			       "%s/" DIR " is not there: this kernel has no cpuidle governor (CONFIG_CPU_IDLE, or a guest without an idle driver)",
			       sysfs_root());
	if (!sysfs_read_text(text, sizeof(text), DIR "/available_governors"))
		add_names(govs, text, "\n ");
	if (!govs->count)
		snprintf(govs->name[govs->count++], GOVERNOR_NAME_MAX, "%s",
			 govs->current);
	sysfs_path(path, sizeof(path), DIR "/current_governor");
	govs->writable = !access(path, W_OK);
	return 0;
}

static bool known(const struct governors *govs, const char *name)
{
	int i;

	for (i = 0; i < govs->count; i++)
		if (!strcmp(govs->name[i], name))
			return true;
	return false;
}

static int unknown(const struct governors *govs, const char *name, struct err *err)
{
	char list[400];
	size_t len = 0;
	int i;

	list[0] = '\0';
	for (i = 0; i < govs->count && len < sizeof(list); i++)
		len += snprintf(list + len, sizeof(list) - len, " %s", govs->name[i]);
	return err_set(err, BENCH_USAGE,
		       "--governors: '%s' is not a governor of this kernel; it has:%s",
		       name, list);
}

int governors_select(const struct governors *govs, const char *spec,
		     struct governors *out, struct err *err)
{
	char text[1024];
	int i;

	memset(out, 0, sizeof(*out));
	if (!strcmp(spec, "all")) {
		*out = *govs;
	} else {
		snprintf(text, sizeof(text), "%s", spec);
		add_names(out, text, ",");
	}
	if (!out->count)
		return err_set(err, BENCH_USAGE, "--governors: no name in '%s'", spec);
	for (i = 0; i < out->count; i++) {
		if (!known(govs, out->name[i]))
			return unknown(govs, out->name[i], err);
		if (!strcmp(out->name[i], govs->current) || govs->writable)
			continue;
		return err_set(err, BENCH_NOT_HERE,
			       "--governors: %s/" DIR "/current_governor cannot be written (%s): only %s can be measured",
			       sysfs_root(), geteuid() ? "not root" : "read-only kernel",
			       govs->current);
	}
	return 0;
}

int governor_set(const char *name, struct err *err)
{
	char path[PATH_MAX], now[GOVERNOR_NAME_MAX] = "";

	sysfs_path(path, sizeof(path), DIR "/current_governor");
	if (file_write_text(path, name)) {
		int status = errno == EACCES || errno == EPERM || errno == ENOENT ||
			     errno == EROFS ? BENCH_NOT_HERE : BENCH_FAILED;

		return err_set(err, status, "%s: cannot switch to '%s': %m", path, name);
	}
	if (read_current(now, sizeof(now)) || strcmp(now, name))
		return err_set(err, BENCH_FAILED,
			       "%s: wrote '%s', but the kernel says '%s'", path, name, now);
	return 0;
}
