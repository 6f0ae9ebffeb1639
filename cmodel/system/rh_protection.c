// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_protection.h"

#include <stddef.h>

#include "rowhold/rh_crc.h"
#include "rowhold/rh_hsiao.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_variant.h"

enum { WORDS = 4, PLACES = WORDS * 64 + 16 };

static const struct rh_protection protections[RH_PROTECTIONS] = {
    {"secded", "secded", 0, WORDS * 64, WORDS *RH_HSIAO_CHECKS},
    {"crc_4", "io_crc", 4, WORDS * 64, 4},
    {"crc_10", "io_crc", 10, WORDS * 64, 10},
};

const struct rh_protection *rh_protection_at(unsigned index) {
    return index < RH_PROTECTIONS ? &protections[index] : NULL;
}

const char *rh_error_class_name(enum rh_error_class errors) {
    static const char *const names[RH_ERROR_CLASSES] = {"1 bit", "2 bits", "3 bits", "burst up to 4", "burst up to 10"};
    return names[errors];
}

/** What a wrong bit at each place adds to the syndrome, and what each syndrome leads to. */
struct code {
    unsigned places;
    unsigned column[PLACES];
    bool corrects;
    int place_of[256]; /* secded: the place that a syndrome inverts, or -1 */
};

static void crc_code(struct code *code, unsigned bits) {
    code->places = WORDS * 64 + bits;
    for (unsigned k = 0; k < code->places; k++) {
        uint64_t data[WORDS] = {0};
        if (k >= bits)
            data[(k - bits) / 64] = UINT64_C(1) << (k - bits) % 64;
        code->column[k] = k < bits ? 1U << k : rh_crc_of(data, WORDS, bits);
    }
}

static void secded_code(struct code *code) {
    code->places = RH_HSIAO_BITS;
    code->corrects = true;
    for (unsigned s = 0; s < 256; s++)
        code->place_of[s] = -1;
    for (unsigned k = 0; k < code->places; k++) {
        code->column[k] = rh_hsiao_column(k);
        code->place_of[code->column[k]] = (int)k;
    }
}

/* One error: its syndrome; `only`: the one wrong place, or -1 where there are more. */
static void judge(const struct code *code, unsigned syndrome, int only, struct rh_protection_count *count) {
    count->patterns++;
    if (syndrome == 0)
        count->missed++;
    else if (!code->corrects || code->place_of[syndrome] < 0)
        count->detected++;
    else if (code->place_of[syndrome] == only)
        count->corrected++;
    else
        count->missed++;
}

/* Every choice of `left` more places from `from` on. */
static void choose(const struct code *code, unsigned left, unsigned from, unsigned syndrome, int only,
                   struct rh_protection_count *count) {
    if (left == 0) {
        judge(code, syndrome, only, count);
        return;
    }
    for (unsigned k = from; k + left <= code->places; k++)
        choose(code, left - 1, k + 1, syndrome ^ code->column[k], left == 1 && only == -2 ? (int)k : -1, count);
}

/* Every burst: its first place, and which of the next length - 1 are wrong, too. */
static void bursts(const struct code *code, unsigned length, struct rh_protection_count *count) {
    for (unsigned first = 0; first < code->places; first++)
        for (unsigned pattern = 1; pattern < 1U << length; pattern += 2) {
            unsigned syndrome = 0, last = 0;
            for (unsigned k = 0; k < length; k++)
                if ((pattern >> k & 1) != 0)
                    last = k;
            if (first + last >= code->places)
                continue;
            for (unsigned k = 0; k <= last; k++)
                syndrome ^= (pattern >> k & 1) != 0 ? code->column[first + k] : 0;
            judge(code, syndrome, pattern == 1 ? (int)first : -1, count);
        }
}

struct rh_protection_count rh_protection_count(const struct rh_protection *protection, enum rh_error_class errors) {
    struct rh_protection_count count = {0};
    struct code code = {0};
    if (protection->crc_bits != 0)
        crc_code(&code, protection->crc_bits);
    else
        secded_code(&code);
    if (errors >= RH_ERRORS_BURST_4)
        bursts(&code, errors == RH_ERRORS_BURST_4 ? 4 : 10, &count);
    else
        choose(&code, (unsigned)errors + 1, 0, 0, -2, &count);
    return count;
}

double rh_protection_rate(const struct rh_protection *protection, double payload) {
    return payload * (protection->data_bits + protection->check_bits) / protection->data_bits;
}

/* Clocks until the one transfer comes out, with an error in the clock `hit` (0: none; it is sent in clock 0). */
static bool deliver(const struct rh_protection *protection, unsigned hit, unsigned *clocks) {
    const struct rh_variant *variant = rh_variant_find(RH_KIND_link, protection->variant);
    struct rh_link_params params;
    struct rh_link_config config = {0};
    struct rh_model model;
    rh_params_default(&rh_link_kind, &params);
    params.crc_bits = protection->crc_bits != 0 ? (uint8_t)protection->crc_bits : params.crc_bits;
    if (variant == NULL || !rh_model_open(&model, &rh_link_kind, variant->ops, &params, &config))
        return false;
    struct rh_unit unit = rh_model_unit(&model);
    struct rh_link_out out = {0};
    bool good = true;
    for (*clocks = 0; good; ++*clocks) {
        struct rh_link_in in = {.send_valid = *clocks == 0, .receive_ready = 1};
        in.error_data[0] = hit != 0 && *clocks == hit;
        good = unit.cycle(unit.self, &in, &out);
        if (out.receive_valid)
            break;
    }
    rh_model_close(&model);
    return good;
}

bool rh_protection_latency(const struct rh_protection *protection, unsigned *clocks, unsigned *retry) {
    if (!deliver(protection, 0, clocks))
        return false;
    *retry = *clocks;
    for (unsigned hit = 1, taken; hit < *clocks; hit++) { /* whenever it is on the pins */
        if (!deliver(protection, hit, &taken))
            return false;
        *retry = taken > *retry ? taken : *retry;
    }
    *retry -= *clocks;
    return true;
}
