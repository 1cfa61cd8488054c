/* SPDX-License-Identifier: GPL-2.0 */
/* A made-up sysfs tree for a test: $TALLY_SYSFS leads to it. */
#ifndef TESTS_RECORD_TREE_H
#define TESTS_RECORD_TREE_H

#include <stdarg.h>
#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static char tree_root[64];

/** tree_begin() - an empty tree */
static inline void tree_begin(void)
{
	snprintf(tree_root, sizeof(tree_root), "/tmp/tally-record-XXXXXX");
	assert_non_null(mkdtemp(tree_root));
	setenv("TALLY_SYSFS", tree_root, 1);
}

/** tree_file() - put a file into it; folders are made as needed */
static inline void tree_file(const char *path, const char *text)
{
	char command[1024], full[512];
	FILE *file;

	snprintf(full, sizeof(full), "%s/%s", tree_root, path);
	snprintf(command, sizeof(command), "mkdir -p \"$(dirname '%s')\"", full);
	assert_int_equal(system(command), 0);
	file = fopen(full, "w");
	assert_non_null(file);
	assert_true(fputs(text, file) >= 0);
	assert_int_equal(fclose(file), 0);
}

/** tree_end() - remove it */
static inline void tree_end(void)
{
	char command[512];

	snprintf(command, sizeof(command), "rm -rf '%s'", tree_root);
	assert_int_equal(system(command), 0);
	unsetenv("TALLY_SYSFS");
}

#endif /* TESTS_RECORD_TREE_H */
