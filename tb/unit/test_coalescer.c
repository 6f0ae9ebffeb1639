// SPDX-License-Identifier: Apache-2.0
// Worked examples of every rule, those of the CUDA C Programming Guide among them; then random instructions against the
// rules written down again lane by lane.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_coalescer.h"
#include "rowhold/rh_random.h"

enum { ALL = -1, LANES = RH_WARP_LANES, TEXT = 400 };

/* Lane k asks for `bytes` at first + (k ^ swap) x stride. */
struct pattern {
    unsigned bytes;
    uint64_t first, stride;
    int lanes;
    unsigned swap;
};

static struct rh_warp_instruction make(struct pattern p, uint64_t address[LANES]) {
    for (unsigned k = 0; k < LANES; k++)
        address[k] = p.first + (k ^ p.swap) * p.stride;
    return (struct rh_warp_instruction){
        .op = RH_WARP_LOAD, .active = (uint32_t)p.lanes, .bytes = (uint8_t)p.bytes, .address = address};
}

/* bytes@address, with a sector mask bytes@address:mask; three and more with equal steps N*bytes@first+step; a long list
 * #N, and its bytes. */
static const char *text_of(const struct rh_warp_transaction *t, unsigned count) {
    static char text[TEXT + 1];
    char *at = text, *end = text + TEXT;
    unsigned total = 0;
    *at = '\0';
    for (unsigned i = 0, run; i < count && at < end; i += run) {
        for (run = 1; i + run < count && t[i + run].bytes == t[i].bytes && t[i + run].sectors == t[i].sectors &&
                      t[i + run].address - t[i + run - 1].address == t[i + 1].address - t[i].address;
             run++)
            ;
        run = run < 3 ? 1 : run;
        at += at == text ? 0 : snprintf(at, (size_t)(end - at), " ");
        at += run == 1 ? 0 : snprintf(at, (size_t)(end - at), "%u*", run);
        at += snprintf(at, (size_t)(end - at), "%u@%llu", t[i].bytes, (unsigned long long)t[i].address);
        at += run == 1 ? 0 : snprintf(at, (size_t)(end - at), "+%d", (int)(t[i + 1].address - t[i].address));
        at += t[i].sectors == 0 ? 0 : snprintf(at, (size_t)(end - at), ":%x", t[i].sectors);
    }
    for (unsigned i = 0; i < count; i++)
        total += t[i].bytes;
    if (at - text > 90)
        snprintf(text, sizeof text, "#%u %u", count, total);
    return text;
}

static const char *coalesced(enum rh_coalescing rule, const struct rh_warp_instruction *instruction) {
    struct rh_warp_transaction out[RH_COALESCER_MOST];
    return text_of(out, rh_coalesce(rule, 128, instruction, out));
}

