// SPDX-License-Identifier: GPL-2.0
#include <stdlib.h>
#include <string.h>

#include "handover-inline.h"
#include "ring.h"
#include "lib/clock.h"
#include "lib/work.h"

static __always_inline void member_loop(struct member *self, enum handover_kind kind)
{
	struct ring *ring = self->ring;
	struct slot *next = &ring->member[(self->position + 1) % ring->members].slot;

	for (;;) {
		slot_wait(kind, &self->slot);
		if (atomic_load_explicit(&ring->finished, memory_order_acquire))
			break;
		work_iterations(ring->iterations);
		slot_pass(kind, next);
	}
	slot_pass(kind, next);
}

static __always_inline void lap(struct ring *ring, enum handover_kind kind)
{
	slot_pass(kind, &ring->member[1].slot);
	slot_wait(kind, &ring->member[0].slot);
	work_iterations(ring->iterations);
}

static __always_inline void timekeeper_loop(struct ring *ring, enum handover_kind kind)
{
	uint64_t from, now, end;

	/* Not counted: it waits until all threads have been started. */
	lap(ring, kind);
	from = now_ns();
	end = from + ring->duration_ns;
	batches_begin(&ring->batches, from, ring->duration_ns, ring->converge);
	do {
		lap(ring, kind);
		now = now_ns();
		stats_add(&ring->loop, now - from);
		batches_add(&ring->batches, &ring->loop, now - from, now);
		from = now;
	} while (now < end && !ring->batches.converged &&
		 !atomic_load_explicit(&ring->bench->stop, memory_order_relaxed));
	atomic_store_explicit(&ring->finished, true, memory_order_release);
	slot_pass(kind, &ring->member[1].slot);
	slot_wait(kind, &ring->member[0].slot);
}

static __always_inline void run_one(struct member *self, enum handover_kind kind)
{
	if (self->position)
		member_loop(self, kind);
	else
		timekeeper_loop(self->ring, kind);
}

/* A loop for each way, so that nothing in it is called by address. */
static void *run(void *arg)
{
	struct member *self = arg;

	switch (self->ring->way->kind) {
	case HANDOVER_FUTEX:
		run_one(self, HANDOVER_FUTEX);
		break;
	case HANDOVER_PIPE:
		run_one(self, HANDOVER_PIPE);
		break;
	case HANDOVER_EVENTFD:
		run_one(self, HANDOVER_EVENTFD);
		break;
	case HANDOVER_SHM:
		run_one(self, HANDOVER_SHM);
		break;
	case HANDOVER_SHM_YIELD:
		run_one(self, HANDOVER_SHM_YIELD);
		break;
	case HANDOVER_SHM_BUSY:
		run_one(self, HANDOVER_SHM_BUSY);
		break;
	}
	return NULL;
}

int ring_open(struct ring *ring, struct err *err)
{
	int i;

	ring->member = aligned_alloc(_Alignof(struct member),
				     sizeof(*ring->member) * (size_t)ring->members);
	if (!ring->member)
		abort();
	memset(ring->member, 0, sizeof(*ring->member) * (size_t)ring->members);
	for (i = 0; i < ring->members; i++) {
		ring->member[i].ring = ring;
		ring->member[i].position = i;
		if (!ring->way->open(&ring->member[i].slot))
			continue;
		err_set(err, BENCH_FAILED, "--mode %s: %m", ring->way->name);
		while (i--)
			ring->way->close(&ring->member[i].slot);
		free(ring->member);
		ring->member = NULL;
		return -1;
	}
	return 0;
}

void ring_close(struct ring *ring)
{
	int i;

	for (i = 0; ring->member && i < ring->members; i++)
		ring->way->close(&ring->member[i].slot);
	free(ring->member);
}

/*
 * The timekeeper is started last: until then nothing moves, and threads that were
 * started before a failure can be ended by handing them the token.
 */
int ring_start(struct ring *ring, const int *cpu, struct err *err)
{
	int i;

	for (i = ring->members - 1; i >= 0; i--) {
		struct thread_setup setup = bench_thread_setup(ring->bench, cpu[i]);

		if (!thread_start(&ring->member[i].thread, &setup, run, &ring->member[i], err))
			continue;
		atomic_store(&ring->finished, true);
		while (++i < ring->members) {
			slot_pass(ring->way->kind, &ring->member[i].slot);
			pthread_join(ring->member[i].thread, NULL);
		}
		return -1;
	}
	return 0;
}

void ring_join(struct ring *ring)
{
	int i;

	for (i = 0; i < ring->members; i++)
		pthread_join(ring->member[i].thread, NULL);
}
