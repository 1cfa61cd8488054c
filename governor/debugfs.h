/* SPDX-License-Identifier: GPL-2.0 */
#ifndef TALLY_DEBUGFS_H
#define TALLY_DEBUGFS_H

#include <linux/kconfig.h>

#if IS_ENABLED(CONFIG_DEBUG_FS)

/**
 * tally_debugfs_init() - put tally/ into debugfs; does without if that fails
 */
void tally_debugfs_init(void);

/**
 * tally_debugfs_exit() - take it away; nobody reads it any more on return
 */
void tally_debugfs_exit(void);

#else

static inline void tally_debugfs_init(void)
{
}

static inline void tally_debugfs_exit(void)
{
}

#endif
#endif /* TALLY_DEBUGFS_H */
