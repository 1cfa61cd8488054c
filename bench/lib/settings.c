// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "governor.h"
#include "idle.h"
#include "journal.h"
#include "settings.h"
#include "sysfs.h"

struct settings {
	struct journal *journal;
	int qos_fd;
};

void settings_begin(struct settings **settings)
{
	*settings = calloc(1, sizeof(**settings));
	if (!*settings)
		abort();
	(*settings)->qos_fd = -1;
}

/* Note the present value of a file before it is changed. */
static int note(struct settings *s, const char *path, struct err *err)
{
	char value[256];

	if (!s->journal && journal_begin(&s->journal, err))
		return -1;
	if (sysfs_read_text(value, sizeof(value), "%s", path))
		return err_set(err, BENCH_NOT_HERE, "%s/%s: %m", sysfs_root(), path);
	return journal_note(s->journal, path, value, err);
}

int settings_governor(struct settings *settings, const char *name, struct err *err)
{
	if (note(settings, "devices/system/cpu/cpuidle/current_governor", err))
		return -1;
	return governor_set(name, err);
}

int settings_state(struct settings *settings, int cpu, int index, bool disabled,
		   struct err *err)
{
	char path[256];

	snprintf(path, sizeof(path), "devices/system/cpu/cpu%d/cpuidle/state%d/disable",
		 cpu, index);
	if (note(settings, path, err))
		return -1;
	return idle_set_disabled(cpu, index, disabled, err);
}

int settings_resume_latency(struct settings *settings, const struct cpulist *cpus,
			    int us, struct err *err)
{
	char path[256], full[PATH_MAX], text[16];
	int i;

	if (us < 0)
		snprintf(text, sizeof(text), "n/a");
	else
		snprintf(text, sizeof(text), "%d", us);
	for (i = 0; i < cpus->count; i++) {
		snprintf(path, sizeof(path),
			 "devices/system/cpu/cpu%d/power/pm_qos_resume_latency_us",
			 cpus->cpu[i]);
		if (note(settings, path, err))
			return -1;
		sysfs_path(full, sizeof(full), "%s", path);
		if (file_write_text(full, text))
			return err_set(err, errno == EACCES || errno == EPERM ?
				       BENCH_NOT_HERE : BENCH_FAILED,
				       "--resume-latency: %s: %m", full);
	}
	return 0;
}

int settings_latency_qos(struct settings *settings, int us, struct err *err)
{
	int32_t value = us;
	int fd = open("/dev/cpu_dma_latency", O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return err_set(err, BENCH_NOT_HERE,
			       "--latency-qos: /dev/cpu_dma_latency: %m");
	if (write(fd, &value, sizeof(value)) != sizeof(value)) {
		close(fd);
		return err_set(err, BENCH_FAILED,
			       "--latency-qos: /dev/cpu_dma_latency refuses %d", us);
	}
	if (settings->qos_fd >= 0)
		close(settings->qos_fd);
	settings->qos_fd = fd;
	return 0;
}

int settings_file(struct settings *settings, const char *path, const char *value,
		  struct err *err)
{
	char full[PATH_MAX];

	if (note(settings, path, err))
		return -1;
	sysfs_path(full, sizeof(full), "%s", path);
	if (file_write_text(full, value))
		return err_set(err, errno == EACCES || errno == EPERM || errno == EROFS ?
			       BENCH_NOT_HERE : BENCH_FAILED, "%s: cannot write '%s': %m",
			       full, value);
	return 0;
}

int settings_end(struct settings *settings, struct err *err)
{
	int ret;

	if (!settings)
		return 0;
	if (settings->qos_fd >= 0)
		close(settings->qos_fd);
	ret = journal_end(settings->journal, err);
	free(settings);
	return ret;
}
