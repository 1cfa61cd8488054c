/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TALLY_REGISTER_H
#define TALLY_REGISTER_H

struct cpuidle_governor;

/**
 * tally_register() - make the governor known to the cpuidle core
 * @governor: the governor; used at once if its rating is the highest, or if the
 *	kernel's command line asks for it (cpuidle.governor=)
 *
 * Logs one line when it is refused.
 *
 * Return: 0; -ENODEV when cpuidle is off, -EEXIST when there is one of that name.
 */
int tally_register(struct cpuidle_governor *governor);

/**
 * tally_unregister() - take the governor back out of the cpuidle core
 * @governor: the governor
 *
 * If it is in use the governor that was in use at tally_register() takes over,
 * or the one with the highest rating if that has gone. No CPU runs any callback
 * of @governor on return, nor will.
 */
void tally_unregister(struct cpuidle_governor *governor);

#endif /* TALLY_REGISTER_H */
