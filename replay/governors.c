// SPDX-License-Identifier: GPL-2.0
#include <dlfcn.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "replay/governors.h"

/* Per-CPU data are aligned as the kernel aligns them to cache lines. */
#define PERCPU_ALIGN	64

static void *percpu_alloc(const struct peer_ops *ops)
{
	size_t size = (ops->percpu_size + PERCPU_ALIGN - 1) & ~(size_t)(PERCPU_ALIGN - 1);

	return aligned_alloc(PERCPU_ALIGN, size ? size : PERCPU_ALIGN);
}

static const struct peer_ops *open_object(const char *name, const char *folder,
					  char *error, size_t error_size)
{
	const struct peer_ops *(*open)(void);
	const struct peer_ops *ops;
	char path[PATH_MAX];
	void *handle;

	snprintf(path, sizeof(path), "%s/%s.so", folder, name);
	if (access(path, R_OK)) {
		snprintf(error, error_size,
			 "there is no governor '%s' in %s (`make peers` builds mainline's)",
			 name, folder);
		return NULL;
	}
	handle = dlopen(path, RTLD_NOW | RTLD_LOCAL);
	if (!handle) {
		snprintf(error, error_size, "%s", dlerror());
		return NULL;
	}
	open = (const struct peer_ops *(*)(void))dlsym(handle, "peer_open");
	ops = open ? open() : NULL;
	if (!ops || ops->abi != PEER_ABI) {
		snprintf(error, error_size, "%s is no governor of this version", path);
		return NULL;
	}
	return ops;
}

/* "a=1+b=2" into the blank copy. */
static int set_parameters(struct governor_kind *kind, char *text, char *error,
			  size_t error_size)
{
	char *save = NULL, *item;

	for (item = strtok_r(text, "+", &save); item; item = strtok_r(NULL, "+", &save)) {
		char *value = strchr(item, '=');

		if (!kind->ops->param || !value) {
			snprintf(error, error_size, "governor '%s': cannot set '%s'",
				 kind->name, item);
			return -1;
		}
		*value++ = '\0';
		if (kind->ops->param(kind->blank, item, value)) {
			snprintf(error, error_size,
				 "governor '%s': parameter '%s' does not exist or cannot be '%s'",
				 kind->name, item, value);
			return -1;
		}
		if (!strcmp(item, "util"))
			kind->utilisation = strcmp(value, "0");
	}
	return 0;
}

int governor_load(struct governor_kind *kind, const char *name, const char *folder,
		  char *error, size_t error_size)
{
	char text[GOVERNOR_NAME_MAX];
	char *parameters;

	memset(kind, 0, sizeof(*kind));
	if (strlen(name) >= sizeof(kind->name) || strchr(name, '/')) {
		snprintf(error, error_size, "'%s' is no governor's name", name);
		return -1;
	}
	strcpy(kind->name, name);
	strcpy(text, name);
	parameters = strchr(text, ':');
	if (parameters)
		*parameters++ = '\0';

	kind->ops = strcmp(text, "fixed") ? open_object(text, folder, error, error_size) :
					    fixed_open();
	if (!kind->ops)
		return -1;
	kind->blank = percpu_alloc(kind->ops);
	if (!kind->blank) {
		snprintf(error, error_size, "out of memory");
		return -1;
	}
	kind->ops->percpu_init(kind->blank);
	return parameters ? set_parameters(kind, parameters, error, error_size) : 0;
}

void governor_unload(struct governor_kind *kind)
{
	free(kind->blank);
	kind->blank = NULL;
}

void *governor_start(const struct governor_kind *kind, struct model_cpu *cpu)
{
	void *data = percpu_alloc(kind->ops);

	if (!data)
		return NULL;
	memcpy(data, kind->blank, kind->ops->percpu_size);
	governor_resume(kind, cpu, data);
	cpu->utilisation = kind->utilisation;
	if (cpu->gov->enable)
		cpu->gov->enable(&cpu->drv, &cpu->dev);
	return data;
}

void governor_resume(const struct governor_kind *kind, struct model_cpu *cpu, void *data)
{
	cpu->gov = kind->ops->gov;
	kind->ops->bind(&cpu->env, data);
}

void governor_folder(char *folder, size_t size)
{
	const char *given = getenv("TALLY_PEERS");
	char path[PATH_MAX];
	ssize_t length;
	char *slash;

	if (given && *given) {
		snprintf(folder, size, "%s", given);
		return;
	}
	length = readlink("/proc/self/exe", path, sizeof(path) - 1);
	path[length > 0 ? length : 0] = '\0';
	slash = strrchr(path, '/');
	if (slash)
		*slash = '\0';
	snprintf(folder, size, "%s/../build/peers", slash ? path : ".");
}
