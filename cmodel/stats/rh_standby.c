// SPDX-License-Identifier: Apache-2.0
#include "cmodel/stats/rh_standby.h"

static rh_bank_set banks_of(const struct rh_geometry *geometry, unsigned rank) {
    unsigned banks = geometry->banks >> geometry->rank_bits;
    return (banks < RH_MAX_BANKS ? ((rh_bank_set)1 << banks) - 1 : ~(rh_bank_set)0) << rank * banks % RH_MAX_BANKS;
}

void rh_standby_count(struct rh_standby *s, const struct rh_geometry *geometry, uint64_t cycle) {
    if (s->clocks == NULL || cycle <= s->at)
        return;
    for (unsigned rank = 0; rank < 1U << geometry->rank_bits; rank++) {
        uint64_t until = s->closes[rank] < cycle ? s->closes[rank] : cycle;
        if (s->open & banks_of(geometry, rank))
            until = cycle;
        if (until > s->at)
            *s->clocks += until - s->at;
    }
    s->at = cycle;
}

void rh_standby_row(struct rh_standby *s, const struct rh_geometry *geometry, uint64_t cycle, unsigned command,
                    unsigned bank, bool all) {
    if (command == RH_REF)
        return;
    rh_standby_count(s, geometry, cycle);
    if (command == RH_ACT) {
        s->open |= rh_bit(bank);
        s->opened[bank] = cycle;
    } else {
        s->open &= ~(all ? banks_of(geometry, rh_rank_of(geometry, bank)) : rh_bit(bank));
    }
}

void rh_standby_column(struct rh_standby *s, const struct rh_geometry *geometry,
                       const struct rh_constraints *constraints, uint64_t cycle, unsigned command, unsigned bank) {
    if (command != RH_RDA && command != RH_WRA)
        return;
    uint64_t behind = cycle + (command == RH_WRA ? constraints->wtp : constraints->rtp);
    uint64_t least = s->opened[bank] + constraints->ras, *closes = &s->closes[rh_rank_of(geometry, bank)];
    rh_standby_count(s, geometry, cycle);
    s->open &= ~rh_bit(bank);
    behind = behind > least ? behind : least;
    *closes = behind > *closes ? behind : *closes;
}

void rh_standby_flush(struct rh_standby *s) {
    s->open = 0;
    for (unsigned i = 0; i < RH_MAX_RANKS; i++)
        s->closes[i] = 0;
}
