// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "replay/driver.h"
#include "replay/fidelity.h"
#include "replay/setup.h"

/* What the issue of the replay asks for. */
#define SHARE_WANTED	0.999

/* CPU 0's table of the machine that the command line names. */
static void named_driver(const struct replay_options *options, struct cpuidle_driver *drv)
{
	struct machine_tables *machine;
	char path[PATH_MAX], error[512];
	const struct state_table *table;
	int ret;

	if (!options->tables)
		die(EXIT_USAGE, "--fidelity: this recording needs --table");
	if (!access(options->tables, R_OK)) {
		ret = tables_from_catalogue(&machine, options->tables, NULL, error, sizeof(error));
	} else {
		setup_catalogue(options, path, sizeof(path));
		ret = tables_from_catalogue(&machine, path, options->tables, error, sizeof(error));
	}
	if (ret)
		die(EXIT_USAGE, "%s", error);
	table = tables_for_cpu(machine, 0);
	if (!table)
		die(EXIT_USAGE, "--table: %s has no table for CPU 0", options->tables);
	setup_driver(table, drv);
	tables_free(machine);
}

static const char *find_kind(const struct replay_options *options, bool probes)
{
	if (!options->governors && probes)
		die(EXIT_USAGE, "--fidelity: this recording needs --governors, with the one it is of");
	return options->governors ? options->governors : "tally";
}

static int one_trace(const struct replay_options *options, const char *path)
{
	bool probes = fidelity_has_probes(path);
	struct replay_options one = *options;
	struct setup_governors governors;
	struct fidelity_result result;
	struct fidelity *fidelity;
	struct cpuidle_driver drv;
	char error[512] = "";
	double share;
	int ret;

	one.governors = find_kind(options, probes);
	setup_governors(&one, false, &governors);
	if (governors.count != 1)
		die(EXIT_USAGE, "--fidelity: one governor only");
	fidelity = fidelity_new(&governors.kinds[0], stdout);
	if (!fidelity)
		die(EXIT_FAILURE, "out of memory");
	if (probes) {
		named_driver(options, &drv);
		ret = fidelity_probes(fidelity, path, &drv, NSEC_PER_SEC / options->hz[0], error,
				      sizeof(error));
	} else {
		ret = fidelity_recording(fidelity, path, error, sizeof(error));
	}
	result = fidelity_finish(fidelity);
	if (ret)
		fprintf(stderr, "replay: %s\n", error);
	if (!result.decisions) {
		fprintf(stderr, "replay: %s: no decision was recorded from the governor's begin on\n",
			path);
		setup_governors_free(&governors);
		return EXIT_PARTIAL;
	}
	share = (double)result.same / result.decisions;
	printf("%s: %s: %u CPUs, %" PRIu64 " decisions, %" PRIu64 " the same (%.4f %%), %" PRIu64
	       " not compared: history not known\n", path, governors.kinds[0].name, result.cpus,
	       result.decisions, result.same, 100 * share, result.unknown);
	setup_governors_free(&governors);
	if (ret)
		return EXIT_PARTIAL;
	return share >= SHARE_WANTED ? 0 : EXIT_FAILURE;
}

int command_fidelity(const struct replay_options *options)
{
	int status = 0;
	size_t i;

	for (i = 0; i < options->trace_count; i++) {
		int ret = one_trace(options, options->traces[i]);

		if (ret)
			status = ret;
	}
	return status;
}
