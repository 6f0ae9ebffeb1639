// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_coalescer.h"

#include <string.h>

#include "rowhold/rh_bits.h"
#include "rowhold/rh_random.h"

enum { HALF = RH_WARP_LANES / 2, SLOT_BITS = 8, SLOTS = 1 << SLOT_BITS, LARGEST = 128 };

static const char *const names[] = {
#define RH_COALESCING(NAME, name, meaning, source) name,
#include "tables/warps.def"
};

const char *rh_coalescing_name(enum rh_coalescing rule) {
    return names[rule];
}

enum rh_coalescing rh_coalescing_of(const char *name) {
    unsigned rule = 0;
    while (rule < RH_COALESCINGS && strcmp(names[rule], name) != 0)
        rule++;
    return (enum rh_coalescing)rule;
}

/* Blocks of memory, each once, in order of their first entry; a hash table finds them. */
struct blocks {
    struct rh_warp_transaction *found;
    unsigned count, last;
    uint8_t slot[SLOTS]; /* index in `found` + 1; 0: free */
};

/* The entry of the block that begins at `address`. Neighbouring lanes mostly ask for the same. */
static struct rh_warp_transaction *enter(struct blocks *blocks, uint64_t address) {
    struct rh_warp_transaction *found = blocks->found;
    if (blocks->count > 0 && found[blocks->last].address == address)
        return &found[blocks->last];
    unsigned s = (unsigned)(address * RH_RANDOM_STEP >> (64 - SLOT_BITS));
    while (blocks->slot[s] != 0 && found[blocks->slot[s] - 1].address != address)
        s = (s + 1) % SLOTS;
    if (blocks->slot[s] == 0) {
        found[blocks->count] = (struct rh_warp_transaction){.address = address};
        blocks->slot[s] = (uint8_t)++blocks->count;
    }
    blocks->last = blocks->slot[s] - 1U;
    return &found[blocks->last];
}

/* An access of some lanes: `bytes` from address + `offset` on. */
struct access {
    const uint64_t *address;
    uint64_t offset;
    uint32_t lanes;
    unsigned bytes;
};

static uint64_t address_of(const struct access *access, unsigned lane) {
    return access->address[lane] + access->offset;
}

/* The aligned blocks of `unit` bytes that an access touches, with their sectors. */
static unsigned gather(const struct access *access, uint64_t unit, struct rh_warp_transaction *out) {
    struct blocks blocks = {.found = out};
    uint32_t sectors = 0;
    uint64_t block = 0;
    for (uint32_t left = access->lanes; left != 0; left &= left - 1) {
        uint64_t at = address_of(access, (unsigned)__builtin_ctz(left)), in = at & (unit - 1);
        if (sectors != 0 && block != at - in) {
            enter(&blocks, block)->sectors |= sectors;
            sectors = 0;
        }
        block = at - in;
        sectors |= 1U << in / RH_COALESCER_SECTOR;
    }
    if (sectors != 0)
        enter(&blocks, block)->sectors |= sectors;
    return blocks.count;
}

/* True where lane k of a half-warp asks for word k of an aligned segment, which begins at *segment. */
static bool in_sequence(const struct access *access, uint64_t *segment) {
    unsigned first = (unsigned)__builtin_ctz(access->lanes);
    bool fits = access->bytes >= RH_COALESCER_WORD;
    *segment = address_of(access, first) - (uint64_t)(first % HALF) * access->bytes;
    for (uint32_t left = access->lanes; left != 0 && fits; left &= left - 1) {
        unsigned lane = (unsigned)__builtin_ctz(left);
        fits = address_of(access, lane) == *segment + (uint64_t)(lane % HALF) * access->bytes;
    }
    return fits && *segment % (HALF * access->bytes) == 0;
}

/* Of a half-warp, compute capability 1.0. */
static unsigned words_in_sequence(const struct access *access, struct rh_warp_transaction *out) {
    uint64_t segment;
    uint32_t bytes = HALF * access->bytes;
    unsigned count = 0;
    if (in_sequence(access, &segment)) {
        for (uint64_t end = segment + bytes; segment < end; segment += LARGEST)
            out[count++] = (struct rh_warp_transaction){segment, bytes < LARGEST ? bytes : LARGEST, 0};
        return count;
    }
    for (uint32_t left = access->lanes; left != 0; left &= left - 1) {
        uint64_t at = address_of(access, (unsigned)__builtin_ctz(left));
        out[count++] = (struct rh_warp_transaction){at - at % RH_COALESCER_SECTOR, RH_COALESCER_SECTOR, 0};
    }
    return count;
}

/* Cuts a segment to the half, then the quarter, that has all its sectors. */
static void shrink(struct rh_warp_transaction *t, uint32_t bytes) {
    uint32_t sectors = t->sectors;
    for (; bytes > RH_COALESCER_SECTOR; bytes /= 2) {
        unsigned half = bytes / RH_COALESCER_SECTOR / 2;
        if ((sectors >> half) == 0)
            continue;
        if ((sectors & rh_mask(half)) != 0)
            break;
        sectors >>= half;
        t->address += bytes / 2;
    }
    t->bytes = bytes;
    t->sectors = 0;
}

