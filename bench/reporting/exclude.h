/* SPDX-License-Identifier: GPL-2.0 */
/* Leaves points out of comparisons: bi-stable ones, and those the user names. */
#ifndef REPORTING_EXCLUDE_H
#define REPORTING_EXCLUDE_H

#include "experiment.h"

/**
 * struct rp_range - points from one to another, as people count: from 1
 */
struct rp_range {
	size_t from, to;
};

/**
 * struct rp_exclusion - what is left out
 * @keep_bistable: bi-stable points are compared too
 * @only: nothing outside of these is compared, where there are any
 * @n_only: how many
 * @out: these are not compared
 * @n_out: how many
 */
struct rp_exclusion {
	bool keep_bistable;
	struct rp_range *only;
	size_t n_only;
	struct rp_range *out;
	size_t n_out;
};

/**
 * rp_exclude() - mark the points that are left out, with the reason
 * @from: the experiment
 * @exclusion: what is left out
 *
 * A series is bi-stable at a point when the program saw two levels in half of its
 * runs or more, or when its runs lie on two levels (rp_two_levels()). The point is
 * left out when the reference is bi-stable there, or half of the series are: one
 * governor that alone has two levels must not hide what the others do. Up to two
 * points between such belong to the range.
 */
void rp_exclude(struct rp_experiment *from,
		const struct rp_exclusion *exclusion);

#endif /* REPORTING_EXCLUDE_H */
