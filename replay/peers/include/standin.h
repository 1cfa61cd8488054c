/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What mainline's idle governors need of a kernel, and no more: types, per-CPU
 * data that can be switched from one simulated CPU to another, and a tick
 * whose rate is chosen at run time. Every other header in here includes this.
 */
#ifndef PEER_STANDIN_H
#define PEER_STANDIN_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef uint8_t u8;
typedef uint16_t u16;
typedef uint32_t u32;
typedef uint64_t u64;
typedef int32_t s32;
typedef int64_t s64;
typedef s64 ktime_t;

#define S64_MAX		INT64_MAX
#define U64_MAX		UINT64_MAX
#define KTIME_MAX	INT64_MAX

#define NSEC_PER_USEC	1000L
#define NSEC_PER_MSEC	1000000L
#define NSEC_PER_SEC	1000000000L

#define BIT(n)		(1UL << (n))
#define likely(x)	__builtin_expect(!!(x), 1)
#define unlikely(x)	__builtin_expect(!!(x), 0)
#define __init
#define __read_mostly

#define min(a, b) ({ __auto_type min_a = (a); __auto_type min_b = (b); \
		     min_a < min_b ? min_a : min_b; })
#define max(a, b) ({ __auto_type max_a = (a); __auto_type max_b = (b); \
		     max_a > max_b ? max_a : max_b; })
#define min_t(type, a, b)	min((type)(a), (type)(b))
#define max_t(type, a, b)	max((type)(a), (type)(b))

#define do_div(n, base) ({ u32 div_base = (base); u32 div_rest = (n) % div_base; \
			   (n) /= div_base; div_rest; })

static inline u64 div_u64(u64 dividend, u32 divisor)
{
	return dividend / divisor;
}

static inline u64 div64_u64(u64 dividend, u64 divisor)
{
	return dividend / divisor;
}

static inline s64 ktime_to_us(ktime_t t)
{
	return t / NSEC_PER_USEC;
}

/*
 * Thread-local, and in the static TLS block: a load relative to a segment
 * register, which is what per-CPU data cost in the kernel.
 */
#define PEER_TLS extern __thread __attribute__((tls_model("initial-exec"), \
						visibility("hidden")))

/* Per-CPU data: one section, of which every simulated CPU has a copy. */
#define PEER_SECTION	__attribute__((section("peer_percpu"), aligned(64)))
#define DEFINE_PER_CPU(type, name)	__typeof__(type) name PEER_SECTION
PEER_TLS ptrdiff_t peer_offset;
#define this_cpu_ptr(p)		((__typeof__(p))((char *)(p) + peer_offset))
#define per_cpu_ptr(p, cpu)	((void)(cpu), this_cpu_ptr(p))
#define per_cpu(var, cpu)	(*per_cpu_ptr(&(var), cpu))

/* The tick: a variable, or a constant as in the kernel (bench-select). */
#ifdef PEER_TICK_NSEC
#define TICK_NSEC	((long)PEER_TICK_NSEC)
#else
PEER_TLS long peer_tick_nsec;
#define TICK_NSEC	(peer_tick_nsec)
#endif

#define postcore_initcall(fn)	int (*const peer_initcall)(void) = (fn)
extern int (*const peer_initcall)(void);
#define module_param(name, type, mode)
#define MODULE_LICENSE(text)
#define MODULE_AUTHOR(text)

#endif /* PEER_STANDIN_H */
