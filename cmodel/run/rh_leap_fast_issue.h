// SPDX-License-Identifier: Apache-2.0
/* Commands that go out and requests that come in: what they change. */
#ifndef RH_LEAP_FAST_ISSUE_H
#define RH_LEAP_FAST_ISSUE_H

#include "cmodel/run/rh_leap_fast_ledger.h"

/* The head of a bank's or the whole queue: what does it want? The bank wanted nothing, or is looked at anew. */
RH_LEAP_INLINE void rh_fast_look_head(struct rh_fast *f, struct rh_fast_shape shape, const struct rh_fast_entry *e) {
    unsigned b = e->bank;
    if (f->bank[b].row == (int64_t)e->row) {
        rh_fast_want_column(f, shape, b, e);
        rh_fast_adds_column(f, shape, b);
    } else {
        rh_fast_want_row(f, shape, b, e);
        rh_fast_adds_row(f, shape, b);
    }
}

/* fifo: only the oldest wants something. */
RH_LEAP_INLINE void rh_fast_look_oldest(struct rh_fast *f, struct rh_fast_shape shape) {
    f->columns = f->rows = 0;
    f->column_key = f->row_key = UINT64_MAX;
    if (shape.policy == RH_LEAP_FIFO && f->count != 0)
        rh_fast_look_head(f, shape, f->ends.younger);
}

/* The clock in which the next request can be offered, if there is room. */
RH_LEAP_INLINE void rh_fast_look_ahead(struct rh_fast *f) {
    int64_t offer = (int64_t)f->tag_free[f->tag_head & f->tag_mask];
    if (f->timed && f->next != f->end)
        offer = rh_fast_later(offer, (int64_t)f->next->cycle);
    f->offer = offer;
}

RH_LEAP_INLINE struct rh_fast_entry *rh_fast_new(struct rh_fast *f, const struct rh_request *request, int64_t at) {
    struct rh_fast_entry *e = f->unused, *youngest = f->ends.older;
    f->unused = e->next;
    e->request = request;
    e->rank = f->rank_next | request->bank;
    f->rank_next += UINT64_C(1) << RH_FAST_AGE;
    e->accepted = at;
    e->row = request->row;
    e->tag = f->tags[f->tag_head++ & f->tag_mask];
    e->bank = request->bank;
    e->write = request->write;
    e->extra = (uint8_t)(request->commands - 1U);
    e->begun = 0;
    e->row_hit = 1;
    e->next = NULL;
    e->older = youngest;
    e->younger = &f->ends;
    youngest->younger = e;
    f->ends.older = e;
    return e;
}

/* fr_fcfs: behind those of its kind. */
RH_LEAP_INLINE void rh_fast_sort_in(struct rh_fast *f, struct rh_fast_shape shape, struct rh_fast_bank *bank,
                                    struct rh_fast_entry *e) {
    unsigned b = e->bank;
    struct rh_fast_list *list = bank->row == (int64_t)e->row ? &bank->hits : &bank->misses;
    *list->end = e;
    list->end = &e->next;
    if (list->first != e)
        return;
    if (list == &bank->misses) {
        if (bank->hits.first != NULL)
            return;
        rh_fast_want_row(f, shape, b, e);
        rh_fast_adds_row(f, shape, b);
        return;
    }
    f->rows &= ~rh_bit(b); /* hits go before misses */
    if (bank->misses.first != NULL)
        rh_fast_choose_row(f, shape);
    rh_fast_want_column(f, shape, b, e);
    rh_fast_adds_column(f, shape, b);
}

RH_LEAP_INLINE void rh_fast_accept(struct rh_fast *f, struct rh_fast_shape shape, int64_t at) {
    const struct rh_request *request = f->next++;
    struct rh_fast_bank *bank = &f->bank[request->bank];
    if (f->count == 0 || (shape.policy == RH_LEAP_BANKED_FIFO && bank->count == 0))
        rh_fast_settle_idle(f, shape, at + 1); /* another may be ranked first */
    struct rh_fast_entry *e = rh_fast_new(f, request, at);
    f->count++;
    rh_fast_look_ahead(f);
    if (shape.policy == RH_LEAP_FR_FCFS) {
        rh_fast_sort_in(f, shape, bank, e);
    } else if (shape.policy == RH_LEAP_BANKED_FIFO) {
        rh_fast_append(&bank->hits, e);
        if (bank->count++ == 0)
            rh_fast_look_head(f, shape, e);
    } else if (f->count == 1) { /* the last has left in this clock */
        rh_fast_look_oldest(f, shape);
    }
}

static inline void rh_fast_tell(struct rh_fast *f, const struct rh_fast_entry *e, int64_t at, bool write) {
    struct rh_observed *seen = &rh_fast_note(f, e)->seen;
    seen->last = (uint64_t)at;
    seen->done = (uint64_t)(at + f->over[write]);
    f->observer->setup.request(f->observer->setup.user, seen);
}

