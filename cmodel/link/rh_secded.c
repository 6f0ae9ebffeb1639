// SPDX-License-Identifier: Apache-2.0
// `secded`: the host adds check bits to every word, which cross the pins beside it, and corrects or flags what arrives.
// Two registers: the pins', and what was decoded, which waits for the receiver. No word is ever sent again.
#include <string.h>

#include "rowhold/rh_hsiao.h"
#include "rowhold/rh_link.h"

struct rh_secded_state {
    uint64_t wire_data[RH_MOST_words], arrived_data[RH_MOST_words];
    uint8_t wire_check[RH_MOST_words];
    uint8_t wire_valid, arrived_valid;
    uint8_t corrected, failed; /* sets of words */
};

static void live_wire(const void *part, const void *params, uint64_t *mask) {
    const struct rh_link_params *p = params;
    mask[0] = ((const struct rh_secded_state *)part)->wire_valid != 0 ? rh_mask(p->words) : 0;
}

static void live_arrived(const void *part, const void *params, uint64_t *mask) {
    const struct rh_link_params *p = params;
    mask[0] = ((const struct rh_secded_state *)part)->arrived_valid != 0 ? rh_mask(p->words) : 0;
}

static void live_flags(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_secded_state *)part)->arrived_valid;
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_link_params *p = params;
    RH_ROW(struct rh_secded_state, wire_valid, 1, 1, NULL);
    RH_ROW(struct rh_secded_state, wire_data, p->words, 64, live_wire);
    RH_ROW(struct rh_secded_state, wire_check, p->words, 8, live_wire);
    RH_ROW(struct rh_secded_state, arrived_valid, 1, 1, NULL);
    RH_ROW(struct rh_secded_state, arrived_data, p->words, 64, live_arrived);
    RH_ROW(struct rh_secded_state, corrected, 1, p->words, live_flags);
    RH_ROW(struct rh_secded_state, failed, 1, p->words, live_flags);
}

static void reset(struct rh_secded_state *s, const struct rh_link_params *params) {
    (void)params;
    memset(s, 0, sizeof *s);
}

static void encode(struct rh_secded_state *s, const struct rh_link_params *params, const struct rh_link_in *in) {
    for (unsigned w = 0; w < params->words; w++) {
        s->wire_data[w] = in->send_data[w];
        s->wire_check[w] = rh_hsiao_encode(in->send_data[w]);
    }
}

static void decode(struct rh_secded_state *s, const struct rh_link_params *params, bool bypass,
                   const struct rh_link_in *in) {
    s->corrected = s->failed = 0;
    for (unsigned w = 0; w < params->words; w++) {
        uint64_t data = s->wire_data[w] ^ in->error_data[w];
        struct rh_hsiao_word word = rh_hsiao_decode(data, s->wire_check[w] ^ in->error_ecc[w]);
        s->arrived_data[w] = bypass ? data : word.data;
        s->corrected |= (uint8_t)((!bypass && word.corrected) << w);
        s->failed |= (uint8_t)((!bypass && word.failed) << w);
    }
}

static void cycle(struct rh_secded_state *s, const struct rh_link_params *params, const struct rh_link_config *config,
                  const struct rh_link_in *in, struct rh_link_out *out) {
    bool deliver = !s->arrived_valid || in->receive_ready, load = !s->wire_valid || deliver;
    memset(out, 0, sizeof *out);
    out->send_ready = load;
    out->receive_valid = s->arrived_valid;
    memcpy(out->receive_data, s->arrived_data, sizeof out->receive_data);
    out->corrected = s->corrected;
    out->failed = s->failed;
    if (deliver) {
        s->arrived_valid = s->wire_valid;
        decode(s, params, config->bypass, in);
    }
    if (load) {
        s->wire_valid = in->send_valid;
        encode(s, params, in);
    }
}

RH_BLOCK_OPS(secded, struct rh_secded_state, list, NULL, reset, cycle);
