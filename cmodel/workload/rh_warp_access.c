// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_warp_access.h"

#include "rowhold/rh_coalescer.h"

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

struct rh_warp_access rh_warp_access(enum rh_space space, const uint64_t address[RH_WARP_THREADS], unsigned bytes) {
    struct rh_warp_access access = {.lines = 0};
    struct rh_warp_transaction line[RH_COALESCER_MOST];
    const struct rh_warp_instruction all = {
        .space = RH_WARP_SPACE_GLOBAL, .active = UINT32_MAX, .bytes = (uint8_t)bytes, .address = address};
    if (space == RH_SPACE_SHARED) {
        access.transactions = rh_bank_clocks(RH_WARP_BANKS, &all);
    } else {
        access.lines = rh_coalesce(RH_COALESCING_LINE, RH_WARP_LINE, &all, line);
        access.transactions = space == RH_SPACE_CONSTANT ? rh_constant_clocks(&all) : access.lines;
    }
    for (unsigned i = 0; i < access.lines; i++)
        access.line[i] = line[i].address / RH_WARP_LINE;
    access.replays = space == RH_SPACE_TEXTURE ? 0 : access.transactions - 1;
    return access;
}
