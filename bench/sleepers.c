// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "lib/clock.h"
#include "lib/work.h"
#include "sleepers.h"

static const char *const mode_names[] = {
	[WAKER_AUTO] = "auto",
	[WAKER_SPIN] = "spin",
	[WAKER_SLEEP] = "sleep",
};

int waker_mode_parse(const char *text)
{
	int i;

	for (i = WAKER_AUTO; i <= WAKER_SLEEP; i++)
		if (!strcmp(text, mode_names[i]))
			return i;
	return -1;
}

const char *waker_mode_name(enum waker_mode mode)
{
	return mode_names[mode];
}

static struct stats *new_stats(int count)
{
	struct stats *stats = calloc(count, sizeof(*stats));

	if (!stats)
		abort();
	return stats;
}

int sleeper_open(struct sleeper *sleeper, struct err *err)
{
	if (pipe2(sleeper->fd, O_CLOEXEC))
		return err_set(err, BENCH_FAILED, "cannot make a pipe: %m (ulimit -n)");
	/* A full pipe must not stop the timetable: such wake-ups are counted as dropped. */
	fcntl(sleeper->fd[1], F_SETFL, O_NONBLOCK);
	sleeper->latency = new_stats(1);
	sleeper->from_write = new_stats(1);
	if (!sleeper->idle)
		return 0;
	sleeper->by_state = new_stats(sleeper->idle->states + 1);
	sleeper->beyond_exit = new_stats(sleeper->idle->states + 1);
	sleeper->usage = calloc(sleeper->idle->states, sizeof(*sleeper->usage));
	if (!sleeper->usage)
		abort();
	return 0;
}

void sleeper_close(struct sleeper *sleeper)
{
	if (!sleeper->latency)
		return;
	close(sleeper->fd[0]);
	close(sleeper->fd[1]);
	free(sleeper->latency);
	free(sleeper->from_write);
	free(sleeper->by_state);
	free(sleeper->beyond_exit);
	free(sleeper->usage);
}

/* The state that was entered most often since the last look; states: none. */
static int dominant_state(struct sleeper *s)
{
	uint64_t now[64], most = 0;
	int i, states = s->idle->states, best = states;

	if (states > 64 || idle_read_usage(s->idle, now))
		return best;
	for (i = 0; i < states; i++) {
		/* A driver that was registered anew starts from 0. */
		uint64_t entries = now[i] >= s->usage[i] ? now[i] - s->usage[i] : 0;

		if (entries > most) {
			most = entries;
			best = i;
		}
		s->usage[i] = now[i];
	}
	return best;
}

/* The counters have been updated when the CPU left idle, before this thread ran. */
static void attribute(struct sleeper *s)
{
	int i, state = dominant_state(s);
	uint64_t exit_ns = 0;

	for (i = 0; i < s->pending_count; i++)
		stats_add(&s->by_state[state], s->pending[i]);
	if (state < s->idle->states)
		exit_ns = s->idle->state[state].exit_latency_us * NSEC_PER_USEC;
	if (s->batch == 1 && state < s->idle->states && s->pending_write[0] >= exit_ns)
		stats_add(&s->beyond_exit[state], s->pending_write[0] - exit_ns);
	s->pending_count = 0;
}

static void account(struct sleeper *s, const struct stamp *stamp, uint64_t now)
{
	uint64_t latency = now > stamp->due_ns ? now - stamp->due_ns : 0;
	uint64_t from_write = now > stamp->sent_ns ? now - stamp->sent_ns : 0;

	stats_add(s->latency, latency);
	stats_add(s->from_write, from_write);
	if (s->rounds && stamp->round < s->round_max) {
		atomic_fetch_add_explicit(&s->rounds[stamp->round].sum_ns, latency,
					  memory_order_relaxed);
		atomic_fetch_add_explicit(&s->rounds[stamp->round].count, 1,
					  memory_order_relaxed);
	}
	if (!s->idle)
		return;
	s->pending_write[s->pending_count] = from_write;
	s->pending[s->pending_count++] = latency;
	if (s->pending_count >= s->batch)
		attribute(s);
}

