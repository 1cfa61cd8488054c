/* SPDX-License-Identifier: GPL-2.0 */
/* Ways to hand a token from one thread to another. */
#ifndef BENCH_HANDOVER_H
#define BENCH_HANDOVER_H

#include <stdatomic.h>
#include <stdint.h>

/**
 * struct slot - where one thread waits for the token
 * @word: futex word or shared flag: enum slot_word
 * @fd: pipe ends (read, write), or eventfd in fd[0]
 *
 * A cache line pair of its own: neighbours in a ring must not disturb each other.
 */
struct slot {
	_Alignas(128) atomic_uint word;
	int fd[2];
};

enum handover_kind {
	HANDOVER_FUTEX,
	HANDOVER_PIPE,
	HANDOVER_EVENTFD,
	HANDOVER_SHM,
	HANDOVER_SHM_YIELD,
	HANDOVER_SHM_BUSY,
};

/**
 * struct handover - one way
 * @kind: for slot_pass() and slot_wait()
 * @name: for --mode
 * @what: for --help
 * @open: make a slot ready; 0, or -1 with errno
 * @close: the opposite of @open
 */
struct handover {
	enum handover_kind kind;
	const char *name;
	const char *what;
	int (*open)(struct slot *slot);
	void (*close)(struct slot *slot);
};

/**
 * handover_find() - a way by its name
 * @name: futex, pipe, eventfd, shm, shm-yield or shm-busy
 *
 * Return: NULL when there is no such way.
 */
const struct handover *handover_find(const char *name);

#endif /* BENCH_HANDOVER_H */
