// SPDX-License-Identifier: GPL-2.0
/*
 * Many threads, one of which is woken every so often: what a wake-up costs when the
 * woken thread was asleep for long. A loop is one round in which each was woken once.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "lib/clock.h"
#include "lib/work.h"
#include "sleepers.h"

#define DEFAULT_ARRIVAL	"20us"
/* Rounds beyond this are not told apart; with 500 threads every 20 us: 2.7 hours. */
#define ROUNDS_MAX	1000000

enum {
	KEY_ARRIVAL = 0x500,
	KEY_SERVICE,
	KEY_THREADS,
	KEY_WAKER,
};

static struct {
	const char *arrival;
	uint64_t service_ns;
	int threads;
	enum waker_mode mode;
	struct cpulist cpus;
	int waker_cpu;
} wakeup = { .arrival = DEFAULT_ARRIVAL, .threads = 500 };

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "Wakeup:", 0 },
	{ "arrival", KEY_ARRIVAL, "VALUE|LIST|FROM:TO:POINTS", 0,
	  "Time between wake-ups (default: " DEFAULT_ARRIVAL ")", 0 },
	{ "service", KEY_SERVICE, "TIME", 0,
	  "Work of a thread after each wake-up (default: 0)", 0 },
	{ "threads", KEY_THREADS, "N", 0,
	  "Threads, woken one after the other (default: 500)", 0 },
	{ "waker", KEY_WAKER, "MODE", 0,
	  "How the waker waits: spin (on the clock), sleep (late by its own wakeup latency), or auto: sleep until 2 ms before, then spin (default: auto)",
	  0 },
	{ 0 }
};

static void add_loops(json_t *point, const struct round *rounds, uint64_t max)
{
	struct stats *loops = calloc(1, sizeof(*loops));
	uint64_t i;

	if (!loops)
		abort();
	for (i = 0; i < max; i++) {
		uint64_t count = atomic_load(&rounds[i].count);

		if (!count)
			continue;
		stats_add(loops, atomic_load(&rounds[i].sum_ns) / count);
		stats_sample(loops, (double)atomic_load(&rounds[i].sum_ns) / (double)count);
	}
	result_point_metric(point, "loop_mean_ns", loops, "ns", "lower");
	/* The published number: the 90th percentile of the loops' means. */
	result_point_value(point, "wakeup_cost_ns", (double)stats_percentile(loops, 90), "ns",
			   "lower");
	free(loops);
}

static void add_metrics(json_t *point, struct sleeper *sleeper, const struct waker *waker,
			const struct round *rounds, uint64_t round_max)
{
	struct stats *due = calloc(1, sizeof(*due)), *sent = calloc(1, sizeof(*sent));
	int i;

	if (!due || !sent)
		abort();
	for (i = 0; i < wakeup.threads; i++) {
		stats_merge(due, sleeper[i].latency);
		stats_merge(sent, sleeper[i].from_write);
	}
	result_point_metric(point, "wakeup_latency_ns", due, "ns", "lower");
	result_point_metric(point, "write_to_read_ns", sent, "ns", "lower");
	result_point_metric(point, "waker_late_ns", waker->late, "ns", "lower");
	result_point_event(point, "dropped_wakeups", waker->dropped);
	result_point_event(point, "skipped_wakeups", waker->skipped);
	add_loops(point, rounds, round_max);
	free(due);
	free(sent);
}

static int start(struct bench *bench, struct sleeper *sleeper, int *started, struct err *err)
{
	int i;

	for (i = 0; i < wakeup.threads; i++)
		if (sleeper_open(&sleeper[i], err))
			return -1;
	for (i = 0; i < wakeup.threads; i++, ++*started) {
		struct thread_setup setup = bench_thread_setup(bench, sleeper[i].cpu);

		if (sleeper_start(&sleeper[i], &setup, err))
			return -1;
	}
	return 0;
}

static int run_waker(struct bench *bench, struct waker *waker, struct err *err)
{
	struct thread_setup setup = bench_thread_setup(bench, wakeup.waker_cpu);
	pthread_t thread;

	if (thread_start(&thread, &setup, waker_run, waker, err))
		return -1;
	pthread_join(thread, NULL);
	return 0;
}

static int measure(struct bench *bench, int index, uint64_t duration_ns, json_t *point,
		   struct err *err)
{
	uint64_t period = bench->sweep.value[index];
	uint64_t round_max = duration_ns / period / (uint64_t)wakeup.threads + 1;
	struct sleeper *sleeper = calloc(wakeup.threads, sizeof(*sleeper));
	struct round *rounds;
	int i, ret, started = 0;
	struct waker waker = {
		.sleeper = sleeper,
		.sleepers = wakeup.threads,
		.period_ns = period,
		.mode = wakeup.mode,
		.duration_ns = duration_ns,
		.stop = &bench->stop,
		.late = calloc(1, sizeof(struct stats)),
	};

