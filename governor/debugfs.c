// SPDX-License-Identifier: GPL-2.0
/*
 * A window into the governor: debugfs tally/cpuN/, for root only. Looking changes
 * nothing and wakes nobody: the CPU's data are copied as they are.
 */
#include <linux/cpuidle.h>
#include <linux/cpumask.h>
#include <linux/debugfs.h>
#include <linux/module.h>
#include <linux/seq_file.h>
#include <linux/slab.h>
#include "debugfs.h"
#include "fixup.h"
#include "ksyms.h"
#include "params.h"
#include "percpu.h"

#if IS_ENABLED(CONFIG_DEBUG_FS)

static struct dentry *root;

static const char * const why_names[] = {
	[TALLY_WHY_DRIVER] = "driver",
	[TALLY_WHY_BUILTIN] = "built-in",
	[TALLY_WHY_LEARNED] = "learned",
	[TALLY_WHY_PARAMETER] = "parameter",
};

static const char * const reason_names[] = {
	[TALLY_REASON_ONLY] = "only",
	[TALLY_REASON_LATENCY] = "latency",
	[TALLY_REASON_TIMER] = "timer",
	[TALLY_REASON_INTERCEPT] = "intercept",
	[TALLY_REASON_TICK] = "tick",
	[TALLY_REASON_DEEPEST] = "deepest",
	[TALLY_REASON_UTIL] = "util",
	[TALLY_REASON_STUCK] = "stuck",
};

static_assert(ARRAY_SIZE(reason_names) == TALLY_REASONS);

static const char * const verdict_names[] = {
	[TALLY_VERDICT_HIT] = "hit",
	[TALLY_VERDICT_INTERCEPT] = "intercept",
	[TALLY_VERDICT_TICK] = "tick",
	[TALLY_VERDICT_POLL] = "poll",
	[TALLY_VERDICT_REJECTED] = "rejected",
};

static_assert(ARRAY_SIZE(verdict_names) == TALLY_VERDICTS);

/* A pair of numbers, or a dash where there is none. */
static void put_pair(struct seq_file *m, bool there, s64 first, s64 second)
{
	if (there)
		seq_printf(m, " %11lld %13lld", first, second);
	else
		seq_printf(m, " %11s %13s", "-", "-");
}

static void put_state(struct seq_file *m, const struct tally_percpu *pc,
		      unsigned int cpu, int i)
{
	const struct cpuidle_state *state = &pc->drv->states[i];
	const struct tally_learned *learned = &pc->learned[i];
	struct tally_fixup fixup;
	enum tally_why why = tally_fixup_find(pc->drv, i, cpu, &fixup);

	seq_printf(m, "%5d %-15s", i, state->name);
	put_pair(m, true, state->exit_latency_ns, state->target_residency_ns);
	put_pair(m, why != TALLY_WHY_DRIVER, fixup.exit_ns, fixup.residency_ns);
	put_pair(m, learned->count, learned->exit_ns, learned->count);
	put_pair(m, true, pc->cpu.table.exit_ns[i], pc->cpu.table.residency_ns[i]);
	seq_printf(m, " %s\n", why_names[pc->why[i]]);
}

static void show_table(struct seq_file *m, struct tally_percpu *pc, unsigned int cpu)
{
	int count;

	/* The driver stays while the lock is held, if it is there still. */
	mutex_lock(tally_cpuidle_lock());
	tally_look(pc, cpu);
	if (!pc->drv) {
		seq_puts(m, "not in use on this CPU\n");
		goto out;
	}
	seq_printf(m, "driver %s, table version %u\n", pc->drv->name, pc->version);
	seq_printf(m, "%5s %-15s %11s %13s %11s %13s %11s %13s %11s %13s %s\n",
		   "state", "name", "driver_exit", "driver_resid", "fixup_exit",
		   "fixup_resid", "learned", "learned_hits", "used_exit",
		   "used_resid", "why");
	count = min_t(int, pc->cpu.table.count, pc->drv->state_count);
	for (int i = 0; i < count; i++)
		put_state(m, pc, cpu, i);
	seq_puts(m, "all latencies and residencies in ns\n");
out:
	mutex_unlock(tally_cpuidle_lock());
}

