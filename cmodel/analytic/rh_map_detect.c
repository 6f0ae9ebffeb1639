// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_map_detect.h"

#include <inttypes.h>
#include <stdlib.h>

#include "rowhold/rh_bits.h"
#include "rowhold/rh_random.h"

enum rh_map_way { RH_MAP_ALONE, RH_MAP_TOGETHER, RH_MAP_WAYS };
/* A set of flips and its latency; `known` false: an empty place. */
struct map_pair {
    uint64_t flips, latency;
    bool known;
};
struct map_pairs {
    const struct rh_map_detect_setup *setup;
    struct rh_map_detect *found; /* its pairs, probes and spread are counted */
    uint64_t most;
    struct map_pair *pair[RH_MAP_WAYS]; /* hashed by flips */
    uint64_t places;                    /* of each, a power of two */
    struct rh_error *error;
    bool failed; /* `error` says why; every latency from then on is 0 */
};

/* Latencies of pairs of addresses, each pair measured once: what rh_map_detect asks. */

enum { MOST_PAIRS = 1 << 24 };

/* False with an error; close in any case. */
static bool map_pairs_open(struct map_pairs *pairs, const struct rh_map_detect_setup *setup,
                           struct rh_map_detect *found, struct rh_error *error) {
    uint64_t bits = setup->bits;
    *pairs = (struct map_pairs){.setup = setup, .found = found, .error = error};
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

static void map_pairs_close(struct map_pairs *pairs) {
    for (unsigned way = 0; way < RH_MAP_WAYS; way++)
        free(pairs->pair[way]);
}

/* How many more may be measured. */
static uint64_t map_pairs_left(const struct map_pairs *pairs) {
    return pairs->most - pairs->found->pairs;
}

/* All latencies so far. How many; `values` has room for `places`. */
static size_t map_pairs_all(const struct map_pairs *pairs, enum rh_map_way way, uint64_t *values) {
    size_t count = 0;
    for (uint64_t i = 0; i < pairs->places; i++)
        if (pairs->pair[way][i].known)
            values[count++] = pairs->pair[way][i].latency;
    return count;
}

static bool measure(struct map_pairs *pairs, enum rh_map_way way, uint64_t first, uint64_t second, uint64_t *latency) {
    const struct rh_map_detect_setup *setup = pairs->setup;
    rh_map_probe *probe = way == RH_MAP_ALONE ? setup->alone : setup->together;
    *latency = UINT64_MAX;
    if (map_pairs_left(pairs) == 0) {
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
static uint64_t measure_flips(struct map_pairs *pairs, enum rh_map_way way, uint64_t flips) {
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

/* The latency of two addresses that differ in these bits. A single bit is measured in both directions, and their
 * difference is noise. */
static uint64_t map_pairs_latency(struct map_pairs *pairs, enum rh_map_way way, uint64_t flips) {
    uint64_t state = flips, at = rh_random_draw(&state);
    struct map_pair *pair = &pairs->pair[way][at % pairs->places];
    while (pair->known && pair->flips != flips)
        pair = &pairs->pair[way][++at % pairs->places];
    if (pairs->failed || pair->known)
        return pairs->failed ? 0 : pair->latency;
    uint64_t latency = measure_flips(pairs, way, flips);
    if (!pairs->failed)
        *pair = (struct map_pair){flips, latency, true};
    return latency;
}

/* Sets of flips. */
struct flips {
    unsigned count;
    uint64_t set[RH_GF2_BITS];
};

struct search {
    struct map_pairs pairs;
    struct rh_map_detect *found;
    struct flips same; /* a basis of the flips that change none of the levels so far */
};

enum { GROUP_SAMPLE = 8 /* banks whose pairs show whether there are groups */ };

static unsigned fits_none(struct search *s, const char *which, uint64_t latency, uint64_t flips) {
    if (!s->pairs.failed)
        rh_error_field(s->pairs.error, which,
                       "found a latency of %" PRIu64 " where addresses differ by 0x%" PRIx64
                       ", expected one that stands out of a noise of %" PRIu64,
                       latency, flips, s->found->spread);
    s->pairs.failed = true;
    return 0;
}

/* How far a set of flips changes anything, by its latencies; below `level` exactly, else at least that. */
static unsigned look(struct search *s, uint64_t flips, unsigned level) {
    struct rh_map_detect *found = s->found;
    uint64_t latency = map_pairs_latency(&s->pairs, RH_MAP_ALONE, flips);
    unsigned class = rh_cluster_of(found->alone, found->alone_count, found->spread, latency);
    if (class == RH_MAP_CONFLICT && found->alone_count == RH_MAP_CONFLICT &&
        latency > found->alone[RH_MAP_MISS].greatest) /* where all row bits are hashed no bit by itself shows it */
        found->alone[found->alone_count++] = (struct rh_cluster){latency, latency, 0};
    if (s->pairs.failed || class == found->alone_count)
        return fits_none(s, "alone", latency, flips);
    if (class != RH_MAP_MISS)
        return class == RH_MAP_HIT ? RH_MAP_LEVEL_COLUMN : RH_MAP_LEVEL_ROW;
    if (level >= RH_MAP_LEVEL_BANK || !found->channels_known)
        return RH_MAP_LEVEL_BANK;
    latency = map_pairs_latency(&s->pairs, RH_MAP_TOGETHER, flips);
    if (latency <= found->alone[RH_MAP_MISS].greatest)
        return RH_MAP_LEVEL_CHANNEL;
    if (latency - found->alone[RH_MAP_MISS].greatest <= found->spread) /* it waited, or it is noise */
        return fits_none(s, "together", latency, flips);
    if (!found->groups_known)
        return RH_MAP_LEVEL_BANK;
    class = rh_cluster_of(found->together, RH_MAP_WAITS, found->spread, latency);
    if (class == RH_MAP_WAITS)
        return fits_none(s, "together", latency, flips);
    return class == RH_MAP_APART ? RH_MAP_LEVEL_GROUP : RH_MAP_LEVEL_BANK;
}

static bool latencies_missing(struct search *s) {
    return rh_error_field(s->pairs.error, "alone",
                          "found %u latencies, expected 3: of one row, of two banks, of two rows of a bank",
                          s->found->alone_count);
}

/* Measures the latencies of every single bit and finds the three kinds of latencies among them. */
static bool find_latencies(struct search *s, uint64_t *values) {
    struct rh_map_detect *found = s->found;
    uint64_t same = map_pairs_latency(&s->pairs, RH_MAP_ALONE, 0);
    for (unsigned i = 0; i < s->pairs.setup->bits; i++)
        (void)map_pairs_latency(&s->pairs, RH_MAP_ALONE, rh_bit(i));
    if (s->pairs.failed)
        return false;
    size_t count = map_pairs_all(&s->pairs, RH_MAP_ALONE, values);
    found->alone_count = rh_cluster_find(values, count, found->spread, found->alone, RH_MAP_LATENCIES);
    if (found->alone_count < RH_MAP_CONFLICT || found->alone_count > RH_MAP_LATENCIES)
        return latencies_missing(s);
    return rh_cluster_of(found->alone, found->alone_count, found->spread, same) == RH_MAP_HIT ||
           rh_error_field(s->pairs.error, "alone",
                          "found %" PRIu64 " for one address twice, expected the least latency", same);
}

/* How many pairs had each latency. */
static void count_latencies(struct search *s, uint64_t *values) {
    struct rh_map_detect *found = s->found;
    size_t count = map_pairs_all(&s->pairs, RH_MAP_ALONE, values);
    for (unsigned i = 0; i < found->alone_count && i < RH_MAP_LATENCIES; i++)
        found->alone[i].count = 0;
    for (size_t i = 0; i < count && found->alone_count <= RH_MAP_LATENCIES; i++) {
        unsigned class = rh_cluster_of(found->alone, found->alone_count, found->spread, values[i]);
        if (class < found->alone_count)
            found->alone[class].count++;
    }
}

/* How two banks of a channel wait for each other: more in one group, where there are groups. */
static bool find_groups(struct search *s) {
    uint64_t values[RH_GF2_BITS + GROUP_SAMPLE * GROUP_SAMPLE];
    struct flips banks = {.count = 0};
    struct rh_map_detect *found = s->found;
    size_t count = 0;
    for (unsigned i = 0; i < s->same.count; i++)
        if (look(s, s->same.set[i], 0) == RH_MAP_LEVEL_BANK) {
            banks.set[banks.count++] = s->same.set[i];
            values[count++] = map_pairs_latency(&s->pairs, RH_MAP_TOGETHER, s->same.set[i]);
        }
    found->together_count = rh_cluster_find(values, count, found->spread, found->together, RH_MAP_WAITS);
    for (unsigned i = 0; found->together_count == 1 && i < banks.count && i < GROUP_SAMPLE; i++)
        for (unsigned k = 0; k < i; k++)
            if (look(s, banks.set[i] ^ banks.set[k], 0) == RH_MAP_LEVEL_BANK)
                values[count++] = map_pairs_latency(&s->pairs, RH_MAP_TOGETHER, banks.set[i] ^ banks.set[k]);
    found->together_count = rh_cluster_find(values, count, found->spread, found->together, RH_MAP_WAITS);
    found->groups_known = found->together_count == RH_MAP_WAITS;
    return !s->pairs.failed;
}

/* Sets of `size` of `count`; more than any limit where there are too many to count. */
static uint64_t choose(unsigned count, unsigned size) {
    uint64_t ways = 1;
    for (unsigned i = 0; i < size; i++) {
        if (ways > UINT64_MAX / RH_GF2_BITS)
            return UINT64_MAX;
        ways = ways * (count - i) / (i + 1);
    }
    return ways;
}

/* The next greater number with as many bits set. */
static uint64_t next_set(uint64_t set) {
    uint64_t low = set & -set, ripple = set + low;
    return ripple | (set ^ ripple) / low >> 2;
}

static uint64_t sum(const struct flips *flips, uint64_t set) {
    uint64_t total = 0;
    for (; set != 0; set &= set - 1)
        total ^= flips->set[__builtin_ctzll(set)];
    return total;
}

/* Try all sets of `size` flips. One that changes nothing is a relation: its last flip depends on the others. */
static void relate(struct search *s, unsigned level, unsigned size, struct flips *changing, struct flips *same) {
    uint64_t gone = 0;
    const uint64_t end = rh_bit(changing->count);
    for (uint64_t set = rh_mask(size); set < end && !s->pairs.failed; set = next_set(set)) {
        if ((set & gone) != 0 || look(s, sum(changing, set), level) <= level)
            continue;
        same->set[same->count++] = sum(changing, set);
        gone |= rh_bit(63 - (unsigned)__builtin_clzll(set));
    }
    unsigned kept = 0;
    for (unsigned i = 0; i < changing->count; i++)
        if ((gone & rh_bit(i)) == 0)
            changing->set[kept++] = changing->set[i];
    changing->count = kept;
}

/* Pairs that later levels need for their sets of two, and the comparison at the end. */
static uint64_t reserve(struct search *s, unsigned level) {
    const uint64_t bits = s->pairs.setup->bits;
    uint64_t waiting = 0;
    for (unsigned i = 0; i < s->same.count; i++)
        waiting += look(s, s->same.set[i], RH_MAP_LEVEL_BANK) != RH_MAP_LEVEL_COLUMN;
    return 3 * bits + (level == RH_MAP_LEVEL_ROW ? 0 : waiting * (waiting - 1) / 2);
}

/* The flips of s->same that leave this level as it was; its functions are what all of those keep. */
static bool split(struct search *s, unsigned level) {
    struct rh_map_detect *found = s->found;
    struct flips changing = {.count = 0}, same = {.count = 0};
    struct rh_gf2_space kept = {.rank = 0}, functions;
    for (unsigned i = 0; i < s->same.count; i++) {
        struct flips *to = look(s, s->same.set[i], level) <= level ? &changing : &same;
        to->set[to->count++] = s->same.set[i];
    }
    const uint64_t later = reserve(s, level), ways = level < RH_MAP_LEVEL_BANK ? 2 : 1;
    found->tried[level] = 1;
    for (unsigned size = 2; size <= changing.count && !s->pairs.failed; size++) {
        uint64_t cost = choose(changing.count, size);
        if (size > 2 && (cost > s->pairs.most || cost * ways + later > map_pairs_left(&s->pairs)))
            break;
        relate(s, level, size, &changing, &same);
        found->tried[level] = size;
    }
    if (s->pairs.failed)
        return false;
    found->whole[level] = found->tried[level] >= changing.count;
    for (unsigned i = 0; i < same.count; i++)
        (void)rh_gf2_add(&kept, same.set[i]);
    rh_gf2_dual(&kept, s->pairs.setup->bits, &functions);
    for (unsigned i = 0; i < functions.rank; i++)
        rh_map_spaces_add(&found->spaces, (enum rh_map_level)level, functions.row[i]);
    s->same = same;
    return true;
}

/* Sets of flips drawn from all, from those of one bank, and from those of one row: as the spaces have them? */
static bool compare(struct search *s, const struct flips *bank) {
    const struct flips *const from[] = {NULL, bank, &s->same};
    const unsigned bits = s->pairs.setup->bits;
    uint64_t state = 1;
    for (unsigned i = 0; i < bits; i++) {
        uint64_t draw = rh_random_draw(&state);
        uint64_t flips = i % 3 == 0 ? draw & rh_mask(bits) : sum(from[i % 3], draw & rh_mask(from[i % 3]->count));
        unsigned expected = rh_map_spaces_level(&s->found->spaces, flips), seen = look(s, flips, 0);
        if (s->pairs.failed)
            return false;
        if (seen != expected)
            return rh_error_field(s->pairs.error, "alone",
                                  "found another %s where addresses differ by 0x%" PRIx64
                                  ", expected another %s by the XORs found: no map of XORs, or one of more bits",
                                  rh_map_level_name(seen), flips, rh_map_level_name(expected));
    }
    return true;
}

static void look_at_bits(struct search *s) {
    for (unsigned i = 0; i < s->pairs.setup->bits; i++)
        s->found->level[i] = (uint8_t)look(s, rh_bit(i), 0);
    s->found->levels_known = !s->pairs.failed;
}

static bool detect(struct search *s) {
    struct rh_map_detect *found = s->found;
    struct flips bank;
    const unsigned bits = s->pairs.setup->bits;
    s->same.count = bits;
    for (unsigned i = 0; i < bits; i++)
        s->same.set[i] = rh_bit(i);
    found->channels_known = s->pairs.setup->together != NULL;
    look_at_bits(s);
    if (s->pairs.failed)
        return false;
    if (found->channels_known && (!split(s, RH_MAP_LEVEL_CHANNEL) || !find_groups(s)))
        return false;
    if (found->groups_known && !split(s, RH_MAP_LEVEL_GROUP))
        return false;
    look_at_bits(s);
    if (!split(s, RH_MAP_LEVEL_BANK))
        return false;
    bank = s->same;
    if (!split(s, RH_MAP_LEVEL_ROW) || !compare(s, &bank))
        return false;
    return found->alone_count == RH_MAP_LATENCIES || latencies_missing(s);
}

bool rh_map_detect(const struct rh_map_detect_setup *setup, struct rh_map_detect *found, struct rh_error *error) {
    struct search s = {.found = found};
    *found = (struct rh_map_detect){.levels_known = false};
    bool good = map_pairs_open(&s.pairs, setup, found, error);
    uint64_t *values = good ? malloc(s.pairs.places * sizeof *values) : NULL;
    if (good && values == NULL)
        good = rh_error_field(error, "pairs", "found no memory for %" PRIu64 " latencies, expected enough",
                              s.pairs.places);
    good = good && find_latencies(&s, values) && detect(&s);
    if (values != NULL)
        count_latencies(&s, values);
    found->levels_known &= found->alone_count == RH_MAP_LATENCIES; /* of two the slow one may be either */
    free(values);
    map_pairs_close(&s.pairs);
    return good;
}
