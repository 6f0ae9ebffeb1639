// SPDX-License-Identifier: Apache-2.0
// `packet_ejector`: a buffer a virtual channel, one message register (include/rowhold/rh_ejector.h says what it does).
//
// A flit that is written at the end of clock t is seen from clock t + 1 on. If it is then taken, `back` and, where it
// ends its packet, the message show in clock t + 2.
#include <string.h>

#include "rowhold/rh_packet_ejector.h"

_Static_assert(sizeof((struct rh_packet_ejector_state *)0)->count == sizeof(uint32_t), "counts are looked at together");

static void live_slots(const void *part, const void *params, uint64_t *mask) {
    const struct rh_packet_ejector_state *s = part;
    const struct rh_ejector_params *p = params;
    for (unsigned v = 0; v < p->vcs; v++)
        for (unsigned k = 0; k < s->count[v] && k < p->depth; k++)
            mask[0] |= rh_bit(v * p->depth + (s->first[v] + k) % p->depth);
}

static void live_held(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_packet_ejector_state *)part)->open;
}

static void live_message(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_packet_ejector_state *)part)->message_valid;
}

static void live_back(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_packet_ejector_state *)part)->back_valid;
}

static void live_last_row(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_packet_ejector_state *)part)->known;
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_ejector_params *p = params;
#define ROW(m, count, width, live) RH_ROW(struct rh_packet_ejector_state, m, count, width, live)
    ROW(tail, p->vcs * p->depth, 1, live_slots);
    ROW(bank, p->vcs * p->depth, rh_log2_up(p->banks), live_slots);
    ROW(row, p->vcs * p->depth, p->row_bits, live_slots);
    ROW(payload, p->vcs * p->depth, p->payload_bits, live_slots);
    ROW(first, p->vcs, rh_log2_up(p->depth), NULL);
    ROW(count, p->vcs, rh_log2_up(p->depth + 1), NULL);
    ROW(open, 1, p->vcs, NULL);
    ROW(held_bank, p->vcs, rh_log2_up(p->banks), live_held);
    ROW(held_row, p->vcs, p->row_bits, live_held);
    ROW(held_payload, p->vcs, p->payload_bits, live_held);
    ROW(turn, 1, rh_log2_up(p->vcs), NULL);
    ROW(tail_turn, 1, rh_log2_up(p->vcs), NULL);
    ROW(tail_last, 1, 1, NULL);
    ROW(message_valid, 1, 1, NULL);
    ROW(message_bank, 1, rh_log2_up(p->banks), live_message);
    ROW(message_row, 1, p->row_bits, live_message);
    ROW(message_payload, 1, p->payload_bits, live_message);
    ROW(back_valid, 1, 1, NULL);
    ROW(back_vc, 1, rh_log2_up(p->vcs), live_back);
    ROW(last_row, p->row_affine != 0 ? p->banks : 0, p->row_bits, live_last_row);
    ROW(known, p->row_affine != 0 ? 1 : 0, p->banks, NULL);
    ROW(stayed, p->row_affine != 0 ? 1 : 0, rh_log2_up(p->row_affine + 1), NULL);
#undef ROW
}

void rh_packet_ejector_reset(struct rh_packet_ejector_state *s, const struct rh_ejector_params *params) {
    (void)params;
    memset(s, 0, sizeof *s);
}

static void show(const struct rh_packet_ejector_state *s, struct rh_ejector_out *out) {
    *out = (struct rh_ejector_out){
        .message_valid = s->message_valid,
        .message_bank = s->message_bank,
        .message_row = s->message_row,
        .message_payload = s->message_payload,
        .back_valid = s->back_valid,
        .back_vc = s->back_vc,
    };
}

/* The place of the front of a channel's buffer. */
static unsigned front_of(const struct rh_packet_ejector_state *s, const struct rh_ejector_params *p, unsigned v) {
    return v * p->depth + s->first[v];
}

/* Does the packet that ends at the front of channel `v` go to the row of the last message to its bank? */
static bool fits(const struct rh_packet_ejector_state *s, const struct rh_ejector_params *p, unsigned v) {
    unsigned place = front_of(s, p, v);
    bool held = s->open >> v & 1;
    unsigned bank = (held ? s->held_bank[v] : s->bank[place]) & (p->banks - 1U);
    return (s->known >> bank & 1) && s->last_row[bank] == (held ? s->held_row[v] : s->row[place]);
}

