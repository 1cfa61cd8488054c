/* SPDX-License-Identifier: GPL-2.0 */
/* A made-up sysfs tree in a temporary directory, for tests of bench/lib. */
#ifndef BENCH_TREE_H
#define BENCH_TREE_H

#include <ftw.h>
#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

static char tree_root[PATH_MAX / 2];

static inline void tree_mkdirs(char *path)
{
	char *p;

	for (p = path + 1; *p; p++)
		if (*p == '/') {
			*p = '\0';
			mkdir(path, 0755);
			*p = '/';
		}
}

/* Write one line into a file below the root; directories are made. */
static inline void tree_put(const char *name, const char *text)
{
	char path[PATH_MAX];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", tree_root, name);
	tree_mkdirs(path);
	f = fopen(path, "w");
	assert_non_null(f);
	fprintf(f, "%s\n", text);
	fclose(f);
}

static inline void tree_put_number(const char *name, unsigned long long value)
{
	char text[32];

	snprintf(text, sizeof(text), "%llu", value);
	tree_put(name, text);
}

/* The first line of a file below the root. */
static inline const char *tree_get(const char *name)
{
	static char text[256];
	char path[PATH_MAX];
	FILE *f;

	snprintf(path, sizeof(path), "%s/%s", tree_root, name);
	f = fopen(path, "r");
	assert_non_null(f);
	assert_non_null(fgets(text, sizeof(text), f));
	fclose(f);
	text[strcspn(text, "\n")] = '\0';
	return text;
}

static inline int tree_remove_one(const char *path, const struct stat *st, int type,
				  struct FTW *ftw)
{
	(void)st;
	(void)type;
	(void)ftw;
	return remove(path);
}

static inline void tree_remove(const char *name)
{
	char path[PATH_MAX];

	snprintf(path, sizeof(path), "%s/%s", tree_root, name);
	nftw(path, tree_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

/* An empty tree, which bench/lib takes for sysfs; the journal lies beside it. */
static inline int tree_begin(void **state)
{
	char journal[PATH_MAX];

	(void)state;
	snprintf(tree_root, sizeof(tree_root), "%s/tally-test-XXXXXX",
		 getenv("TMPDIR") ? getenv("TMPDIR") : "/tmp");
	assert_non_null(mkdtemp(tree_root));
	snprintf(journal, sizeof(journal), "%s/journal", tree_root);
	setenv("TALLY_JOURNAL", journal, 1);
	strcat(tree_root, "/sys");
	mkdir(tree_root, 0755);
	setenv("TALLY_SYSFS", tree_root, 1);
	return 0;
}

static inline int tree_end(void **state)
{
	(void)state;
	*strrchr(tree_root, '/') = '\0';
	return nftw(tree_root, tree_remove_one, 16, FTW_DEPTH | FTW_PHYS);
}

static inline void tree_state(int cpu, int index, const char *name, int exit_us,
			      int residency_us)
{
	static const char *const zero[] = {
		"usage", "time", "above", "below", "rejected", "disable",
	};
	char path[256];
	size_t i;

#define AT(file) (snprintf(path, sizeof(path), "devices/system/cpu/cpu%d/cpuidle/state%d/%s", \
			   cpu, index, file), path)
	tree_put(AT("name"), name);
	tree_put(AT("desc"), name);
	tree_put_number(AT("latency"), exit_us);
	tree_put_number(AT("residency"), residency_us);
	for (i = 0; i < sizeof(zero) / sizeof(*zero); i++)
		tree_put(AT(zero[i]), "0");
#undef AT
}

static inline void tree_core(int cpu, int core, unsigned int threads, unsigned int package)
{
	char path[256], mask[32];

#define AT(file) (snprintf(path, sizeof(path), "devices/system/cpu/cpu%d/topology/%s", cpu, \
			   file), path)
	snprintf(mask, sizeof(mask), "%x", threads);
	tree_put(AT("core_cpus"), mask);
	tree_put(AT("thread_siblings"), mask);
	tree_put_number(AT("core_id"), core);
	tree_put_number(AT("physical_package_id"), 0);
	snprintf(mask, sizeof(mask), "%x", package);
	tree_put(AT("package_cpus"), mask);
	tree_put(AT("core_siblings"), mask);
#undef AT
}

#endif /* BENCH_TREE_H */
