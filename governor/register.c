// SPDX-License-Identifier: GPL-2.0
/*
 * Coming and going. The cpuidle core knows no way to unregister a governor: here
 * it is done from outside, under the core's own lock.
 */
#define pr_fmt(fmt) "tally: " fmt

#include <linux/cpuidle.h>
#include <linux/module.h>
#include <linux/rcupdate.h>
#include "ksyms.h"
#include "register.h"

#ifndef TALLY_BUILTIN
/* In use when tally came; a mere address: it may have gone meanwhile. */
static const struct cpuidle_governor *in_use_before;
#endif

static int register_governor(struct cpuidle_governor *governor)
{
	int ret = tally_call(cpuidle_register_governor)(governor);

	if (ret == -ENODEV)
		pr_err("cpuidle is switched off (cpuidle.off=1?): not loaded\n");
	else if (ret == -EEXIST)
		pr_err("there is a governor of this name already: not loaded\n");
	else if (ret)
		pr_err("the cpuidle core refused the governor (error %d): not loaded\n", ret);
	return ret;
}

#ifdef TALLY_BUILTIN

int tally_register(struct cpuidle_governor *governor)
{
	return register_governor(governor);
}

#else

int tally_register(struct cpuidle_governor *governor)
{
	mutex_lock(tally_cpuidle.lock);
	in_use_before = *tally_cpuidle.current_governor;
	mutex_unlock(tally_cpuidle.lock);
	return register_governor(governor);
}

/* The governor to hand over to, once tally has left the list. */
static struct cpuidle_governor *successor(void)
{
	struct cpuidle_governor *gov, *best = NULL;

	list_for_each_entry(gov, tally_cpuidle.governors, governor_list) {
		if (gov == in_use_before)
			return gov;
		if (!best || gov->rating > best->rating)
			best = gov;
	}
	return best;
}

/*
 * No other governor is left: stop cpuidle until the next one registers. CPUs
 * idle in the architecture's default way meanwhile.
 */
static void leave_none(void)
{
	mutex_unlock(tally_cpuidle.lock);
	cpuidle_pause_and_lock();
	*tally_cpuidle.current_governor = NULL;
	pr_warn("no other governor: cpuidle stops until one registers\n");
}

void tally_unregister(struct cpuidle_governor *governor)
{
	struct cpuidle_governor *next;

	mutex_lock(tally_cpuidle.lock);
	list_del(&governor->governor_list);
	next = successor();
	if (*tally_cpuidle.current_governor == governor) {
		if (next)
			tally_call(cpuidle_switch_governor)(next);
		else
			leave_none();
	}
	if (*tally_cpuidle.previous_governor == governor)
		*tally_cpuidle.previous_governor = next;
	mutex_unlock(tally_cpuidle.lock);

	/*
	 * Callbacks run with preemption off and RCU watching: whoever was in one
	 * has left it after a grace period.
	 */
	synchronize_rcu();
}

#endif /* TALLY_BUILTIN */