/* The guide's: figure F-1 (three), F.3.2.1 and F.3.2.2. */
static const struct {
    const char *what;
    struct pattern pattern;
    const char *expected[RH_COALESCINGS]; /* 1.0, 1.2, line, sector */
} examples[] = {
    {"F-1, aligned and sequential", {4, 128, 4, ALL, 0}, {"64@128 64@192", "64@128 64@192", "128@128", "128@128:f"}},
    {"F-1, aligned and not sequential",
     {4, 128, 4, ALL, 1},
     {"8*32@128+0 8*32@160+0 8*32@192+0 8*32@224+0", "64@128 64@192", "128@128", "128@128:f"}},
    {"F-1, misaligned and sequential",
     {4, 132, 4, ALL, 0},
     {"7*32@128+0 8*32@160+0 8*32@192+0 8*32@224+0 32@256", "128@128 64@192 32@256", "128@128 128@256",
      "128@128:f 32@256:1"}},
    {"a half-warp over the end of a segment: one of 64 and one of 32",
     {4, 68, 4, 0xffff, 0},
     {"7*32@64+0 8*32@96+0 32@128", "64@64 32@128", "128@0 128@128", "64@0:c 32@128:1"}},
    {"a half-warp somewhere in a segment: one of 128",
     {4, 36, 4, 0xffff, 0},
     {"7*32@32+0 8*32@64+0 32@96", "128@0", "128@0", "96@0:e"}},
    {"backwards",
     {4, 128, 4, ALL, 31},
     {"8*32@224+0 8*32@192+0 8*32@160+0 8*32@128+0", "64@192 64@128", "128@128", "128@128:f"}},
    {"stride 2",
     {4, 0, 8, ALL, 0},
     {"4*32@0+0 4*32@32+0 4*32@64+0 4*32@96+0 4*32@128+0 4*32@160+0 4*32@192+0 4*32@224+0", "128@0 128@128",
      "128@0 128@128", "128@0:f 128@128:f"}},
    {"stride 3", {4, 0, 12, ALL, 0}, {"#32 1024", "128@0 64@128 64@192 128@256", "3*128@0+128", "3*128@0+128:f"}},
    {"stride 4", {4, 0, 16, ALL, 0}, {"#32 1024", "4*128@0+128", "4*128@0+128", "4*128@0+128:f"}},
    {"stride 8", {4, 0, 32, ALL, 0}, {"32*32@0+32", "8*128@0+128", "8*128@0+128", "8*128@0+128:f"}},
    {"stride 16", {4, 0, 64, ALL, 0}, {"32*32@0+64", "16*128@0+128", "16*128@0+128", "16*64@0+128:5"}},
    {"stride 32", {4, 0, 128, ALL, 0}, {"32*32@0+128", "32*32@0+128", "32*128@0+128", "32*32@0+128:1"}},
    {"one word", {4, 64, 0, ALL, 0}, {"32*32@64+0", "32@64 32@64", "128@0", "32@0:4"}},
    {"even lanes", {4, 128, 4, 0x55555555, 0}, {"64@128 64@192", "64@128 64@192", "128@128", "128@128:f"}},
    {"eight lanes", {4, 128, 4, 0xff, 0}, {"64@128", "32@128", "128@128", "32@128:1"}},
    {"upper half-warp", {4, 128, 4, ~0xffff, 0}, {"64@192", "64@192", "128@128", "64@128:c"}},
    {"lane 5 at word 5", {4, 128, 4, 0x20, 0}, {"64@128", "32@128", "128@128", "32@128:1"}},
    {"no lane", {4, 128, 4, 0, 0}, {"", "", "", ""}},
    {"1 byte", {1, 128, 1, ALL, 0}, {"32*32@128+0", "32@128 32@128", "128@128", "32@128:1"}},
    {"1 byte, shifted", {1, 151, 1, ALL, 0}, {"9*32@128+0 23*32@160+0", "32@128 32@160 32@160", "128@128", "64@128:3"}},
    {"2 bytes", {2, 128, 2, ALL, 0}, {"16*32@128+0 16*32@160+0", "32@128 32@160", "128@128", "64@128:3"}},
    {"2 bytes, shifted",
     {2, 146, 2, ALL, 0},
     {"7*32@128+0 16*32@160+0 9*32@192+0", "64@128 32@160 32@192", "128@128", "96@128:7"}},
    {"8 bytes", {8, 128, 8, ALL, 0}, {"128@128 128@256", "128@128 128@256", "128@128 128@256", "128@128:f 128@256:f"}},
    {"8 bytes, shifted",
     {8, 136, 8, ALL, 0},
     {"#32 1024", "128@128 32@256 128@256 32@384", "3*128@128+128", "128@128:f 128@256:f 32@384:1"}},
    {"16 bytes", {16, 256, 16, ALL, 0}, {"4*128@256+128", "4*128@256+128", "4*128@256+128", "4*128@256+128:f"}},
    {"16 bytes, eight lanes of each half-warp: the segment's other half goes, too, by 1.0",
     {16, 256, 16, 0x00ff00ff, 0},
     {"4*128@256+128", "128@256 128@512", "128@256 128@512", "128@256:f 128@512:f"}},
    {"16 bytes, not at a segment of 256",
     {16, 128, 16, ALL, 0},
     {"#32 1024", "4*128@128+128", "4*128@128+128", "4*128@128+128:f"}},
};

