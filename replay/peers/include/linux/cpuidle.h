/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The part of cpuidle that governors see. replay includes it too, so that both
 * sides of a loaded governor agree.
 */
#ifndef PEER_LINUX_CPUIDLE_H
#define PEER_LINUX_CPUIDLE_H

#include "../standin.h"

#define CPUIDLE_STATE_MAX	10
#define CPUIDLE_NAME_LEN	16
#define CPUIDLE_FLAG_POLLING	BIT(0)

/**
 * struct cpuidle_state_usage - counters of one idle state on one CPU
 * @disable: the state must not be entered
 * @usage: entries
 * @time_ns: time spent, exit latency included
 * @above: entries that were too deep
 * @below: entries that were too shallow
 * @rejected: entries that the driver refused
 */
struct cpuidle_state_usage {
	unsigned long long disable;
	unsigned long long usage;
	u64 time_ns;
	unsigned long long above;
	unsigned long long below;
	unsigned long long rejected;
};

/**
 * struct cpuidle_state - one idle state
 * @name: its name
 * @exit_latency_ns: worst-case exit latency
 * @target_residency_ns: break-even point
 * @flags: CPUIDLE_FLAG_POLLING or 0
 */
struct cpuidle_state {
	char name[CPUIDLE_NAME_LEN];
	s64 exit_latency_ns;
	s64 target_residency_ns;
	unsigned int flags;
};

/**
 * struct cpuidle_driver - the idle states of a CPU
 * @states: the states
 * @state_count: how many there are
 */
struct cpuidle_driver {
	struct cpuidle_state states[CPUIDLE_STATE_MAX];
	int state_count;
};

/**
 * struct cpuidle_device - a CPU as cpuidle sees it
 * @poll_time_limit: the last poll ended by its time limit
 * @cpu: its number
 * @last_state_idx: the state entered last; governors keep it
 * @last_residency_ns: how long the last idle period took, 0 if it was refused
 * @poll_limit_ns: time limit of the polling state, 0 if not yet known
 * @states_usage: counters by state
 */
struct cpuidle_device {
	unsigned int poll_time_limit:1;
	unsigned int cpu;
	int last_state_idx;
	u64 last_residency_ns;
	u64 poll_limit_ns;
	struct cpuidle_state_usage states_usage[CPUIDLE_STATE_MAX];
};

/**
 * struct cpuidle_governor - what a governor offers
 * @name: its name
 * @rating: its rating (not used here)
 * @enable: get ready for a CPU; may be NULL
 * @disable: the CPU goes away; may be NULL
 * @select: choose a state
 * @reflect: hear which state was entered; may be NULL
 */
struct cpuidle_governor {
	char name[CPUIDLE_NAME_LEN];
	unsigned int rating;
	int (*enable)(struct cpuidle_driver *drv, struct cpuidle_device *dev);
	void (*disable)(struct cpuidle_driver *drv, struct cpuidle_device *dev);
	int (*select)(struct cpuidle_driver *drv, struct cpuidle_device *dev,
		      bool *stop_tick);
	void (*reflect)(struct cpuidle_device *dev, int index);
};

int cpuidle_register_governor(struct cpuidle_governor *gov);
s64 cpuidle_governor_latency_req(unsigned int cpu);

#endif /* PEER_LINUX_CPUIDLE_H */
