// SPDX-License-Identifier: GPL-2.0
#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/rseq.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "threads.h"

#define STACK_SIZE	(256 * 1024)

/* What glibc registers at least, whatever of it the kernel fills in (__rseq_size). */
#define RSEQ_AREA_SIZE	32U

#if defined(__powerpc__)
register char *thread_pointer asm("r13");
#else
#define thread_pointer ((char *)__builtin_thread_pointer())
#endif

/*
 * The kernel writes a thread's area for restartable sequences each time that the thread
 * is put on a CPU again: part of every wake-up that is measured, and of no use here.
 * What still wants a CPU number asks the kernel then. A refusal changes nothing.
 */
static void leave_rseq(void)
{
	unsigned int size = __rseq_size > RSEQ_AREA_SIZE ? __rseq_size : RSEQ_AREA_SIZE;

	if (__rseq_size)
		syscall(SYS_rseq, thread_pointer + __rseq_offset, size, RSEQ_FLAG_UNREGISTER,
			RSEQ_SIG);
}

/* Timer slack can only be set by a thread for itself: hence the trampoline. */
struct start {
	void *(*fn)(void *arg);
	void *arg;
	unsigned long slack_ns;
};

static void *trampoline(void *arg)
{
	struct start start = *(struct start *)arg;

	free(arg);
	leave_rseq();
	prctl(PR_SET_TIMERSLACK, start.slack_ns, 0, 0, 0);
	return start.fn(start.arg);
}

static int set_affinity(pthread_attr_t *attr, const struct cpulist *cpus)
{
	int i, ret, last = 0;
	cpu_set_t *set;
	size_t size;

	for (i = 0; i < cpus->count; i++)
		if (cpus->cpu[i] > last)
			last = cpus->cpu[i];
	set = CPU_ALLOC(last + 1);
	if (!set)
		abort();
	size = CPU_ALLOC_SIZE(last + 1);
	CPU_ZERO_S(size, set);
	for (i = 0; i < cpus->count; i++)
		CPU_SET_S(cpus->cpu[i], size, set);
	ret = pthread_attr_setaffinity_np(attr, size, set);
	CPU_FREE(set);
	return ret;
}

static int set_attributes(pthread_attr_t *attr, const struct thread_setup *setup)
{
	struct sched_param param = { .sched_priority = setup->priority };
	int cpu = setup->cpu;
	struct cpulist one = { .count = 1, .cpu = &cpu };
	int ret = pthread_attr_setstacksize(attr, STACK_SIZE);

	if (!ret && (cpu >= 0 || setup->set))
		ret = set_affinity(attr, cpu >= 0 ? &one : setup->set);
	if (!ret && setup->sched != SCHED_OTHER) {
		ret = pthread_attr_setinheritsched(attr, PTHREAD_EXPLICIT_SCHED);
		ret = ret ? ret : pthread_attr_setschedpolicy(attr, setup->sched);
		ret = ret ? ret : pthread_attr_setschedparam(attr, &param);
	}
	return ret;
}

int thread_start(pthread_t *thread, const struct thread_setup *setup,
		 void *(*fn)(void *arg), void *arg, struct err *err)
{
	struct start *start = malloc(sizeof(*start));
	pthread_attr_t attr;
	sigset_t all, old;
	int ret;

	if (!start)
		abort();
	start->fn = fn;
	start->arg = arg;
	start->slack_ns = setup->timer_slack_ns;
	pthread_attr_init(&attr);
	ret = set_attributes(&attr, setup);
	if (!ret) {
		sigfillset(&all);
		pthread_sigmask(SIG_SETMASK, &all, &old);
		ret = pthread_create(thread, &attr, trampoline, start);
		pthread_sigmask(SIG_SETMASK, &old, NULL);
	}
	pthread_attr_destroy(&attr);
	if (!ret)
		return 0;
	free(start);
	if (ret == EPERM)
		return err_set(err, BENCH_NOT_HERE,
			       "--sched: a real-time class needs root (or RLIMIT_RTPRIO)");
	if (ret == EINVAL && setup->cpu >= 0)
		return err_set(err, BENCH_FAILED, "CPU %d cannot be used (offline?)",
			       setup->cpu);
	return err_set(err, BENCH_FAILED, "cannot start a thread: %s", strerror(ret));
}

int memory_lock(struct err *err)
{
	if (mlockall(MCL_CURRENT | MCL_FUTURE))
		return err_set(err, errno == EPERM || errno == ENOMEM ? BENCH_NOT_HERE :
			       BENCH_FAILED, "--mlock: %m (root, or a higher ulimit -l)");
	return 0;
}
