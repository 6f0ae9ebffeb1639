// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_warp_access.h"

#include <stdbool.h>

static const struct {
    const char *name;
    char letter;
    uint8_t address, stores;
} spaces[] = {
#define RH_SPACE(NAME, name, letter, address, stores, meaning) {#name, letter, address, stores},
#include "tables/placement.def"
};

const char *rh_space_name(enum rh_space space) {
    return spaces[space].name;
}

char rh_space_letter(enum rh_space space) {
    return spaces[space].letter;
}

unsigned rh_space_address(enum rh_space space) {
    return spaces[space].address;
}

unsigned rh_space_stores(enum rh_space space) {
    return spaces[space].stores;
}

/* Each once, in order of the first; returns how many. */
static unsigned distinct(const uint64_t address[RH_WARP_THREADS], unsigned bytes, unsigned unit,
                         uint64_t found[RH_WARP_WORDS]) {
    unsigned count = 0;
    for (unsigned t = 0; t < RH_WARP_THREADS; t++)
        for (unsigned byte = 0; byte < bytes; byte += RH_WARP_WORD) {
            uint64_t one = (address[t] + byte) / unit;
            unsigned i = 0;
            while (i < count && found[i] != one)
                i++;
            if (i == count)
                found[count++] = one;
        }
    return count;
}

/* Most of these words in one bank. */
static unsigned fullest_bank(const uint64_t *word, unsigned words) {
    unsigned in_bank[RH_WARP_BANKS] = {0}, most = 0;
    for (unsigned i = 0; i < words; i++) {
        unsigned count = ++in_bank[word[i] % RH_WARP_BANKS];
        most = count > most ? count : most;
    }
    return most;
}

struct rh_warp_access rh_warp_access(enum rh_space space, const uint64_t address[RH_WARP_THREADS], unsigned bytes) {
    struct rh_warp_access access = {.lines = 0};
    uint64_t word[RH_WARP_WORDS];
    bool off_chip = space != RH_SPACE_SHARED;
    unsigned words = distinct(address, bytes, RH_WARP_WORD, word);
    if (off_chip)
        access.lines = distinct(address, bytes, RH_WARP_LINE, access.line);
    access.transactions = space == RH_SPACE_CONSTANT ? words : off_chip ? access.lines : fullest_bank(word, words);
    access.replays = space == RH_SPACE_TEXTURE ? 0 : access.transactions - 1;
    return access;
}
