// SPDX-License-Identifier: GPL-2.0
#include <stdio.h>
#include <string.h>

#include "replay/driver.h"

void setup_driver(const struct state_table *table, struct cpuidle_driver *drv)
{
	int i;

	memset(drv, 0, sizeof(*drv));
	drv->state_count = table->table.count;
	for (i = 0; i < table->table.count; i++) {
		struct cpuidle_state *state = &drv->states[i];

		snprintf(state->name, sizeof(state->name), "%.*s",
			 (int)sizeof(state->name) - 1, table->name[i]);
		state->exit_latency_ns = table->table.exit_ns[i];
		state->target_residency_ns = table->table.residency_ns[i];
		if (table->table.polling & 1 << i)
			state->flags = CPUIDLE_FLAG_POLLING;
	}
}
