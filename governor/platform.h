/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TALLY_PLATFORM_H
#define TALLY_PLATFORM_H

#include <linux/kconfig.h>
#include "fixup.h"

#if IS_ENABLED(CONFIG_PPC_PSERIES)

/**
 * tally_platform_init() - ask the firmware what the built-in rules need to know
 */
void tally_platform_init(void);

/**
 * tally_platform_fixup() - the built-in rule for a state
 * @driver: name of the driver
 * @state: name of the state
 * @fixup: where the correction goes
 *
 * Return: true if there is one.
 */
bool tally_platform_fixup(const char *driver, const char *state,
			  struct tally_fixup *fixup);

#else

static inline void tally_platform_init(void)
{
}

static inline bool tally_platform_fixup(const char *driver, const char *state,
					struct tally_fixup *fixup)
{
	return false;
}

#endif
#endif /* TALLY_PLATFORM_H */