static void examples_are_those_of_the_guide(void **state) {
    (void)state;
    uint64_t address[LANES];
    for (unsigned e = 0; e < sizeof examples / sizeof examples[0]; e++) {
        const struct rh_warp_instruction instruction = make(examples[e].pattern, address);
        for (unsigned rule = 0; rule < RH_COALESCINGS; rule++) {
            const char *found = coalesced((enum rh_coalescing)rule, &instruction);
            if (strcmp(found, examples[e].expected[rule]) != 0)
                fail_msg("%s, rule %s: found %s, expected %s", examples[e].what,
                         rh_coalescing_name((enum rh_coalescing)rule), found, examples[e].expected[rule]);
        }
    }
}

static void scattered_lanes_go_in_their_order(void **state) {
    (void)state;
    static const uint64_t address[LANES] = {1000, 40, 44, 1020, 132, 4000};
    const struct rh_warp_instruction instruction = {.active = 0x3f, .bytes = 4, .address = address};
    assert_string_equal(coalesced(RH_COALESCING_1_0, &instruction), "32@992 32@32 32@32 32@992 32@128 32@4000");
    assert_string_equal(coalesced(RH_COALESCING_1_2, &instruction), "32@992 32@32 32@128 32@4000");
    assert_string_equal(coalesced(RH_COALESCING_LINE, &instruction), "128@896 128@0 128@128 128@3968");
    assert_string_equal(coalesced(RH_COALESCING_SECTOR, &instruction), "32@896:8 32@0:2 32@128:1 32@3968:2");
}

static void lines_have_the_bytes_of_the_cache(void **state) {
    (void)state;
    uint64_t address[LANES];
    struct rh_warp_transaction out[RH_COALESCER_MOST];
    const struct rh_warp_instruction instruction = make((struct pattern){4, 1024, 40, ALL, 0}, address);
    assert_string_equal(text_of(out, rh_coalesce(RH_COALESCING_LINE, 32, &instruction, out)), "#32 1024");
    assert_string_equal(text_of(out, rh_coalesce(RH_COALESCING_LINE, 512, &instruction, out)), "3*512@1024+512");
    assert_string_equal(text_of(out, rh_coalesce(RH_COALESCING_SECTOR, 1024, &instruction, out)),
                        "832@1024:def7bdef 192@2048:7b");
}

/* Word 2 of each lane, then word 3; lanes with indices of their own part. */
static void neighbours_coalesce_in_local_memory(void **state) {
    (void)state;
    uint64_t address[LANES];
    for (unsigned k = 0; k < LANES; k++)
        address[k] = rh_local_address(4096, k, 8);
    struct rh_warp_instruction instruction = {
        .space = RH_WARP_SPACE_LOCAL, .active = UINT32_MAX, .bytes = 8, .address = address};
    assert_string_equal(coalesced(RH_COALESCING_LINE, &instruction), "128@4352 128@4480");
    assert_string_equal(coalesced(RH_COALESCING_SECTOR, &instruction), "128@4352:f 128@4480:f");
    assert_string_equal(coalesced(RH_COALESCING_1_0, &instruction), "4*64@4352+64");
    assert_string_equal(coalesced(RH_COALESCING_1_2, &instruction), "4*64@4352+64");
    instruction.bytes = 4;
    assert_string_equal(coalesced(RH_COALESCING_1_2, &instruction), "64@4352 64@4416");
    for (unsigned k = 0; k < LANES; k++)
        address[k] = rh_local_address(4096, k, k * 4 + 3);
    instruction.bytes = 1;
    assert_int_equal(address[1], 4096 + 128 + 4 + 3);
    assert_string_equal(coalesced(RH_COALESCING_LINE, &instruction), "32*128@4096+128");
}

