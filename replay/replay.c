// SPDX-License-Identifier: GPL-2.0
#include <argp.h>
#include <stdio.h>

#include "replay/options.h"

const char *argp_program_version = "replay (tally) " TALLY_VERSION;

static void list_half(const struct workload_half *half)
{
	size_t i;

	for (i = 0; i < half->count; i++)
		printf("%s,%s,%s\n", half->name, half->workloads[i].name,
		       half->workloads[i].family);
}

int main(int argc, char **argv)
{
	struct replay_options options;

	options_parse(&options, argc, argv);
	if (options.list_workloads) {
		printf("half,workload,family\n");
		list_half(&workloads_design);
		list_half(&workloads_held_out);
		return 0;
	}
	if (options.evaluate)
		return command_evaluate(&options);
	if (options.fidelity)
		return command_fidelity(&options);
	return command_traces(&options);
}
