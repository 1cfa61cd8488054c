// SPDX-License-Identifier: GPL-2.0
/*
 * A workload computes on one thread of a core; irritators sleep on the core's other
 * threads and are woken with a fixed period from another core. What the irritators' idle
 * states cost: their wakeup latency, and what they leave of the core to the workload.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "driver.h"
#include "lib/clock.h"
#include "sleepers.h"

#define DEFAULT_PERIOD	"1us,2us,5us,10us,20us,50us,80us,100us,120us,500us,1000us"
#define FIB_STEPS	1000
/* Reading the counters after every wake-up takes some microseconds. */
#define EACH_FROM_NS	50000

enum {
	KEY_PERIOD = 0x500,
	KEY_IRRITATORS,
	KEY_WAKER,
	KEY_NO_WORKLOAD,
	KEY_BATCH,
};

/**
 * struct fib - the workload
 * @thread: its thread
 * @stop: end
 * @operations: additions done
 * @elapsed_ns: in this time
 */
struct fib {
	pthread_t thread;
	atomic_bool stop;
	uint64_t operations;
	uint64_t elapsed_ns;
};

static struct irritator {
	const char *period;
	int wanted;
	enum waker_mode mode;
	bool workload;
	int batch;
	struct cpulist cpus;
	int waker_cpu;
	bool siblings;
	struct idle *idle;
} irritator = { .period = DEFAULT_PERIOD, .wanted = 3, .workload = true };

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "Irritator:", 0 },
	{ "period", KEY_PERIOD, "LIST|FROM:TO:POINTS", 0,
	  "Periods of the waker (default: " DEFAULT_PERIOD ")", 0 },
	{ "irritators", KEY_IRRITATORS, "N|LIST", 0,
	  "Most irritators (default: 3), or their CPUs as a list with a comma or a dash at its end, such as 3, or 2-3",
	  0 },
	{ "waker", KEY_WAKER, "MODE", 0,
	  "How the waker waits: spin (on the clock), sleep (late by its own wakeup latency), or auto: sleep until 2 ms before, then spin (default: auto)",
	  0 },
	{ "no-workload", KEY_NO_WORKLOAD, NULL, 0,
	  "Only irritators and waker: two CPUs are enough", 0 },
	{ "batch", KEY_BATCH, "N", 0,
	  "Attribute latencies to idle states by N wake-ups together, 1 to 64 (default: 1 from 50us on, 64 below)",
	  0 },
	{ 0 }
};

static void *fib_run(void *arg)
{
	struct fib *fib = arg;
	uint64_t begin = now_ns(), operations = 0;

	do {
		uint64_t a = 0, b = 1;
		int i;

		for (i = 0; i < FIB_STEPS; i++) {
			uint64_t c = a + b;

			a = b;
			b = c;
			/* Each addition is done, one after the other. */
			__asm__ volatile("" : "+r"(b));
		}
		operations += FIB_STEPS;
	} while (!atomic_load_explicit(&fib->stop, memory_order_relaxed));
	fib->operations = operations;
	fib->elapsed_ns = now_ns() - begin;
	return NULL;
}

/* @states: CPU's own counters; NULL without cpuidle. */
static void set_up_sleeper(struct sleeper *s, int cpu, uint64_t period)
{
	int which = irritator.idle ? idle_find(irritator.idle, cpu) : -1;

	s->cpu = cpu;
	s->idle = which < 0 ? NULL : &irritator.idle->cpu[which];
	s->batch = irritator.batch ? irritator.batch :
		   period >= EACH_FROM_NS ? 1 : SLEEPER_BATCH;
}

static int start(struct bench *bench, struct sleeper *sleeper, int count, struct fib *fib,
		 int *started, struct err *err)
{
	struct thread_setup setup;
	int i;

	for (i = 0; i < count; i++)
		if (sleeper_open(&sleeper[i], err))
			return -1;
	for (i = 0; i < count; i++, ++*started) {
		setup = bench_thread_setup(bench, sleeper[i].cpu);
		if (sleeper_start(&sleeper[i], &setup, err))
			return -1;
	}
	if (!irritator.workload)
		return 0;
	setup = bench_thread_setup(bench, bench->cpus.cpu[0]);
	return thread_start(&fib->thread, &setup, fib_run, fib, err);
}

