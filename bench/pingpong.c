// SPDX-License-Identifier: GPL-2.0
/*
 * A token passes round a ring of pinned threads; each does some work before it hands
 * the token on. While the others work a thread's CPU is idle: the amount of work sets
 * how long, and the time of a loop says what the idle states cost.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "handover.h"
#include "ring.h"
#include "lib/clock.h"
#include "lib/work.h"

#define DEFAULT_WORK	"1us:2ms:20"
#define MODES		"futex, pipe, eventfd, shm, shm-yield, shm-busy"

enum {
	KEY_WORK = 0x500,
	KEY_MODE,
	KEY_PAIRS,
	KEY_CONVERGE,
	KEY_DWELL,
};

struct pingpong {
	const char *work;
	const struct handover *way;
	int pairs;
	double converge;
	uint64_t dwell_ns;
};

static struct pingpong pingpong = { .work = DEFAULT_WORK };

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "Ping-pong:", 0 },
	{ "work", KEY_WORK, "VALUE|FROM:TO:POINTS", 0,
	  "Work of each stop, in ns or with a unit: one value, a list, or a geometric sweep "
	  "(default: " DEFAULT_WORK ")",
	  0 },
	{ "mode", KEY_MODE, "MODE", 0,
	  "futex, pipe, eventfd, shm (spins with the processor's pause hint), shm-yield (spins with sched_yield) or shm-busy (default: futex)",
	  0 },
	{ "pairs", KEY_PAIRS, "N", 0,
	  "N independent rings of two CPUs instead of one ring (default of --cpus then: cores:2N)",
	  0 },
	{ "converge", KEY_CONVERGE, "PERCENT", 0,
	  "End a point early when the 95 % confidence interval of its mean is within ±PERCENT",
	  0 },
	{ "dwell", KEY_DWELL, "SECONDS", 0,
	  "Stay at one value of --work for so long, and report its deviation and drift", 0 },
	{ 0 }
};

/* Several rings: their batches began together, so the means of each moment are averaged. */
static void merge_rings(struct stats *sum, struct ring *ring, int rings)
{
	int i, k, samples = STATS_SAMPLES;

	for (k = 0; k < rings; k++) {
		stats_merge(sum, &ring[k].loop);
		if (ring[k].loop.samples < samples)
			samples = ring[k].loop.samples;
	}
	for (i = 0; i < samples; i++) {
		double mean = 0;

		for (k = 0; k < rings; k++)
			mean += ring[k].loop.sample[i] / rings;
		stats_sample(sum, mean);
	}
}

static void add_bistable(json_t *point, const struct stats *loop)
{
	struct bistable two;

	if (stats_bistable(loop->sample, loop->samples, &two))
		json_object_set_new(point, "bistable",
				    json_pack("{s:f, s:f, s:f}", "low", two.low, "high",
					      two.high, "share_high", two.share_high));
}

static void add_metrics(json_t *point, struct ring *ring, int rings)
{
	struct stats *loop = calloc(1, sizeof(*loop));
	bool converged = true;
	int k;

	if (!loop)
		abort();
	merge_rings(loop, ring, rings);
	for (k = 0; k < rings; k++)
		converged = converged && ring[k].batches.converged;
	result_point_metric(point, "loop_ns", loop, "ns", "lower");
	result_point_value(point, "loop_drift_percent",
			   stats_drift(loop->sample, loop->samples), "%", NULL);
	add_bistable(point, loop);
	if (pingpong.converge > 0)
		json_object_set_new(point, "converged", json_boolean(converged));
	free(loop);
}

/* Opens and starts all rings; those that were started are in *@started also on failure. */
static int start_rings(struct bench *bench, struct ring *ring, int rings, int members,
		       uint64_t iterations, uint64_t duration_ns, int *started,
		       struct err *err)
{
	int k;

	for (k = 0; k < rings; k++) {
		ring[k].bench = bench;
		ring[k].way = pingpong.way;
		ring[k].members = members;
		ring[k].iterations = iterations;
		ring[k].duration_ns = duration_ns;
		ring[k].converge = pingpong.converge;
		if (ring_open(&ring[k], err))
			return -1;
	}
	for (k = 0; k < rings; k++, ++*started)
		if (ring_start(&ring[k], bench->cpus.cpu + (size_t)k * members, err))
			return -1;
	return 0;
}

static int measure(struct bench *bench, int index, uint64_t duration_ns, json_t *point,
		   struct err *err)
{
	int rings = pingpong.pairs ? pingpong.pairs : 1;
	int k, ret, started = 0, members = bench->cpus.count / rings;
	uint64_t iterations = work_for_ns(bench->sweep.value[index], bench->work_ps);
	struct ring *ring = calloc(rings, sizeof(*ring));

	if (!ring)
		abort();
	ret = start_rings(bench, ring, rings, members, iterations, duration_ns, &started,
			  err);
	if (ret)
		atomic_store(&bench->stop, 1);
	for (k = 0; k < started; k++)
		ring_join(&ring[k]);
	if (!ret && point)
		add_metrics(point, ring, rings);
	for (k = 0; k < rings; k++)
		ring_close(&ring[k]);
	free(ring);
	return ret;
}

