/* SPDX-License-Identifier: GPL-2.0 */
/*
 * The simulated CPU: what an idle session costs under a governor. Every
 * assumption is a field of struct model_options; Documentation/replay.md says
 * why each has the value it has.
 */
#ifndef TALLY_REPLAY_MODEL_H
#define TALLY_REPLAY_MODEL_H

#include "replay/peers/peer.h"
#include "replay/pelt.h"

#define MODEL_NEVER	(INT64_MAX / 4)

/**
 * enum model_power_kind - where the states' powers come from
 * @MODEL_POWER_RESIDENCY: first * (target residency / 1 us) ^ -exponent
 * @MODEL_POWER_GEOMETRIC: first * ratio ^ (rank by target residency - 1)
 * @MODEL_POWER_GIVEN: measured, one a state
 */
enum model_power_kind {
	MODEL_POWER_RESIDENCY,
	MODEL_POWER_GEOMETRIC,
	MODEL_POWER_GIVEN,
};

/**
 * struct model_options - the assumptions
 * @tick_ns: tick period
 * @tick_cost_ns: active time that a tick in idle costs
 * @stop_cost_ns: active time that stopping the tick costs
 * @restart_cost_ns: active time that restarting it costs
 * @latency_weight: active ns that 1 ns of wake-up latency is worth, 0 or more
 * @latency_scale: real exit latency over the table's, 0 or more
 * @latency_req_ns: PM QoS limit on the exit latency
 * @power_kind: where powers come from
 * @power_first: power of a non-polling state with a residency of 1 us or less,
 *	as a share of active power, 0 to 1
 * @power_exponent: see enum model_power_kind
 * @power_ratio: see enum model_power_kind
 * @power_given: powers by state, as shares of active power
 * @power_given_count: how many were given
 * @capacity: the CPU's capacity, 1 to 1024, for its utilisation
 */
struct model_options {
	s64 tick_ns;
	s64 tick_cost_ns;
	s64 stop_cost_ns;
	s64 restart_cost_ns;
	double latency_weight;
	double latency_scale;
	s64 latency_req_ns;
	enum model_power_kind power_kind;
	double power_first;
	double power_exponent;
	double power_ratio;
	double power_given[CPUIDLE_STATE_MAX];
	int power_given_count;
	u32 capacity;
};

/**
 * struct model_power - break-even-consistent energy of the idle states
 * @power: power in the state, as a share of active power
 * @entry: energy of one entry and exit, in active nanoseconds
 *
 * A stay of d ns, wake-up excluded, costs entry[s] + power[s] * d. In the order
 * of target residencies T, entry[s] - entry[s-1] = (power[s-1] - power[s]) * T[s]:
 * the deeper of two neighbours pays from its target residency on, to the
 * nanosecond. Before the first lies polling: power 1, entry 0.
 */
struct model_power {
	double power[CPUIDLE_STATE_MAX];
	double entry[CPUIDLE_STATE_MAX];
};

/**
 * struct model_session - one idle session: from running out of work to having some
 * @event_ns: when something wakes the CPU for good, absolute
 * @timer_ns: when the next timer expires, absolute; MODEL_NEVER for none
 */
struct model_session {
	s64 event_ns;
	s64 timer_ns;
};

/**
 * struct model_score - what a run came to; energies in active nanoseconds
 * @energy: energy in idle, ticks and tick stops included
 * @latency_ns: sum of wake-up latencies
 * @best_energy: the least energy that the same sessions can cost
 * @best_combined: the least sum of energy and weighted latency
 * @sessions: idle sessions
 * @entries: idle states entered
 * @above: entries that were too deep, as the cpuidle core counts them
 * @below: entries that were too shallow
 * @ticks: tick wake-ups in idle
 * @stops: times the tick was stopped
 * @asked: times the sleep length was asked for
 * @violations: choices that were disabled, out of range or above the limit
 *	while an allowed state was there
 * @wall_ns: simulated time
 * @idle_ns: of which idle, exit latencies included
 * @usage: entries by state
 * @time_ns: residency by state
 */
struct model_score {
	double energy;
	double latency_ns;
	double best_energy;
	double best_combined;
	u64 sessions;
	u64 entries;
	u64 above;
	u64 below;
	u64 ticks;
	u64 stops;
	u64 asked;
	u64 violations;
	s64 wall_ns;
	s64 idle_ns;
	u64 usage[CPUIDLE_STATE_MAX];
	s64 time_ns[CPUIDLE_STATE_MAX];
};

struct model_cpu;