static void caches_that_are_only_read_get_lines(void **state) {
    (void)state;
    static const enum rh_warp_space spaces[] = {RH_WARP_SPACE_TEXTURE, RH_WARP_SPACE_CONSTANT, RH_WARP_SPACE_PARAMETER};
    uint64_t address[LANES];
    struct rh_warp_transaction out[RH_COALESCER_MOST];
    struct rh_warp_instruction instruction = make((struct pattern){4, 32, 4, ALL, 0}, address);
    for (unsigned s = 0; s < sizeof spaces / sizeof spaces[0]; s++)
        for (unsigned rule = 0; rule < RH_COALESCINGS; rule++) {
            instruction.space = spaces[s];
            assert_string_equal(text_of(out, rh_coalesce((enum rh_coalescing)rule, 64, &instruction, out)),
                                "3*64@0+64");
        }
    instruction.space = RH_WARP_SPACE_SHARED;
    assert_int_equal(rh_coalesce(RH_COALESCING_LINE, 64, &instruction, out), 0);
}

/* Clocks with 16 and with 32 banks, and with 32 as one request. */
static void shared_memory_takes_a_clock_a_conflict(void **state) {
    (void)state;
    static const struct {
        struct pattern pattern;
        unsigned clocks_16, clocks_32, at_once;
    } cases[] = {
        {{4, 0, 4, ALL, 0}, 2, 1, 1},       /* F-2: stride 1 */
        {{4, 0, 8, ALL, 0}, 4, 2, 2},       /* F-2: stride 2 conflicts in pairs */
        {{4, 0, 12, ALL, 0}, 2, 1, 1},      /* F-2: stride 3, odd */
        {{4, 0, 16, ALL, 0}, 8, 4, 4},      /* stride 4 */
        {{4, 0, 64, ALL, 0}, 32, 16, 16},   /* stride 16 */
        {{4, 0, 128, ALL, 0}, 32, 32, 32},  /* stride 32 */
        {{4, 0, 132, ALL, 0}, 2, 1, 1},     /* stride 33 */
        {{4, 20, 4, ALL, 13}, 2, 1, 1},     /* F-3: permuted */
        {{4, 20, 0, ALL, 0}, 2, 1, 1},      /* F-3: one word for all */
        {{4, 0, 8, 0xffff, 0}, 2, 1, 1},    /* one half-warp: stride 2 in 32 banks has room */
        {{4, 0, 128, 0x10001, 0}, 2, 2, 2}, /* two lanes of one bank, one in each half */
        {{4, 0, 4, 0, 0}, 0, 0, 0},         /* no lane */
        {{1, 0, 1, ALL, 0}, 2, 1, 1},       /* F.4.3: four lanes a word */
        {{2, 0, 2, ALL, 0}, 2, 1, 1},       /* two lanes a word */
        {{8, 0, 8, ALL, 0}, 8, 2, 2},    /* F.3.3.4: two requests of stride 2; F.4.3.2: none of a half-warp conflict */
        {{8, 0, 0, ALL, 0}, 4, 2, 1},    /* one double for all */
        {{16, 0, 16, ALL, 0}, 32, 4, 4}, /* four requests of stride 4; a quarter-warp a clock */
        {{16, 0, 0, ALL, 0}, 8, 4, 1},   /* the same for all */
        {{8, 0, 128, 0x3, 0}, 4, 2, 2},  /* both words of both lanes in two banks */
    };
    uint64_t address[LANES];
    for (unsigned c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const struct rh_warp_instruction instruction = make(cases[c].pattern, address);
        const unsigned found[] = {rh_shared_clocks(16, &instruction), rh_shared_clocks(32, &instruction),
                                  rh_bank_clocks(32, &instruction)};
        if (found[0] != cases[c].clocks_16 || found[1] != cases[c].clocks_32 || found[2] != cases[c].at_once)
            fail_msg("case %u: found %u %u %u, expected %u %u %u", c, found[0], found[1], found[2], cases[c].clocks_16,
                     cases[c].clocks_32, cases[c].at_once);
    }
}

