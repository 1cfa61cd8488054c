/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PEER_LINUX_TICK_H
#define PEER_LINUX_TICK_H

#include "../standin.h"

#define tick_nohz_enabled	true
bool tick_nohz_tick_stopped(void);
bool tick_nohz_idle_got_tick(void);
ktime_t tick_nohz_get_sleep_length(ktime_t *delta_next);

#endif /* PEER_LINUX_TICK_H */
