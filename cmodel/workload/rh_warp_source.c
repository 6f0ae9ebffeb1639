// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_warp_source.h"

static const char *const ops[] = {
#define RH_WARP_OP(NAME, name, meaning) #name,
#include "tables/warps.def"
};

static const struct {
    const char *name;
    char letter;
    bool stores;
} spaces[] = {
#define RH_WARP_SPACE(NAME, name, letter, stores, meaning) {#name, letter, stores},
#include "tables/warps.def"
};

const char *rh_warp_op_name(enum rh_warp_op op) {
    return ops[op];
}

const char *rh_warp_space_name(enum rh_warp_space space) {
    return spaces[space].name;
}

char rh_warp_space_letter(enum rh_warp_space space) {
    return spaces[space].letter;
}

bool rh_warp_space_stores(enum rh_warp_space space) {
    return spaces[space].stores;
}

enum rh_warp_space rh_warp_space_of(char letter) {
    unsigned space = 0;
    while (space < RH_WARP_SPACES && spaces[space].letter != letter)
        space++;
    return (enum rh_warp_space)space;
}
