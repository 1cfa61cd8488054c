// SPDX-License-Identifier: GPL-2.0
/*
 * Symbols of the running kernel that modules cannot link to.
 *
 * A kprobe accepts a symbol's name and tells its address: that way
 * kallsyms_lookup_name() is found, and with it everything else, data included.
 *
 * The functions are then called through static calls. Where the architecture
 * patches them into direct calls (x86), neither indirect-branch tracking (a
 * function that is never called indirectly may have lost its landing pad) nor a
 * control-flow check, nor a retpoline, stands in between. Elsewhere a static
 * call is a call through a pointer:
 *
 * - arm64: all of these functions are global, so the compiler gives them a BTI
 *   landing pad, and under kCFI a type hash, both at the symbol's address.
 * - ppc64le: the symbol's address is the global entry point, which sets up the
 *   TOC from r12; the caller restores its own.
 *
 * In both cases it has to be the symbol's very address, whereas a kprobe may have
 * been moved past a landing pad or to the local entry point: see start_of().
 */
#define pr_fmt(fmt) "tally: " fmt

#include <linux/kallsyms.h>
#include <linux/kprobes.h>
#include "ksyms.h"

DEFINE_STATIC_CALL_NULL(tally_cpuidle_register_governor, cpuidle_register_governor);
DEFINE_STATIC_CALL_NULL(tally_cpuidle_switch_governor, cpuidle_switch_governor);
DEFINE_STATIC_CALL_NULL(tally_cpuidle_governor_latency_req, cpuidle_governor_latency_req);
DEFINE_STATIC_CALL_NULL(tally_tick_nohz_get_sleep_length, tick_nohz_get_sleep_length);
DEFINE_STATIC_CALL_NULL(tally_tick_nohz_tick_stopped, tick_nohz_tick_stopped);
DEFINE_STATIC_CALL_NULL(tally_tick_nohz_idle_got_tick, tick_nohz_idle_got_tick);
#ifdef CONFIG_SMP
DEFINE_STATIC_CALL_NULL(tally_sched_cpu_util, sched_cpu_util);
#endif

struct tally_cpuidle tally_cpuidle;

static bool has_util;

bool tally_has_util(void)
{
	return has_util;
}

#if IS_ENABLED(CONFIG_KPROBES) && IS_ENABLED(CONFIG_CPU_IDLE)

DEFINE_STATIC_CALL_NULL(tally_lookup, kallsyms_lookup_name);

/*
 * Never armed: the address is all that is wanted, and disarming may fail for want of
 * memory, which would leave the kernel with a probe in memory that is gone.
 */
static struct kprobe lookup_probe __initdata = {
	.symbol_name = "kallsyms_lookup_name",
	.flags = KPROBE_FLAG_DISABLED,
};

/* The address of the symbol that @address lies in, or 0. */
static unsigned long __init start_of(unsigned long address)
{
	static char where[KSYM_SYMBOL_LEN] __initdata;
	unsigned long offset;
	const char *plus;

	sprint_symbol(where, address);
	plus = strchr(where, '+');
	if (!plus || sscanf(plus, "+0x%lx/", &offset) != 1)
		return 0;
	return address - offset;
}

static int __init find_lookup(void)
{
	unsigned long address;
	int ret;

	ret = register_kprobe(&lookup_probe);
	if (ret) {
		pr_err("no kprobe on kallsyms_lookup_name (error %d; locked down, or no kallsyms?): not loaded\n",
		       ret);
		return ret;
	}
	address = start_of((unsigned long)lookup_probe.addr);
	unregister_kprobe(&lookup_probe);
	if (!address) {
		pr_err("this kernel does not tell the address of kallsyms_lookup_name: not loaded\n");
		return -ENOENT;
	}
	static_call_update(tally_lookup, (typeof(kallsyms_lookup_name) *)address);
	return 0;
}

static int __init find(const char *name, void *address)
{
	unsigned long found = static_call(tally_lookup)(name);

	if (!found) {
		pr_err("this kernel has no symbol %s%s: not loaded\n", name,
		       IS_ENABLED(CONFIG_KALLSYMS_ALL) ? "" :
		       " (CONFIG_KALLSYMS_ALL is not set)");
		return -ENOENT;
	}
	*(unsigned long *)address = found;
	return 0;
}

static int __init find_data(void)
{
	if (find("cpuidle_lock", &tally_cpuidle.lock) ||
	    find("cpuidle_governors", &tally_cpuidle.governors) ||
	    find("cpuidle_curr_governor", &tally_cpuidle.current_governor) ||
	    find("cpuidle_prev_governor", &tally_cpuidle.previous_governor))
		return -ENOENT;
	return 0;
}

static int __init find_calls(void)
{
	typeof(cpuidle_register_governor) *register_governor;
	typeof(cpuidle_switch_governor) *switch_governor;
	typeof(cpuidle_governor_latency_req) *latency_req;
	typeof(tick_nohz_get_sleep_length) *get_sleep_length;
	typeof(tick_nohz_tick_stopped) *tick_stopped;
	typeof(tick_nohz_idle_got_tick) *got_tick;

	if (find("cpuidle_register_governor", &register_governor) ||
	    find("cpuidle_switch_governor", &switch_governor) ||
	    find("cpuidle_governor_latency_req", &latency_req) ||
	    find("tick_nohz_get_sleep_length", &get_sleep_length) ||
	    find("tick_nohz_tick_stopped", &tick_stopped) ||
	    find("tick_nohz_idle_got_tick", &got_tick))
		return -ENOENT;
	static_call_update(tally_cpuidle_register_governor, register_governor);
	static_call_update(tally_cpuidle_switch_governor, switch_governor);
	static_call_update(tally_cpuidle_governor_latency_req, latency_req);
	static_call_update(tally_tick_nohz_get_sleep_length, get_sleep_length);
	static_call_update(tally_tick_nohz_tick_stopped, tick_stopped);
	static_call_update(tally_tick_nohz_idle_got_tick, got_tick);
	return 0;
}

/* Optional: only the utilisation awareness needs it. */
static void __init find_util(void)
{
#ifdef CONFIG_SMP
	unsigned long address = static_call(tally_lookup)("sched_cpu_util");

	if (!address)
		return;
	static_call_update(tally_sched_cpu_util, (typeof(sched_cpu_util) *)address);
	has_util = true;
#endif
}

int __init tally_ksyms_find(void)
{
	int ret = find_lookup();

	if (!ret)
		ret = find_data();
	if (!ret)
		ret = find_calls();
	if (!ret)
		find_util();
	return ret;
}

#else

int __init tally_ksyms_find(void)
{
	pr_err("this kernel was built without CONFIG_%s: not loaded\n",
	       IS_ENABLED(CONFIG_CPU_IDLE) ? "KPROBES" : "CPU_IDLE");
	return -EOPNOTSUPP;
}

#endif
