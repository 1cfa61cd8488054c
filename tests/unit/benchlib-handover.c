// SPDX-License-Identifier: GPL-2.0
/* Each way of handing a token on: it arrives, once, whoever comes first. */
#include <pthread.h>

#include "bench/handover-inline.h"
#include "benchlib_tree.h"

#define ROUNDS	2000

static struct slot slot[2];
static const struct handover *way;
static int shared;

static void *other(void *arg)
{
	int i;

	(void)arg;
	for (i = 0; i < ROUNDS; i++) {
		slot_wait(way->kind, &slot[1]);
		shared++;
		slot_pass(way->kind, &slot[0]);
	}
	return NULL;
}

static void there_and_back(void **state)
{
	static const char *const names[] = { "futex", "pipe", "eventfd", "shm-yield" };
	pthread_t thread;
	size_t k;
	int i;

	(void)state;
	for (k = 0; k < sizeof(names) / sizeof(*names); k++) {
		way = handover_find(names[k]);
		assert_non_null(way);
		shared = 0;
		assert_int_equal(way->open(&slot[0]), 0);
		assert_int_equal(way->open(&slot[1]), 0);
		/* The first token is there before anybody waits. */
		slot_pass(way->kind, &slot[1]);
		assert_int_equal(pthread_create(&thread, NULL, other, NULL), 0);
		for (i = 0; i < ROUNDS; i++) {
			slot_wait(way->kind, &slot[0]);
			/* Never two at once: no atomic operation is needed. */
			assert_int_equal(shared, i + 1);
			if (i < ROUNDS - 1)
				slot_pass(way->kind, &slot[1]);
		}
		pthread_join(thread, NULL);
		way->close(&slot[0]);
		way->close(&slot[1]);
	}
}

/* The kernel's answers arrive as they are, and errno is nobody's business. */
static void raw_answers(void **state)
{
	uint64_t seven = 7, back = 0;
	int fd[2];

	(void)state;
	errno = 12345;
	assert_int_equal(raw_syscall(SYS_close, -1, 0, 0, 0), -EBADF);
	assert_int_equal(raw_syscall(SYS_futex, 0, FUTEX_WAIT_PRIVATE, 1, 0), -EFAULT);
	assert_int_equal(errno, 12345);
	assert_int_equal(raw_syscall(SYS_getpid, 0, 0, 0, 0), getpid());
	assert_int_equal(pipe(fd), 0);
	assert_int_equal(raw_syscall(SYS_write, fd[1], (long)&seven, sizeof(seven), 0),
			 sizeof(seven));
	assert_int_equal(raw_syscall(SYS_read, fd[0], (long)&back, sizeof(back), 0),
			 sizeof(back));
	assert_int_equal(back, 7);
	close(fd[0]);
	close(fd[1]);
}

static void unknown(void **state)
{
	(void)state;
	assert_null(handover_find("fut"));
	assert_null(handover_find("futex2"));
	assert_non_null(handover_find("shm"));
	assert_non_null(handover_find("shm-busy"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(there_and_back),
		cmocka_unit_test(raw_answers),
		cmocka_unit_test(unknown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