static void show_bins(struct seq_file *m, struct tally_percpu *pc, unsigned int cpu)
{
	u32 from = 0;

	tally_look(pc, cpu);
	seq_printf(m, "%10s %10s %s\n", "from_ns", "to_ns", "hazard_q15");
	for (int i = 0; i < min_t(int, pc->cpu.bin_count, TALLY_BINS_MAX); i++) {
		const struct tally_bin *bin = &pc->cpu.bins[i];

		if (bin->end_ns == U32_MAX)
			seq_printf(m, "%10u %10s %u\n", from, "-", bin->hazard_q15);
		else
			seq_printf(m, "%10u %10u %u\n", from, bin->end_ns,
				   bin->hazard_q15);
		from = bin->end_ns;
	}
	seq_printf(m, "outcomes that are not in these yet: %u\n", pc->cpu.pending);
}

static void show_contexts(struct seq_file *m, struct tally_percpu *pc,
			  unsigned int cpu)
{
	tally_look(pc, cpu);
	seq_printf(m, "decided by context: %u\n", pc->cpu.context_used);
	seq_printf(m, "present context: %u\n", pc->cpu.decision.context);
	seq_printf(m, "%7s %s %s\n", "context", "log2_mean_q8", "spread_q8");
	for (int i = 0; i < TALLY_CONTEXTS; i++) {
		const struct tally_row *row = &pc->cpu.rows[i];

		if (row->mean_q8)
			seq_printf(m, "%7d %12u %9u\n", i, row->mean_q8, row->spread_q8);
	}
}

static void show_decisions(struct seq_file *m, struct tally_percpu *pc,
			   unsigned int cpu)
{
	tally_look(pc, cpu);
	for (int i = 0; i < TALLY_REASONS; i++)
		seq_printf(m, "chosen %-9s %u\n", reason_names[i], pc->cpu.reasons[i]);
	for (int i = 0; i < TALLY_VERDICTS; i++)
		seq_printf(m, "ended  %-9s %u\n", verdict_names[i], pc->cpu.verdicts[i]);
}

typedef void show_fn(struct seq_file *m, struct tally_percpu *pc, unsigned int cpu);

/* The file's private data is the number of the CPU. */
static int show(struct seq_file *m, show_fn *fn)
{
	struct tally_percpu *copy = kmalloc(sizeof(*copy), GFP_KERNEL);

	if (!copy)
		return -ENOMEM;
	fn(m, copy, (unsigned long)m->private);
	kfree(copy);
	return 0;
}

static int table_show(struct seq_file *m, void *unused)
{
	return show(m, show_table);
}
DEFINE_SHOW_ATTRIBUTE(table);

static int bins_show(struct seq_file *m, void *unused)
{
	return show(m, show_bins);
}
DEFINE_SHOW_ATTRIBUTE(bins);

static int contexts_show(struct seq_file *m, void *unused)
{
	return show(m, show_contexts);
}
DEFINE_SHOW_ATTRIBUTE(contexts);

static int decisions_show(struct seq_file *m, void *unused)
{
	return show(m, show_decisions);
}
DEFINE_SHOW_ATTRIBUTE(decisions);

void tally_debugfs_init(void)
{
	unsigned int cpu;

	root = debugfs_create_dir("tally", NULL);
	for_each_possible_cpu(cpu) {
		char name[sizeof("cpu4294967295")];
		void *number = (void *)(unsigned long)cpu;
		struct dentry *dir;

		snprintf(name, sizeof(name), "cpu%u", cpu);
		dir = debugfs_create_dir(name, root);
		debugfs_create_file("table", 0400, dir, number, &table_fops);
		debugfs_create_file("bins", 0400, dir, number, &bins_fops);
		debugfs_create_file("contexts", 0400, dir, number, &contexts_fops);
		debugfs_create_file("decisions", 0400, dir, number, &decisions_fops);
	}
}

void tally_debugfs_exit(void)
{
	debugfs_remove_recursive(root);
}

#endif /* CONFIG_DEBUG_FS */
