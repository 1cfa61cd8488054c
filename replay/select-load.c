// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <valgrind/callgrind.h>

#include "replay/select-load.h"
#include "replay/workloads/shorthand.h"

/* A recording of 4096 decisions fits into any second-level cache. */
#define DECISIONS	4096

static const struct workload loads[LOADS] = {
	[LOAD_SHORT] = { "short", "bench", { REPLY(EVERY(UNIFORM(2, 12)), TAKES(CONST(5))) } },
	[LOAD_MIXED] = { "mixed", "bench", {
		TIMER(EVERY(CONST(3000)), TAKES(CONST(20))),
		REPLY(EVERY(MIX3(.6, .3, EXP(10), EXP(300), EXP(8000))), TAKES(EXP(10))) } },
};

const char *select_load_name(enum select_load load)
{
	return loads[load].name;
}

/*
 * Polling, then target residencies from 1 us to 3 ms in equal ratios, each three
 * times its exit latency. Two states: as on POWER, polling and 10/100 us.
 */
static void make_table(struct cpuidle_driver *drv, int states)
{
	int i;

	memset(drv, 0, sizeof(*drv));
	drv->state_count = states;
	drv->states[0].flags = CPUIDLE_FLAG_POLLING;
	strcpy(drv->states[0].name, "POLL");
	for (i = 1; i < states; i++) {
		double residency_us = states == 2 ? 100 :
				      pow(3000, (double)(i - 1) / (states - 2));

		snprintf(drv->states[i].name, sizeof(drv->states[i].name), "C%d", i);
		drv->states[i].target_residency_ns = residency_us * 1000;
		drv->states[i].exit_latency_ns = states == 2 ? 10000 : residency_us * 1000 / 3;
	}
}

static void record(void *context, const struct model_cpu *cpu, int state, s64 start_ns,
		   s64 measured_ns, bool stopped)
{
	struct select_bench *bench = context;
	struct decision_input *input = &bench->inputs[bench->count];

	(void)stopped;
	if (bench->count == DECISIONS)
		return;
	*input = (struct decision_input){
		.sleep_ns = cpu->env.sleep_ns,
		.delta_ns = cpu->env.delta_ns,
		.now_ns = start_ns,
		.end_ns = start_ns + measured_ns,
		.residency_ns = measured_ns,
		.state = state,
		.tick_stopped = cpu->stopped_before,
		.got_tick = cpu->ticked,
		.poll_limit = cpu->poll_limited,
	};
	bench->count++;
}

int select_bench_init(struct select_bench *bench, const struct governor_kind *kind, int states,
		      enum select_load load, s64 tick_ns)
{
	struct workload_limits limits = {
		.sessions = DECISIONS, .wall_ns = MODEL_NEVER, .seed = 1,
	};
	struct model_options options;
	struct cpuidle_driver drv;
	void *data;

	memset(bench, 0, sizeof(*bench));
	bench->kind = kind;
	bench->inputs = calloc(DECISIONS, sizeof(*bench->inputs));
	model_options_default(&options);
	options.tick_ns = tick_ns;
	make_table(&drv, states);
	model_cpu_init(&bench->cpu, &drv, 0, &options, tick_ns / 3);
	data = governor_start(kind, &bench->cpu);
	if (!bench->inputs || !data)
		return -1;
	bench->cpu.watch = record;
	bench->cpu.watch_context = bench;
	workload_run(&loads[load], &bench->cpu, &limits);
	free(data);

	/* Played by a fresh instance, so that the recorded decisions come again. */
	model_cpu_init(&bench->cpu, &drv, 0, &options, tick_ns / 3);
	bench->data = governor_start(kind, &bench->cpu);
	if (!bench->data)
		return -1;
	select_bench_play(bench, true, false);
	bench->asked = bench->cpu.env.asked;
	return 0;
}

unsigned long select_bench_play(struct select_bench *bench, bool call, bool collect)
{
	struct cpuidle_governor *gov = bench->kind->ops->gov;
	struct cpuidle_driver *drv = &bench->cpu.drv;
	struct cpuidle_device *dev = &bench->cpu.dev;
	struct peer_env *env = &bench->cpu.env;
	unsigned long sum = 0;
	size_t i;

	governor_resume(bench->kind, &bench->cpu, bench->data);
	for (i = 0; i < bench->count; i++) {
		const struct decision_input *input = &bench->inputs[i];
		bool stop = true;

		env->sleep_ns = input->sleep_ns;
		env->delta_ns = input->delta_ns;
		env->now_ns = input->now_ns;
		env->tick_stopped = input->tick_stopped;
		if (collect)
			CALLGRIND_TOGGLE_COLLECT;
		if (call)
			sum += gov->select(drv, dev, &stop);
		if (collect)
			CALLGRIND_TOGGLE_COLLECT;
		env->now_ns = input->end_ns;
		env->got_tick = input->got_tick;
		dev->poll_time_limit = input->poll_limit;
		dev->last_residency_ns = input->residency_ns;
		if (collect)
			CALLGRIND_TOGGLE_COLLECT;
		if (call && gov->reflect)
			gov->reflect(dev, input->state);
		if (collect)
			CALLGRIND_TOGGLE_COLLECT;
		sum += stop;
	}
	return sum;
}

void select_bench_free(struct select_bench *bench)
{
	free(bench->inputs);
	free(bench->data);
}
