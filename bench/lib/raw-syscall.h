/* SPDX-License-Identifier: GPL-2.0 */
/* System calls without a function of glibc's between. */
#ifndef BENCH_RAW_SYSCALL_H
#define BENCH_RAW_SYSCALL_H

#include <errno.h>
#include <sys/syscall.h>
#include <unistd.h>

/**
 * raw_syscall() - enter the kernel where the caller stands
 * @nr: SYS_...
 * @a: first argument
 * @b: second
 * @c: third
 * @d: fourth
 *
 * A kernel that guards against Spectre overwrites the processor's stack of return addresses at
 * each change of threads. Who called a function before and returns from it afterwards is
 * mispredicted, which syscall() and read() make part of every wake-up; what is inlined is not.
 *
 * Return: the call's value, or a negative error number; errno is left alone.
 */
static __always_inline long raw_syscall(long nr, long a, long b, long c, long d)
{
#if defined(__x86_64__) && !defined(__ILP32__)
	register long fourth __asm__("r10") = d;
	long ret = nr;

	__asm__ volatile("syscall"
			 : "+a"(ret)
			 : "D"(a), "S"(b), "d"(c), "r"(fourth)
			 : "rcx", "r11", "memory");
	return ret;
#elif defined(__aarch64__)
	register long number __asm__("x8") = nr;
	register long first __asm__("x0") = a;
	register long second __asm__("x1") = b;
	register long third __asm__("x2") = c;
	register long fourth __asm__("x3") = d;

	__asm__ volatile("svc 0"
			 : "+r"(first)
			 : "r"(number), "r"(second), "r"(third), "r"(fourth)
			 : "memory");
	return first;
#elif defined(__powerpc64__)
	/* syscall64-abi.rst: r0 and r3 to r12 are volatile, summary overflow tells an error. */
	register long number __asm__("r0") = nr;
	register long first __asm__("r3") = a;
	register long second __asm__("r4") = b;
	register long third __asm__("r5") = c;
	register long fourth __asm__("r6") = d;

	__asm__ volatile("sc\n\tbns+ 1f\n\tneg 3, 3\n1:"
			 : "+r"(number), "+r"(first), "+r"(second), "+r"(third), "+r"(fourth)
			 :
			 : "r7", "r8", "r9", "r10", "r11", "r12", "cr0", "cr1", "cr5", "cr6",
			   "cr7", "ctr", "xer", "memory");
	return first;
#else
	long ret = syscall(nr, a, b, c, d);

	return ret == -1 ? -errno : ret;
#endif
}

#endif /* BENCH_RAW_SYSCALL_H */