/* A metric of one state, out of all sleepers whose CPUs have the same number of states. */
static void add_state(json_t *point, struct sleeper *sleeper, int count, int state,
		      bool beyond)
{
	const struct idle_cpu *first = sleeper[0].idle;
	struct stats *sum = calloc(1, sizeof(*sum));
	char name[128];
	int i;

	if (!sum)
		abort();
	for (i = 0; i < count; i++)
		if (sleeper[i].idle && sleeper[i].idle->states == first->states)
			stats_merge(sum, (beyond ? sleeper[i].beyond_exit :
					  sleeper[i].by_state) + state);
	snprintf(name, sizeof(name), "%s[%s]",
		 beyond ? "beyond_exit_latency_ns" : "wakeup_latency_ns",
		 state < first->states ? first->state[state].name : "not idle");
	if (sum->count)
		result_point_metric(point, name, sum, "ns", "lower");
	free(sum);
}

static void add_states(json_t *point, struct sleeper *sleeper, int count)
{
	int s, states = sleeper[0].idle ? sleeper[0].idle->states : -1;

	for (s = 0; s <= states; s++) {
		add_state(point, sleeper, count, s, false);
		add_state(point, sleeper, count, s, true);
	}
}

static void add_metrics(json_t *point, struct sleeper *sleeper, int count,
			const struct waker *waker, const struct fib *fib)
{
	struct stats *due = calloc(1, sizeof(*due)), *sent = calloc(1, sizeof(*sent));
	int i;

	if (!due || !sent)
		abort();
	for (i = 0; i < count; i++) {
		stats_merge(due, sleeper[i].latency);
		stats_merge(sent, sleeper[i].from_write);
	}
	result_point_metric(point, "wakeup_latency_ns", due, "ns", "lower");
	result_point_metric(point, "write_to_read_ns", sent, "ns", "lower");
	result_point_metric(point, "waker_late_ns", waker->late, "ns", "lower");
	if (irritator.workload)
		result_point_value(point, "workload_mops", fib->elapsed_ns ?
				   1e3 * (double)fib->operations / (double)fib->elapsed_ns : 0,
				   "Mops/s", "higher");
	result_point_event(point, "dropped_wakeups", waker->dropped);
	result_point_event(point, "skipped_wakeups", waker->skipped);
	add_states(point, sleeper, count);
	free(due);
	free(sent);
}

static int run_waker(struct bench *bench, struct waker *waker, struct err *err)
{
	struct thread_setup setup = bench_thread_setup(bench, irritator.waker_cpu);
	pthread_t thread;

	if (thread_start(&thread, &setup, waker_run, waker, err))
		return -1;
	pthread_join(thread, NULL);
	return 0;
}

static int measure(struct bench *bench, int index, uint64_t duration_ns, json_t *point,
		   struct err *err)
{
	int i, ret, started = 0, count = irritator.cpus.count;
	struct sleeper *sleeper = calloc(count, sizeof(*sleeper));
	struct fib fib = { 0 };
	struct waker waker = {
		.sleeper = sleeper,
		.sleepers = count,
		.period_ns = bench->sweep.value[index],
		.each = true,
		.mode = irritator.mode,
		.duration_ns = duration_ns,
		.stop = &bench->stop,
		.late = calloc(1, sizeof(struct stats)),
	};

	if (!sleeper || !waker.late)
		abort();
	for (i = 0; i < count; i++)
		set_up_sleeper(&sleeper[i], irritator.cpus.cpu[i], waker.period_ns);
	ret = start(bench, sleeper, count, &fib, &started, err);
	if (!ret)
		ret = run_waker(bench, &waker, err);
	for (i = 0; i < started; i++)
		sleeper_end(&sleeper[i]);
	atomic_store(&fib.stop, true);
	if (irritator.workload && fib.thread)
		pthread_join(fib.thread, NULL);
	if (!ret && point)
		add_metrics(point, sleeper, count, &waker, &fib);
	for (i = 0; i < count; i++)
		sleeper_close(&sleeper[i]);
	free(sleeper);
	free(waker.late);
	return ret;
}

