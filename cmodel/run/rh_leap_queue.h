// SPDX-License-Identifier: Apache-2.0
/* The age queue of a leap: all requests linked by age, and of each bank those of its open row and the others. */
#ifndef RH_LEAP_QUEUE_H
#define RH_LEAP_QUEUE_H

#include "cmodel/run/rh_leap_state.h"

/* Out of and into the registers of the model. */
void rh_leap_queue_load(struct rh_leap *l);
void rh_leap_queue_store(struct rh_leap *l);
/* Or filled from elsewhere: emptied, then one entry after the other in order of age, then what each bank needs. */
void rh_leap_queue_clear(struct rh_leap *l);
void rh_leap_queue_add(struct rh_leap *l, const struct rh_leap_entry *entry);
void rh_leap_queue_settle(struct rh_leap *l);

/* Behind the youngest of one of a bank's two lists. */
static inline void rh_leap_append(struct rh_leap *l, uint8_t *head, uint8_t *tail, unsigned e) {
    l->entry[e].next = RH_LEAP_NIL;
    if (*head == RH_LEAP_NIL)
        *head = (uint8_t)e;
    else
        l->entry[*tail].next = (uint8_t)e;
    *tail = (uint8_t)e;
}

static inline void rh_leap_put(struct rh_leap *l, unsigned b, unsigned e, bool hit) {
    struct rh_leap_bank *bank = &l->bank[b];
    l->entry[e].hit = hit;
    if (hit) {
        rh_leap_append(l, &bank->hits, &bank->last, e);
        l->hit_banks |= rh_bit(b);
    } else {
        rh_leap_append(l, &bank->misses, &bank->end, e);
        l->miss_banks |= rh_bit(b);
    }
}

/* What a bank's own timers say of the command that it needs next, for a request of this age. */
enum { RH_LEAP_OF_BANK = 1 << RH_SCOPE_bank, RH_LEAP_BEYOND = RH_OF_ALL - RH_LEAP_OF_BANK };

RH_LEAP_INLINE void rh_leap_wants_column(struct rh_leap *l, unsigned b, bool write, uint64_t age) {
    rh_bank_set bit = rh_bit(b);
    l->writes = write ? l->writes | bit : l->writes & ~bit;
    l->column_ready[b] = write ? rh_leap_free(l, b, RH_SET_WR, RH_LEAP_OF_BANK, RH_LEAP_ANY_CAUSE)
                               : rh_leap_free(l, b, RH_SET_RD, RH_LEAP_OF_BANK, RH_LEAP_ANY_CAUSE);
    l->column_age[b] = age;
}

RH_LEAP_INLINE void rh_leap_wants_row(struct rh_leap *l, unsigned b, uint64_t age) {
    l->row_ready[b] = rh_leap_is_open(l, b) ? rh_leap_free(l, b, RH_SET_PRE, RH_LEAP_OF_BANK, RH_LEAP_ANY_CAUSE)
                                            : rh_leap_free(l, b, RH_SET_ACT, RH_LEAP_OF_BANK, RH_LEAP_ANY_CAUSE);
    l->row_age[b] = age;
}

/* After each command to a bank, and each request. */
RH_LEAP_INLINE void rh_leap_look_bank(struct rh_leap *l, unsigned b) {
    const struct rh_leap_bank *bank = &l->bank[b];
    if (bank->hits != RH_LEAP_NIL)
        rh_leap_wants_column(l, b, l->entry[bank->hits].write, l->entry[bank->hits].number);
    else if (bank->misses != RH_LEAP_NIL)
        rh_leap_wants_row(l, b, l->entry[bank->misses].number);
}

/* A bank's row opens: who hits it? The lists stay in order of age. */
static inline void rh_leap_row_opened(struct rh_leap *l, unsigned b, uint32_t row) {
    struct rh_leap_bank *bank = &l->bank[b];
    unsigned before = RH_LEAP_NIL, e = bank->misses;
    l->unranked |= rh_bit(b);
    while (e != RH_LEAP_NIL) {
        unsigned next = l->entry[e].next;
        if (l->entry[e].row != row) {
            before = e;
        } else {
            if (before == RH_LEAP_NIL)
                bank->misses = (uint8_t)next;
            else
                l->entry[before].next = (uint8_t)next;
            if (next == RH_LEAP_NIL)
                bank->end = (uint8_t)before;
            rh_leap_put(l, b, e, true);
        }
        e = next;
    }
    if (bank->misses == RH_LEAP_NIL)
        l->miss_banks &= ~rh_bit(b);
}

