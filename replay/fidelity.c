// SPDX-License-Identifier: GPL-2.0
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "replay/fidelity.h"

#define CPUS_MAX	4096
#define DETAILS_MAX	20

/* A CPU whose history is known from a point on. */
struct seat {
	struct model_cpu cpu;
	void *data;
	bool known;
	u64 unknown;
};

struct fidelity {
	const struct governor_kind *kind;
	FILE *details;
	struct seat *seats[CPUS_MAX];
	struct fidelity_result result;
};

struct fidelity *fidelity_new(const struct governor_kind *kind, FILE *details)
{
	struct fidelity *fidelity = calloc(1, sizeof(*fidelity));

	if (fidelity) {
		fidelity->kind = kind;
		fidelity->details = details;
	}
	return fidelity;
}

static struct seat *seat_of(struct fidelity *fidelity, unsigned int cpu)
{
	if (cpu >= CPUS_MAX)
		return NULL;
	if (!fidelity->seats[cpu])
		fidelity->seats[cpu] = calloc(1, sizeof(struct seat));
	return fidelity->seats[cpu];
}

int fidelity_begin(struct fidelity *fidelity, unsigned int cpu,
		   const struct cpuidle_driver *drv, s64 tick_ns,
		   const struct fidelity_end *last)
{
	struct seat *seat = seat_of(fidelity, cpu);
	struct model_options options;

	if (!seat)
		return -1;
	model_options_default(&options);
	options.tick_ns = tick_ns;
	model_cpu_init(&seat->cpu, drv, 0, &options, 0);
	seat->cpu.dev.cpu = cpu;
	if (last) {
		seat->cpu.dev.last_state_idx = last->state;
		seat->cpu.dev.last_residency_ns = last->residency_ns;
		seat->cpu.dev.poll_time_limit = last->poll_limit;
	}
	free(seat->data);
	seat->data = governor_start(fidelity->kind, &seat->cpu);
	seat->known = seat->data;
	return seat->known ? 0 : -1;
}

void fidelity_param(struct fidelity *fidelity, unsigned int cpu, const char *name,
		    const char *value)
{
	struct seat *seat = seat_of(fidelity, cpu);

	if (seat && seat->known && fidelity->kind->ops->param)
		fidelity->kind->ops->param(seat->data, name, value);
}

static void tell(struct fidelity *fidelity, unsigned int cpu, const struct fidelity_ask *ask,
		 int state, bool stop_tick, bool asked)
{
	u64 deviations = fidelity->result.decisions - fidelity->result.same;

	if (!fidelity->details || deviations > DETAILS_MAX)
		return;
	fprintf(fidelity->details, "CPU %u at %" PRIu64 ".%09" PRIu64
		": recorded state %u, tick %s; replayed state %d, tick %s", cpu,
		ask->time_ns / 1000000000, ask->time_ns % 1000000000, ask->state,
		ask->stop_tick ? "may stop" : "kept", state, stop_tick ? "may stop" : "kept");
	if (ask->asked)
		fprintf(fidelity->details, "; sleep length %" PRId64 " ns, with the tick %" PRId64
			" ns", ask->sleep_ns, ask->delta_ns);
	if (asked != ask->asked)
		fprintf(fidelity->details, "; the sleep length was%s asked for, now it is%s",
			ask->asked ? "" : " not", asked ? "" : " not");
	fprintf(fidelity->details, "%s\n", ask->tick_stopped ? "; tick stopped before" : "");
}

void fidelity_select(struct fidelity *fidelity, unsigned int cpu, const struct fidelity_ask *ask)
{
	struct seat *seat = seat_of(fidelity, cpu);
	struct peer_env *env;
	bool stop_tick = true;
	u64 asked;
	int state, i;

	if (!seat || !seat->known) {
		fidelity->result.unknown++;
		return;
	}
	env = &seat->cpu.env;
	env->now_ns = ask->time_ns;
	env->latency_req_ns = ask->latency_req_ns;
	env->sleep_ns = ask->asked ? ask->sleep_ns : INT64_MAX;
	env->delta_ns = ask->asked ? ask->delta_ns : INT64_MAX;
	env->util = ask->util;
	env->capacity = ask->capacity;
	env->tick_stopped = ask->tick_stopped;
	asked = env->asked;
	for (i = 0; i < seat->cpu.drv.state_count; i++)
		seat->cpu.dev.states_usage[i].disable = ask->disabled >> i & 1;

	governor_resume(fidelity->kind, &seat->cpu, seat->data);
	state = seat->cpu.gov->select(&seat->cpu.drv, &seat->cpu.dev, &stop_tick);
	fidelity->result.decisions++;
	if (state == ask->state && stop_tick == ask->stop_tick)
		fidelity->result.same++;
	else
		tell(fidelity, cpu, ask, state, stop_tick, env->asked != asked);
}

void fidelity_reflect(struct fidelity *fidelity, unsigned int cpu, const struct fidelity_end *end)
{
	struct seat *seat = seat_of(fidelity, cpu);
	struct cpuidle_device *dev;

	if (!seat || !seat->known || end->state < 0 || end->state >= seat->cpu.drv.state_count)
		return;
	dev = &seat->cpu.dev;
	if (end->rejected) {
		dev->last_residency_ns = 0;
		dev->states_usage[end->state].rejected++;
		return;
	}
	dev->last_residency_ns = end->residency_ns;
	/* A state that does not poll leaves the flag as it was. */
	if (seat->cpu.drv.states[end->state].flags & CPUIDLE_FLAG_POLLING)
		dev->poll_time_limit = end->poll_limit;
	seat->cpu.env.got_tick = end->got_tick;
	seat->cpu.env.now_ns += end->residency_ns;
	governor_resume(fidelity->kind, &seat->cpu, seat->data);
	if (seat->cpu.gov->reflect)
		seat->cpu.gov->reflect(dev, end->state);
}

void fidelity_forget(struct fidelity *fidelity, unsigned int cpu)
{
	struct seat *seat = seat_of(fidelity, cpu);

	if (seat)
		seat->known = false;
}

struct fidelity_result fidelity_finish(struct fidelity *fidelity)
{
	struct fidelity_result result = fidelity->result;
	unsigned int cpu;

	for (cpu = 0; cpu < CPUS_MAX; cpu++) {
		if (!fidelity->seats[cpu])
			continue;
		result.cpus += !!fidelity->seats[cpu]->data;
		free(fidelity->seats[cpu]->data);
		free(fidelity->seats[cpu]);
	}
	free(fidelity);
	return result;
}
