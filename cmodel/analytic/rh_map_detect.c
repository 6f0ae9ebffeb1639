// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_map_detect.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/analytic/rh_map_pairs.h"
#include "rowhold/rh_bits.h"
#include "rowhold/rh_random.h"

/* Sets of flips. */
struct flips {
    unsigned count;
    uint64_t set[RH_GF2_BITS];
};

struct search {
    struct rh_map_pairs pairs;
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
    uint64_t latency = rh_map_pairs_latency(&s->pairs, RH_MAP_ALONE, flips);
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
    latency = rh_map_pairs_latency(&s->pairs, RH_MAP_TOGETHER, flips);
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

/* Those of every bit by itself. */
static bool find_latencies(struct search *s, uint64_t *values) {
    struct rh_map_detect *found = s->found;
    uint64_t same = rh_map_pairs_latency(&s->pairs, RH_MAP_ALONE, 0);
    for (unsigned i = 0; i < s->pairs.setup->bits; i++)
        (void)rh_map_pairs_latency(&s->pairs, RH_MAP_ALONE, rh_bit(i));
    if (s->pairs.failed)
        return false;
    size_t count = rh_map_pairs_all(&s->pairs, RH_MAP_ALONE, values);
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
    size_t count = rh_map_pairs_all(&s->pairs, RH_MAP_ALONE, values);
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
            values[count++] = rh_map_pairs_latency(&s->pairs, RH_MAP_TOGETHER, s->same.set[i]);
        }
    found->together_count = rh_cluster_find(values, count, found->spread, found->together, RH_MAP_WAITS);
    for (unsigned i = 0; found->together_count == 1 && i < banks.count && i < GROUP_SAMPLE; i++)
        for (unsigned k = 0; k < i; k++)
            if (look(s, banks.set[i] ^ banks.set[k], 0) == RH_MAP_LEVEL_BANK)
                values[count++] = rh_map_pairs_latency(&s->pairs, RH_MAP_TOGETHER, banks.set[i] ^ banks.set[k]);
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
        if (size > 2 && (cost > s->pairs.most || cost * ways + later > rh_map_pairs_left(&s->pairs)))
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
    bool good = rh_map_pairs_open(&s.pairs, setup, found, error);
    uint64_t *values = good ? malloc(s.pairs.places * sizeof *values) : NULL;
    if (good && values == NULL)
        good = rh_error_field(error, "pairs", "found no memory for %" PRIu64 " latencies, expected enough",
                              s.pairs.places);
    good = good && find_latencies(&s, values) && detect(&s);
    if (values != NULL)
        count_latencies(&s, values);
    found->levels_known &= found->alone_count == RH_MAP_LATENCIES; /* of two the slow one may be either */
    free(values);
    rh_map_pairs_close(&s.pairs);
    return good;
}
