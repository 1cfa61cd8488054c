/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What a governor that was built as a shared object offers to the replay, and
 * what it sees of the simulated CPU.
 */
#ifndef TALLY_REPLAY_PEER_H
#define TALLY_REPLAY_PEER_H

#include "include/linux/cpuidle.h"

#define PEER_ABI	1

struct tally_decision;

/**
 * struct peer_env - the simulated CPU, as the governor's questions see it
 * @tick_ns: tick period
 * @now_ns: the local clock
 * @latency_req_ns: PM QoS limit on the exit latency
 * @sleep_ns: answer of tick_nohz_get_sleep_length(): time to the next timer,
 *	the tick left out
 * @delta_ns: its second answer: time to the next timer, the tick included
 * @asked: how often the sleep length was asked for
 * @util: utilisation of the CPU, 0 to @capacity
 * @capacity: capacity of the CPU, 1024 for the biggest
 * @tick_stopped: the tick is stopped
 * @got_tick: the tick handler has run since the question was last asked
 */
struct peer_env {
	s64 tick_ns;
	u64 now_ns;
	s64 latency_req_ns;
	s64 sleep_ns;
	s64 delta_ns;
	u64 asked;
	u16 util;
	u16 capacity;
	bool tick_stopped;
	bool got_tick;
};

/**
 * struct peer_ops - a loaded governor
 * @abi: PEER_ABI
 * @gov: the governor itself
 * @percpu_size: size of its per-CPU data in bytes
 * @percpu_init: fill a copy of the per-CPU data, aligned to 64 bytes, with
 *	what it is at boot
 * @bind: from now on, in this thread, the governor works on this CPU and on
 *	this copy of its data
 * @param: set a parameter in a copy; 0, or -1 if name or value are unknown;
 *	NULL if the governor has none
 * @decision: the last choice, and what it was made from; NULL if not told
 */
struct peer_ops {
	unsigned int abi;
	struct cpuidle_governor *gov;
	size_t percpu_size;
	void (*percpu_init)(void *copy);
	void (*bind)(struct peer_env *env, void *copy);
	int (*param)(void *copy, const char *name, const char *value);
	const struct tally_decision *(*decision)(void *copy);
};

/* Every shared object exports this under the name "peer_open". */
const struct peer_ops *peer_open(void);

#endif /* TALLY_REPLAY_PEER_H */