static inline void rh_leap_row_closed(struct rh_leap *l, unsigned b) {
    struct rh_leap_bank *bank = &l->bank[b];
    unsigned hit = bank->hits, miss = bank->misses;
    l->unranked |= rh_bit(b);
    if (hit == RH_LEAP_NIL)
        return;
    bank->hits = bank->misses = RH_LEAP_NIL;
    l->hit_banks &= ~rh_bit(b);
    while (hit != RH_LEAP_NIL || miss != RH_LEAP_NIL) {
        bool older = miss == RH_LEAP_NIL || (hit != RH_LEAP_NIL && l->entry[hit].number < l->entry[miss].number);
        unsigned e = older ? hit : miss;
        if (older)
            hit = l->entry[e].next;
        else
            miss = l->entry[e].next;
        rh_leap_put(l, b, e, false);
    }
}

/* most_pending: requests of one row share one count. */
static inline void rh_leap_count_row(struct rh_leap *l, unsigned b, unsigned e, bool hit) {
    const struct rh_leap_bank *bank = &l->bank[b];
    unsigned before = 0;
    for (unsigned i = hit ? bank->hits : bank->misses; i != RH_LEAP_NIL; i = l->entry[i].next)
        if (hit || l->entry[i].row == l->entry[e].row)
            before = l->entry[i].pending++;
    l->entry[e].pending = (uint8_t)(before + 1);
    l->unranked |= rh_bit(b);
    l->first = RH_LEAP_NIL;
}

/* In clock `at`. */
static inline void rh_leap_arrive(struct rh_leap *l, const struct rh_request *request, unsigned tag, uint64_t at,
                                  bool ranked) {
    unsigned e = l->unused, b = request->bank;
    struct rh_leap_entry *entry = &l->entry[e];
    bool hit = rh_leap_is_open(l, b) && l->bank[b].row == request->row;
    l->unused = entry->next;
    entry->number = l->numbers++;
    entry->row = request->row;
    entry->extra = (uint8_t)(request->commands - 1U);
    entry->last_column = (uint16_t)((request->column + entry->extra) & rh_mask(l->geometry.column_bits));
    entry->tag = (uint16_t)tag;
    entry->bank = (uint8_t)b;
    entry->write = request->write & 1;
    entry->fell = (int64_t)at + 1;
    entry->older = (uint8_t)l->youngest;
    entry->younger = RH_LEAP_NIL;
    if (l->youngest == RH_LEAP_NIL) {
        l->oldest = e;
        l->alone = l->gaps.age_cap != 0 ? at + 1 + l->gaps.age_cap : RH_LEAP_NEVER;
    } else {
        l->entry[l->youngest].younger = (uint8_t)e;
    }
    l->youngest = e;
    if (ranked)
        rh_leap_count_row(l, b, e, hit);
    rh_leap_put(l, b, e, hit);
    rh_leap_look_bank(l, b);
    l->count++;
}

/* The oldest hit of its bank leaves in clock `at`. */
static inline void rh_leap_leave(struct rh_leap *l, unsigned e, uint64_t at, bool ranked) {
    struct rh_leap_entry *entry = &l->entry[e];
    struct rh_leap_bank *bank = &l->bank[entry->bank];
    bank->hits = entry->next;
    if (bank->hits == RH_LEAP_NIL)
        l->hit_banks &= ~rh_bit(entry->bank);
    if (ranked) {
        for (unsigned i = bank->hits; i != RH_LEAP_NIL; i = l->entry[i].next)
            l->entry[i].pending--;
        l->first = RH_LEAP_NIL;
    }
    if (e == l->oldest) {
        l->oldest = entry->younger;
        l->alone = l->gaps.age_cap != 0 ? at + 1 + l->gaps.age_cap : RH_LEAP_NEVER;
    } else {
        l->entry[entry->older].younger = entry->younger;
    }
    if (e == l->youngest) {
        l->youngest = entry->older;
    } else {
        l->entry[entry->younger].older = entry->older;
    }
    entry->next = (uint8_t)l->unused;
    l->unused = e;
    l->count--;
}

/* most_pending: the most wanted of a list of a bank, or of all; of several the oldest. */
static inline unsigned rh_leap_bank_best(struct rh_leap *l, unsigned b) {
    if (l->unranked >> b & 1) {
        unsigned best = l->bank[b].misses;
        for (unsigned e = best; e != RH_LEAP_NIL; e = l->entry[e].next)
            if (l->entry[e].pending > l->entry[best].pending)
                best = e;
        l->best[b] = (uint8_t)best;
        l->unranked &= ~rh_bit(b);
    }
    return l->best[b];
}

static inline unsigned rh_leap_most_wanted(struct rh_leap *l) {
    if (l->first == RH_LEAP_NIL) {
        unsigned best = l->oldest;
        for (unsigned e = best; e != RH_LEAP_NIL; e = l->entry[e].younger)
            if (l->entry[e].pending > l->entry[best].pending)
                best = e;
        l->first = (uint8_t)best;
    }
    return l->first;
}

#endif
