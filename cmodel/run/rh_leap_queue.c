// SPDX-License-Identifier: Apache-2.0
#include "cmodel/run/rh_leap_serial.h"

static struct rh_age_queue *queue_of(const struct rh_leap *l) {
    if (l->policy == RH_LEAP_FR_FCFS_SERIAL)
        return &((struct rh_fr_fcfs_serial_state *)l->state)->queue;
    return l->policy == RH_LEAP_FR_FCFS ? &((struct rh_fr_fcfs_state *)l->state)->queue
                                        : &((struct rh_most_pending_state *)l->state)->queue;
}

void rh_leap_queue_clear(struct rh_leap *l) {
    l->oldest = l->youngest = RH_LEAP_NIL;
    l->count = 0;
    l->hit_banks = l->miss_banks = 0;
    l->unranked = ~(rh_bank_set)0;
    l->first = RH_LEAP_NIL;
    l->alone = RH_LEAP_NEVER;
}

void rh_leap_queue_add(struct rh_leap *l, const struct rh_leap_entry *from) {
    unsigned e = l->count++;
    struct rh_leap_entry *entry = &l->entry[e];
    *entry = *from;
    entry->number = l->numbers++;
    entry->older = (uint8_t)l->youngest;
    entry->younger = RH_LEAP_NIL;
    if (l->youngest == RH_LEAP_NIL)
        l->oldest = e;
    else
        l->entry[l->youngest].younger = (uint8_t)e;
    l->youngest = e;
    /* hits that the search of this clock is about to find are known here already */
    bool hit = rh_leap_is_open(l, entry->bank) && l->bank[entry->bank].row == entry->row;
    rh_leap_put(l, entry->bank, e, hit);
}

void rh_leap_queue_settle(struct rh_leap *l) {
    l->unused = RH_LEAP_NIL;
    for (unsigned e = l->geometry.queue; e-- > l->count;) {
        l->entry[e].next = (uint8_t)l->unused;
        l->unused = e;
    }
    for (unsigned b = 0; b < l->geometry.banks; b++)
        rh_leap_look_bank(l, b);
}

void rh_leap_queue_load(struct rh_leap *l) {
    const struct rh_age_queue *q = queue_of(l);
    rh_leap_queue_clear(l);
    for (unsigned place = 0; place < l->geometry.queue; place++) {
        if (!rh_wide_has(q->valid, place))
            continue;
        struct rh_leap_entry entry = {.fell = (int64_t)l->now - (l->geometry.queue - 1 - (int64_t)place),
                                      .row = q->row[place],
                                      .last_column = q->last_column[place],
                                      .tag = q->tag[place],
                                      .bank = q->bank[place],
                                      .write = (uint8_t)rh_wide_has(q->write, place),
                                      .extra = q->extra[place],
                                      .found = (uint8_t)rh_wide_has(q->hit, place)};
        if (l->policy == RH_LEAP_MOST_PENDING)
            entry.pending = ((struct rh_most_pending_state *)l->state)->pending[place];
        rh_leap_queue_add(l, &entry);
    }
    rh_leap_queue_settle(l);
    if (l->policy == RH_LEAP_FR_FCFS_SERIAL)
        rh_leap_serial_load(l);
    if (q->alone)
        l->alone = l->now;
    else if (q->age_left != 0)
        l->alone = l->now + q->age_left;
    l->opened = q->opened != 0 ? l->now : RH_LEAP_NEVER;
    l->opened_bank = q->opened != 0 ? rh_first_from(q->opened, 0) : 0;
}

/* In each clock the lowest free place below an entry is filled, so a request falls a place a clock from the highest one
 * until only its elders are below it. */
static unsigned place_of(const struct rh_leap *l, const struct rh_leap_entry *entry, unsigned elders) {
    int64_t place = l->geometry.queue - 1 - ((int64_t)l->now - entry->fell);
    return place > (int64_t)elders ? (unsigned)place : elders;
}

static void store_entry(const struct rh_leap *l, struct rh_age_queue *q, const struct rh_leap_entry *entry,
                        unsigned place) {
    bool found =
        l->policy == RH_LEAP_FR_FCFS_SERIAL ? entry->found : l->opened != l->now || l->opened_bank != entry->bank;
    rh_wide bit = rh_wide_bit(place);
    q->valid |= bit;
    q->hit |= entry->hit && found ? bit : 0;
    q->write |= entry->write ? bit : 0;
    q->in_bank[entry->bank] |= bit;
    q->bank[place] = entry->bank;
    q->row[place] = entry->row;
    q->last_column[place] = entry->last_column;
    q->extra[place] = entry->extra;
    q->tag[place] = entry->tag;
    if (l->policy == RH_LEAP_MOST_PENDING)
        ((struct rh_most_pending_state *)l->state)->pending[place] = entry->pending;
}

void rh_leap_queue_store(struct rh_leap *l) {
    struct rh_age_queue *q = queue_of(l);
    unsigned elders = 0;
    if (l->policy == RH_LEAP_FR_FCFS_SERIAL)
        rh_leap_serial_store(l);
    q->valid = q->hit = q->write = 0;
    for (unsigned b = 0; b < l->geometry.banks; b++)
        q->in_bank[b] = 0;
    for (unsigned e = l->oldest; e != RH_LEAP_NIL; e = l->entry[e].younger, elders++)
        store_entry(l, q, &l->entry[e], place_of(l, &l->entry[e], elders));
    q->count = (uint8_t)l->count;
    q->opened = l->opened == l->now ? rh_bit(l->opened_bank) : 0;
    q->alone = l->count != 0 && l->alone <= l->now;
    q->age_left = l->gaps.age_cap;
    if (l->count != 0 && l->gaps.age_cap != 0)
        q->age_left = q->alone ? 0 : (uint16_t)(l->alone - l->now);
}
