/* SPDX-License-Identifier: GPL-2.0 */
/* Waiting until the machine's temperature is steady. */
#ifndef BENCH_THERMAL_H
#define BENCH_THERMAL_H

#include <stdbool.h>
#include <stdint.h>

/**
 * thermal_read() - temperature of the hottest CPU sensor (hwmon, thermal zones)
 * @mc: result in millidegrees Celsius
 *
 * Return: 0, or -1 when there is no sensor.
 */
int thermal_read(long *mc);

/**
 * struct settling - is it steady yet?
 * @count: readings so far
 * @reading: the newest SETTLING_READINGS, a ring, in millidegrees
 */
#define SETTLING_READINGS	20
#define SETTLING_BAND_MC	1000
struct settling {
	int count;
	long reading[SETTLING_READINGS];
};

/**
 * settling_add() - one more reading, a second after the last
 * @settling: all zero at first
 * @mc: millidegrees
 *
 * Return: true when the last SETTLING_READINGS lie within SETTLING_BAND_MC.
 */
bool settling_add(struct settling *settling, long mc);

#endif /* BENCH_THERMAL_H */
