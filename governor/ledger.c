// SPDX-License-Identifier: GPL-2.0
/* Steps 1 and 4 of core.c: the hazards, and what they sum up to. */
#include "ledger.h"

/*
 * A hazard is the mean of its first outcomes, then a moving average with that
 * many outcomes' memory. An outcome that follows n others moves it by 1 / (n + 1.1):
 * the 0.1 says how little is believed before anything was seen. The replay's design
 * half is indifferent between 8 and 32 outcomes.
 */
#define MEMORY		15

/*
 * What is believed before anything was seen. A first choice that is too shallow costs less
 * than one that is too deep, which is why the replay's design half would have 1/4 (combined
 * regret 15.2 % with 20,000 sessions a run; 1/64 15.6 %). But with more than 1/64 the first
 * choices are not the deepest state that the timer allows, which is what is asked for
 * (cases S07, S14, S36).
 */
#define FIRST_GUESS_Q15		(ONE_Q15 / 64)

/*
 * Outcomes are noted one by one and taken in together: only then are the sums made
 * that choices look up. Until the first bin is sure of itself, each one is taken in
 * at once. The replay's design half loses 0.1 points of combined regret against 1, which
 * takes more than twice the instructions.
 */
#define BATCH		64

/* 2^19 / (10 n + 1): n outcomes weigh 10 each, the guess before them 1. */
#define INVERSE(n)	((1u << 19) / (10 * (n) + 1))
static const u16 inverse_q19[1 + MEMORY + BATCH] = {
	0,
	INVERSE(1), INVERSE(2), INVERSE(3), INVERSE(4), INVERSE(5), INVERSE(6),
	INVERSE(7), INVERSE(8), INVERSE(9), INVERSE(10), INVERSE(11), INVERSE(12),
	INVERSE(13), INVERSE(14), INVERSE(15), INVERSE(16), INVERSE(17), INVERSE(18),
	INVERSE(19), INVERSE(20), INVERSE(21), INVERSE(22), INVERSE(23), INVERSE(24),
	INVERSE(25), INVERSE(26), INVERSE(27), INVERSE(28), INVERSE(29), INVERSE(30),
	INVERSE(31), INVERSE(32), INVERSE(33), INVERSE(34), INVERSE(35), INVERSE(36),
	INVERSE(37), INVERSE(38), INVERSE(39), INVERSE(40), INVERSE(41), INVERSE(42),
	INVERSE(43), INVERSE(44), INVERSE(45), INVERSE(46), INVERSE(47), INVERSE(48),
	INVERSE(49), INVERSE(50), INVERSE(51), INVERSE(52), INVERSE(53), INVERSE(54),
	INVERSE(55), INVERSE(56), INVERSE(57), INVERSE(58), INVERSE(59), INVERSE(60),
	INVERSE(61), INVERSE(62), INVERSE(63), INVERSE(64), INVERSE(65), INVERSE(66),
	INVERSE(67), INVERSE(68), INVERSE(69), INVERSE(70), INVERSE(71), INVERSE(72),
	INVERSE(73), INVERSE(74), INVERSE(75), INVERSE(76), INVERSE(77), INVERSE(78),
	INVERSE(79),
};

/*
 * Bins end at 2 us, at 33 us, grow by 4 to 524 us, then by 2 to 134 ms; beyond that lies
 * one open bin. Narrower ones below 524 us gain nothing in the replay's design half; wider
 * ones above cost combined regret (0.45 points if one edge is left out), since ticks and
 * long residencies lie there. 2 us tell waits worth polling from those worth C1.
 */
#define FIRST_EDGE_NS		2048u
#define SECOND_EDGE_SHIFT	15
#define FINE_EDGE_SHIFT		19
#define LAST_EDGE_SHIFT		27

static void add_edge(u32 *edges, int *count, u32 edge)
{
	int i = *count;

	if (!edge || edge == 0xffffffffu)
		return;
	while (i > 0 && edges[i - 1] > edge)
		i--;
	if (i > 0 && edges[i - 1] == edge)
		return;
	for (int j = *count; j > i; j--)
		edges[j] = edges[j - 1];
	edges[i] = edge;
	(*count)++;
}