static void constants_take_a_clock_a_word(void **state) {
    (void)state;
    uint64_t address[LANES];
    static const struct {
        struct pattern pattern;
        unsigned clocks;
    } cases[] = {{{4, 64, 0, ALL, 0}, 1},    {{4, 0, 4, ALL, 0}, 32}, {{4, 0, 4, 0x11, 0}, 2}, {{8, 0, 0, ALL, 0}, 2},
                 {{16, 0, 16, ALL, 0}, 128}, {{1, 0, 1, ALL, 0}, 8},  {{4, 0, 4, 0, 0}, 0}};
    for (unsigned c = 0; c < sizeof cases / sizeof cases[0]; c++) {
        const struct rh_warp_instruction instruction = make(cases[c].pattern, address);
        assert_int_equal(rh_constant_clocks(&instruction), cases[c].clocks);
    }
    for (unsigned k = 0; k < LANES; k++)
        address[k] = k % 2 * 4096 + k / 8 * 4; /* four words each in two places, by turns */
    const struct rh_warp_instruction turns = {.active = UINT32_MAX, .bytes = 4, .address = address};
    assert_int_equal(rh_constant_clocks(&turns), 8);
}

/* The rules again, as the guide's protocols say them: lane by lane, byte by byte. */

struct plain {
    const uint64_t *address;
    uint32_t lanes;
    unsigned bytes;
};

static unsigned plain_1_0(struct plain p, unsigned from, struct rh_warp_transaction *out) {
    unsigned count = 0, segment = 16 * p.bytes, active = 0, fits = 0;
    uint64_t first = 0;
    for (unsigned k = from + 16; k-- > from;)
        if ((p.lanes >> k & 1) != 0)
            first = p.address[k] / segment * segment;
    for (unsigned k = from; k < from + 16; k++) {
        active += p.lanes >> k & 1;
        fits += (p.lanes >> k & 1) != 0 && p.bytes >= 4 && p.address[k] == first + (k - from) * p.bytes;
    }
    if (active > 0 && fits == active) {
        if (p.bytes == 16)
            out[count++] = (struct rh_warp_transaction){first, 128, 0};
        out[count++] = (struct rh_warp_transaction){first + (p.bytes == 16 ? 128 : 0), p.bytes == 4 ? 64 : 128, 0};
        return count;
    }
    for (unsigned k = from; k < from + 16; k++)
        if ((p.lanes >> k & 1) != 0)
            out[count++] = (struct rh_warp_transaction){p.address[k] / 32 * 32, 32, 0};
    return count;
}

static unsigned plain_1_2(struct plain p, unsigned from, struct rh_warp_transaction *out) {
    unsigned count = 0, segment = p.bytes == 1 ? 32 : p.bytes == 2 ? 64 : 128;
    uint32_t left = p.lanes;
    for (unsigned k = from; k < from + 16; k++) {
        if ((left >> k & 1) == 0)
            continue;
        uint64_t begin = p.address[k] / segment * segment, least = UINT64_MAX, most = 0, bytes = segment;
        for (unsigned j = from; j < from + 16; j++)
            if ((left >> j & 1) != 0 && p.address[j] / segment * segment == begin) {
                least = p.address[j] < least ? p.address[j] : least;
                most = p.address[j] + p.bytes - 1 > most ? p.address[j] + p.bytes - 1 : most;
                left &= ~(UINT32_C(1) << j);
            }
        while (bytes > 32 && (most < begin + bytes / 2 || least >= begin + bytes / 2)) {
            begin += least >= begin + bytes / 2 ? bytes / 2 : 0;
            bytes /= 2;
        }
        out[count++] = (struct rh_warp_transaction){begin, (uint32_t)bytes, 0};
    }
    return count;
}

static unsigned plain_lines(struct plain p, unsigned line, bool sectors, struct rh_warp_transaction *out) {
    unsigned count = 0;
    for (unsigned k = 0; k < LANES; k++) {
        uint64_t begin = p.address[k] / line * line;
        unsigned i = 0;
        if ((p.lanes >> k & 1) == 0)
            continue;
        while (i < count && out[i].address != begin)
            i++;
        if (i == count)
            out[count++] = (struct rh_warp_transaction){begin, sectors ? 0 : line, 0};
        uint32_t bit = UINT32_C(1) << (p.address[k] - begin) / 32;
        if (sectors && (out[i].sectors & bit) == 0) {
            out[i].sectors |= bit;
            out[i].bytes += 32;
        }
    }
    return count;
}

