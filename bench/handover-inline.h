/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Passing the token on and waiting for it. All of it is inlined into the loop that is
 * measured: see raw_syscall() for what a function costs there.
 */
#ifndef BENCH_HANDOVER_INLINE_H
#define BENCH_HANDOVER_INLINE_H

#include <errno.h>
#include <linux/futex.h>

#include "handover.h"
#include "lib/raw-syscall.h"

/* A slot's word: nobody and nothing, the token, or a sleeper that must be woken. */
enum slot_word {
	SLOT_EMPTY,
	SLOT_TOKEN,
	SLOT_SLEEPER,
};

static __always_inline void futex_pass(struct slot *slot)
{
	/* No system call for a thread that has not gone to sleep yet. */
	if (atomic_exchange(&slot->word, SLOT_TOKEN) == SLOT_SLEEPER)
		raw_syscall(SYS_futex, (long)&slot->word, FUTEX_WAKE_PRIVATE, 1, 0);
}

static __always_inline void futex_wait(struct slot *slot)
{
	unsigned int empty = SLOT_EMPTY;

	if (atomic_compare_exchange_strong(&slot->word, &empty, SLOT_SLEEPER))
		do {
			raw_syscall(SYS_futex, (long)&slot->word, FUTEX_WAIT_PRIVATE,
				    SLOT_SLEEPER, 0);
		} while (atomic_load(&slot->word) != SLOT_TOKEN);
	atomic_store(&slot->word, SLOT_EMPTY);
}

static __always_inline void fd_write(int fd, const void *token, long size)
{
	while (raw_syscall(SYS_write, fd, (long)token, size, 0) == -EINTR)
		;
}

static __always_inline void fd_read(int fd, void *token, long size)
{
	while (raw_syscall(SYS_read, fd, (long)token, size, 0) == -EINTR)
		;
}

static __always_inline void pipe_pass(struct slot *slot)
{
	char token = 1;

	fd_write(slot->fd[1], &token, sizeof(token));
}

static __always_inline void pipe_wait(struct slot *slot)
{
	char token;

	fd_read(slot->fd[0], &token, sizeof(token));
}

static __always_inline void event_pass(struct slot *slot)
{
	uint64_t token = 1;

	fd_write(slot->fd[0], &token, sizeof(token));
}

static __always_inline void event_wait(struct slot *slot)
{
	uint64_t token;

	fd_read(slot->fd[0], &token, sizeof(token));
}

static __always_inline void shm_pass(struct slot *slot)
{
	atomic_store_explicit(&slot->word, SLOT_TOKEN, memory_order_release);
}

/* The hint that lets an SMT sibling run, where the processor has one. */
static __always_inline void shm_relax(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#elif defined(__powerpc__)
	__asm__ volatile("or 27,27,27");
#endif
}

static __always_inline void shm_wait(enum handover_kind kind, struct slot *slot)
{
	while (atomic_load_explicit(&slot->word, memory_order_acquire) != SLOT_TOKEN) {
		if (kind == HANDOVER_SHM)
			shm_relax();
		else if (kind == HANDOVER_SHM_YIELD)
			raw_syscall(SYS_sched_yield, 0, 0, 0, 0);
	}
	atomic_store_explicit(&slot->word, SLOT_EMPTY, memory_order_relaxed);
}

/**
 * slot_pass() - give the token to the thread that waits, or will wait, at a slot
 * @kind: the way, where it matters a constant
 * @slot: the slot
 */
static __always_inline void slot_pass(enum handover_kind kind, struct slot *slot)
{
	switch (kind) {
	case HANDOVER_FUTEX:
		return futex_pass(slot);
	case HANDOVER_PIPE:
		return pipe_pass(slot);
	case HANDOVER_EVENTFD:
		return event_pass(slot);
	default:
		return shm_pass(slot);
	}
}

/**
 * slot_wait() - until the token is at a slot, and take it
 * @kind: the way, where it matters a constant
 * @slot: the slot
 */
static __always_inline void slot_wait(enum handover_kind kind, struct slot *slot)
{
	switch (kind) {
	case HANDOVER_FUTEX:
		return futex_wait(slot);
	case HANDOVER_PIPE:
		return pipe_wait(slot);
	case HANDOVER_EVENTFD:
		return event_wait(slot);
	default:
		return shm_wait(kind, slot);
	}
}

#endif /* BENCH_HANDOVER_INLINE_H */
