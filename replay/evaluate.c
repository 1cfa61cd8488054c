// SPDX-License-Identifier: GPL-2.0
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "replay/evaluate.h"
#include "replay/workloads/random.h"

/* What the threads share: jobs are numbered, each is taken once. */
struct shared {
	struct evaluation *evaluation;
	size_t jobs;
	atomic_size_t next;
	atomic_bool failed;
};

static size_t all_governors(const struct evaluation *e)
{
	return e->governor_count + e->fixed_count;
}

struct model_score *evaluate_score(const struct evaluation *e, size_t workload, size_t table,
				   size_t tick, size_t governor)
{
	return &e->scores[((workload * e->table_count + table) * e->tick_count + tick) *
			  all_governors(e) + governor];
}

/* The tick has no relation to the workload's start; every governor meets the same. */
static s64 tick_phase(const struct evaluation *e, const struct workload *workload, s64 tick_ns)
{
	struct random random;

	random_seed(&random, workload->name, e->limits.seed, WORKLOAD_SOURCES + 1);
	return random_unit(&random) * tick_ns;
}

static int run_one(const struct evaluation *e, size_t job)
{
	size_t governor = job % all_governors(e);
	size_t tick = job / all_governors(e) % e->tick_count;
	size_t table = job / all_governors(e) / e->tick_count % e->table_count;
	size_t number = job / all_governors(e) / e->tick_count / e->table_count;
	const struct workload *workload = e->workloads[number];
	struct model_options options = e->options;
	struct model_cpu cpu;
	void *data;

	/* A fixed policy for a state that this table has not: nothing to run. */
	if (governor >= e->governor_count &&
	    governor - e->governor_count >= 2 * (size_t)e->tables[table].drv.state_count)
		return 0;
	options.tick_ns = e->tick_ns[tick];
	model_cpu_init(&cpu, &e->tables[table].drv, e->tables[table].disabled, &options,
		       tick_phase(e, workload, options.tick_ns));
	data = governor_start(&e->governors[governor], &cpu);
	if (!data)
		return -1;
	workload_run(workload, &cpu, &e->limits);
	free(data);
	cpu.score.asked = cpu.env.asked;
	e->scores[job] = cpu.score;
	return 0;
}

static void *worker(void *context)
{
	struct shared *shared = context;
	size_t job;

	while ((job = atomic_fetch_add(&shared->next, 1)) < shared->jobs)
		if (run_one(shared->evaluation, job))
			atomic_store(&shared->failed, true);
	return NULL;
}

int evaluate(struct evaluation *e)
{
	struct shared shared = { .evaluation = e };
	pthread_t *threads;
	unsigned int i, started = 0;

	shared.jobs = e->workload_count * e->table_count * e->tick_count * all_governors(e);
	e->scores = calloc(shared.jobs, sizeof(*e->scores));
	threads = calloc(e->threads, sizeof(*threads));
	if (!e->scores || !threads) {
		free(threads);
		return -1;
	}
	for (i = 1; i < e->threads; i++)
		if (!pthread_create(&threads[started], NULL, worker, &shared))
			started++;
	worker(&shared);
	while (started)
		pthread_join(threads[--started], NULL);
	free(threads);
	return shared.failed ? -1 : 0;
}

double score_energy_ratio(const struct model_score *score)
{
	return score->best_energy > 0 ? score->energy / score->best_energy : 1;
}

double score_combined_ratio(const struct model_score *score,
			    const struct model_options *options)
{
	if (!(score->best_combined > 0))
		return 1;
	return (score->energy + options->latency_weight * score->latency_ns) /
	       score->best_combined;
}

void evaluate_best_fixed(const struct evaluation *e, size_t workload, size_t table,
			 size_t tick, double *energy, double *combined)
{
	size_t i;

	*energy = 0;
	*combined = 0;
	for (i = 0; i < e->fixed_count; i++) {
		const struct model_score *score =
			evaluate_score(e, workload, table, tick, e->governor_count + i);
		double ratio;

		if (!score->sessions)
			continue;
		ratio = score_energy_ratio(score);
		if (!*energy || ratio < *energy)
			*energy = ratio;
		ratio = score_combined_ratio(score, &e->options);
		if (!*combined || ratio < *combined)
			*combined = ratio;
	}
}