static unsigned plain_coalesce(enum rh_coalescing rule, unsigned line, struct plain p,
                               struct rh_warp_transaction *out) {
    unsigned count = 0;
    if (rule == RH_COALESCING_LINE || rule == RH_COALESCING_SECTOR)
        return plain_lines(p, line, rule == RH_COALESCING_SECTOR, out);
    for (unsigned from = 0; from < LANES; from += 16)
        count += rule == RH_COALESCING_1_0 ? plain_1_0(p, from, out + count) : plain_1_2(p, from, out + count);
    return count;
}

/* Clocks of a request: words skip .. skip + words - 1 of these lanes. */
static unsigned plain_request(struct plain p, unsigned banks, unsigned from, unsigned lanes, unsigned skip,
                              unsigned words) {
    unsigned most = 0;
    for (unsigned bank = 0; bank < banks; bank++) {
        uint64_t word[LANES * 4];
        unsigned count = 0;
        for (unsigned k = from; k < from + lanes; k++)
            for (unsigned w = skip; w < skip + words; w++) {
                uint64_t one = p.address[k] / 4 + w;
                unsigned i = 0;
                while (i < count && word[i] != one)
                    i++;
                if ((p.lanes >> k & 1) != 0 && one % banks == bank && i == count)
                    word[count++] = one;
            }
        most = count > most ? count : most;
    }
    return most;
}

static unsigned plain_shared(struct plain p, unsigned banks) {
    unsigned clocks = 0, words = p.bytes <= 4 ? 1 : p.bytes / 4;
    if (banks == 16)
        for (unsigned from = 0; from < LANES; from += 16)
            for (unsigned w = 0; w < words; w++)
                clocks += plain_request(p, banks, from, 16, w, 1);
    else
        for (unsigned from = 0; from < LANES; from += LANES / words)
            clocks += plain_request(p, banks, from, LANES / words, 0, words);
    return clocks;
}

/* Lanes side by side, strided or scattered, permuted or not; in few segments, in many; all lanes, some, one. */
static struct rh_warp_instruction draw(uint64_t *state, uint64_t address[LANES]) {
    static const uint64_t windows[] = {128, 1024, 8192, UINT64_C(1) << 40};
    unsigned bytes = 1U << rh_random_below(state, 5), kind = rh_random_below(state, 3);
    uint64_t window = windows[rh_random_below(state, 4)], base = rh_random_draw(state) % (UINT64_C(1) << 40);
    uint64_t stride = kind == 0 ? 1 : rh_random_below(state, 40);
    unsigned swap = rh_random_below(state, 2) * rh_random_below(state, LANES);
    base = rh_random_below(state, 2) == 0 ? base / 256 * 256 : base / bytes * bytes;
    for (unsigned k = 0; k < LANES; k++) {
        uint64_t scattered = base + rh_random_draw(state) % window / bytes * bytes;
        address[k] = kind == 2 ? scattered : base + (k ^ swap) * stride * bytes;
    }
    uint32_t some = (uint32_t)rh_random_draw(state), one = UINT32_C(1) << rh_random_below(state, LANES);
    const uint32_t lanes[] = {UINT32_MAX, UINT32_MAX, some, some & (uint32_t)rh_random_draw(state), one};
    return (struct rh_warp_instruction){
        .active = lanes[rh_random_below(state, 5)], .bytes = (uint8_t)bytes, .address = address};
}

static void random_instructions_follow_the_rules(void **state) {
    (void)state;
    uint64_t seed = 7, address[LANES];
    for (unsigned n = 0; n < 20000; n++) {
        const struct rh_warp_instruction instruction = draw(&seed, address);
        const struct plain plain = {address, instruction.active, instruction.bytes};
        unsigned line = 32U << rh_random_below(&seed, 6);
        for (unsigned rule = 0; rule < RH_COALESCINGS; rule++) {
            struct rh_warp_transaction found[RH_COALESCER_MOST], expected[RH_COALESCER_MOST];
            unsigned count = rh_coalesce((enum rh_coalescing)rule, line, &instruction, found);
            assert_int_equal(count, plain_coalesce((enum rh_coalescing)rule, line, plain, expected));
            for (unsigned i = 0; i < count; i++)
                if (found[i].address != expected[i].address || found[i].bytes != expected[i].bytes ||
                    found[i].sectors != expected[i].sectors)
                    fail_msg("instruction %u, rule %s, line %u, transaction %u: found %s", n,
                             rh_coalescing_name((enum rh_coalescing)rule), line, i, text_of(found, count));
        }
    }
}

