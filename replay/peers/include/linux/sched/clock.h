/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PEER_LINUX_SCHED_CLOCK_H
#define PEER_LINUX_SCHED_CLOCK_H

#include "../../standin.h"

u64 local_clock(void);

#endif /* PEER_LINUX_SCHED_CLOCK_H */
