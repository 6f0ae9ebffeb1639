// SPDX-License-Identifier: Apache-2.0
/** The registers of `packet_injector` (rh_injector.h says what it does), for code that joins injectors and routers by
 * hand (rh_network_direct.h). */
#ifndef RH_PACKET_INJECTOR_H
#define RH_PACKET_INJECTOR_H

#include <string.h>

#include "rowhold/rh_injector.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_packet_injector_state {
    /* Messages, in a ring. */
    uint8_t to[RH_INJECTOR_MOST_queue], bank[RH_INJECTOR_MOST_queue], flits[RH_INJECTOR_MOST_queue];
    uint32_t row[RH_INJECTOR_MOST_queue], payload[RH_INJECTOR_MOST_queue];
    uint8_t first, count;
    uint8_t sent;      /**< flits of the message at the front that have left */
    uint8_t in_flight; /**< outstanding messages, where they are limited */
    uint8_t credits[RH_INJECTOR_MOST_vcs];
    /* Registers of the link. What they say of a flit stays until the next one leaves, so leave_vc is the channel of a
     * packet under way. */
    uint8_t leave_valid, leave_tail, leave_vc, leave_destination, leave_bank;
    uint32_t leave_row, leave_payload;
};

void rh_packet_injector_reset(struct rh_packet_injector_state *injector, const struct rh_injector_params *params);
/** Moves the state over the edge of a clock. Returns message_ready of the next clock. */
bool rh_packet_injector_move(struct rh_packet_injector_state *injector, const struct rh_injector_params *params,
                             const struct rh_injector_config *config, const struct rh_injector_in *in);
/** Has a channel of its link a credit? */
static inline bool rh_packet_injector_has_credit(const struct rh_packet_injector_state *injector) {
    uint32_t any;
    memcpy(&any, injector->credits, sizeof any);
    return any != 0;
}

#ifdef __cplusplus
}
#endif

#endif