static void *sleeper_run(void *arg)
{
	struct sleeper *s = arg;
	struct stamp stamp;
	ssize_t n;

	if (s->idle)
		idle_read_usage(s->idle, s->usage);
	for (;;) {
		n = read(s->fd[0], &stamp, sizeof(stamp));
		if (n < 0 && errno == EINTR)
			continue;
		if (n != sizeof(stamp) || !stamp.due_ns)
			break;
		account(s, &stamp, now_ns());
		if (s->work)
			work_iterations(s->work);
	}
	return NULL;
}

int sleeper_start(struct sleeper *sleeper, const struct thread_setup *setup,
		  struct err *err)
{
	return thread_start(&sleeper->thread, setup, sleeper_run, sleeper, err);
}

void sleeper_end(struct sleeper *sleeper)
{
	struct stamp last = { 0 };

	fcntl(sleeper->fd[1], F_SETFL, 0);
	while (write(sleeper->fd[1], &last, sizeof(last)) < 0 && errno == EINTR)
		;
	pthread_join(sleeper->thread, NULL);
}

/* BENCH_CLOCK cannot be slept on: the rest is handed to CLOCK_MONOTONIC. */
static void sleep_for(uint64_t ns)
{
	uint64_t when = clock_ns(CLOCK_MONOTONIC) + ns;
	struct timespec ts = {
		.tv_sec = (time_t)(when / NSEC_PER_SEC),
		.tv_nsec = (long)(when % NSEC_PER_SEC),
	};

	while (clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &ts, NULL) == EINTR)
		;
}

static void wait_until(uint64_t when, enum waker_mode mode)
{
	uint64_t margin = mode == WAKER_SLEEP ? 0 : WAKER_MARGIN_NS;
	uint64_t now = now_ns();

	if (mode != WAKER_SPIN && now + margin < when)
		sleep_for(when - margin - now);
	while (mode != WAKER_SLEEP && now_ns() < when)
		;
}

static void send(struct waker *w, struct sleeper *s, uint64_t due, uint64_t round)
{
	struct stamp stamp = { .due_ns = due, .sent_ns = now_ns(), .round = round };

	if (w->late)
		stats_add(w->late, stamp.sent_ns > due ? stamp.sent_ns - due : 0);
	if (write(s->fd[1], &stamp, sizeof(stamp)) != sizeof(stamp))
		w->dropped++;
}

/*
 * A waker that cannot keep its timetable leaves out the times that are over, and counts
 * them: its own overload is no latency of those that it wakes.
 */
static uint64_t next_due(struct waker *w, uint64_t due, uint64_t end)
{
	uint64_t late, now = now_ns();

	due += w->period_ns;
	/* What would have come after the end is not missing. */
	if (now > end)
		now = end;
	if (now < due + w->period_ns)
		return due;
	late = (now - due) / w->period_ns;
	w->skipped += late * (w->each ? (uint64_t)w->sleepers : 1);
	return due + late * w->period_ns;
}

void *waker_run(void *arg)
{
	struct waker *w = arg;
	uint64_t begin = now_ns(), due = begin, round = 0;
	int next = 0, i;

	while (due - begin < w->duration_ns &&
	       !atomic_load_explicit(w->stop, memory_order_relaxed)) {
		due = next_due(w, due, begin + w->duration_ns);
		wait_until(due, w->mode);
		if (w->each) {
			for (i = 0; i < w->sleepers; i++)
				send(w, &w->sleeper[i], due, round);
			round++;
			continue;
		}
		send(w, &w->sleeper[next], due, round);
		if (++next == w->sleepers) {
			next = 0;
			round++;
		}
	}
	w->elapsed_ns = now_ns() - begin;
	return NULL;
}
