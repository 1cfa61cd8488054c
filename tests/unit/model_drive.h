/* SPDX-License-Identifier: GPL-2.0 */
/* A simulated CPU under a governor that does what the test says. */
#ifndef TALLY_TEST_MODEL_DRIVE_H
#define TALLY_TEST_MODEL_DRIVE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "replay/model.h"

/* What the scripted governor answers, and what it heard. */
static int script_state[64];
static bool script_stop[64];
static int script_at;
static s64 heard_residency_ns[64];
static bool heard_tick[64];
static bool heard_limit[64];
static s64 asked_sleep_ns[64];
static s64 asked_delta_ns[64];
static bool asked_stopped[64];
static struct model_cpu *driven;

static int script_select(struct cpuidle_driver *drv, struct cpuidle_device *dev, bool *stop_tick)
{
	int at = script_at < 64 ? script_at : 63;

	(void)drv;
	(void)dev;
	asked_sleep_ns[at] = driven->env.sleep_ns;
	asked_delta_ns[at] = driven->env.delta_ns;
	asked_stopped[at] = driven->env.tick_stopped;
	*stop_tick = script_stop[at];
	return script_state[at];
}

static void script_reflect(struct cpuidle_device *dev, int index)
{
	int at = script_at < 64 ? script_at : 63;

	(void)index;
	heard_residency_ns[at] = dev->last_residency_ns;
	heard_tick[at] = driven->env.got_tick;
	heard_limit[at] = dev->poll_time_limit;
	script_at++;
}

static struct cpuidle_governor script = {
	.name = "script",
	.select = script_select,
	.reflect = script_reflect,
};

/* POLL, then one state for each pair of exit latency and target residency in us. */
static __attribute__((unused))
void table_of(struct cpuidle_driver *drv, bool poll, int count, const double (*us)[2])
{
	int i, n = 0;

	memset(drv, 0, sizeof(*drv));
	if (poll) {
		strcpy(drv->states[0].name, "POLL");
		drv->states[n++].flags = CPUIDLE_FLAG_POLLING;
	}
	for (i = 0; i < count; i++, n++) {
		snprintf(drv->states[n].name, sizeof(drv->states[n].name), "C%d", n);
		drv->states[n].exit_latency_ns = us[i][0] * 1000;
		drv->states[n].target_residency_ns = us[i][1] * 1000;
	}
	drv->state_count = n;
}

static __attribute__((unused))
void drive(struct model_cpu *cpu, const struct cpuidle_driver *drv, s64 tick_phase_ns)
{
	struct model_options options;

	model_options_default(&options);
	model_cpu_init(cpu, drv, 0, &options, tick_phase_ns);
	cpu->gov = &script;
	driven = cpu;
	script_at = 0;
	memset(script_state, 0, sizeof(script_state));
	memset(script_stop, 0, sizeof(script_stop));
}

#endif /* TALLY_TEST_MODEL_DRIVE_H */
