// SPDX-License-Identifier: GPL-2.0
/*
 * Random tables, random inputs: what must hold for every one of them. Built with
 * the sanitizers, so that an overflow or a write past an array fails too.
 */
#include <stdio.h>

#include "core_drive.h"

#define TABLES		4000
#define PERIODS		300

static u64 seed = 20240614;

/* xorshift64*: repeatable on every machine. */
static u64 draw(void)
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return seed * 2685821657736338717ull;
}

static u64 below(u64 bound)
{
	return draw() % bound;
}

/* Any magnitude is as likely as any other. */
static s64 any_ns(void)
{
	return below(1ull << below(42));
}

static s64 odd_ns(void)
{
	switch (below(24)) {
	case 0: return -any_ns();
	case 1: return INT64_MAX;
	case 2: return INT64_MIN;
	case 3: return 0;
	default: return any_ns();
	}
}

static struct tally_table random_table(void)
{
	struct tally_table table = { .count = 1 + below(TALLY_STATES_MAX) };
	bool sorted = below(4);

	for (int i = 0; i < table.count; i++) {
		table.exit_ns[i] = any_ns();
		table.residency_ns[i] = below(5) ? any_ns() :
					i ? table.residency_ns[i - 1] : 0;
		if (below(40) == 0)
			table.residency_ns[i] = 4294967295ll * 1000;
		if (sorted && i && table.residency_ns[i] < table.residency_ns[i - 1])
			table.residency_ns[i] = table.residency_ns[i - 1];
		if (!below(6))
			table.polling |= 1 << i;
	}
	return table;
}

static void check_choice(const struct drive *d)
{
	const struct tally_table *table = &d->cpu.table;
	int chosen = d->cpu.decision.state;
	u16 enabled = ((1 << table->count) - 1) & ~d->ask.disabled;

	assert_in_range(chosen, 0, table->count - 1);
	assert_true(d->cpu.decision.reason < TALLY_REASONS);
	if (!enabled) {
		assert_int_equal(chosen, 0);
		return;
	}
	assert_true(enabled >> chosen & 1);
	if (table->exit_ns[chosen] > d->ask.latency_req_ns)
		for (int i = 0; i < table->count; i++)
			if (enabled >> i & 1)
				assert_true(table->exit_ns[i] > d->ask.latency_req_ns);
	if (d->cpu.decision.stop_tick && !d->ask.tick_stopped)
		assert_false(table->polling >> chosen & 1);
}

static void random_period(struct drive *d)
{
	struct tally_outcome outcome;

	d->ask.disabled = below(3) ? 0 : draw() & 0x3ff;
	d->ask.latency_req_ns = below(3) ? NO_LIMIT : any_ns();
	d->ask.tick_stopped = below(4) == 0;
	d->ask.util = below(1025);
	d->ask.capacity = 1 + below(1024);
	d->params.rule = below(4) == 0;
	d->params.context = below(2);
	d->params.util = below(2);
	d->params.latency_weight = draw();
	d->params.util_shift = below(11);
	drive_select(d, odd_ns(), odd_ns());
	check_choice(d);
	outcome = (struct tally_outcome){
		.entered = below(8) ? (u64)d->state : below(d->cpu.table.count),
		.rejected = below(16) == 0,
		.tick = below(4) == 0,
		.poll_limit = below(8) == 0,
		.measured_ns = odd_ns(),
	};
	assert_in_range(tally_reflect(&d->cpu, &d->params, &outcome), 0,
			TALLY_VERDICTS - 1);
	assert_true(d->cpu.age_bin < d->cpu.bin_count);
	for (int i = 0; i < d->cpu.bin_count; i++)
		assert_in_range(d->cpu.bins[i].hazard_q15, 0, 32768);
}

static void holds_for_random_tables(void **state)
{
	struct drive d;

	(void)state;
	for (int t = 0; t < TABLES; t++) {
		drive_init(&d, random_table(), below(2) ? TICK_250HZ : TICK_1000HZ);
		assert_true(d.cpu.bin_count <= TALLY_BINS_MAX);
		for (int i = 0; i < PERIODS; i++)
			random_period(&d);
	}
}

/* The bins tile all durations, with an edge at every target residency. */
static void bins_tile_the_line(void **state)
{
	(void)state;
	for (int t = 0; t < TABLES; t++) {
		struct tally_table table = random_table();
		struct tally_cpu cpu;
		u32 start = 0;

		tally_cpu_init(&cpu, &table, TICK_250HZ);
		for (int i = 0; i < cpu.bin_count; i++) {
			assert_true(cpu.bins[i].end_ns > start);
			assert_int_equal(cpu.bins[i].begin_ns, start);
			start = cpu.bins[i].end_ns;
		}
		assert_int_equal(start, 0xffffffffu);
		for (int i = 0; i < table.count; i++) {
			bool edge = !cpu.residency_ns[i];

			for (int b = 0; b < cpu.bin_count; b++)
				edge |= cpu.bins[b].end_ns == cpu.residency_ns[i];
			assert_true(edge);
		}
	}
}

/* One CPU's data fit into what the design allows. */
static void fits_into_2_kib(void **state)
{
	(void)state;
	assert_true(sizeof(struct tally_cpu) <= 2048);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(holds_for_random_tables),
		cmocka_unit_test(bins_tile_the_line),
		cmocka_unit_test(fits_into_2_kib),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
