/* SPDX-License-Identifier: GPL-2.0 */
/* Splits the runs of an experiment into series. */
#ifndef REPORTING_SERIES_H
#define REPORTING_SERIES_H

#include "experiment.h"

/**
 * rp_split_series() - split the runs of an experiment into series
 * @experiment: the experiment, its runs known
 * @choice: what the user asked for
 *
 * Return: NULL, or what is wrong with the choice: the reference that was asked for
 * is not among them, or no run has a key of @choice->by.
 */
const char *rp_split_series(struct rp_experiment *experiment,
			    const struct rp_choice *choice);

/**
 * rp_varies() - whether a fact differs between runs of an experiment
 * @experiment: the experiment
 * @key: key of the fact
 *
 * Return: the number of different values.
 */
size_t rp_varies(const struct rp_experiment *experiment, const char *key);

/* A run's value of a --by key, or NULL. */
const char *rp_by_value(const struct rp_run *run, const char *key);

#endif /* REPORTING_SERIES_H */
