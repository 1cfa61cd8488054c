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

/* Functions that must be there. */
#define TALLY_CALLS(CALL)			\
	CALL(cpuidle_register_governor)		\
	CALL(cpuidle_switch_governor)		\
	CALL(cpuidle_governor_latency_req)	\
	CALL(tick_nohz_get_sleep_length)	\
	CALL(tick_nohz_tick_stopped)		\
	CALL(tick_nohz_idle_got_tick)

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

#define TALLY_DECLARE(name) DECLARE_STATIC_CALL(tally_##name, name);
TALLY_CALLS(TALLY_DECLARE)
#ifdef CONFIG_SMP
TALLY_DECLARE(sched_cpu_util)
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
	struct mutex *lock;
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
