// SPDX-License-Identifier: GPL-2.0
/*
 * Stands between one of the kernel's own governors, built as a module, and the running kernel:
 * supplies the functions that the kernel does not export, and takes the governor out again.
 */
#define pr_fmt(fmt) KBUILD_MODNAME ": " fmt

#include <linux/cpuidle.h>
#include <linux/list.h>
#include <linux/module.h>
#include <linux/mutex.h>
#include <linux/rcupdate.h>
#include <linux/static_call.h>
#include <linux/tick.h>

#include "gov_shim.h"
#include "symbols.h"

static char *name;
module_param(name, charp, 0444);
MODULE_PARM_DESC(name, "Name to register the governor under (default: its own)");

/* Below the rating of every governor of the kernel, so that loading does not switch. */
#define SHIM_RATING 1

static struct cpuidle_governor *governor;
static struct mutex *lock;
static struct list_head *governors;
static struct cpuidle_governor **current_governor;
static struct cpuidle_governor **previous_governor;

/* Read by ladder only, whose answer is the same in the kernels that the lab boots. */
bool tick_nohz_enabled = true;

static ktime_t no_sleep_length(ktime_t *delta_next)
{
	*delta_next = 0;
	return 0;
}

static bool no_tick_state(void)
{
	return false;
}

static s64 no_latency_req(unsigned int cpu)
{
	return 0;
}

static int no_governor_change(struct cpuidle_governor *gov)
{
	return -ENOSYS;
}

/* Patched direct calls: see symbols.c. */
DEFINE_STATIC_CALL(shim_sleep_length, no_sleep_length);
DEFINE_STATIC_CALL(shim_tick_stopped, no_tick_state);
DEFINE_STATIC_CALL(shim_got_tick, no_tick_state);
DEFINE_STATIC_CALL(shim_latency_req, no_latency_req);
DEFINE_STATIC_CALL(shim_register, no_governor_change);
DEFINE_STATIC_CALL(shim_switch, no_governor_change);

/* What the governor calls: same names and types as in the kernel's headers. */
ktime_t tick_nohz_get_sleep_length(ktime_t *delta_next)
{
	return static_call(shim_sleep_length)(delta_next);
}

bool tick_nohz_tick_stopped(void)
{
	return static_call(shim_tick_stopped)();
}

bool tick_nohz_idle_got_tick(void)
{
	return static_call(shim_got_tick)();
}

s64 cpuidle_governor_latency_req(unsigned int cpu)
{
	return static_call(shim_latency_req)(cpu);
}

int cpuidle_register_governor(struct cpuidle_governor *gov)
{
	int ret;

	if (name)
		strscpy(gov->name, name, CPUIDLE_NAME_LEN);
	gov->rating = SHIM_RATING;
	ret = static_call(shim_register)(gov);
	if (!ret)
		governor = gov;
	else
		pr_err("governor %s was refused (%d)\n", gov->name, ret);
	return ret;
}

static struct cpuidle_governor *best_other(void)
{
	struct cpuidle_governor *gov, *best = NULL;

	list_for_each_entry(gov, governors, governor_list)
		if (!best || gov->rating > best->rating)
			best = gov;
	return best;
}

static int __init shim_init(void)
{
	void *sleep_length, *tick_stopped, *got_tick, *latency_req, *reg, *change;
	const struct lab_symbol wanted[] = {
		{ "tick_nohz_get_sleep_length", &sleep_length },
		{ "tick_nohz_tick_stopped", &tick_stopped },
		{ "tick_nohz_idle_got_tick", &got_tick },
		{ "cpuidle_governor_latency_req", &latency_req },
		{ "cpuidle_register_governor", &reg },
		{ "cpuidle_switch_governor", &change },
		{ "cpuidle_lock", (void **)&lock },
		{ "cpuidle_governors", (void **)&governors },
		{ "cpuidle_curr_governor", (void **)&current_governor },
		{ "cpuidle_prev_governor", (void **)&previous_governor },
	};
	int ret;

	ret = lab_symbols_find(wanted, ARRAY_SIZE(wanted));
	if (ret)
		return ret;

	static_call_update(shim_sleep_length, (ktime_t (*)(ktime_t *))sleep_length);
	static_call_update(shim_tick_stopped, (bool (*)(void))tick_stopped);
	static_call_update(shim_got_tick, (bool (*)(void))got_tick);
	static_call_update(shim_latency_req, (s64 (*)(unsigned int))latency_req);
	static_call_update(shim_register, (int (*)(struct cpuidle_governor *))reg);
	static_call_update(shim_switch, (int (*)(struct cpuidle_governor *))change);
	return lab_shim_governor_init();
}

static void __exit shim_exit(void)
{
	struct cpuidle_governor *other;

	mutex_lock(lock);
	list_del(&governor->governor_list);
	other = best_other();
	if (*current_governor == governor) {
		static_call(shim_switch)(other);
		if (!other)
			*current_governor = NULL;
	}
	if (*previous_governor == governor)
		*previous_governor = other;
	mutex_unlock(lock);
	/* An idle CPU may still be inside the governor's functions. */
	synchronize_rcu();
}

module_init(shim_init);
module_exit(shim_exit);
MODULE_DESCRIPTION("One of the kernel's own cpuidle governors, as a module");
MODULE_LICENSE("GPL");
