// SPDX-License-Identifier: GPL-2.0
/* Policies that never change their mind: what the best of them reaches is a bound. */
#include <stdlib.h>
#include <string.h>

#include "replay/governors.h"

struct fixed {
	int state;
	bool stop;
};

static __thread struct fixed *bound;

static int fixed_select(struct cpuidle_driver *drv, struct cpuidle_device *dev, bool *stop_tick)
{
	int state = bound->state < drv->state_count ? bound->state : drv->state_count - 1;

	while (state > 0 && dev->states_usage[state].disable)
		state--;
	*stop_tick = bound->stop;
	return state;
}

static struct cpuidle_governor governor = {
	.name = "fixed",
	.select = fixed_select,
};

static void fixed_init(void *copy)
{
	memset(copy, 0, sizeof(struct fixed));
}

static void fixed_bind(struct peer_env *env, void *copy)
{
	(void)env;
	bound = copy;
}

static int fixed_param(void *copy, const char *name, const char *value)
{
	struct fixed *fixed = copy;
	char *end;
	long number = strtol(value, &end, 10);

	if (end == value || *end || number < 0)
		return -1;
	if (!strcmp(name, "state") && number < CPUIDLE_STATE_MAX)
		fixed->state = number;
	else if (!strcmp(name, "stop") && number <= 1)
		fixed->stop = number;
	else
		return -1;
	return 0;
}

const struct peer_ops *fixed_open(void)
{
	static const struct peer_ops ops = {
		.abi = PEER_ABI,
		.gov = &governor,
		.percpu_size = sizeof(struct fixed),
		.percpu_init = fixed_init,
		.bind = fixed_bind,
		.param = fixed_param,
	};

	return &ops;
}