/* Siblings of the workload's core; without SMT its neighbours, but not the waker's CPU. */
static void choose_irritators(struct bench *bench)
{
	struct cpulist siblings, others;
	int i, workload = bench->cpus.cpu[0];

	topology_siblings(bench->topo, workload, &siblings);
	topology_other_cores(bench->topo, workload, &others);
	irritator.waker_cpu = others.count ? others.cpu[others.count - 1] : workload;
	irritator.siblings = siblings.count > 0;
	if (!irritator.workload && !irritator.siblings)
		cpulist_add(&irritator.cpus, workload);
	for (i = 0; i < siblings.count && irritator.cpus.count < irritator.wanted; i++)
		cpulist_add(&irritator.cpus, siblings.cpu[i]);
	for (i = 0; !irritator.siblings && i < others.count - 1 &&
	     irritator.cpus.count < irritator.wanted; i++)
		cpulist_add(&irritator.cpus, others.cpu[i]);
	cpulist_free(&siblings);
	cpulist_free(&others);
}

static int choose_cpus(struct bench *bench, struct err *err)
{
	int i, last = bench->cpus.cpu[bench->cpus.count - 1];

	if (!irritator.cpus.count) {
		choose_irritators(bench);
	} else {
		irritator.siblings = topology_share_core(bench->topo, bench->cpus.cpu[0],
							 irritator.cpus.cpu[0]);
		irritator.waker_cpu = last;
	}
	if (!irritator.cpus.count)
		return err_set(err, BENCH_NOT_HERE,
			       "--cpus: workload, irritator and waker need 3 CPUs; with 2 use --no-workload");
	for (i = 0; i < irritator.cpus.count; i++)
		if (irritator.cpus.cpu[i] == irritator.waker_cpu)
			return err_set(err, BENCH_USAGE,
				       "--irritators: CPU %d is the waker's (the last of --cpus)",
				       irritator.waker_cpu);
	return 0;
}

static int prepare(struct bench *bench, struct err *err)
{
	int i;

	bench->axis = "period_ns";
	if (sweep_parse(&bench->sweep, irritator.period, NSEC_PER_USEC, "--period", err) ||
	    choose_cpus(bench, err))
		return -1;
	for (i = 0; i < bench->sweep.count; i++)
		if (!bench->sweep.value[i])
			return err_set(err, BENCH_USAGE, "--period: must be above 0");
	irritator.idle = calloc(1, sizeof(*irritator.idle));
	if (!irritator.idle)
		abort();
	if (idle_open(irritator.idle, &irritator.cpus, NULL)) {
		free(irritator.idle);
		irritator.idle = NULL;
	}
	bench->group[bench->groups].name = "irritators";
	cpulist_copy(&bench->group[bench->groups++].cpus, &irritator.cpus);
	if (irritator.workload) {
		bench->group[bench->groups].name = "workload";
		cpulist_add(&bench->group[bench->groups++].cpus, bench->cpus.cpu[0]);
	}
	bench->group[bench->groups].name = "waker";
	cpulist_add(&bench->group[bench->groups++].cpus, irritator.waker_cpu);
	return 0;
}

static int run_begin(struct bench *bench, struct err *err)
{
	(void)err;
	if (!irritator.siblings)
		result_note(&bench->result,
			    "no SMT siblings: the irritators are on neighbouring cores");
	return 0;
}

static void parameters(struct bench *bench, json_t *p)
{
	char *cpus = cpulist_format(&irritator.cpus);

	(void)bench;
	json_object_set_new(p, "period", json_string(irritator.period));
	json_object_set_new(p, "irritators", json_string(cpus));
	json_object_set_new(p, "waker", json_string(waker_mode_name(irritator.mode)));
	json_object_set_new(p, "waker_cpu", json_integer(irritator.waker_cpu));
	json_object_set_new(p, "workload", json_boolean(irritator.workload));
	json_object_set_new(p, "siblings", json_boolean(irritator.siblings));
	json_object_set_new(p, "batch", json_integer(irritator.batch));
	free(cpus);
}

