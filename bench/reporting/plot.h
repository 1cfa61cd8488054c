/* SPDX-License-Identifier: GPL-2.0 */
/* Draws charts with gnuplot. */
#ifndef REPORTING_PLOT_H
#define REPORTING_PLOT_H

#include <stdio.h>

#include "chart.h"

/**
 * plot_charts() - draw charts into files
 * @charts: the charts
 * @folder: folder for them, made when missing
 * @prefix: what their names begin with
 * @formats: "png", "svg" or "png,svg"
 * @said: names of the files are printed here, one a line; NULL for none
 *
 * Charts with the same id make one picture, a panel each.
 *
 * Return: NULL, or what is wrong.
 */
const char *plot_charts(const struct charts *charts, const char *folder,
			const char *prefix, const char *formats, FILE *said);

/* The colours of series, and of states from shallow to deep. */
const char *plot_colour(size_t series);
const char *plot_state_colour(size_t state, size_t count);

#endif /* REPORTING_PLOT_H */
