// SPDX-License-Identifier: Apache-2.0
/** The registers of `packet_ejector` (rh_ejector.h says what it does), for code that joins routers and ejectors by hand
 * (rh_network_direct.h). */
#ifndef RH_PACKET_EJECTOR_H
#define RH_PACKET_EJECTOR_H

#include <string.h>

#include "rowhold/rh_bits.h"
#include "rowhold/rh_ejector.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RH_PACKET_EJECTOR_SLOTS = RH_EJECTOR_MOST_vcs * RH_EJECTOR_MOST_depth };

struct rh_packet_ejector_state {
    /* Flits: place k of virtual channel v at v * depth + k. */
    uint8_t tail[RH_PACKET_EJECTOR_SLOTS], bank[RH_PACKET_EJECTOR_SLOTS];
    uint32_t row[RH_PACKET_EJECTOR_SLOTS], payload[RH_PACKET_EJECTOR_SLOTS];
    uint8_t first[RH_EJECTOR_MOST_vcs], count[RH_EJECTOR_MOST_vcs];
    uint8_t open; /**< set: channels whose packet has begun and not ended */
    /* What that first flit said. */
    uint8_t held_bank[RH_EJECTOR_MOST_vcs];
    uint32_t held_row[RH_EJECTOR_MOST_vcs], held_payload[RH_EJECTOR_MOST_vcs];
    uint8_t turn, tail_turn; /**< channels at which the choices start: among flits that are no tail, among tails */
    uint8_t tail_last;       /**< the flit that was taken last was a tail */
    uint8_t message_valid, message_bank;
    uint32_t message_row, message_payload;
    uint8_t back_valid, back_vc;
    /* With `row_affine`. */
    uint32_t last_row[RH_EJECTOR_MOST_banks]; /**< of each bank's last message */
    uint64_t known;                           /**< set: banks that had one */
    uint8_t stayed;                           /**< tails that passed the one in turn since its turn began */
};

void rh_packet_ejector_reset(struct rh_packet_ejector_state *ejector, const struct rh_ejector_params *params);
/** A clock with `enable` is: the message is taken, if it is (message_valid 0); a flit is taken from the buffers; a flit
 * arrives. */
void rh_packet_ejector_take(struct rh_packet_ejector_state *ejector, const struct rh_ejector_params *params);
static inline void rh_packet_ejector_arrive(struct rh_packet_ejector_state *s, const struct rh_ejector_params *p,
                                            unsigned v, bool tail, unsigned bank, uint32_t row, uint32_t payload) {
    unsigned place = v * p->depth + rh_ring_add(s->first[v], s->count[v], p->depth);
    if (s->count[v] == p->depth) /* full: nobody had a credit for it, out of the contract */
        return;
    s->tail[place] = tail;
    s->bank[place] = (uint8_t)bank;
    s->row[place] = row;
    s->payload[place] = payload;
    s->count[v]++;
}
/** Is a flit in its buffers? */
static inline bool rh_packet_ejector_has_flits(const struct rh_packet_ejector_state *ejector) {
    uint32_t any;
    memcpy(&any, ejector->count, sizeof any);
    return any != 0;
}

#ifdef __cplusplus
}
#endif

#endif