/* Its last column command goes out. */
RH_LEAP_INLINE void rh_fast_finish(struct rh_fast *f, struct rh_fast_entry *e, int64_t at, int64_t first, bool write) {
    struct rh_stats *stats = f->stats;
    if (e->accepted < f->warmup) {
        f->uncounted += at - e->accepted;
        return;
    }
    int64_t done = at + f->over[write];
    stats->row_hits += e->row_hit;
    stats->latency_queue_cycles += (uint64_t)(first - e->accepted);
    stats->latency_bank_cycles += (uint64_t)(at - first);
    rh_latency_add(write ? &stats->write : &stats->read, (uint64_t)(done - e->accepted));
    if (f->timed)
        rh_latency_add(&stats->from_arrival, (uint64_t)done - e->request->cycle);
    if (e->request->core <= f->last_core) {
        e->first = first;
        e->begun = 1;
        rh_fast_tell(f, e, at, write);
    }
}

/* The response, and with it the clock in which its tag comes back. */
RH_LEAP_INLINE void rh_fast_respond(struct rh_fast *f, const struct rh_fast_entry *e, int64_t at, bool write) {
    struct rh_fast_response *response = &f->response[f->tail];
    unsigned place = f->tag_tail++ & f->tag_mask;
    int64_t valid = at + f->over[write], freed = rh_fast_later(valid, f->answered) + 1;
    f->answered = freed;
    response->valid = valid;
    response->freed = freed;
    response->tag = e->tag;
    response->write = write;
    f->tags[place] = e->tag;
    f->tag_free[place] = (uint64_t)freed;
    if (++f->tail == f->responses)
        f->tail = 0;
}

RH_LEAP_INLINE void rh_fast_leave(struct rh_fast *f, struct rh_fast_entry *e) {
    e->older->younger = e->younger;
    e->younger->older = e->older;
    e->next = f->unused;
    f->unused = e;
    f->count--;
}

/* The data bus and the timers behind a column command of the bank. */
RH_LEAP_INLINE void rh_fast_load_column(struct rh_fast *f, struct rh_fast_shape shape, int64_t at, unsigned b,
                                        bool write) {
    int64_t slot = f->response[f->tail].freed;
    f->shared[RH_FAST_RD] = rh_fast_later(at + f->apart[write][0], slot);
    f->shared[RH_FAST_WR] = rh_fast_later(at + f->apart[write][1], slot);
    if (!shape.split)
        return;
    unsigned g = f->group_of[b];
    f->group[g].column = at;
    if (write)
        f->group[g].write = at;
    rh_fast_hold_columns(f, g, at, write);
}

/* The bank has lost its head, or a column command of it: what does it want now? */
RH_LEAP_INLINE void rh_fast_look_behind(struct rh_fast *f, struct rh_fast_shape shape, unsigned b) {
    struct rh_fast_bank *bank = &f->bank[b];
    const struct rh_fast_entry *e = bank->hits.first;
    if (e != NULL && (shape.policy == RH_LEAP_FR_FCFS || bank->row == (int64_t)e->row)) {
        rh_fast_want_column(f, shape, b, e);
        return;
    }
    f->columns &= ~rh_bit(b);
    if (shape.policy == RH_LEAP_FR_FCFS)
        e = bank->misses.first;
    if (e == NULL)
        return;
    rh_fast_want_row(f, shape, b, e);
    rh_fast_adds_row(f, shape, b);
}

RH_LEAP_INLINE void rh_fast_take_column(struct rh_fast *f, struct rh_fast_shape shape, int64_t at, unsigned b,
                                        bool write) {
    struct rh_fast_bank *bank = &f->bank[b];
    struct rh_fast_entry *e = shape.policy == RH_LEAP_FIFO ? f->ends.younger : bank->hits.first;
    struct rh_observer_bank *seen = &f->observer->bank[b];
    rh_fast_settle(f, shape, at);
    f->last = f->column[write] = bank->column[write] = at;
    int64_t first = e->begun ? e->first : at;
    if (seen->fresh) {
        if (!e->begun) /* who made it open is older, so it was here */
            first = (int64_t)seen->opened;
        e->row_hit = 0;
        seen->fresh = 0;
    }
    if (f->sends)
        rh_leap_send(f->l, (uint64_t)at, write ? RH_WR : RH_RD, b,
                     (e->request->column + e->request->commands - 1U - e->extra) & f->column_mask, (uint32_t)bank->row,
                     false);
    bool leaves = e->extra == 0;
    if (leaves) {
        if (shape.policy != RH_LEAP_FIFO && (bank->hits.first = e->next) == NULL)
            bank->hits.end = &bank->hits.first;
        rh_fast_respond(f, e, at, write);
        rh_fast_finish(f, e, at, first, write);
        rh_fast_leave(f, e);
    } else {
        e->first = first;
        e->begun = 1;
        e->extra--;
        f->longer++;
    }
    rh_fast_load_column(f, shape, at, b, write);
    if (shape.policy == RH_LEAP_FIFO) {
        rh_fast_look_oldest(f, shape);
        return;
    }
    if (shape.policy == RH_LEAP_BANKED_FIFO) {
        f->column_next = (b + 1U) & f->bank_mask;
        bank->count -= leaves;
        if (leaves && ++bank->slot == f->depth)
            bank->slot = 0;
    }
    rh_fast_look_behind(f, shape, b);
    rh_fast_choose_column(f, shape);
}

