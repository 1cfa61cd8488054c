/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TALLY_REPLAY_DRIVER_H
#define TALLY_REPLAY_DRIVER_H

#include "replay/peers/include/linux/cpuidle.h"
#include "replay/table.h"

/**
 * setup_driver() - a state table as governors see it
 * @table: from a reader of tables
 * @drv: filled
 */
void setup_driver(const struct state_table *table, struct cpuidle_driver *drv);

#endif /* TALLY_REPLAY_DRIVER_H */
