// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <sched.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "handover.h"

/* A slot's word: nobody and nothing, the token, or a sleeper that must be woken. */
enum slot_word {
	SLOT_EMPTY,
	SLOT_TOKEN,
	SLOT_SLEEPER,
};

static int word_open(struct slot *slot)
{
	atomic_store(&slot->word, SLOT_EMPTY);
	return 0;
}

static void word_close(struct slot *slot)
{
	atomic_store(&slot->word, SLOT_EMPTY);
}

static void futex_pass(struct slot *slot)
{
	/* No system call for a thread that has not gone to sleep yet. */
	if (atomic_exchange(&slot->word, SLOT_TOKEN) == SLOT_SLEEPER)
		syscall(SYS_futex, &slot->word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void futex_wait(struct slot *slot)
{
	unsigned int empty = SLOT_EMPTY;

	if (atomic_compare_exchange_strong(&slot->word, &empty, SLOT_SLEEPER))
		do {
			syscall(SYS_futex, &slot->word, FUTEX_WAIT_PRIVATE, SLOT_SLEEPER,
				NULL, NULL, 0);
		} while (atomic_load(&slot->word) != SLOT_TOKEN);
	atomic_store(&slot->word, SLOT_EMPTY);
}

/*
 * Straight into the kernel: glibc's read() and write() are points where a thread can be
 * cancelled, which costs each call two atomic operations.
 */
static void write_token(int fd, const void *token, size_t size)
{
	while (syscall(SYS_write, fd, token, size) < 0 && errno == EINTR)
		;
}

static void read_token(int fd, void *token, size_t size)
{
	while (syscall(SYS_read, fd, token, size) < 0 && errno == EINTR)
		;
}

static int pipe_open(struct slot *slot)
{
	return pipe2(slot->fd, O_CLOEXEC);
}

static void pipe_pass(struct slot *slot)
{
	char token = 1;

	write_token(slot->fd[1], &token, sizeof(token));
}

static void pipe_wait(struct slot *slot)
{
	char token;

	read_token(slot->fd[0], &token, sizeof(token));
}

static void pipe_close(struct slot *slot)
{
	close(slot->fd[0]);
	close(slot->fd[1]);
}

static int event_open(struct slot *slot)
{
	slot->fd[0] = eventfd(0, EFD_CLOEXEC);
	return slot->fd[0] < 0 ? -1 : 0;
}

static void event_pass(struct slot *slot)
{
	uint64_t token = 1;

	write_token(slot->fd[0], &token, sizeof(token));
}

static void event_wait(struct slot *slot)
{
	uint64_t token;

	read_token(slot->fd[0], &token, sizeof(token));
}

static void event_close(struct slot *slot)
{
	close(slot->fd[0]);
}

static void shm_pass(struct slot *slot)
{
	atomic_store_explicit(&slot->word, SLOT_TOKEN, memory_order_release);
}

static inline unsigned int shm_look(struct slot *slot)
{
	return atomic_load_explicit(&slot->word, memory_order_acquire);
}

static inline void shm_take(struct slot *slot)
{
	atomic_store_explicit(&slot->word, SLOT_EMPTY, memory_order_relaxed);
}

/* The hint that lets an SMT sibling run, where the processor has one. */
static inline void relax(void)
{
#if defined(__x86_64__)
	__builtin_ia32_pause();
#elif defined(__aarch64__)
	__asm__ volatile("yield");
#elif defined(__powerpc__)
	__asm__ volatile("or 27,27,27");
#endif
}

static void shm_wait(struct slot *slot)
{
	while (shm_look(slot) != SLOT_TOKEN)
		relax();
	shm_take(slot);
}

static void shm_wait_yield(struct slot *slot)
{
	while (shm_look(slot) != SLOT_TOKEN)
		sched_yield();
	shm_take(slot);
}

static void shm_wait_busy(struct slot *slot)
{
	while (shm_look(slot) != SLOT_TOKEN)
		;
	shm_take(slot);
}

static const struct handover ways[] = {
	{ "futex", "sleep on a word in memory", word_open, futex_pass, futex_wait, word_close },
	{ "pipe", "read a byte from a pipe", pipe_open, pipe_pass, pipe_wait, pipe_close },
	{ "eventfd", "read an eventfd", event_open, event_pass, event_wait, event_close },
	{ "shm", "spin on a word, with the processor's pause hint", word_open, shm_pass,
	  shm_wait, word_close },
	{ "shm-yield", "spin on a word, with sched_yield()", word_open, shm_pass,
	  shm_wait_yield, word_close },
	{ "shm-busy", "spin on a word, nothing between", word_open, shm_pass, shm_wait_busy,
	  word_close },
};

const struct handover *handover_find(const char *name)
{
	size_t i;

	for (i = 0; i < sizeof(ways) / sizeof(*ways); i++)
		if (!strcmp(ways[i].name, name))
			return &ways[i];
	return NULL;
}
