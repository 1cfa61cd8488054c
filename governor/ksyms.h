/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the governor needs from the kernel and mainline does not export. Built as
 * a module these are found at load time; built in (TALLY_BUILTIN) they are
 * linked to.
 */
#ifndef TALLY_KSYMS_H
#define TALLY_KSYMS_H

#include <linux/cpuidle.h>
#include <linux/mutex.h>
#include <linux/sched.h>
#include <linux/static_call.h>
#include <linux/tick.h>

/* Of drivers/cpuidle/cpuidle.h, which is private to that folder. */
int cpuidle_switch_governor(struct cpuidle_governor *gov);

#ifdef TALLY_BUILTIN

#define tally_call(name) name

extern struct mutex cpuidle_lock;

static inline struct mutex *tally_cpuidle_lock(void)
{
	return &cpuidle_lock;
}

static inline bool tally_has_util(void)
{
	return IS_ENABLED(CONFIG_SMP);
}

static inline int tally_ksyms_find(void)
{
	return 0;
}

#else

/* Direct calls where the architecture can patch them, see ksyms.c. */
#define tally_call(name) static_call(tally_##name)

DECLARE_STATIC_CALL(tally_cpuidle_register_governor, cpuidle_register_governor);
DECLARE_STATIC_CALL(tally_cpuidle_switch_governor, cpuidle_switch_governor);
DECLARE_STATIC_CALL(tally_cpuidle_governor_latency_req, cpuidle_governor_latency_req);
DECLARE_STATIC_CALL(tally_tick_nohz_get_sleep_length, tick_nohz_get_sleep_length);
DECLARE_STATIC_CALL(tally_tick_nohz_tick_stopped, tick_nohz_tick_stopped);
DECLARE_STATIC_CALL(tally_tick_nohz_idle_got_tick, tick_nohz_idle_got_tick);
#ifdef CONFIG_SMP
DECLARE_STATIC_CALL(tally_sched_cpu_util, sched_cpu_util);
#endif

/**
 * struct tally_cpuidle - private data of the kernel's cpuidle core
 * @lock: cpuidle_lock, protects all of the following
 * @governors: list of the registered governors
 * @current_governor: the governor in use
 * @previous_governor: the one to come back when a driver that asked for a
 *	governor of its own leaves
 */
struct tally_cpuidle {
	struct mutex *lock;	/* cpuidle_lock itself */
	struct list_head *governors;
	struct cpuidle_governor **current_governor;
	struct cpuidle_governor **previous_governor;
};

extern struct tally_cpuidle tally_cpuidle;

static inline struct mutex *tally_cpuidle_lock(void)
{
	return tally_cpuidle.lock;
}

/**
 * tally_has_util() - whether the kernel tells a CPU's utilisation
 *
 * Return: true when sched_cpu_util() may be called.
 */
bool tally_has_util(void);

/**
 * tally_ksyms_find() - find all of the above
 *
 * Nothing of it may be used before. Logs one line when something is missing.
 *
 * Return: 0; -EOPNOTSUPP when the kernel has no kprobes, -ENOENT when a symbol is
 * missing, or what the kprobe's registration returned.
 */
int tally_ksyms_find(void);

#endif /* TALLY_BUILTIN */
#endif /* TALLY_KSYMS_H */
