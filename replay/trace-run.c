// SPDX-License-Identifier: GPL-2.0
/* Idle sessions of a trace through governors, on all cores. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "replay/trace-run.h"

#define THREADS_MAX	1024

/* One job is one CPU under one governor: nothing is shared, so no order matters. */
struct shared {
	struct trace_run *run;
	atomic_size_t next;
};

static int start_models(struct trace_run *run, struct trace_cpu *cpu)
{
	size_t g;

	cpu->models = calloc(run->governor_count, sizeof(*cpu->models));
	cpu->data = calloc(run->governor_count, sizeof(*cpu->data));
	if (!cpu->models || !cpu->data)
		return -1;
	for (g = 0; g < run->governor_count; g++) {
		struct model_cpu *model = &cpu->models[g];

		model_cpu_init(model, &cpu->drv, cpu->disabled, &run->options,
			       cpu->sessions[0].start_ns % run->options.tick_ns);
		model->now_ns = cpu->sessions[0].start_ns;
		model->begin_ns = model->now_ns;
		model->pelt_ns = model->now_ns;
		model->watch = run->model_watch;
		model->watch_context = run->watch_context;
		cpu->data[g] = governor_start(&run->governors[g], model);
		if (!cpu->data[g])
			return -1;
	}
	return 0;
}

/* The grid of ticks goes through where one was seen. */
static void align_ticks(struct model_cpu *model, s64 tick_ns)
{
	s64 period_ns = model->options.tick_ns;
	s64 phase_ns = (tick_ns - model->now_ns) % period_ns;

	model->next_tick_ns = model->now_ns + (phase_ns > 0 ? phase_ns : phase_ns + period_ns);
}

static void one_session(const struct trace_run *run, const struct trace_cpu *cpu,
			size_t governor, const struct trace_session *session, s64 *late_ns)
{
	struct model_cpu *model = &cpu->models[governor];
	struct model_score *score = &model->score;
	double energy = score->energy, latency_ns = score->latency_ns;
	double best_energy = score->best_energy, best_combined = score->best_combined;
	struct model_session idle = {
		.event_ns = session->event_ns + *late_ns,
		.timer_ns = session->timer_ns + *late_ns,
	};
	s64 start_ns = session->start_ns + *late_ns;

	if (session->busy_before)
		model_busy(model);
	/* Awake too late to begin when the trace did: the session is shorter. */
	if (model->now_ns < start_ns)
		model->now_ns = start_ns;
	if (session->tick_ns)
		align_ticks(model, session->tick_ns + *late_ns);
	model_idle(model, &idle);
	if (run->closed)
		*late_ns += model->now_ns - idle.event_ns;
	if (run->watch)
		run->watch(run->watch_context, cpu, governor, session, score->energy - energy,
			   score->latency_ns - latency_ns, score->best_energy - best_energy,
			   score->best_combined - best_combined);
}

static void run_job(struct trace_run *run, size_t job)
{
	struct trace_cpu *cpu = run->cpus[job / run->governor_count];
	size_t governor = job % run->governor_count, i;
	struct model_cpu *model = &cpu->models[governor];

	if (!cpu->count)
		return;
	governor_resume(&run->governors[governor], model, cpu->data[governor]);
	for (i = 0; i < cpu->count; i++) {
		const struct trace_session *session = &cpu->sessions[i];

		if (!session->unreliable)
			one_session(run, cpu, governor, session, &model->late_ns);
	}
	model->score.wall_ns = model->now_ns - model->begin_ns;
	model->score.asked = model->env.asked;
}

static void *worker(void *context)
{
	struct shared *shared = context;
	size_t jobs = shared->run->cpu_count * shared->run->governor_count, job;

	while ((job = atomic_fetch_add(&shared->next, 1)) < jobs)
		run_job(shared->run, job);
	return NULL;
}

int trace_run_flush(struct trace_run *run)
{
	struct shared shared = { .run = run };
	pthread_t threads[THREADS_MAX];
	unsigned int started = 0, i;
	size_t c, s;

	for (c = 0; c < run->cpu_count; c++)
		if (run->cpus[c]->count && !run->cpus[c]->models &&
		    start_models(run, run->cpus[c]))
			return -1;
	for (i = 1; i < run->threads && i <= THREADS_MAX; i++)
		if (!pthread_create(&threads[started], NULL, worker, &shared))
			started++;
	worker(&shared);
	while (started)
		pthread_join(threads[--started], NULL);
	for (c = 0; c < run->cpu_count; c++) {
		struct trace_cpu *cpu = run->cpus[c];

		for (s = 0; s < cpu->count; s++)
			cpu->unreliable += cpu->sessions[s].unreliable;
		run->sessions += cpu->count;
		cpu->count = 0;
	}
	run->waiting = 0;
	return 0;
}
