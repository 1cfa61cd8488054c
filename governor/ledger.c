// SPDX-License-Identifier: GPL-2.0
/* Steps 1 and 4 of core.c: the hazards and the walk over them. */
#include "ledger.h"

/*
 * A hazard is the mean of its first outcomes, then a moving average with that
 * many outcomes' memory. An outcome that follows n others moves it by 1 / (n + 1.1):
 * the 0.1 says how little is believed before anything was seen. The replay's design
 * half is indifferent between 8 and 32 outcomes.
 */
#define MEMORY		15

static const u16 gain_q15[MEMORY + 1] = {
	29789, 15604, 10570, 7992, 6425, 5372, 4615, 4045,
	3601, 3244, 2952, 2708, 2501, 2324, 2170, 2035,
};

/*
 * Bins grow by 4 from 2 us to 512 us, then by 2 to 134 ms; beyond that lies one open
 * bin. Narrower ones below 512 us gain nothing in the replay's design half; wider ones
 * above cost 3 points of combined regret, since ticks and long residencies lie there.
 */
#define FIRST_EDGE_SHIFT	11
#define FINE_EDGE_SHIFT		19
#define LAST_EDGE_SHIFT		27

/* Survival below this changes no choice as long as the tick corrects it. */
#define ALIVE_NEGLIGIBLE_Q15	(ONE_Q15 / 512)

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

	for (int shift = FIRST_EDGE_SHIFT; shift <= LAST_EDGE_SHIFT;
	     shift += shift < FINE_EDGE_SHIFT ? 2 : 1)
		add_edge(edges, &count, 1u << shift);
	for (int i = 0; i < cpu->table.count; i++)
		add_edge(edges, &count, cpu->residency_ns[i]);
	edges[count++] = 0xffffffffu;

	for (int i = 0; i < count; i++) {
		struct tally_bin *bin = &cpu->bins[i];

		bin->end_ns = edges[i];
		bin->width_ns = edges[i] - start;
		bin->inverse_q32 = 0xffffffffu / bin->width_ns;
		start = edges[i];
	}
	cpu->bin_count = count;
}

/* Within a bin, intercepts are taken to be spread evenly. */
static u32 lost_within(const struct tally_bin *bin, u32 alive_q15, u32 span_ns)
{
	u32 lost = alive_q15 * bin->hazard_q15 >> 15;

	return (u64)lost * ((u64)span_ns * bin->inverse_q32 >> 17) >> 15;
}

void ledger_walk(struct tally_cpu *cpu, u32 until_ns, u32 enough_ns, u32 floor_q15)
{
	struct tally_walk *walk = &cpu->walk;
	const struct tally_bin *bin = &cpu->bins[walk->bin];
	u32 negligible = floor_q15 ? 0 : ALIVE_NEGLIGIBLE_Q15;
	u64 enough_q15 = (u64)enough_ns << 15;
	u64 expected = walk->expected_q15;
	u32 alive = walk->alive_q15;
	u32 from = walk->from_ns;
	u32 lost;

	/* The last bin never ends. */
	until_ns = min_u32(until_ns, 0xfffffffeu);
	if (from >= until_ns || !alive)
		return;
	/* The rest of a bin that was entered before. */
	if (bin->end_ns - from != bin->width_ns && bin->end_ns <= until_ns) {
		lost = lost_within(bin, alive, bin->end_ns - from);
		expected += (u64)(alive - lost / 2) * (bin->end_ns - from);
		alive -= lost;
		from = bin->end_ns;
		bin++;
	}
	while (bin->end_ns <= until_ns) {
		lost = alive * bin->hazard_q15 >> 15;
		expected += (u64)(alive - lost / 2) * bin->width_ns;
		alive -= lost;
		if (alive < floor_q15)
			alive = floor_q15;
		from = bin->end_ns;
		bin++;
		if (expected >= enough_q15)
			goto out;
		if (alive < negligible) {
			alive = 0;
			goto out;
		}
	}
	if (from < until_ns) {
		lost = lost_within(bin, alive, until_ns - from);
		expected += (u64)(alive - lost / 2) * (until_ns - from);
		alive -= lost;
		from = until_ns;
	}
out:
	walk->expected_q15 = expected;
	walk->alive_q15 = alive;
	walk->from_ns = from;
	walk->bin = bin - cpu->bins;
}

void ledger_learn(struct tally_cpu *cpu, u32 until_ns, bool intercepted)
{
	struct tally_bin *bin = &cpu->bins[cpu->age_bin];
	const struct tally_bin *last = &cpu->bins[cpu->bin_count - 1];

	for (; bin < last && bin->end_ns <= until_ns; bin++) {
		/* Rounded up, so that residues decay to nothing. */
		bin->hazard_q15 -= ((u32)bin->hazard_q15 * gain_q15[bin->seen] + ONE_Q15 - 1) >> 15;
		bin->seen += bin->seen < MEMORY;
	}
	if (intercepted) {
		bin->hazard_q15 += (ONE_Q15 - bin->hazard_q15) * gain_q15[bin->seen] >> 15;
		bin->seen += bin->seen < MEMORY;
	}
	cpu->age_bin = bin - cpu->bins;
}
