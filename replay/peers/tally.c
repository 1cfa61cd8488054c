// SPDX-License-Identifier: GPL-2.0
/*
 * tally's core behind the governor interface of cpuidle, with the work that
 * governor/main.c does around it in the kernel.
 */
#include <errno.h>
#include <stdlib.h>

#include "include/linux/cpuidle.h"
#include "include/linux/tick.h"

/* One unit with the core, as in the module. */
#define TALLY_CORE static
#include "governor/core.c"

void peer_utilisation(u16 *util, u16 *capacity);

/* Parameters lie beside the data, so that two variants fit into one process. */
struct tally_peer {
	struct tally_cpu cpu;
	struct cpuidle_driver *drv;
	u32 generation;
	u32 version;
	u64 rejected;
	struct tally_outcome outcome;
	enum { NONE, SELECTED, REFLECTED } phase;
	u16 disabled;
	struct tally_params params;
};

static DEFINE_PER_CPU(struct tally_peer, tally_peers) = {
	.params = {
		.rule = TALLY_RULE_EXPECTATION,
		.context = true,
		.latency_weight = TALLY_LATENCY_WEIGHT,
		.util_shift = 6,
	},
};

/* What fixups change in the kernel; here it only costs its load. */
static u32 generation;

static void adopt(struct tally_peer *peer, struct cpuidle_driver *drv,
		  struct cpuidle_device *dev)
{
	struct tally_table table = { .count = drv->state_count };
	int i;

	for (i = 0; i < drv->state_count; i++) {
		const struct cpuidle_state *state = &drv->states[i];

		table.exit_ns[i] = state->exit_latency_ns;
		table.residency_ns[i] = state->target_residency_ns;
		if (state->flags & CPUIDLE_FLAG_POLLING)
			table.polling |= 1 << i;
	}
	tally_cpu_init(&peer->cpu, &table, TICK_NSEC);
	peer->drv = drv;
	peer->phase = NONE;
	peer->version++;
	dev->poll_limit_ns = 0;
}

static void settle(struct tally_peer *peer, const struct cpuidle_device *dev,
		   const struct tally_params *params)
{
	int state = peer->cpu.decision.state;

	if (unlikely(peer->phase != REFLECTED)) {
		if (peer->phase == NONE || dev->states_usage[state].rejected == peer->rejected)
			return;
		peer->outcome = (struct tally_outcome){ .entered = state, .rejected = true };
	}
	peer->phase = NONE;
	tally_reflect(&peer->cpu, params, &peer->outcome);
}

static u16 disabled_states(const struct cpuidle_device *dev, int count)
{
	const struct cpuidle_state_usage *usage = dev->states_usage;
	const struct cpuidle_state_usage *end = usage + count;
	u16 disabled = 0;

	for (; usage < end; usage++)
		if (unlikely(usage->disable))
			disabled |= BIT(usage - dev->states_usage);
	return disabled;
}

/* Look again. Return: true if there is a difference: the choice is to be made anew. */
static noinline bool disabled_changed(struct tally_peer *peer, const struct cpuidle_device *dev)
{
	u16 before = peer->disabled;

	peer->disabled = disabled_states(dev, peer->cpu.table.count);
	if (peer->disabled == before)
		return false;
	tally_take_back(&peer->cpu);
	return true;
}