/**
 * typedef model_watch - hears every idle period of a run (for --explain)
 * @context: as given to model_watch_with()
 * @cpu: the CPU after the period; its env as the governor saw it
 * @state: the state that was chosen
 * @start_ns: when it was entered
 * @measured_ns: residency, exit latency included
 * @stopped: the tick was stopped
 */
typedef void model_watch(void *context, const struct model_cpu *cpu, int state,
			 s64 start_ns, s64 measured_ns, bool stopped);

/**
 * struct model_cpu - the simulated CPU
 * @options: the assumptions
 * @power: energy of the states
 * @allowed: bit i is set when state i may be entered
 * @exit_ns: real exit latencies
 * @drv: state table, as governors see it
 * @dev: the CPU, as governors see it
 * @env: what governors may ask
 * @gov: the governor; bound to this thread by the caller
 * @now_ns: simulated clock
 * @begin_ns: when the simulation began
 * @late_ns: how much later than recorded everything is (closed-loop traces)
 * @next_tick_ns: when the next tick is due, stopped or not
 * @session: the session under way
 * @session_start_ns: when it began
 * @stopped_before: the tick was stopped when the last choice was asked for
 * @ticked: the tick ran in the last period
 * @poll_limited: a polling state's time limit ended it
 * @utilisation: keep @pelt up to date, for governors that ask for it
 * @pelt: the CPU's utilisation
 * @pelt_ns: up to when @pelt has counted
 * @watch: hears every idle period, or NULL
 * @watch_context: handed to it
 * @score: what it all came to
 */
struct model_cpu {
	struct model_options options;
	struct model_power power;
	u32 allowed;
	s64 exit_ns[CPUIDLE_STATE_MAX];
	struct cpuidle_driver drv;
	struct cpuidle_device dev;
	struct peer_env env;
	struct cpuidle_governor *gov;
	s64 now_ns;
	s64 begin_ns;
	s64 late_ns;
	s64 next_tick_ns;
	struct model_session session;
	s64 session_start_ns;
	bool stopped_before;
	bool ticked;
	bool poll_limited;
	bool utilisation;
	struct pelt pelt;
	s64 pelt_ns;
	model_watch *watch;
	void *watch_context;
	struct model_score score;
};

/**
 * model_options_default() - the documented assumptions
 * @options: filled
 */
void model_options_default(struct model_options *options);

/**
 * model_power_derive() - powers and entry energies from target residencies
 * @drv: state table
 * @options: where powers come from
 * @power: filled
 */
void model_power_derive(const struct cpuidle_driver *drv,
			const struct model_options *options, struct model_power *power);

/**
 * model_cpu_init() - a CPU at time 0
 * @cpu: filled
 * @drv: its state table, copied
 * @disabled: bit i is set when state i must not be entered
 * @options: assumptions, copied
 * @tick_phase_ns: when the first tick is due, 0 to tick_ns
 */
void model_cpu_init(struct model_cpu *cpu, const struct cpuidle_driver *drv,
		    u32 disabled, const struct model_options *options, s64 tick_phase_ns);

/**
 * model_idle() - let the governor live through one idle session
 * @cpu: the CPU, at cpu->now_ns
 * @session: what happens, absolute times; nothing is done if the event is past
 *
 * On return cpu->now_ns is when the CPU has woken up. A stopped tick stays so: if
 * the event was an interrupt that wakes no task, the next session finds it stopped.
 */
void model_idle(struct model_cpu *cpu, const struct model_session *session);

/**
 * model_busy() - a task runs: the tick is restarted
 * @cpu: the CPU, after model_idle()
 */
void model_busy(struct model_cpu *cpu);

/**
 * model_energy() - energy of one stay
 * @cpu: the CPU
 * @state: where
 * @stay_ns: for how long, wake-up excluded
 *
 * Return: energy in active nanoseconds.
 */
static inline double model_energy(const struct model_cpu *cpu, int state, s64 stay_ns)
{
	return cpu->power.entry[state] + cpu->power.power[state] * stay_ns;
}

/**
 * oracle_session() - the least that a session can cost
 * @cpu: the CPU as the session begins
 * @session: what happens
 * @energy: the least energy
 * @combined: the least sum of energy and weighted latency
 * @state: state of the least combined cost, or NULL
 *
 * Optimal for the session by itself, its begin and its events given: the tick stopped
 * at once, or never and any state from tick to tick.
 */
void oracle_session(const struct model_cpu *cpu, const struct model_session *session,
		    double *energy, double *combined, int *state);

#endif /* TALLY_REPLAY_MODEL_H */
