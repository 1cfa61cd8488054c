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
