/* SPDX-License-Identifier: GPL-2.0 */
#ifndef PEER_TRACE_EVENTS_POWER_H
#define PEER_TRACE_EVENTS_POWER_H

#define trace_guest_halt_poll_ns_grow(val, old)
#define trace_guest_halt_poll_ns_shrink(val, old)

#endif /* PEER_TRACE_EVENTS_POWER_H */
