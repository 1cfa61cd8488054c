/* SPDX-License-Identifier: GPL-2.0 */
/* From the command line to governors and tables. */
#ifndef TALLY_REPLAY_SETUP_H
#define TALLY_REPLAY_SETUP_H

#include "replay/evaluate.h"
#include "replay/options.h"
#include "replay/driver.h"

/**
 * struct setup_governors - the governors asked for
 * @kinds: loaded; @fixed_count policies after @count
 * @count: how many were asked for
 * @fixed_count: how many fixed policies follow
 * @reference: index of the reference governor
 * @focus: index of the governor to look at closely
 */
struct setup_governors {
	struct governor_kind *kinds;
	size_t count;
	size_t fixed_count;
	size_t reference;
	size_t focus;
};

/**
 * setup_governors() - load all that the command line names; exits on failure
 * @options: the command line
 * @bounds: the fixed policies, too
 * @governors: filled
 */
void setup_governors(const struct replay_options *options, bool bounds,
		     struct setup_governors *governors);

/**
 * setup_governors_free() - give everything back
 * @governors: from setup_governors()
 */
void setup_governors_free(struct setup_governors *governors);

/**
 * setup_catalogue() - path of the catalogue of tables
 * @options: the command line
 * @path: filled
 * @size: room in @path
 */
void setup_catalogue(const struct replay_options *options, char *path, size_t size);

/**
 * setup_threads() - how many threads to use
 * @options: the command line
 *
 * Return: 1 or more.
 */
unsigned int setup_threads(const struct replay_options *options);

/**
 * setup_output() - open a file for results; exits on failure
 * @path: its path, "-" for standard output
 *
 * Return: the file.
 */
FILE *setup_output(const char *path);

/**
 * setup_output_close() - and close it; exits when it could not all be written
 * @file: from setup_output()
 * @path: its path, for the message
 */
void setup_output_close(FILE *file, const char *path);

#endif /* TALLY_REPLAY_SETUP_H */