/* fr_fcfs: the row of the oldest request of a bank without a hit opens. */
RH_LEAP_INLINE void rh_fast_find_hits(struct rh_fast_bank *bank) {
    struct rh_fast_entry *e, **link = &bank->misses.first;
    uint32_t row = bank->misses.first->row;
    while ((e = *link) != NULL) {
        if (e->row != row) {
            link = &e->next;
            continue;
        }
        *link = e->next;
        rh_fast_append(&bank->hits, e);
    }
    bank->misses.end = link;
}

/* The timers behind an ACT of the bank. */
RH_LEAP_INLINE void rh_fast_load_act(struct rh_fast *f, struct rh_fast_shape shape, int64_t at, unsigned b) {
    struct rh_leap *l = f->l;
    uint8_t *next = &l->backend->array.window_next[0];
    int64_t bus = at + f->bus_gap;
    l->grain[0].window[*next] = (uint64_t)(at + f->faw_gap);
    *next = rh_bank_array_window_turn(*next, l->gaps.faw_n);
    f->ref_apart = at;
    f->shared[RH_FAST_PRE] = bus;
    f->shared[RH_FAST_ACT] = rh_fast_later(rh_fast_later(bus, at + f->rrd_gap), rh_fast_window(f));
    if (!shape.two) {
        f->shared[RH_FAST_RD] = rh_fast_later(f->shared[RH_FAST_RD], bus);
        f->shared[RH_FAST_WR] = rh_fast_later(f->shared[RH_FAST_WR], bus);
    }
    if (shape.split) {
        f->group[f->group_of[b]].act = at;
        rh_fast_hold_acts(f, f->group_of[b], at);
    }
}

RH_LEAP_INLINE void rh_fast_take_act(struct rh_fast *f, struct rh_fast_shape shape, int64_t at, unsigned b,
                                     struct rh_fast_entry *e) {
    struct rh_fast_bank *bank = &f->bank[b];
    uint32_t row = e->row;
    f->activates++;
    f->act = bank->act = at;
    bank->row = row;
    f->opened = at + 1;
    f->opened_bank = b;
    f->observer->bank[b] = (struct rh_observer_bank){.row = row, .fresh = 1, .opened = (uint64_t)at};
    if (f->sends)
        rh_leap_send(f->l, (uint64_t)at, RH_ACT, b, 0, row, false);
    f->rows &= ~rh_bit(b);
    rh_fast_load_act(f, shape, at, b);
    if (shape.policy == RH_LEAP_FR_FCFS)
        rh_fast_find_hits(bank);
    rh_fast_want_column(f, shape, b, e);
    rh_fast_adds_column(f, shape, b);
    if (!shape.two && f->bus_gap > 1)
        rh_fast_choose_column(f, shape);
}

RH_LEAP_INLINE void rh_fast_take_pre(struct rh_fast *f, struct rh_fast_shape shape, int64_t at, unsigned b,
                                     const struct rh_fast_entry *e) {
    struct rh_fast_bank *bank = &f->bank[b];
    int64_t row = bank->row;
    f->precharges++;
    f->pre = bank->pre = at;
    bank->row = -1;
    f->observer->bank[b].fresh = 0;
    rh_fast_want_row(f, shape, b, e);
    if (f->sends)
        rh_leap_send(f->l, (uint64_t)at, RH_PRE, b, 0, (uint32_t)row, false);
}

RH_LEAP_INLINE void rh_fast_take_row(struct rh_fast *f, struct rh_fast_shape shape, int64_t at, unsigned b) {
    const struct rh_fast_bank *bank = &f->bank[b];
    struct rh_fast_entry *e = shape.policy == RH_LEAP_FR_FCFS       ? bank->misses.first
                              : shape.policy == RH_LEAP_BANKED_FIFO ? bank->hits.first
                                                                    : f->ends.younger;
    rh_fast_settle_row(f, shape, at, b);
    if (shape.policy == RH_LEAP_BANKED_FIFO)
        f->row_next = (b + 1U) & f->bank_mask;
    if (f->want[b] == RH_FAST_ACT)
        rh_fast_take_act(f, shape, at, b, e);
    else
        rh_fast_take_pre(f, shape, at, b, e);
    if (shape.policy == RH_LEAP_FIFO)
        rh_fast_look_oldest(f, shape);
    else
        rh_fast_choose_row(f, shape);
}

#endif
