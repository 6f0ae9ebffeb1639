// SPDX-License-Identifier: Apache-2.0
/** A link's C model against waves drawn by hand, a column a clock.
 *
 *   send     A B . C   the letter of the transfer that is offered, or none
 *   error    . 1 . 2   what hits the pins: 1, 2, 3: so many of the lowest data bits; c: the lowest check bit;
 *                      b: four data bits in a row, from bit 63 of word 0 on where there is another word;
 *                      x: data bits 0 and 15, which a CRC of 4 bits does not see
 *   ready    1 1 . 1   the receiver takes
 *   taken    1 1 . 1   expected: the sender is rid of it (send_valid and send_ready)
 *   receive  . . A B   expected: the transfer that is delivered; !: one with a flag; ?: one that was never sent
 */
#ifndef LINK_WAVE_H
#define LINK_WAVE_H

#include <string.h>

#include "rowhold/rh_link.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_variant.h"

struct link_wave {
    struct rh_link_params params;
    struct rh_link_config config;
    struct rh_model model;
    struct rh_unit unit;
    unsigned corrected, failed; /* words delivered so and taken */
    uint16_t retries;           /* in the last clock */
};

static inline void link_open(struct link_wave *l, const char *name, uint8_t words, uint8_t crc_bits, uint8_t buffer,
                             bool bypass) {
    struct rh_error error;
    *l = (struct link_wave){.params = {words, crc_bits, buffer}, .config = {bypass}};
    assert_true(rh_link_kind.check(&l->params, &error));
    const struct rh_variant *variant = rh_variant_find(RH_KIND_link, name);
    assert_non_null(variant);
    assert_true(rh_model_open(&l->model, &rh_link_kind, variant->ops, &l->params, &l->config));
    l->unit = rh_model_unit(&l->model);
}

static inline void link_close(struct link_wave *l) {
    rh_model_close(&l->model);
}

/* The data that a letter stands for: every word another. */
static inline uint64_t link_data(char letter, unsigned word) {
    return (uint64_t)letter * UINT64_C(0x0102040810204081) + word;
}

static inline void link_hit(const struct link_wave *l, char what, struct rh_link_in *in) {
    if (what >= '1' && what <= '3')
        in->error_data[0] = (UINT64_C(1) << (what - '0')) - 1;
    if (what == 'c')
        in->error_ecc[0] = 1, in->error_crc = 1;
    if (what == 'b' && l->params.words > 1)
        in->error_data[0] = UINT64_C(1) << 63, in->error_data[1] = 7;
    if (what == 'b' && l->params.words == 1)
        in->error_data[0] = 15;
    if (what == 'x')
        in->error_data[0] = UINT64_C(0x8001);
}

static inline char link_seen(const struct link_wave *l, const struct rh_link_out *out) {
    if (!out->receive_valid || out->failed != 0)
        return out->receive_valid ? '!' : '.';
    for (char letter = 'A'; letter <= 'Z'; letter++) {
        bool same = true;
        for (unsigned w = 0; w < l->params.words; w++)
            same = same && out->receive_data[w] == link_data(letter, w);
        if (same)
            return letter;
    }
    return '?';
}

/* One clock. */
static inline void link_clock(struct link_wave *l, char send, char error, bool ready, struct rh_link_out *out) {
    struct rh_link_in in = {.send_valid = send != '.', .receive_ready = ready};
    for (unsigned w = 0; w < l->params.words; w++)
        in.send_data[w] = link_data(send, w);
    link_hit(l, error, &in);
    assert_true(l->unit.cycle(l->unit.self, &in, out));
    if (out->receive_valid && ready) {
        l->corrected += (unsigned)__builtin_popcount(out->corrected);
        l->failed += (unsigned)__builtin_popcount(out->failed);
    }
    l->retries = out->retries;
}

static inline void link_expect(struct link_wave *l, const char *send, const char *error, const char *ready,
                               const char *taken, const char *receive) {
    static const char *const names[] = {"send     ", "error    ", "ready    ", "taken    ", "receive  "};
    const char *rows[] = {send, error, ready, taken, receive};
    for (unsigned row = 0; row < 5; row++) {
        assert_memory_equal(rows[row], names[row], 9);
        assert_int_equal(strlen(rows[row]), strlen(send));
    }
    for (size_t at = 9; at < strlen(send); at += 2) {
        struct rh_link_out out;
        link_clock(l, send[at], error[at], ready[at] == '1', &out);
        char accepted = send[at] != '.' && out.send_ready ? '1' : '.';
        if (accepted != taken[at] || link_seen(l, &out) != receive[at])
            fail_msg("clock %zu: found taken %c, receive %c, expected %c, %c", (at - 9) / 2, accepted,
                     link_seen(l, &out), taken[at], receive[at]);
    }
}

#endif