/* A wide access of local memory is one a word, each 128 bytes behind the one before. */
static void random_local_instructions_go_word_by_word(void **state) {
    (void)state;
    uint64_t seed = 8, address[LANES], moved[LANES];
    for (unsigned n = 0; n < 5000; n++) {
        struct rh_warp_instruction instruction = draw(&seed, address);
        unsigned words = instruction.bytes > 4 ? instruction.bytes / 4 : 1, bytes = instruction.bytes / words;
        instruction.space = RH_WARP_SPACE_LOCAL;
        for (unsigned rule = 0; rule < RH_COALESCINGS; rule++) {
            struct rh_warp_transaction found[RH_COALESCER_MOST], expected[RH_COALESCER_MOST];
            unsigned count = 0;
            for (unsigned w = 0; w < words; w++) {
                for (unsigned k = 0; k < LANES; k++)
                    moved[k] = address[k] + w * UINT64_C(128);
                count += plain_coalesce((enum rh_coalescing)rule, 128, (struct plain){moved, instruction.active, bytes},
                                        expected + count);
            }
            assert_int_equal(rh_coalesce((enum rh_coalescing)rule, 128, &instruction, found), count);
            for (unsigned i = 0; i < count; i++)
                assert_true(found[i].address == expected[i].address && found[i].bytes == expected[i].bytes &&
                            found[i].sectors == expected[i].sectors);
        }
    }
}

static void random_instructions_conflict_as_counted_bank_by_bank(void **state) {
    (void)state;
    uint64_t seed = 9, address[LANES];
    for (unsigned n = 0; n < 5000; n++) {
        const struct rh_warp_instruction instruction = draw(&seed, address);
        const struct plain plain = {address, instruction.active, instruction.bytes};
        unsigned words = instruction.bytes > 4 ? instruction.bytes / 4 : 1;
        assert_int_equal(rh_shared_clocks(16, &instruction), plain_shared(plain, 16));
        assert_int_equal(rh_shared_clocks(32, &instruction), plain_shared(plain, 32));
        assert_int_equal(rh_bank_clocks(32, &instruction), plain_request(plain, 32, 0, LANES, 0, words));
        assert_int_equal(rh_constant_clocks(&instruction), plain_request(plain, 1, 0, LANES, 0, words));
    }
}

static void rules_go_by_name(void **state) {
    (void)state;
    static const char *const expected[] = {"1.0", "1.2", "line", "sector"};
    assert_int_equal(RH_COALESCINGS, 4);
    for (unsigned rule = 0; rule < RH_COALESCINGS; rule++) {
        assert_string_equal(rh_coalescing_name((enum rh_coalescing)rule), expected[rule]);
        assert_int_equal(rh_coalescing_of(expected[rule]), rule);
    }
    assert_int_equal(rh_coalescing_of("lines"), RH_COALESCINGS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(examples_are_those_of_the_guide),
        cmocka_unit_test(scattered_lanes_go_in_their_order),
        cmocka_unit_test(lines_have_the_bytes_of_the_cache),
        cmocka_unit_test(neighbours_coalesce_in_local_memory),
        cmocka_unit_test(caches_that_are_only_read_get_lines),
        cmocka_unit_test(shared_memory_takes_a_clock_a_conflict),
        cmocka_unit_test(constants_take_a_clock_a_word),
        cmocka_unit_test(random_instructions_follow_the_rules),
        cmocka_unit_test(random_local_instructions_go_word_by_word),
        cmocka_unit_test(random_instructions_conflict_as_counted_bank_by_bank),
        cmocka_unit_test(rules_go_by_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
