// SPDX-License-Identifier: Apache-2.0
// `io_crc`: a CRC a transfer; what arrives wrong is sent again, and all that was sent behind it (go back N).
//
// The sender keeps a transfer in its retry buffer until the receiver has given it out, so the receiver has room for all
// that may come. An answer reaches the sender in the clock behind the transfer's: by then one more is on the pins,
// which the receiver passes over. So a rejected transfer arrives again two clocks later, at the earliest.
#include <string.h>

#include "rowhold/rh_crc.h"
#include "rowhold/rh_link.h"

struct rh_io_crc_state {
    uint64_t stored[RH_MOST_buffer * RH_MOST_words]; /* the sender's retry buffer, word w of entry k at k * words + w */
    uint8_t oldest, count;                           /* entries in use */
    uint8_t accepted, sent;                          /* of these, from the oldest on */
    uint16_t retries;
    uint8_t wire_valid, wire_restart; /* the pins; restart: sent again, after a rejection */
    uint64_t wire_data[RH_MOST_words];
    uint16_t wire_crc;
    uint64_t kept[RH_MOST_buffer * RH_MOST_words]; /* the receiver's FIFO */
    uint8_t kept_head, kept_count;
    uint8_t waiting;               /* for the restart */
    uint8_t accept, reject, taken; /* answers of the clock before */
};

/* The receiver's answers of the clock before. */
struct answers {
    bool accept, reject, taken;
};

static void live_stored(const void *part, const void *params, uint64_t *mask) {
    const struct rh_io_crc_state *s = part;
    const struct rh_link_params *p = params;
    unsigned first = s->oldest % p->buffer * p->words;
    rh_live_ring(mask, first, s->count * p->words, p->buffer * p->words);
}

static void live_kept(const void *part, const void *params, uint64_t *mask) {
    const struct rh_io_crc_state *s = part;
    const struct rh_link_params *p = params;
    unsigned first = s->kept_head % p->buffer * p->words;
    rh_live_ring(mask, first, s->kept_count * p->words, p->buffer * p->words);
}

static void live_wire(const void *part, const void *params, uint64_t *mask) {
    const struct rh_link_params *p = params;
    mask[0] = ((const struct rh_io_crc_state *)part)->wire_valid != 0 ? rh_mask(p->words) : 0;
}

static void live_crc(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_io_crc_state *)part)->wire_valid;
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_link_params *p = params;
    RH_ROW(struct rh_io_crc_state, stored, p->buffer * p->words, 64, live_stored);
    RH_ROW(struct rh_io_crc_state, oldest, 1, rh_log2_up(p->buffer), NULL);
    RH_ROW(struct rh_io_crc_state, count, 1, rh_log2_up(p->buffer + 1), NULL);
    RH_ROW(struct rh_io_crc_state, accepted, 1, rh_log2_up(p->buffer + 1), NULL);
    RH_ROW(struct rh_io_crc_state, sent, 1, rh_log2_up(p->buffer + 1), NULL);
    RH_ROW(struct rh_io_crc_state, retries, 1, 16, NULL);
    RH_ROW(struct rh_io_crc_state, wire_valid, 1, 1, NULL);
    RH_ROW(struct rh_io_crc_state, wire_restart, 1, 1, NULL);
    RH_ROW(struct rh_io_crc_state, wire_data, p->words, 64, live_wire);
    RH_ROW(struct rh_io_crc_state, wire_crc, 1, p->crc_bits, live_crc);
    RH_ROW(struct rh_io_crc_state, kept, p->buffer * p->words, 64, live_kept);
    RH_ROW(struct rh_io_crc_state, kept_head, 1, rh_log2_up(p->buffer), NULL);
    RH_ROW(struct rh_io_crc_state, kept_count, 1, rh_log2_up(p->buffer + 1), NULL);
    RH_ROW(struct rh_io_crc_state, waiting, 1, 1, NULL);
    RH_ROW(struct rh_io_crc_state, accept, 1, 1, NULL);
    RH_ROW(struct rh_io_crc_state, reject, 1, 1, NULL);
    RH_ROW(struct rh_io_crc_state, taken, 1, 1, NULL);
}