/* Of a half-warp, compute capability 1.2. */
static unsigned segments(const struct access *access, struct rh_warp_transaction *out) {
    uint32_t segment = access->bytes == 1 ? 32 : access->bytes == 2 ? 64 : 128;
    unsigned count = gather(access, segment, out);
    for (unsigned i = 0; i < count; i++)
        shrink(&out[i], segment);
    return count;
}

static unsigned by_halves(enum rh_coalescing rule, const struct access *access, struct rh_warp_transaction *out) {
    struct access half = *access;
    unsigned count = 0;
    for (unsigned h = 0; h < 2; h++) {
        half.lanes = access->lanes & (uint32_t)rh_mask(HALF) << h * HALF;
        if (half.lanes != 0)
            count += rule == RH_COALESCING_1_0 ? words_in_sequence(&half, out + count) : segments(&half, out + count);
    }
    return count;
}

static unsigned lines(const struct access *access, uint32_t line_bytes, bool sectored,
                      struct rh_warp_transaction *out) {
    unsigned count = gather(access, line_bytes, out);
    for (unsigned i = 0; i < count; i++) {
        out[i].bytes = sectored ? RH_COALESCER_SECTOR * (uint32_t)__builtin_popcount(out[i].sectors) : line_bytes;
        out[i].sectors = sectored ? out[i].sectors : 0;
    }
    return count;
}

static struct access access_of(const struct rh_warp_instruction *instruction) {
    return (struct access){instruction->address, 0, instruction->active, instruction->bytes};
}

unsigned rh_coalesce(enum rh_coalescing rule, uint32_t line_bytes, const struct rh_warp_instruction *instruction,
                     struct rh_warp_transaction out[RH_COALESCER_MOST]) {
    struct access access = access_of(instruction);
    bool local = instruction->space == RH_WARP_SPACE_LOCAL;
    unsigned count = 0, parts = local ? rh_max(1, access.bytes / RH_COALESCER_WORD) : 1;
    if (instruction->space == RH_WARP_SPACE_SHARED)
        return 0;
    if (!local && instruction->space != RH_WARP_SPACE_GLOBAL)
        rule = RH_COALESCING_LINE;
    access.bytes /= parts;
    for (unsigned part = 0; part < parts; part++, access.offset += RH_LOCAL_STRIDE)
        if (rule == RH_COALESCING_1_0 || rule == RH_COALESCING_1_2)
            count += by_halves(rule, &access, out + count);
        else
            count += lines(&access, line_bytes, rule == RH_COALESCING_SECTOR, out + count);
    return count;
}

/* The distinct words of an access. */
static unsigned gather_words(const struct access *access, struct rh_warp_transaction word[RH_COALESCER_MOST]) {
    struct blocks blocks = {.found = word};
    for (uint32_t left = access->lanes; left != 0; left &= left - 1) {
        uint64_t at = address_of(access, (unsigned)__builtin_ctz(left));
        for (unsigned byte = 0; byte < access->bytes; byte += RH_COALESCER_WORD)
            enter(&blocks, (at + byte) & ~(uint64_t)(RH_COALESCER_WORD - 1));
    }
    return blocks.count;
}

/* True where no bank has more than one of the words: the usual case, and quick to find out. */
static bool without_conflict(unsigned banks, const struct access *access) {
    uint64_t word_in[RH_WARP_LANES];
    uint32_t used = 0;
    for (uint32_t left = access->lanes; left != 0; left &= left - 1) {
        uint64_t at = address_of(access, (unsigned)__builtin_ctz(left));
        for (unsigned byte = 0; byte < access->bytes; byte += RH_COALESCER_WORD) {
            uint64_t word = (at + byte) / RH_COALESCER_WORD, bank = word & (banks - 1);
            if ((used >> bank & 1U) != 0 && word_in[bank] != word)
                return false;
            used |= 1U << bank;
            word_in[bank] = word;
        }
    }
    return true;
}

static unsigned fullest_bank(unsigned banks, const struct access *access) {
    struct rh_warp_transaction word[RH_COALESCER_MOST];
    uint8_t in_bank[RH_WARP_LANES] = {0};
    if (without_conflict(banks, access))
        return access->lanes != 0;
    unsigned words = gather_words(access, word), most = 0;
    for (unsigned i = 0; i < words; i++)
        most = rh_max(most, ++in_bank[word[i].address / RH_COALESCER_WORD % banks]);
    return most;
}

unsigned rh_bank_clocks(unsigned banks, const struct rh_warp_instruction *instruction) {
    const struct access access = access_of(instruction);
    return fullest_bank(banks, &access);
}

unsigned rh_shared_clocks(unsigned banks, const struct rh_warp_instruction *instruction) {
    struct access access = access_of(instruction);
    unsigned words = rh_max(1, access.bytes / RH_COALESCER_WORD), together = banks < RH_WARP_LANES ? 1 : words;
    unsigned lanes = banks / together, clocks = 0;
    access.bytes = access.bytes / words * together;
    for (unsigned first = 0; first < RH_WARP_LANES; first += lanes)
        for (unsigned word = 0; word < words; word += together) {
            access.lanes = instruction->active & (uint32_t)(rh_mask(lanes) << first);
            access.offset = word * RH_COALESCER_WORD;
            clocks += fullest_bank(banks, &access);
        }
    return clocks;
}

unsigned rh_constant_clocks(const struct rh_warp_instruction *instruction) {
    struct rh_warp_transaction word[RH_COALESCER_MOST];
    const struct access access = access_of(instruction);
    return gather_words(&access, word);
}
