// SPDX-License-Identifier: GPL-2.0
#include <math.h>
#include <string.h>

#include "replay/workloads/random.h"
#include "replay/workloads/workload.h"

/* Every CPU has a timer of the kernel's own now and then. */
static const struct source housekeeping = {
	.kind = SOURCE_TIMER,
	.gap = { .kind = DIST_UNIFORM, .a = 400000, .b = 1200000 },
	.work = { .kind = DIST_CONST, .a = 15 },
};

/* A source under way. */
struct flow {
	const struct source *source;
	struct random random;
	s64 next_ns;
	int at;
	int left;
};

struct run {
	struct flow flows[WORKLOAD_SOURCES + 1];
	int count;
};

static double draw(const struct dist *dist, struct flow *flow)
{
	struct random *random = &flow->random;
	double u;
	int i;

	switch (dist->kind) {
	case DIST_CONST:
		return dist->a;
	case DIST_UNIFORM:
		return dist->a + (dist->b - dist->a) * random_unit(random);
	case DIST_EXP:
		return -dist->a * log(random_unit(random));
	case DIST_LOGNORMAL:
		return dist->a * exp(dist->b * random_normal(random));
	case DIST_PARETO:
		u = dist->a * pow(random_unit(random), -1.0 / dist->b);
		return u < dist->c ? u : dist->c;
	case DIST_MIX:
		u = random_unit(random);
		for (i = 0; i < dist->count - 1; i++) {
			u -= dist->weight[i];
			if (u < 0)
				break;
		}
		return draw(&dist->sub[i], flow);
	case DIST_ORDER:
		i = flow->at++ % dist->count;
		u = 2 * random_unit(random) - 1;
		return dist->order[i] * (1 + dist->a * u);
	case DIST_REGIME:
		if (flow->left-- <= 0) {
			flow->at = (flow->at + 1) % dist->count;
			flow->left = -dist->a * log(random_unit(random));
		}
		return draw(&dist->sub[flow->at], flow);
	}
	return 0;
}

static s64 draw_ns(const struct dist *dist, struct flow *flow)
{
	double ns = draw(dist, flow) * 1000;

	return ns < 1 ? 1 : (s64)ns;
}

static void start(struct run *run, const struct workload *workload, u64 seed)
{
	int i;

	memset(run, 0, sizeof(*run));
	for (i = 0; i < WORKLOAD_SOURCES && workload->sources[i].kind; i++)
		run->flows[run->count++].source = &workload->sources[i];
	run->flows[run->count++].source = &housekeeping;
	for (i = 0; i < run->count; i++) {
		struct flow *flow = &run->flows[i];

		random_seed(&flow->random, workload->name, seed, i);
		flow->at = -1;
		if (flow->source->gap.kind == DIST_ORDER)
			flow->at = 0;
		flow->next_ns = draw_ns(&flow->source->gap, flow);
	}
}

/* What comes first, and which timer the CPU knows of. */
static struct flow *next_event(struct run *run, struct model_session *session)
{
	struct flow *first = &run->flows[0];
	int i;

	session->timer_ns = MODEL_NEVER;
	for (i = 0; i < run->count; i++) {
		struct flow *flow = &run->flows[i];

		if (flow->next_ns < first->next_ns)
			first = flow;
		if (flow->source->kind == SOURCE_TIMER && flow->next_ns < session->timer_ns)
			session->timer_ns = flow->next_ns;
	}
	session->event_ns = first->next_ns;
	return first;
}

static void serve(struct run *run, struct flow *flow, struct model_cpu *cpu)
{
	const struct source *source = flow->source;
	int i;

	if (!source->interrupt)
		model_busy(cpu);
	cpu->now_ns += draw_ns(&source->work, flow);
	if (source->closed)
		flow->next_ns = cpu->now_ns;
	flow->next_ns += draw_ns(&source->gap, flow);
	for (i = 0; i < run->count; i++) {
		struct flow *other = &run->flows[i];

		if (other != flow && other->source->rearmed)
			other->next_ns = cpu->now_ns + draw_ns(&other->source->gap, other);
	}
}

void workload_run(const struct workload *workload, struct model_cpu *cpu,
		  const struct workload_limits *limits)
{
	/* A CPU that never gets idle must come to an end, too. */
	u64 events_left = 50 * limits->sessions;
	struct model_session session;
	struct flow *first;
	struct run run;

	start(&run, workload, limits->seed);
	while (cpu->score.sessions < limits->sessions && events_left--) {
		if (cpu->now_ns > limits->wall_ns &&
		    cpu->score.sessions >= limits->sessions_min)
			break;
		first = next_event(&run, &session);
		model_idle(cpu, &session);
		serve(&run, first, cpu);
	}
	cpu->score.wall_ns = cpu->now_ns;
}
