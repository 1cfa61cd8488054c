// SPDX-License-Identifier: GPL-2.0
/*
 * Sleeping ebizzy: threads that look up records (copy a chunk of sorted records, search
 * a random key in the copy, free it) and sleep between look-ups.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "driver.h"
#include "lib/clock.h"

#define DEFAULT_SLEEP	"10us:10ms:10"
#define SIZE_MAX_MB	4096

enum {
	KEY_SLEEP = 0x500,
	KEY_EVERY,
	KEY_THREADS,
	KEY_CHUNKS,
	KEY_CHUNK_SIZE,
	KEY_ALLOC,
	KEY_SEED,
};

static struct {
	const char *sleep;
	int every;
	int threads;
	int chunks;
	int chunk_kib;
	bool mmap;
	int seed;
	uint64_t **chunk;
} ebizzy = { .sleep = DEFAULT_SLEEP, .every = 1, .threads = 128, .chunks = 10,
	     .chunk_kib = 64, .seed = 1 };

static const struct argp_option options[] = {
	{ NULL, 0, NULL, 0, "Ebizzy:", 0 },
	{ "sleep", KEY_SLEEP, "VALUE|LIST|FROM:TO:POINTS", 0,
	  "Sleep between look-ups; 0: none (default: " DEFAULT_SLEEP ")", 0 },
	{ "every", KEY_EVERY, "N", 0, "Sleep after every N look-ups (default: 1)", 0 },
	{ "threads", KEY_THREADS, "N", 0, "Threads (default: 128)", 0 },
	{ "chunks", KEY_CHUNKS, "N", 0, "Chunks of records (default: 10)", 0 },
	{ "chunk-size", KEY_CHUNK_SIZE, "KIB", 0, "Size of a chunk in KiB (default: 64)", 0 },
	{ "alloc", KEY_ALLOC, "malloc|mmap", 0,
	  "Where the copy's memory comes from (default: malloc)", 0 },
	{ "seed", KEY_SEED, "N", 0,
	  "Seed of the keys; each thread has its own made from it (default: 1)", 0 },
	{ 0 }
};

/**
 * struct worker - one thread
 * @thread: the thread
 * @random: its random numbers
 * @sleep_ns: sleep between look-ups
 * @end_ns: when to end
 * @stop: end early
 * @begin: all start together
 * @records: look-ups done
 * @missed: keys that were not found (always 0, unless memory is broken)
 * @elapsed_ns: in this time
 */
struct worker {
	pthread_t thread;
	uint64_t random;
	uint64_t sleep_ns;
	uint64_t duration_ns;
	atomic_int *stop;
	pthread_barrier_t *begin;
	uint64_t records;
	uint64_t missed;
	uint64_t elapsed_ns;
};

