// SPDX-License-Identifier: Apache-2.0
// `packet_injector`: a queue of messages that become packets (include/rowhold/rh_injector.h says what it does).
//
// A message that is taken at the end of clock t is at the front of an empty queue in t + 1; then its first flit may
// leave, into the register of the link, which shows it in the clock after.
#include <string.h>

#include "rowhold/rh_packet_injector.h"

_Static_assert(sizeof((struct rh_packet_injector_state *)0)->credits == sizeof(uint32_t),
               "credits are looked at together");

static void live_messages(const void *part, const void *params, uint64_t *mask) {
    const struct rh_packet_injector_state *s = part;
    const struct rh_injector_params *p = params;
    for (unsigned k = 0; k < s->count; k++)
        mask[0] |= rh_bit(rh_ring_add(s->first, k, p->queue));
}

static void live_leave(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_packet_injector_state *)part)->leave_valid;
}

static void live_vc(const void *part, const void *params, uint64_t *mask) {
    const struct rh_packet_injector_state *s = part;
    (void)params;
    mask[0] = s->leave_valid || s->sent != 0;
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_injector_params *p = params;
#define ROW(m, count, width, live) RH_ROW(struct rh_packet_injector_state, m, count, width, live)
    ROW(to, p->queue, rh_log2_up(p->destinations), live_messages);
    ROW(bank, p->queue, rh_log2_up(p->banks), live_messages);
    ROW(row, p->queue, p->row_bits, live_messages);
    ROW(payload, p->queue, p->payload_bits, live_messages);
    ROW(flits, p->queue, rh_log2_up(p->most_flits + 1), live_messages);
    ROW(first, 1, rh_log2_up(p->queue), NULL);
    ROW(count, 1, rh_log2_up(p->queue + 1), NULL);
    ROW(sent, 1, rh_log2_up(p->most_flits + 1), NULL);
    ROW(in_flight, 1, 8, NULL);
    ROW(credits, p->vcs, rh_log2_up(p->depth + 1), NULL);
    ROW(leave_valid, 1, 1, NULL);
    ROW(leave_tail, 1, 1, NULL);
    ROW(leave_vc, 1, rh_log2_up(p->vcs), live_vc);
    ROW(leave_destination, 1, rh_log2_up(p->destinations), live_leave);
    ROW(leave_bank, 1, rh_log2_up(p->banks), live_leave);
    ROW(leave_row, 1, p->row_bits, live_leave);
    ROW(leave_payload, 1, p->payload_bits, live_leave);
#undef ROW
}

void rh_packet_injector_reset(struct rh_packet_injector_state *s, const struct rh_injector_params *params) {
    memset(s, 0, sizeof *s);
    memset(s->credits, params->depth, params->vcs);
}

/* The output message_ready of this clock. */
static inline bool is_ready(const struct rh_packet_injector_state *s, const struct rh_injector_params *p,
                            const struct rh_injector_config *config) {
    return s->count < p->queue && (config->outstanding_limit == 0 || s->in_flight < config->outstanding_limit);
}

static void show(const struct rh_packet_injector_state *s, const struct rh_injector_params *p,
                 const struct rh_injector_config *config, struct rh_injector_out *out) {
    memset(out, 0, sizeof *out);
    out->message_ready = is_ready(s, p, config);
    out->leave_valid = s->leave_valid;
    out->leave_vc = s->leave_vc;
    out->leave_tail = s->leave_tail;
    out->leave_destination = s->leave_destination;
    out->leave_bank = s->leave_bank;
    out->leave_row = s->leave_row;
    out->leave_payload = s->leave_payload;
}

/* The channel of the flit that would leave next: the packet's; a first flit's own, or the lowest that is empty behind
 * the link, or with a credit. */
static unsigned out_vc_of(const struct rh_packet_injector_state *s, const struct rh_injector_params *p) {
    unsigned half = p->vcs / p->classes, out_vc = 0;
    if (p->vcs == 1)
        return 0;
    if (s->sent != 0)
        return s->leave_vc;
    if (p->static_vcs)
        return s->to[s->first] % half;
    for (unsigned v = 0; v < half; v++)
        if (s->credits[v] == p->depth)
            return v;
    while (out_vc + 1 < half && s->credits[out_vc] == 0)
        out_vc++;
    return out_vc;
}

/* A flit of the message at the front leaves, if its channel has a credit. */
static void leave(struct rh_packet_injector_state *s, const struct rh_injector_params *p) {
    unsigned out_vc = out_vc_of(s, p);
    s->leave_valid = s->count != 0 && s->credits[out_vc] != 0;
    s->leave_tail = s->leave_valid && s->sent + 1U >= s->flits[s->first];
    if (!s->leave_valid)
        return;
    s->leave_vc = (uint8_t)out_vc;
    s->leave_destination = s->to[s->first];
    s->leave_bank = s->bank[s->first];
    s->leave_row = s->row[s->first];
    s->leave_payload = s->payload[s->first];
    s->credits[out_vc]--;
    s->sent++;
    if (!s->leave_tail)
        return;
    s->sent = 0;
    s->first = (uint8_t)rh_next_of(s->first, p->queue);
    s->count--;
}

static void take(struct rh_packet_injector_state *s, const struct rh_injector_params *p,
                 const struct rh_injector_in *in) {
    unsigned place = rh_ring_add(s->first, s->count, p->queue);
    s->to[place] = in->message_destination;
    s->bank[place] = in->message_bank;
    s->row[place] = in->message_row;
    s->payload[place] = in->message_payload;
    s->flits[place] = in->message_flits;
    s->count++;
}

bool rh_packet_injector_move(struct rh_packet_injector_state *s, const struct rh_injector_params *params,
                             const struct rh_injector_config *config, const struct rh_injector_in *in) {
    bool taken = in->message_valid && is_ready(s, params, config);
    if (in->enable)
        leave(s, params);
    if (in->enable && in->credit_valid)
        s->credits[in->credit_vc & (params->vcs - 1U)]++;
    if (taken)
        take(s, params, in);
    if (config->outstanding_limit != 0)
        s->in_flight = (uint8_t)(s->in_flight + taken - (in->done != 0));
    return is_ready(s, params, config);
}

static void cycle(struct rh_packet_injector_state *s, const struct rh_injector_params *params,
                  const struct rh_injector_config *config, const struct rh_injector_in *in,
                  struct rh_injector_out *out) {
    show(s, params, config, out);
    (void)rh_packet_injector_move(s, params, config, in);
}

RH_BLOCK_OPS(packet_injector, struct rh_packet_injector_state, list, NULL, rh_packet_injector_reset, cycle);
