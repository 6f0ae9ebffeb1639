// SPDX-License-Identifier: Apache-2.0
#include "cmodel/stats/rh_standby.h"

static rh_bank_set banks_of(const struct rh_geometry *geometry, unsigned rank) {
    unsigned banks = geometry->banks >> geometry->rank_bits;
    return (banks < RH_MAX_BANKS ? ((rh_bank_set)1 << banks) - 1 : ~(rh_bank_set)0) << rank * banks % RH_MAX_BANKS;
}

/* Banks of `closing` up to their ends. Returns the last of these, `cycle` at most. */
static uint64_t count_closing(struct rh_standby *s, rh_bank_set closing, uint64_t cycle) {
    uint64_t last = 0;
    for (; closing; closing &= closing - 1) {
        unsigned bank = rh_first_from(closing, 0);
        uint64_t until = s->closes[bank] < cycle ? s->closes[bank] : cycle;
        if (s->closes[bank] <= cycle)
            s->closing &= ~rh_bit(bank);
        if (until > s->at)
            s->stats->open_bank_cycles += until - s->at;
        last = until > last ? until : last;
    }
    return last;
}

/* Where a rank or a closing bank has to be looked at. */
static void count_ranks(struct rh_standby *s, const struct rh_geometry *geometry, uint64_t cycle) {
    for (unsigned rank = 0; rank < 1U << geometry->rank_bits; rank++) {
        rh_bank_set banks = banks_of(geometry, rank);
        if (s->asleep & banks) {
            s->slept[s->sleep[rank]] += cycle - s->at;
            continue;
        }
        uint64_t until = count_closing(s, s->closing & banks, cycle);
        if (s->open & banks)
            until = cycle;
        if (until > s->at)
            s->stats->open_cycles += until - s->at;
    }
}

void rh_standby_count(struct rh_standby *s, const struct rh_geometry *geometry, uint64_t cycle) {
    if (s->stats == NULL || cycle <= s->at)
        return;
    uint64_t clocks = cycle - s->at;
    s->stats->open_bank_cycles += (s->banks - (unsigned)__builtin_popcountll(s->open & s->asleep)) * clocks;
    if (geometry->rank_bits != 0 || s->closing != 0 || s->asleep != 0)
        count_ranks(s, geometry, cycle);
    else if (s->banks != 0)
        s->stats->open_cycles += clocks;
    s->at = cycle;
}

static void close_banks(struct rh_standby *s, rh_bank_set banks) {
    for (rh_bank_set rest = s->open & banks; rest; rest &= rest - 1)
        s->banks--;
    s->open &= ~banks;
}

void rh_standby_row(struct rh_standby *s, const struct rh_geometry *geometry, uint64_t cycle, unsigned command,
                    unsigned bank, bool all) {
    if (command == RH_REF || command == RH_RFM)
        return;
    rh_standby_count(s, geometry, cycle);
    if (command == RH_ACT) {
        s->banks += (s->open & rh_bit(bank)) == 0;
        s->open |= rh_bit(bank);
        s->opened[bank] = cycle;
    } else {
        close_banks(s, all ? banks_of(geometry, rh_rank_of(geometry, bank)) : rh_bit(bank));
    }
}

void rh_standby_power(struct rh_standby *s, const struct rh_geometry *geometry, uint64_t cycle, unsigned command,
                      unsigned bank) {
    unsigned rank = rh_rank_of(geometry, bank);
    rh_bank_set banks = banks_of(geometry, rank);
    rh_standby_count(s, geometry, cycle);
    s->asleep &= ~banks;
    if (command == RH_PDE || command == RH_SRE)
        s->asleep |= banks;
    s->sleep[rank] = command == RH_SRE ? RH_STANDBY_SELF_REFRESH
                     : s->open & banks ? RH_STANDBY_ACT_DOWN
                                       : RH_STANDBY_PRE_DOWN;
}

void rh_standby_column(struct rh_standby *s, const struct rh_geometry *geometry,
                       const struct rh_constraints *constraints, uint64_t cycle, unsigned command, unsigned bank) {
    if (command != RH_RDA && command != RH_WRA)
        return;
    uint64_t behind = cycle + (command == RH_WRA ? constraints->wtp : constraints->rtp);
    uint64_t least = s->opened[bank] + constraints->ras;
    rh_standby_count(s, geometry, cycle);
    close_banks(s, rh_bit(bank));
    s->closing |= rh_bit(bank);
    s->closes[bank] = behind > least ? behind : least;
}

void rh_standby_flush(struct rh_standby *s) {
    s->open = s->closing = s->asleep = 0;
    s->banks = 0;
}