static int prepare(struct bench *bench, struct err *err)
{
	char spec[32];

	if (!pingpong.way)
		pingpong.way = handover_find("futex");
	if (pingpong.pairs && bench->opt.cpus == bench->program->default_cpus) {
		snprintf(spec, sizeof(spec), "cores:%d", 2 * pingpong.pairs);
		cpulist_free(&bench->cpus);
		if (topology_pick(bench->topo, spec, &bench->cpus, err))
			return -1;
	}
	if (bench->cpus.count < 2)
		return err_set(err, BENCH_USAGE, "--cpus: a ring needs at least 2 CPUs");
	if (pingpong.pairs && bench->cpus.count != 2 * pingpong.pairs)
		return err_set(err, BENCH_USAGE, "--pairs: %d pairs need %d CPUs, not %d",
			       pingpong.pairs, 2 * pingpong.pairs, bench->cpus.count);
	bench->axis = "work_ns";
	if (sweep_parse(&bench->sweep, pingpong.work, 1, "--work", err))
		return -1;
	if (pingpong.dwell_ns && bench->sweep.count > 1)
		return err_set(err, BENCH_USAGE, "--dwell: needs one value of --work, not %d",
			       bench->sweep.count);
	if (pingpong.dwell_ns)
		bench->opt.duration_ns = pingpong.dwell_ns;
	bench->groups = 1;
	bench->group[0].name = "participants";
	cpulist_copy(&bench->group[0].cpus, &bench->cpus);
	return 0;
}

static void parameters(struct bench *bench, json_t *p)
{
	(void)bench;
	json_object_set_new(p, "work", json_string(pingpong.work));
	json_object_set_new(p, "mode", json_string(pingpong.way->name));
	json_object_set_new(p, "pairs", json_integer(pingpong.pairs));
	json_object_set_new(p, "converge_percent", json_real(100 * pingpong.converge));
	json_object_set_new(p, "dwell", json_boolean(pingpong.dwell_ns != 0));
}

static void summary(struct bench *bench, json_t *point, char *buf, size_t size)
{
	double mean = bench_metric(point, "loop_ns", "mean");

	(void)bench;
	snprintf(buf, size, "%.1f ns/loop ±%.1f %%, p50 %.0f, p99 %.0f, n %.0f%s%s", mean,
		 mean > 0 ? 100 * bench_metric(point, "loop_ns", "stddev") / mean : 0,
		 bench_metric(point, "loop_ns", "p50"), bench_metric(point, "loop_ns", "p99"),
		 bench_metric(point, "loop_ns", "count"),
		 json_is_null(json_object_get(point, "bistable")) ? "" : ", bi-stable",
		 json_is_false(json_object_get(point, "converged")) ? ", not converged" : "");
	if (pingpong.dwell_ns)
		snprintf(buf + strlen(buf), size - strlen(buf), ", drift %+.2f %%",
			 bench_metric(point, "loop_drift_percent", "mean"));
}

static int parse_converge(struct bench *bench, const char *arg)
{
	char *end;
	double percent = strtod(arg, &end);

	if (end == arg || *end || !(percent > 0) || percent > 100)
		return bench_usage(bench, "--converge: '%s' is not a percentage above 0", arg);
	pingpong.converge = percent / 100;
	return 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct bench *bench = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		bench_argp_init(state);
		return 0;
	case KEY_WORK:
		pingpong.work = arg;
		return 0;
	case KEY_MODE:
		pingpong.way = handover_find(arg);
		if (pingpong.way)
			return 0;
		return bench_usage(bench, "--mode: '%s' is none of " MODES, arg);
	case KEY_PAIRS:
		return parse_int(&pingpong.pairs, arg, 1, 32768, "--pairs", &bench->opt.err) ?
		       EINVAL : 0;
	case KEY_CONVERGE:
		return parse_converge(bench, arg);
	case KEY_DWELL:
		return parse_time_ns(&pingpong.dwell_ns, arg, NSEC_PER_SEC, "--dwell",
				     &bench->opt.err) ? EINVAL : 0;
	case ARGP_KEY_ARG:
		return bench_usage(bench, "'%s' is not an option (see --help)", arg);
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = { { &options_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	options, parse, NULL,
	"Pass a token round a ring of pinned threads, with work at each stop, and measure "
	"the time of a loop and the idle states of the CPUs."
	"\vTimes have an optional unit: ns, us, ms, s. Exit status: 0 done; 1 failed at run "
	"time; 2 wrong arguments, nothing was changed; 77 not possible on this machine (no "
	"cpuidle, not root); 130 interrupted: settings are restored, finished points are "
	"kept for --resume.",
	children, NULL, NULL
};

static const struct bench_program program = {
	.name = "pingpong",
	.argp = &argp,
	.default_cpus = "cores:2",
	.default_duration_ns = NSEC_PER_SEC,
	.prepare = prepare,
	.parameters = parameters,
	.point = measure,
	.summary = summary,
};

int main(int argc, char **argv)
{
	return bench_main(&program, &pingpong, argc, argv);
}
