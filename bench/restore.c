// SPDX-License-Identifier: GPL-2.0
/* Restores what a bench that died had changed: governor, states, latency limits. */
#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include "lib/journal.h"

static bool forget;

static const struct argp_option options[] = {
	{ "forget", 'f', NULL, 0, "Restore nothing and empty the journal", 0 },
	{ 0 }
};

static error_t parse(int key, char *arg, struct argp_state *state)
{
	switch (key) {
	case ARGP_KEY_INIT:
		/* getopt's own line about an unknown option is enough. */
		state->err_stream = NULL;
		return 0;
	case 'f':
		forget = true;
		return 0;
	case ARGP_KEY_ARG:
		fprintf(stderr, "%s: '%s' is not an option (see --help)\n", state->name, arg);
		return EINVAL;
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp argp = {
	options, parse, NULL,
	"Restore the cpuidle governor, disabled idle states and latency limits that a bench "
	"had changed when it was killed. Every bench does the same at its start."
	"\vThe journal is $TALLY_JOURNAL, else /run/tally/journal, else "
	"/tmp/tally-journal-UID. Exit status: 0 restored, or there was nothing to restore; "
	"1 something could not be restored (the journal is kept), or the bench is still at "
	"work; 2 wrong arguments.",
	NULL, NULL, NULL
};

int main(int argc, char **argv)
{
	struct err err = { 0 };
	char what[2048];
	int n;

	argp_err_exit_status = BENCH_USAGE;
	if (argp_parse(&argp, argc, argv, ARGP_IN_ORDER, NULL, NULL))
		return BENCH_USAGE;
	if (forget) {
		if (truncate(journal_path(), 0) && errno != ENOENT) {
			fprintf(stderr, "restore: %s: %m\n", journal_path());
			return BENCH_FAILED;
		}
		return BENCH_OK;
	}
	n = journal_recover(what, sizeof(what), &err);
	if (n < 0) {
		fprintf(stderr, "restore: %s\n", err.text);
		return err.status;
	}
	printf("%s%s\n", n ? "restored: " : "nothing to restore", what);
	return BENCH_OK;
}
