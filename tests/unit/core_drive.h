/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Drives core.c as the idle loop does, one idle period at a time.
 */
#ifndef TALLY_TEST_CORE_DRIVE_H
#define TALLY_TEST_CORE_DRIVE_H

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <string.h>
#include <cmocka.h>

#include <tally/cpu.h>

#define US(us)		((s64)(us) * 1000)
#define MS(ms)		((s64)(ms) * 1000000)
#define TICK_1000HZ	MS(1)
#define TICK_250HZ	MS(4)
#define NO_LIMIT	INT64_C(0x7fffffffffffffff)

struct drive {
	struct tally_cpu cpu;
	struct tally_params params;
	struct tally_ask ask;
	/* What the last period did. */
	bool asked;
	int state;
	bool stop_tick;
};

#define STATES(...) (const double[][2]){ __VA_ARGS__ }, \
	sizeof((const double[][2]){ __VA_ARGS__ }) / sizeof(double[2])

/* A table of exit latency / target residency in us; the first state polls if 0/0. */
static inline struct tally_table make_table(const double (*us)[2], size_t count)
{
	struct tally_table table = { .count = count };

	for (size_t i = 0; i < count; i++) {
		table.exit_ns[i] = us[i][0] * 1000;
		table.residency_ns[i] = us[i][1] * 1000;
	}
	if (table.exit_ns[0] == 0 && table.residency_ns[0] == 0)
		table.polling = 1;
	return table;
}

static inline void drive_init(struct drive *d, struct tally_table table, s64 tick_ns)
{
	memset(d, 0, sizeof(*d));
	d->params = (struct tally_params){
		.rule = TALLY_RULE_EXPECTATION,
		.context = true,
		.latency_weight = TALLY_LATENCY_WEIGHT,
		.util_shift = 6,
	};
	d->ask.latency_req_ns = NO_LIMIT;
	d->ask.capacity = 1024;
	tally_cpu_init(&d->cpu, &table, tick_ns);
}

/* No bin holds more than what was believed before anything was seen. */
static inline void assert_no_intercept_learned(const struct drive *d)
{
	struct drive fresh;

	drive_init(&fresh, d->cpu.table, TICK_250HZ);
	for (int i = 0; i < d->cpu.bin_count; i++)
		assert_true(d->cpu.bins[i].hazard_q15 <= fresh.cpu.bins[i].hazard_q15);
}

/* Chooses; returns the state. */
static inline int drive_select(struct drive *d, s64 sleep_ns, s64 tick_ns)
{
	d->asked = tally_predict(&d->cpu, &d->params, &d->ask);
	if (d->asked)
		tally_choose(&d->cpu, &d->params, &d->ask, sleep_ns, tick_ns);
	d->state = d->cpu.decision.state;
	d->stop_tick = d->cpu.decision.stop_tick || d->ask.tick_stopped;
	return d->state;
}

/* The CPU slept for @ns, its wake-up included; returns the verdict. */
static inline int drive_wake(struct drive *d, s64 ns, bool tick)
{
	struct tally_outcome outcome = {
		.entered = d->state,
		.tick = tick,
		.measured_ns = ns,
	};

	return tally_reflect(&d->cpu, &d->params, &outcome);
}

static inline int drive_reject(struct drive *d)
{
	struct tally_outcome outcome = { .entered = d->state, .rejected = true };

	return tally_reflect(&d->cpu, &d->params, &outcome);
}

/*
 * A whole idle session: the timer is @timer_ns away, something else wakes the CPU
 * after @intercept_ns, the tick is due after @tick_ns and then each period unless
 * it gets stopped; a polling state gives up after @poll_ns. A wake-up takes the exit
 * latency, which delays nothing.
 * Returns the time spent in states other than @deep or deeper.
 */
static inline s64 drive_session(struct drive *d, s64 timer_ns, s64 intercept_ns,
				s64 tick_ns, s64 poll_ns, int deep)
{
	s64 end = timer_ns < intercept_ns ? timer_ns : intercept_ns;
	s64 now = 0, shallow = 0;

	d->ask.tick_stopped = false;
	while (now < end) {
		s64 next = end;
		bool tick = false, poll = false;
		struct tally_outcome outcome;

		drive_select(d, timer_ns - now,
			     tick_ns < timer_ns ? tick_ns - now : timer_ns - now);
		d->ask.tick_stopped = d->stop_tick;
		if (!d->ask.tick_stopped && tick_ns < next) {
			next = tick_ns;
			tick = true;
		}
		if (d->cpu.table.polling >> d->state & 1 && now + poll_ns < next) {
			next = now + poll_ns;
			tick = false;
			poll = true;
		}
		outcome = (struct tally_outcome){
			.entered = d->state,
			.tick = tick,
			.poll_limit = poll,
			.measured_ns = next - now + d->cpu.table.exit_ns[d->state],
		};
		tally_reflect(&d->cpu, &d->params, &outcome);
		if (d->state < deep)
			shallow += next - now;
		now = next;
		while (tick_ns <= now)
			tick_ns += d->cpu.tick_period_ns;
	}
	d->ask.tick_stopped = false;
	return shallow;
}

#endif /* TALLY_TEST_CORE_DRIVE_H */
