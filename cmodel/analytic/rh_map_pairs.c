// SPDX-License-Identifier: Apache-2.0
#include "cmodel/analytic/rh_map_pairs.h"

#include <inttypes.h>
#include <stdlib.h>

#include "rowhold/rh_bits.h"
#include "rowhold/rh_random.h"

enum { MOST_PAIRS = 1 << 24 };

bool rh_map_pairs_open(struct rh_map_pairs *pairs, const struct rh_map_detect_setup *setup, struct rh_map_detect *found,
                       struct rh_error *error) {
    uint64_t bits = setup->bits;
    *pairs = (struct rh_map_pairs){.setup = setup, .found = found, .error = error};
    pairs->most = setup->pairs != 0 ? setup->pairs : bits * bits + 8 * bits;
    if (bits < 1 || bits >= RH_GF2_BITS)
        return rh_error_field(error, "bits", "found %u, expected 1 to %d", setup->bits, RH_GF2_BITS - 1);
    if (setup->alone == NULL)
        return rh_error_field(error, "alone", "found NULL, expected a probe");
    if (pairs->most > MOST_PAIRS)
        return rh_error_field(error, "pairs", "found %" PRIu64 ", expected at most %d", pairs->most, MOST_PAIRS);
    for (pairs->places = 4; pairs->places < 2 * pairs->most;)
        pairs->places *= 2;
    for (unsigned way = 0; way < RH_MAP_WAYS; way++) {
        pairs->pair[way] = calloc(pairs->places, sizeof *pairs->pair[way]);
        if (pairs->pair[way] == NULL)
            return rh_error_field(error, "pairs", "found no memory for %" PRIu64 " of them, expected enough",
                                  pairs->most);
    }
    return true;
}

void rh_map_pairs_close(struct rh_map_pairs *pairs) {
    for (unsigned way = 0; way < RH_MAP_WAYS; way++)
        free(pairs->pair[way]);
}

uint64_t rh_map_pairs_left(const struct rh_map_pairs *pairs) {
    return pairs->most - pairs->found->pairs;
}

size_t rh_map_pairs_all(const struct rh_map_pairs *pairs, enum rh_map_way way, uint64_t *values) {
    size_t count = 0;
    for (uint64_t i = 0; i < pairs->places; i++)
        if (pairs->pair[way][i].known)
            values[count++] = pairs->pair[way][i].latency;
    return count;
}

static bool measure(struct rh_map_pairs *pairs, enum rh_map_way way, uint64_t first, uint64_t second,
                    uint64_t *latency) {
    const struct rh_map_detect_setup *setup = pairs->setup;
    rh_map_probe *probe = way == RH_MAP_ALONE ? setup->alone : setup->together;
    *latency = UINT64_MAX;
    if (rh_map_pairs_left(pairs) == 0) {
        pairs->failed = true;
        return rh_error_field(pairs->error, "pairs", "found all %" PRIu64 " measured, expected more to decide",
                              pairs->most);
    }
    for (unsigned i = 0; i < (setup->repeats == 0 ? 1 : setup->repeats); i++) {
        uint64_t one = probe(setup->user, first, second);
        if (one == RH_MAP_NO_LATENCY)
            return false;
        pairs->found->probes++;
        *latency = one < *latency ? one : *latency;
    }
    pairs->found->pairs++;
    return true;
}

/* From address 0, or, where the pair is not in the memory, from the first single bit that can be flipped so. */
static uint64_t measure_flips(struct rh_map_pairs *pairs, enum rh_map_way way, uint64_t flips) {
    uint64_t latency = 0, back = 0, first = 0;
    bool there = measure(pairs, way, first, flips, &latency);
    for (unsigned i = 0; !there && !pairs->failed && i < pairs->setup->bits; i++) {
        first = rh_bit(i);
        there = measure(pairs, way, first, first ^ flips, &latency);
    }
    if (!there) {
        if (!pairs->failed)
            rh_error_field(pairs->error, "bits",
                           "found no two addresses that differ by 0x%" PRIx64 ", expected some in the memory", flips);
        pairs->failed = true;
        return 0;
    }
    if (flips != 0 && (flips & (flips - 1)) == 0 && measure(pairs, way, first ^ flips, first, &back)) {
        uint64_t noise = back > latency ? back - latency : latency - back;
        pairs->found->spread = noise > pairs->found->spread ? noise : pairs->found->spread;
        latency = back < latency ? back : latency;
    }
    return latency;
}

uint64_t rh_map_pairs_latency(struct rh_map_pairs *pairs, enum rh_map_way way, uint64_t flips) {
    uint64_t state = flips, at = rh_random_draw(&state);
    struct rh_map_pair *pair = &pairs->pair[way][at % pairs->places];
    while (pair->known && pair->flips != flips)
        pair = &pairs->pair[way][++at % pairs->places];
    if (pairs->failed || pair->known)
        return pairs->failed ? 0 : pair->latency;
    uint64_t latency = measure_flips(pairs, way, flips);
    if (!pairs->failed)
        *pair = (struct rh_map_pair){flips, latency, true};
    return latency;
}