static void summary(struct bench *bench, json_t *point, char *buf, size_t size)
{
	json_int_t dropped = bench_event(point, "dropped_wakeups");
	json_int_t skipped = bench_event(point, "skipped_wakeups");
	int n = snprintf(buf, size,
			 "wakeup %.0f ns, p50 %.0f, p99 %.0f, max %.0f, n %.0f; write to read %.0f ns",
			 bench_metric(point, "wakeup_latency_ns", "mean"),
			 bench_metric(point, "wakeup_latency_ns", "p50"),
			 bench_metric(point, "wakeup_latency_ns", "p99"),
			 bench_metric(point, "wakeup_latency_ns", "max"),
			 bench_metric(point, "wakeup_latency_ns", "count"),
			 bench_metric(point, "write_to_read_ns", "mean"));

	(void)bench;
	if (irritator.workload)
		n += snprintf(buf + n, size - n, "; %.3f Mops/s",
			      bench_metric(point, "workload_mops", "mean"));
	if (dropped)
		n += snprintf(buf + n, size - n, "; %" JSON_INTEGER_FORMAT " dropped", dropped);
	if (skipped)
		snprintf(buf + n, size - n, "; waker too slow for %" JSON_INTEGER_FORMAT " more",
			 skipped);
}

static int parse_irritators(struct bench *bench, const char *arg)
{
	size_t len = strlen(arg);
	char *copy;
	int ret;

	if (!strpbrk(arg, ",-"))
		return parse_int(&irritator.wanted, arg, 1, 1024, "--irritators",
				 &bench->opt.err) ? EINVAL : 0;
	copy = strdup(arg);
	if (!copy)
		abort();
	/* "3," is the list of CPU 3, "3" are three irritators. */
	if (len && copy[len - 1] == ',')
		copy[len - 1] = '\0';
	ret = cpulist_parse(&irritator.cpus, copy, "--irritators", &bench->opt.err);
	free(copy);
	return ret ? EINVAL : 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct bench *bench = state->input;
	int mode;

	switch (key) {
	case ARGP_KEY_INIT:
		bench_argp_init(state);
		return 0;
	case KEY_PERIOD:
		irritator.period = arg;
		return 0;
	case KEY_IRRITATORS:
		return parse_irritators(bench, arg);
	case KEY_WAKER:
		mode = waker_mode_parse(arg);
		irritator.mode = mode < 0 ? WAKER_AUTO : (enum waker_mode)mode;
		if (mode >= 0)
			return 0;
		return bench_usage(bench, "--waker: '%s' is none of auto, spin, sleep", arg);
	case KEY_NO_WORKLOAD:
		irritator.workload = false;
		return 0;
	case KEY_BATCH:
		return parse_int(&irritator.batch, arg, 1, SLEEPER_BATCH, "--batch",
				 &bench->opt.err) ? EINVAL : 0;
	case ARGP_KEY_ARG:
		return bench_usage(bench, "'%s' is not an option (see --help)", arg);
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = { { &options_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	options, parse, NULL,
	"Measure how irritators on the SMT siblings of a core, woken with a fixed period, "
	"disturb a workload there, and how long they take to wake up."
	"\vThe workload runs on the first CPU of --cpus, the irritators on the other threads "
	"of its core (without SMT: on neighbouring cores, which is noted), the waker on "
	"another core, the last of --cpus where --irritators is a list. Latencies count from "
	"the time at which a wake-up was due. Periods without a unit are microseconds. Exit "
	"status: 0 done; 1 failed at run time; 2 wrong arguments, nothing was changed; 77 "
	"not possible on this machine (too few CPUs, no cpuidle, not root); 130 interrupted: "
	"settings are restored, finished points are kept for --resume.",
	children, NULL, NULL
};

static const struct bench_program program = {
	.name = "irritator",
	.argp = &argp,
	.default_cpus = "threads:all",
	.default_duration_ns = 2 * NSEC_PER_SEC,
	.prepare = prepare,
	.parameters = parameters,
	.run_begin = run_begin,
	.point = measure,
	.summary = summary,
};

int main(int argc, char **argv)
{
	int ret = bench_main(&program, &irritator, argc, argv);

	if (irritator.idle)
		idle_close(irritator.idle);
	free(irritator.idle);
	cpulist_free(&irritator.cpus);
	return ret;
}