/* Chooses a tail: the one in turn, or before it one of the last message's row while `row_affine` allows that. */
static unsigned choose_tail(const struct rh_packet_ejector_state *s, const struct rh_ejector_params *p,
                            unsigned tails) {
    unsigned in_turn = rh_first_from(tails, s->tail_turn), fit = 0;
    if (s->stayed == p->row_affine || fits(s, p, in_turn))
        return in_turn;
    for (unsigned v = 0; v < p->vcs; v++)
        fit |= (unsigned)((tails >> v & 1) && fits(s, p, v)) << v;
    return fit != 0 ? (unsigned)rh_first_from(fit, s->tail_turn) : in_turn;
}

/* The flit that is taken from the buffers in this clock. */
struct choice {
    int channel; /* whose front; -1: none */
    bool stays;  /* a tail before the one in turn */
};

/* `room`: for a message. */
static struct choice choose(const struct rh_packet_ejector_state *s, const struct rh_ejector_params *p, bool room) {
    unsigned tails = 0, others = 0;
    for (unsigned v = 0; v < p->vcs; v++) {
        if (s->count[v] == 0)
            continue;
        bool tail = s->tail[front_of(s, p, v)];
        tails |= (unsigned)(tail && room) << v;
        others |= (unsigned)!tail << v;
    }
    if (tails != 0 && (!s->tail_last || others == 0)) {
        unsigned v = choose_tail(s, p, tails);
        return (struct choice){(int)v, v != rh_first_from(tails, s->tail_turn)};
    }
    return (struct choice){others != 0 ? (int)rh_first_from(others, s->turn) : -1, false};
}

/* A message to this bank and row: with `row_affine` those of the same row may follow it. */
static void remember(struct rh_packet_ejector_state *s, const struct rh_ejector_params *p, bool stays) {
    if (p->row_affine == 0)
        return;
    unsigned bank = s->message_bank & (p->banks - 1U);
    s->last_row[bank] = s->message_row;
    s->known |= rh_bit(bank);
    s->stayed = (uint8_t)(stays ? s->stayed + 1 : 0);
}

static void take(struct rh_packet_ejector_state *s, const struct rh_ejector_params *p, struct choice choice) {
    unsigned v = (unsigned)choice.channel, place = front_of(s, p, v);
    uint8_t bit = (uint8_t)(1U << v), next = (uint8_t)rh_next_of(v, p->vcs);
    if (!(s->open & bit)) {
        s->held_bank[v] = s->bank[place];
        s->held_row[v] = s->row[place];
        s->held_payload[v] = s->payload[place];
    }
    s->open |= bit;
    s->tail_last = s->tail[place];
    if (!s->tail_last) {
        s->turn = next;
    } else {
        s->tail_turn = choice.stays ? s->tail_turn : next;
        s->message_valid = 1;
        s->message_bank = s->held_bank[v];
        s->message_row = s->held_row[v];
        s->message_payload = s->held_payload[v];
        s->open &= (uint8_t)~bit;
        remember(s, p, choice.stays);
    }
    s->first[v] = (uint8_t)rh_next_of(s->first[v], p->depth);
    s->count[v]--;
    s->back_valid = 1;
    s->back_vc = (uint8_t)v;
}

void rh_packet_ejector_take(struct rh_packet_ejector_state *s, const struct rh_ejector_params *params) {
    struct choice choice = choose(s, params, !s->message_valid);
    s->back_valid = 0;
    if (choice.channel >= 0)
        take(s, params, choice);
}

static void cycle(struct rh_packet_ejector_state *s, const struct rh_ejector_params *params,
                  const struct rh_ejector_config *config, const struct rh_ejector_in *in, struct rh_ejector_out *out) {
    (void)config;
    show(s, out);
    if (in->message_ready)
        s->message_valid = 0;
    if (!in->enable)
        return;
    rh_packet_ejector_take(s, params);
    if (in->arrive_valid)
        rh_packet_ejector_arrive(s, params, in->arrive_vc & (params->vcs - 1U), in->arrive_tail, in->arrive_bank,
                                 in->arrive_row, in->arrive_payload);
}

RH_BLOCK_OPS(packet_ejector, struct rh_packet_ejector_state, list, NULL, rh_packet_ejector_reset, cycle);
