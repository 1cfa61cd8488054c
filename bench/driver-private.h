/* SPDX-License-Identifier: GPL-2.0 */
/* Shared by the driver*.c files only. */
#ifndef BENCH_DRIVER_PRIVATE_H
#define BENCH_DRIVER_PRIVATE_H

#include "driver.h"
#include "driver-print.h"
#include "lib/governor.h"
#include "lib/settings.h"

/**
 * struct driver - what bench_main() works with, beside the bench itself
 * @bench: the bench
 * @argc: as in main()
 * @argv: as in main()
 * @all: governors of this machine
 * @chosen: those of --governors, or the current one
 * @has_governors: there are any
 * @idle: idle states of all online CPUs
 * @has_idle: there are any
 * @from: snapshot at the beginning of a point
 * @to: snapshot at its end
 * @settings: what was changed
 * @say: printing
 */
struct driver {
	struct bench *bench;
	int argc;
	char **argv;
	struct governors all;
	struct governors chosen;
	bool has_governors;
	struct idle idle;
	bool has_idle;
	struct idle_snapshot *from;
	struct idle_snapshot *to;
	struct settings *settings;
	struct say say;
};

/** driver_add_others() - the group of all CPUs that are in no other; 0, or -1 with @err */
int driver_add_others(struct bench *bench, struct err *err);

/** driver_choose_governors() - read --governors and --reference; 0, or -1 with @err */
int driver_choose_governors(struct driver *d, struct err *err);

/** driver_open_idle() - look at all online CPUs' states; 0, or -1 with @err */
int driver_open_idle(struct driver *d, struct err *err);

/** driver_apply_conditions() - states, latency limits, memory; 0, or -1 with @err */
int driver_apply_conditions(struct driver *d, struct err *err);

/** driver_calibrate() - time of an iteration of work; 0, or -1 with @err */
int driver_calibrate(struct bench *bench, struct err *err);

/** driver_settle() - wait for a steady temperature */
void driver_settle(struct driver *d);

#endif /* BENCH_DRIVER_PRIVATE_H */
