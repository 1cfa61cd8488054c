/* SPDX-License-Identifier: GPL-2.0 */
/* Reads one point of a result file. */
#ifndef REPORTING_READ_POINT_H
#define REPORTING_READ_POINT_H

#include "json.h"
#include "model.h"

/**
 * rp_read_point() - read a point
 * @doc: the document; its error is set when the point is not as it should be
 * @from: the point's JSON
 * @keep: bits of enum rp_keep
 * @to: filled in
 */
void rp_read_point(struct doc *doc, json_t *from, int keep,
		   struct rp_point *to);

#endif /* REPORTING_READ_POINT_H */