/* Vigna's SplitMix64: any seed gives a good row, neighbours' rows do not overlap. */
static uint64_t next_random(uint64_t *state)
{
	uint64_t z = *state += 0x9e3779b97f4a7c15u;

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

static size_t chunk_bytes(void)
{
	return (size_t)ebizzy.chunk_kib * 1024;
}

static void *copy_alloc(void)
{
	void *copy;

	if (!ebizzy.mmap)
		return malloc(chunk_bytes());
	copy = mmap(NULL, chunk_bytes(), PROT_READ | PROT_WRITE,
		    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	return copy == MAP_FAILED ? NULL : copy;
}

static void copy_free(void *copy)
{
	if (ebizzy.mmap)
		munmap(copy, chunk_bytes());
	else
		free(copy);
}

/* Records are even numbers in ascending order: record i is 2 i. */
static bool search(const uint64_t *record, size_t count, uint64_t key)
{
	size_t low = 0, high = count;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (record[mid] == key)
			return true;
		if (record[mid] < key)
			low = mid + 1;
		else
			high = mid;
	}
	return false;
}

static void look_up(struct worker *w)
{
	size_t count = chunk_bytes() / sizeof(uint64_t);
	const uint64_t *chunk = ebizzy.chunk[next_random(&w->random) % ebizzy.chunks];
	uint64_t key = 2 * (next_random(&w->random) % count);
	uint64_t *copy = copy_alloc();

	if (!copy) {
		w->missed++;
		return;
	}
	memcpy(copy, chunk, chunk_bytes());
	if (search(copy, count, key))
		w->records++;
	else
		w->missed++;
	copy_free(copy);
}

static void *work(void *arg)
{
	struct worker *w = arg;
	struct timespec ts = {
		.tv_sec = (time_t)(w->sleep_ns / NSEC_PER_SEC),
		.tv_nsec = (long)(w->sleep_ns % NSEC_PER_SEC),
	};
	uint64_t begin, now, n = 0;

	pthread_barrier_wait(w->begin);
	begin = now_ns();
	do {
		look_up(w);
		if (w->sleep_ns && ++n % (uint64_t)ebizzy.every == 0)
			clock_nanosleep(CLOCK_MONOTONIC, 0, &ts, NULL);
		now = now_ns();
	} while (now - begin < w->duration_ns &&
		 !atomic_load_explicit(w->stop, memory_order_relaxed));
	w->elapsed_ns = now - begin;
	return NULL;
}

static void add_metrics(json_t *point, const struct worker *worker)
{
	struct stats *each = calloc(1, sizeof(*each));
	uint64_t records = 0, missed = 0;
	double total = 0;
	int i;

	if (!each)
		abort();
	for (i = 0; i < ebizzy.threads; i++) {
		double rate = 1e9 * (double)worker[i].records / (double)worker[i].elapsed_ns;

		records += worker[i].records;
		missed += worker[i].missed;
		total += rate;
		stats_add(each, (uint64_t)rate);
		stats_sample(each, rate);
	}
	result_point_value(point, "records_per_s", total, "records/s", "higher");
	result_point_metric(point, "records_per_s_per_thread", each, "records/s", "higher");
	result_point_event(point, "records", records);
	result_point_event(point, "failed_lookups", missed);
	free(each);
}

static int measure(struct bench *bench, int index, uint64_t duration_ns, json_t *point,
		   struct err *err)
{
	struct worker *worker = calloc(ebizzy.threads, sizeof(*worker));
	struct thread_setup setup = bench_thread_setup(bench, -1);
	pthread_barrier_t begin;
	int i, ret = 0;

	if (!worker)
		abort();
	setup.set = &bench->cpus;
	pthread_barrier_init(&begin, NULL, ebizzy.threads + 1);
	for (i = 0; i < ebizzy.threads && !ret; i++) {
		worker[i].random = (uint64_t)ebizzy.seed * 1000003u + (uint64_t)i;
		worker[i].sleep_ns = bench->sweep.value[index];
		worker[i].duration_ns = duration_ns;
		worker[i].stop = &bench->stop;
		worker[i].begin = &begin;
		ret = thread_start(&worker[i].thread, &setup, work, &worker[i], err);
	}
	if (ret) {
		/* The others wait at the barrier for ever: the process ends soon. */
		return -1;
	}
	pthread_barrier_wait(&begin);
	for (i = 0; i < ebizzy.threads; i++)
		pthread_join(worker[i].thread, NULL);
	pthread_barrier_destroy(&begin);
	if (point)
		add_metrics(point, worker);
	free(worker);
	return 0;
}

static int make_chunks(struct err *err)
{
	size_t i, count = chunk_bytes() / sizeof(uint64_t);
	int k;

	if ((uint64_t)ebizzy.chunks * (uint64_t)ebizzy.chunk_kib > SIZE_MAX_MB * UINT64_C(1024))
		return err_set(err, BENCH_USAGE,
			       "--chunks: all chunks together may have %d MiB", SIZE_MAX_MB);
	ebizzy.chunk = calloc(ebizzy.chunks, sizeof(*ebizzy.chunk));
	if (!ebizzy.chunk)
		abort();
	for (k = 0; k < ebizzy.chunks; k++) {
		ebizzy.chunk[k] = malloc(chunk_bytes());
		if (!ebizzy.chunk[k])
			return err_set(err, BENCH_FAILED, "--chunks: out of memory");
		for (i = 0; i < count; i++)
			ebizzy.chunk[k][i] = 2 * i;
	}
	return 0;
}

static int prepare(struct bench *bench, struct err *err)
{
	bench->axis = "sleep_ns";
	if (sweep_parse(&bench->sweep, ebizzy.sleep, NSEC_PER_USEC, "--sleep", err) ||
	    make_chunks(err))
		return -1;
	bench->groups = 1;
	bench->group[0].name = "participants";
	cpulist_copy(&bench->group[0].cpus, &bench->cpus);
	return 0;
}

static void parameters(struct bench *bench, json_t *p)
{
	(void)bench;
	json_object_set_new(p, "sleep", json_string(ebizzy.sleep));
	json_object_set_new(p, "every", json_integer(ebizzy.every));
	json_object_set_new(p, "threads", json_integer(ebizzy.threads));
	json_object_set_new(p, "chunks", json_integer(ebizzy.chunks));
	json_object_set_new(p, "chunk_kib", json_integer(ebizzy.chunk_kib));
	json_object_set_new(p, "alloc", json_string(ebizzy.mmap ? "mmap" : "malloc"));
	json_object_set_new(p, "seed", json_integer(ebizzy.seed));
}

static void summary(struct bench *bench, json_t *point, char *buf, size_t size)
{
	(void)bench;
	snprintf(buf, size, "%.0f records/s, a thread %.1f ±%.1f (%.0f to %.0f)",
		 bench_metric(point, "records_per_s", "mean"),
		 bench_metric(point, "records_per_s_per_thread", "mean"),
		 bench_metric(point, "records_per_s_per_thread", "stddev"),
		 bench_metric(point, "records_per_s_per_thread", "min"),
		 bench_metric(point, "records_per_s_per_thread", "max"));
}

static int number(struct bench *bench, int *value, const char *arg, int max, const char *what)
{
	return parse_int(value, arg, 1, max, what, &bench->opt.err) ? EINVAL : 0;
}

static error_t parse(int key, char *arg, struct argp_state *state)
{
	struct bench *bench = state->input;

	switch (key) {
	case ARGP_KEY_INIT:
		bench_argp_init(state);
		return 0;
	case KEY_SLEEP:
		ebizzy.sleep = arg;
		return 0;
	case KEY_EVERY:
		return number(bench, &ebizzy.every, arg, 1000000, "--every");
	case KEY_THREADS:
		return number(bench, &ebizzy.threads, arg, 100000, "--threads");
	case KEY_CHUNKS:
		return number(bench, &ebizzy.chunks, arg, 100000, "--chunks");
	case KEY_CHUNK_SIZE:
		return number(bench, &ebizzy.chunk_kib, arg, 1024 * 1024, "--chunk-size");
	case KEY_SEED:
		return number(bench, &ebizzy.seed, arg, 1000000000, "--seed");
	case KEY_ALLOC:
		ebizzy.mmap = !strcmp(arg, "mmap");
		return ebizzy.mmap || !strcmp(arg, "malloc") ? 0 :
		       bench_usage(bench, "--alloc: '%s' is none of malloc, mmap", arg);
	case ARGP_KEY_ARG:
		return bench_usage(bench, "'%s' is not an option (see --help)", arg);
	}
	return ARGP_ERR_UNKNOWN;
}

static const struct argp_child children[] = { { &options_argp, 0, NULL, 0 }, { 0 } };

static const struct argp argp = {
	options, parse, NULL,
	"Look up records in many threads that sleep between look-ups, and measure how many "
	"records a second they get through."
	"\vThe threads may run on all CPUs of --cpus and are not pinned. Times without a unit "
	"are microseconds (--duration: seconds). Exit status: 0 done; 1 failed at run time; "
	"2 wrong arguments, nothing was changed; 77 not possible on this machine (no cpuidle, "
	"not root); 130 interrupted: settings are restored, finished points are kept for "
	"--resume.",
	children, NULL, NULL
};

static const struct bench_program program = {
	.name = "ebizzy",
	.argp = &argp,
	.default_cpus = "threads:all",
	.default_duration_ns = 2 * NSEC_PER_SEC,
	.prepare = prepare,
	.parameters = parameters,
	.point = measure,
	.summary = summary,
};

int main(int argc, char **argv)
{
	int k, ret = bench_main(&program, &ebizzy, argc, argv);

	for (k = 0; ebizzy.chunk && k < ebizzy.chunks; k++)
		free(ebizzy.chunk[k]);
	free(ebizzy.chunk);
	return ret;
}
