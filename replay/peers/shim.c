// SPDX-License-Identifier: GPL-2.0
/*
 * Linked with each governor: answers its questions about the kernel from the
 * simulated CPU that the thread is bound to.
 */
#include "include/linux/cpuidle.h"
#include "include/linux/sched/clock.h"
#include "include/linux/tick.h"
#include "peer.h"

__thread ptrdiff_t peer_offset;
__thread long peer_tick_nsec;
static __thread struct peer_env *peer_env __attribute__((tls_model("initial-exec")));

static struct cpuidle_governor *registered;

/* Set by a governor that has parameters, or tells its decision. */
extern int peer_param(void *copy, const char *name, const char *value)
	__attribute__((weak));
extern const struct tally_decision *peer_decision(void *copy) __attribute__((weak));

/* So that the section exists for a governor without per-CPU data, too. */
static DEFINE_PER_CPU(long, peer_anchor) __attribute__((used));
extern char __start_peer_percpu[] __attribute__((visibility("hidden")));
extern char __stop_peer_percpu[] __attribute__((visibility("hidden")));

int cpuidle_register_governor(struct cpuidle_governor *gov)
{
	registered = gov;
	return 0;
}

s64 cpuidle_governor_latency_req(unsigned int cpu)
{
	(void)cpu;
	return peer_env->latency_req_ns;
}

bool tick_nohz_tick_stopped(void)
{
	return peer_env->tick_stopped;
}

bool tick_nohz_idle_got_tick(void)
{
	bool got = peer_env->got_tick;

	peer_env->got_tick = false;
	return got;
}

ktime_t tick_nohz_get_sleep_length(ktime_t *delta_next)
{
	peer_env->asked++;
	*delta_next = peer_env->delta_ns;
	return peer_env->sleep_ns;
}

u64 local_clock(void)
{
	return peer_env->now_ns;
}

/* Beyond the kernel's interface: what tally's adapter asks for. */
void peer_utilisation(u16 *util, u16 *capacity);
void peer_utilisation(u16 *util, u16 *capacity)
{
	*util = peer_env->util;
	*capacity = peer_env->capacity;
}

static void percpu_init(void *copy)
{
	memcpy(copy, __start_peer_percpu, __stop_peer_percpu - __start_peer_percpu);
}

static void bind(struct peer_env *env, void *copy)
{
	peer_env = env;
	peer_tick_nsec = env->tick_ns;
	peer_offset = (char *)copy - __start_peer_percpu;
}

__attribute__((visibility("default"))) const struct peer_ops *peer_open(void)
{
	static struct peer_ops ops;

	if (!registered && peer_initcall())
		return NULL;
	ops.abi = PEER_ABI;
	ops.gov = registered;
	ops.percpu_size = __stop_peer_percpu - __start_peer_percpu;
	ops.percpu_init = percpu_init;
	ops.bind = bind;
	ops.param = peer_param;
	ops.decision = peer_decision;
	return &ops;
}
