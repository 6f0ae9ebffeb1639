// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_gf2.h"

#include "rowhold/rh_bits.h"

static unsigned pivot(uint64_t row) {
    return (unsigned)__builtin_ctzll(row);
}

uint64_t rh_gf2_reduce(const struct rh_gf2_space *space, uint64_t vector) {
    for (unsigned i = 0; i < space->rank; i++)
        if ((vector & rh_bit(pivot(space->row[i]))) != 0)
            vector ^= space->row[i];
    return vector;
}

bool rh_gf2_add(struct rh_gf2_space *space, uint64_t vector) {
    unsigned at = 0;
    vector = rh_gf2_reduce(space, vector);
    if (vector == 0)
        return false;
    for (unsigned i = 0; i < space->rank; i++) {
        if ((space->row[i] & rh_bit(pivot(vector))) != 0)
            space->row[i] ^= vector;
        at += pivot(space->row[i]) < pivot(vector);
    }
    for (unsigned i = space->rank++; i > at; i--)
        space->row[i] = space->row[i - 1];
    space->row[at] = vector;
    return true;
}

void rh_gf2_dual(const struct rh_gf2_space *space, unsigned bits, struct rh_gf2_space *dual) {
    uint64_t pivots = 0;
    *dual = (struct rh_gf2_space){.rank = 0};
    for (unsigned i = 0; i < space->rank; i++)
        pivots |= rh_bit(pivot(space->row[i]));
    for (unsigned free = 0; free < bits; free++) {
        uint64_t vector = rh_bit(free);
        if ((pivots & vector) != 0)
            continue;
        for (unsigned i = 0; i < space->rank; i++)
            if ((space->row[i] & rh_bit(free)) != 0)
                vector |= rh_bit(pivot(space->row[i]));
        (void)rh_gf2_add(dual, vector);
    }
}

bool rh_gf2_equal(const struct rh_gf2_space *a, const struct rh_gf2_space *b) {
    bool same = a->rank == b->rank;
    for (unsigned i = 0; same && i < a->rank; i++)
        same = a->row[i] == b->row[i];
    return same;
}