static int tally_select(struct cpuidle_driver *drv, struct cpuidle_device *dev,
			bool *stop_tick)
{
	struct tally_peer *peer = this_cpu_ptr(&tally_peers);
	const struct tally_decision *decision = &peer->cpu.decision;
	struct tally_params params = peer->params;
	const struct cpuidle_state_usage *usage;
	struct tally_ask ask = { 0 };

	if (unlikely(peer->drv != drv || peer->cpu.table.count != drv->state_count ||
		     peer->generation != *(volatile u32 *)&generation))
		adopt(peer, drv, dev);
	else
		settle(peer, dev, &params);

	ask.latency_req_ns = cpuidle_governor_latency_req(dev->cpu);
	ask.tick_stopped = tick_nohz_tick_stopped();
	if (params.util)
		peer_utilisation(&ask.util, &ask.capacity);

	/* As in main.c: each time as long as one is disabled. */
	if (!peer->cpu.pending || unlikely(peer->disabled))
		peer->disabled = disabled_states(dev, peer->cpu.table.count);
	do {
		ask.disabled = peer->disabled;
		if (tally_predict(&peer->cpu, &params, &ask)) {
			ktime_t tick, sleep = tick_nohz_get_sleep_length(&tick);

			tally_choose(&peer->cpu, &params, &ask, sleep, tick);
		}
		usage = &dev->states_usage[decision->state];
	} while (unlikely(usage->disable) && disabled_changed(peer, dev));
	peer->rejected = usage->rejected;
	peer->phase = SELECTED;
	*stop_tick = decision->stop_tick;
	return decision->state;
}

static void tally_reflect_device(struct cpuidle_device *dev, int index)
{
	struct tally_peer *peer = this_cpu_ptr(&tally_peers);

	dev->last_state_idx = index;
	if (peer->phase == NONE)
		return;
	peer->outcome.entered = index;
	peer->outcome.rejected = false;
	peer->outcome.tick = tick_nohz_idle_got_tick();
	/* In the kernel: a polling state, and nothing to run. */
	peer->outcome.poll_limit = peer->cpu.table.polling & BIT(index) && dev->poll_time_limit;
	peer->outcome.measured_ns = dev->last_residency_ns;
	peer->phase = REFLECTED;
}

static int tally_enable(struct cpuidle_driver *drv, struct cpuidle_device *dev)
{
	struct tally_peer *peer = per_cpu_ptr(&tally_peers, dev->cpu);

	peer->drv = NULL;
	adopt(peer, drv, dev);
	return 0;
}

static struct cpuidle_governor tally_governor = {
	.name = "tally",
	.enable = tally_enable,
	.select = tally_select,
	.reflect = tally_reflect_device,
};

static int tally_register(void)
{
	return cpuidle_register_governor(&tally_governor);
}

postcore_initcall(tally_register);

static int number(const char *text, long max)
{
	char *end;
	long value;

	errno = 0;
	value = strtol(text, &end, 10);
	if (errno || end == text || *end || value < 0 || value > max)
		return -1;
	return value;
}

int peer_param(void *copy, const char *name, const char *value);
int peer_param(void *copy, const char *name, const char *value)
{
	extern char __start_peer_percpu[] __attribute__((visibility("hidden")));
	ptrdiff_t at = (char *)&tally_peers - __start_peer_percpu;
	struct tally_params *params = &((struct tally_peer *)((char *)copy + at))->params;
	int n;

	if (!strcmp(name, "rule")) {
		if (!strcmp(value, "expectation"))
			params->rule = TALLY_RULE_EXPECTATION;
		else if (!strcmp(value, "majority"))
			params->rule = TALLY_RULE_MAJORITY;
		else
			return -1;
		return 0;
	}
	if (!strcmp(name, "latency_weight")) {
		n = number(value, 255);
		if (n >= 0)
			params->latency_weight = n;
	} else if (!strcmp(name, "context")) {
		n = number(value, 1);
		if (n >= 0)
			params->context = n;
	} else if (!strcmp(name, "util")) {
		n = number(value, 1);
		if (n >= 0)
			params->util = n;
	} else if (!strcmp(name, "util_shift")) {
		n = number(value, 10);
		if (n >= 0)
			params->util_shift = n;
	} else {
		return -1;
	}
	return n >= 0 ? 0 : -1;
}

const struct tally_decision *peer_decision(void *copy);
const struct tally_decision *peer_decision(void *copy)
{
	extern char __start_peer_percpu[] __attribute__((visibility("hidden")));
	ptrdiff_t at = (char *)&tally_peers - __start_peer_percpu;

	return &((struct tally_peer *)((char *)copy + at))->cpu.decision;
}