	if (round_max > ROUNDS_MAX)
		round_max = ROUNDS_MAX;
	rounds = calloc(round_max, sizeof(*rounds));
	if (!sleeper || !rounds || !waker.late)
		abort();
	for (i = 0; i < wakeup.threads; i++) {
		sleeper[i].cpu = wakeup.cpus.cpu[i % wakeup.cpus.count];
		sleeper[i].work = work_for_ns(wakeup.service_ns, bench->work_ps);
		sleeper[i].rounds = rounds;
		sleeper[i].round_max = round_max;
	}
	ret = start(bench, sleeper, &started, err);
	if (!ret)
		ret = run_waker(bench, &waker, err);
	for (i = 0; i < started; i++)
		sleeper_end(&sleeper[i]);
	if (!ret && point)
		add_metrics(point, sleeper, &waker, rounds, round_max);
	for (i = 0; i < wakeup.threads; i++)
		sleeper_close(&sleeper[i]);
	free(sleeper);
	free(rounds);
	free(waker.late);
	return ret;
}

static int prepare(struct bench *bench, struct err *err)
{
	int i;

	bench->axis = "arrival_ns";
	if (sweep_parse(&bench->sweep, wakeup.arrival, NSEC_PER_USEC, "--arrival", err))
		return -1;
	for (i = 0; i < bench->sweep.count; i++)
		if (!bench->sweep.value[i])
			return err_set(err, BENCH_USAGE, "--arrival: must be above 0");
	wakeup.waker_cpu = bench->cpus.cpu[0];
	for (i = bench->cpus.count > 1; i < bench->cpus.count; i++)
		cpulist_add(&wakeup.cpus, bench->cpus.cpu[i]);
	bench->groups = 2;
	bench->group[0].name = "participants";
	cpulist_copy(&bench->group[0].cpus, &wakeup.cpus);
	bench->group[1].name = "waker";
	cpulist_add(&bench->group[1].cpus, wakeup.waker_cpu);
	return 0;
}

static void parameters(struct bench *bench, json_t *p)
{
	(void)bench;
	json_object_set_new(p, "arrival", json_string(wakeup.arrival));
	json_object_set_new(p, "service_ns", json_integer((json_int_t)wakeup.service_ns));
	json_object_set_new(p, "threads", json_integer(wakeup.threads));
	json_object_set_new(p, "waker", json_string(waker_mode_name(wakeup.mode)));
}

static void summary(struct bench *bench, json_t *point, char *buf, size_t size)
{
	json_int_t skipped = bench_event(point, "skipped_wakeups");
	int n;

	(void)bench;
	n = snprintf(buf, size, "wakeup cost %.0f ns (p90 of %.0f loops' means); each p50 %.0f",
		     bench_metric(point, "wakeup_cost_ns", "mean"),
		     bench_metric(point, "loop_mean_ns", "count"),
		     bench_metric(point, "wakeup_latency_ns", "p50"));
	n += snprintf(buf + n, size - n, ", p99 %.0f, p99.9 %.0f, max %.0f, n %.0f",
		      bench_metric(point, "wakeup_latency_ns", "p99"),
		      bench_metric(point, "wakeup_latency_ns", "p999"),
		      bench_metric(point, "wakeup_latency_ns", "max"),
		      bench_metric(point, "wakeup_latency_ns", "count"));
	n += snprintf(buf + n, size - n, "; waker late %.0f ns",
		      bench_metric(point, "waker_late_ns", "mean"));
	if (skipped)
		snprintf(buf + n, size - n, "; waker too slow for %" JSON_INTEGER_FORMAT " more",
			 skipped);
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct bench *bench = state->input;
	int mode;

	switch (key) {
	case ARGP_KEY_INIT:
		bench_argp_init(state);
		return 0;
	case KEY_ARRIVAL:
		wakeup.arrival = arg;
		return 0;
	case KEY_SERVICE:
		return parse_time_ns(&wakeup.service_ns, arg, NSEC_PER_USEC, "--service",
				     &bench->opt.err) ? EINVAL : 0;
	case KEY_THREADS:
		return parse_int(&wakeup.threads, arg, 1, 100000, "--threads",
				 &bench->opt.err) ? EINVAL : 0;
	case KEY_WAKER:
		mode = waker_mode_parse(arg);
		wakeup.mode = mode < 0 ? WAKER_AUTO : (enum waker_mode)mode;
		if (mode >= 0)
			return 0;
		return bench_usage(bench, "--waker: '%s' is none of auto, spin, sleep", arg);
	case ARGP_KEY_ARG:
		return bench_usage(bench, "'%s' is not an option (see --help)", arg);
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = { { &options_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	options, parse, NULL,
	"Wake many threads, one after the other, with a fixed time between, and measure what "
	"a wake-up costs: from when it was due to the return of the thread's read()."
	"\vThe waker runs on the first CPU of --cpus, the threads in turn on the others. A "
	"loop is a round in which each thread is woken once. Times without a unit are "
	"microseconds (--duration: seconds). Exit status: 0 done; 1 failed at run time; 2 "
	"wrong arguments, nothing was changed; 77 not possible on this machine (no cpuidle, "
	"not root); 130 interrupted: settings are restored, finished points are kept for "
	"--resume.",
	children, NULL, NULL
};

static const struct bench_program program = {
	.name = "wakeup",
	.argp = &argp,
	.default_cpus = "threads:all",
	.default_duration_ns = 10 * NSEC_PER_SEC,
	.prepare = prepare,
	.parameters = parameters,
	.point = measure,
	.summary = summary,
};

int main(int argc, char **argv)
{
	int ret = bench_main(&program, &wakeup, argc, argv);

	cpulist_free(&wakeup.cpus);
	return ret;
}