static void reset(struct rh_io_crc_state *s, const struct rh_link_params *params) {
    (void)params;
    memset(s, 0, sizeof *s);
}

/* What the pins hold goes to the receiver, with this clock's errors: to be kept, rejected, or passed over. */
static void receive(struct rh_io_crc_state *s, const struct rh_link_params *p, bool bypass, bool taken,
                    const struct rh_link_in *in) {
    bool listens = s->wire_valid && (!s->waiting || s->wire_restart), right = bypass;
    uint64_t *place = &s->kept[rh_ring_add(s->kept_head, s->kept_count, p->buffer) * p->words];
    uint64_t data[RH_MOST_words];
    for (unsigned w = 0; w < p->words; w++)
        data[w] = s->wire_data[w] ^ in->error_data[w];
    if (listens && !bypass)
        right = rh_crc_of(data, p->words, p->crc_bits) == (unsigned)(s->wire_crc ^ in->error_crc);
    s->accept = listens && right;
    s->reject = listens && !right;
    s->taken = taken;
    s->waiting = listens ? !right : s->waiting;
    if (s->accept)
        memcpy(place, data, p->words * sizeof *place);
    if (taken)
        s->kept_head = (uint8_t)rh_next_of(s->kept_head, p->buffer);
    s->kept_count = (uint8_t)(s->kept_count + s->accept - taken);
}

/* The next entry goes onto the pins: after a rejection the first that was not accepted. */
static void drive(struct rh_io_crc_state *s, const struct rh_link_params *p, uint8_t from, bool restart) {
    const uint64_t *entry = &s->stored[rh_ring_add(s->oldest, from, p->buffer) * p->words];
    s->wire_valid = from < s->count;
    s->wire_restart = restart;
    if (!s->wire_valid)
        return;
    memcpy(s->wire_data, entry, p->words * sizeof *entry);
    s->wire_crc = (uint16_t)rh_crc_of(entry, p->words, p->crc_bits);
}

/* The sender's clock, by the answers that the receiver gave in the clock before. */
static void send(struct rh_io_crc_state *s, const struct rh_link_params *p, const struct answers *answers,
                 const uint64_t *pushed) {
    uint8_t from = answers->reject ? s->accepted : s->sent;
    drive(s, p, from, answers->reject);
    if (pushed != NULL)
        memcpy(&s->stored[rh_ring_add(s->oldest, s->count, p->buffer) * p->words], pushed, p->words * sizeof *pushed);
    s->sent = (uint8_t)(from + s->wire_valid - answers->taken);
    s->accepted = (uint8_t)(s->accepted + answers->accept - answers->taken);
    s->count = (uint8_t)(s->count + (pushed != NULL) - answers->taken);
    if (answers->taken)
        s->oldest = (uint8_t)rh_next_of(s->oldest, p->buffer);
    if (answers->reject && s->retries != UINT16_MAX)
        s->retries++;
}

static void cycle(struct rh_io_crc_state *s, const struct rh_link_params *params, const struct rh_link_config *config,
                  const struct rh_link_in *in, struct rh_link_out *out) {
    const struct answers answers = {s->accept, s->reject, s->taken};
    memset(out, 0, sizeof *out);
    out->send_ready = s->count < params->buffer || answers.taken;
    out->receive_valid = s->kept_count != 0;
    memcpy(out->receive_data, &s->kept[s->kept_head * params->words], params->words * sizeof s->kept[0]);
    out->retries = s->retries;
    receive(s, params, config->bypass, out->receive_valid && in->receive_ready, in);
    send(s, params, &answers, in->send_valid && out->send_ready ? in->send_data : NULL);
}

RH_BLOCK_OPS(io_crc, struct rh_io_crc_state, list, NULL, reset, cycle);