void ledger_init(struct tally_cpu *cpu)
{
	u32 edges[TALLY_BINS_MAX];
	int count = 0;
	u32 start = 0;

	add_edge(edges, &count, FIRST_EDGE_NS);
	for (int shift = SECOND_EDGE_SHIFT; shift <= LAST_EDGE_SHIFT;
	     shift += shift < FINE_EDGE_SHIFT ? 2 : 1)
		add_edge(edges, &count, 1u << shift);
	for (int i = 0; i < cpu->table.count; i++)
		add_edge(edges, &count, cpu->residency_ns[i]);
	edges[count++] = 0xffffffffu;

	for (int i = 0; i < count; i++) {
		struct tally_bin *bin = &cpu->bins[i];

		bin->begin_ns = start;
		bin->end_ns = edges[i];
		bin->inverse_q32 = 0xffffffffu / (bin->end_ns - start);
		bin->hazard_q15 = FIRST_GUESS_Q15;
		start = bin->end_ns;
	}
	cpu->bin_count = count;
	for (int i = 0, bin = 0; i < 32; i++) {
		while (cpu->bins[bin].end_ns <= 1u << i)
			bin++;
		cpu->first_bin[i] = i ? bin : 0;
	}
	cpu->batch = 1;
	ledger_refresh(cpu);
}

/* Is it over before long for sure, even if what is alive at the end slept on for a tick period? */
static u32 short_for_sure(const struct tally_cpu *cpu)
{
	const struct tally_bin *last = &cpu->bins[cpu->bin_count - 1];
	u64 most = last->idle_ns + ((u64)last->alive_q15 * cpu->tick_period_ns >> 15);

	return ledger_is_short(cpu, most) ? last->idle_ns | 1 : 0;
}

static void take_in(struct tally_bin *bin, u32 outcomes)
{
	u32 seen = bin->seen + outcomes;
	u32 sum = bin->hazard_q15 * (bin->seen * 10 + 1) +
		  bin->intercepted * (10 * ONE_Q15);

	bin->hazard_q15 = (u64)sum * inverse_q19[seen] >> 19;
	bin->seen = seen < MEMORY ? seen : MEMORY;
}

void ledger_refresh(struct tally_cpu *cpu)
{
	struct tally_bin *end = &cpu->bins[cpu->bin_count];
	u32 alive = ONE_Q15, idle = 0, risk = 0;

	for (struct tally_bin *bin = cpu->bins; bin < end; bin++) {
		u32 lost;

		risk += bin->survived;
		if (risk + bin->intercepted)
			take_in(bin, risk + bin->intercepted);
		bin->survived = 0;
		bin->intercepted = 0;
		lost = alive * bin->hazard_q15 >> 15;
		bin->idle_ns = idle;
		bin->alive_q15 = alive;
		bin->lost_q15 = lost;
		idle += (u64)(2 * alive - lost) * (bin->end_ns - bin->begin_ns) >> 16;
		alive -= lost;
		if (alive < ALIVE_NEGLIGIBLE_Q15)
			alive = 0;
	}
	cpu->pending = 0;
	if (cpu->batch < BATCH && cpu->bins[0].seen == MEMORY)
		cpu->batch = BATCH;
	cpu->short_ns = short_for_sure(cpu);
	cpu->short_usable = 0;
}

/*
 * P(intercept before @end_ns | alive at @age_ns), both in @bin: what was left behind of
 * the bin is gone, so that hazard / (1 - hazard * passed) is spread over it. The product
 * (1 + x)(1 + x^2)(1 + x^4)(1 + x^8) stands for the division.
 */
static u32 lost_from_age(const struct tally_bin *bin, u32 age_ns, u32 end_ns)
{
	u32 passed_q15 = (u64)(age_ns - bin->begin_ns) * bin->inverse_q32 >> 17;
	u32 ahead_q15 = (u64)(end_ns - age_ns) * bin->inverse_q32 >> 17;
	u32 x = bin->hazard_q15 * passed_q15 >> 15;
	u32 lost = bin->hazard_q15 * ahead_q15 >> 15;

	for (; x >> 9; x = x * x >> 15)
		lost += lost * x >> 15;
	return min_u32(lost, ONE_Q15);
}

struct tally_prospect ledger_ahead_aged(const struct tally_cpu *cpu, u32 until_ns)
{
	struct tally_prospect prospect = { 0, ONE_Q15 };
	const struct tally_bin *bin = &cpu->bins[cpu->age_bin];
	u32 from_ns = cpu->decision.age_ns;
	u32 end_ns = min_u32(bin->end_ns, until_ns);

	prospect_lose(&prospect, lost_from_age(bin, from_ns, end_ns), end_ns - from_ns);
	while (end_ns < until_ns && prospect.alive_q15 >= ALIVE_NEGLIGIBLE_Q15) {
		bin++;
		from_ns = end_ns;
		end_ns = min_u32(bin->end_ns, until_ns);
		prospect_part(&prospect, prospect.alive_q15 * bin->hazard_q15 >> 15,
			      end_ns - from_ns, bin->inverse_q32);
	}
	return prospect;
}
