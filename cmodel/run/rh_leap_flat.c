// SPDX-License-Identifier: Apache-2.0
// The loop of the usual case.
#include "cmodel/run/rh_leap_flat.h"

#include "cmodel/run/rh_latency.h"
#include "cmodel/run/rh_leap_flat_ledger.h"

static void send(const struct rh_flat *f, int64_t at, unsigned command, unsigned bank, unsigned column, int64_t row) {
    const struct rh_leap_setup *setup = &f->l->setup;
    const struct rh_command_record record = {.cycle = (uint64_t)at,
                                             .channel = setup->number,
                                             .command = (uint8_t)command,
                                             .bank = (uint8_t)bank,
                                             .column = (uint16_t)column,
                                             .row = (uint32_t)row};
    setup->sink(setup->sink_user, &record);
}

/* The clock in which the next request can be offered, if there is room. */
RH_LEAP_INLINE void look_ahead(struct rh_flat *f) {
    int64_t offer = (int64_t)f->tag_free[f->tag_head & f->tag_mask];
    if (f->timed && f->next != f->end)
        offer = rh_flat_later(offer, (int64_t)f->next->cycle);
    f->offer = offer;
}

RH_LEAP_INLINE struct rh_flat_entry *new_entry(struct rh_flat *f, const struct rh_request *request, int64_t at) {
    struct rh_flat_entry *e = f->unused, *youngest = f->ends.older;
    f->unused = e->next;
    e->request = request;
    e->rank = f->rank_next | request->bank;
    f->rank_next += UINT64_C(1) << RH_FLAT_AGE;
    e->accepted = at;
    e->fell = at + 1;
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

RH_LEAP_INLINE void accept(struct rh_flat *f, int64_t at) {
    const struct rh_request *request = f->next++;
    struct rh_flat_entry *e = new_entry(f, request, at);
    unsigned b = request->bank;
    struct rh_flat_bank *bank = &f->bank[b];
    f->count++;
    f->stays -= at;
    f->arrival = at;
    look_ahead(f);
    struct rh_flat_list *list = bank->row == (int64_t)e->row ? &bank->hits : &bank->misses;
    *list->end = e;
    list->end = &e->next;
    if (list->first != e) /* others of its kind are before it */
        return;
    if (list == &bank->hits)
        rh_flat_look_hit(f, bank, b, e);
    else if (bank->hits.first == NULL)
        rh_flat_look_miss(f, bank, b, e);
    f->wants |= rh_bit(b);
}

static void tell(struct rh_flat *f, const struct rh_flat_entry *e, int64_t at, bool write) {
    struct rh_observed *seen = &rh_flat_note(f, e)->seen;
    seen->last = (uint64_t)at;
    seen->done = (uint64_t)(at + f->over[write]);
    f->observer->setup.request(f->observer->setup.user, seen);
}

/* Its last column command goes out. */
RH_LEAP_INLINE void finish(struct rh_flat *f, struct rh_flat_entry *e, int64_t at, int64_t first, bool write) {
    struct rh_stats *stats = f->stats;
    if (e->accepted < f->warmup)
        return;
    int64_t done = at + f->over[write];
    stats->row_hits += e->row_hit;
    stats->latency_queue_cycles += (uint64_t)(first - e->accepted);
    stats->latency_bank_cycles += (uint64_t)(at - first);
    rh_latency_note(write ? &stats->write : &stats->read, (uint64_t)(done - e->accepted));
    if (f->timed)
        rh_latency_note(&stats->from_arrival, (uint64_t)done - e->request->cycle);
    if (e->request->core <= f->last_core) {
        e->first = first;
        e->begun = 1;
        tell(f, e, at, write);
    }
}

/* The response, and with it the clock in which its tag comes back. */
RH_LEAP_INLINE void respond(struct rh_flat *f, const struct rh_flat_entry *e, int64_t at, bool write) {
    struct rh_flat_response *response = &f->response[f->tail];
    unsigned place = f->tag_tail++ & f->tag_mask;
    int64_t valid = at + f->over[write], freed = rh_flat_later(valid, f->answered) + 1;
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

/* The oldest hit of its bank. */
RH_LEAP_INLINE void leave(struct rh_flat *f, struct rh_flat_entry *e, int64_t at) {
    e->older->younger = e->younger;
    e->younger->older = e->older;
    e->next = f->unused;
    f->unused = e;
    f->stays += at;
    f->count--;
}

RH_LEAP_INLINE bool take_column(struct rh_flat *f, int64_t at, unsigned b, bool write) {
    struct rh_flat_bank *bank = &f->bank[b];
    struct rh_flat_entry *e = bank->hits.first, *next = e;
    bool leaves = e->extra == 0;
    struct rh_observer_bank *seen = &f->observer->bank[b];
    rh_flat_settle(f, at);
    f->last = f->column[write] = bank->column[write] = at;
    int64_t first = e->begun ? e->first : at;
    if (seen->fresh) {
        if (!e->begun && (int64_t)seen->opened >= e->accepted)
            first = (int64_t)seen->opened;
        e->row_hit = 0;
        seen->fresh = 0;
    }
    if (f->sends)
        send(f, at, write ? RH_WR : RH_RD, b,
             (e->request->column + e->request->commands - 1U - e->extra) & f->column_mask, bank->row);
    if (leaves) {
        next = e->next;
        bank->hits.first = next;
        respond(f, e, at, write);
        finish(f, e, at, first, write);
        leave(f, e, at);
    } else {
        e->first = first;
        e->begun = 1;
        e->extra--;
        f->longer++;
    }
    int64_t slot = f->response[f->tail].freed;
    f->shared[RH_FLAT_RD] = rh_flat_later(at + f->apart[write][0], slot);
    f->shared[RH_FLAT_WR] = rh_flat_later(at + f->apart[write][1], slot);
    if (next != NULL) {
        rh_flat_look_hit(f, bank, b, next);
        return leaves;
    }
    bank->hits.end = &bank->hits.first;
    if (bank->misses.first != NULL)
        rh_flat_look_miss(f, bank, b, bank->misses.first);
    else
        f->wants &= ~rh_bit(b);
    return leaves;
}

/* The row of the oldest request of a bank without a hit opens. */
RH_LEAP_INLINE void find_hits(struct rh_flat_bank *bank) {
    struct rh_flat_entry *e, **link = &bank->misses.first;
    uint32_t row = bank->misses.first->row;
    while ((e = *link) != NULL) {
        if (e->row != row) {
            link = &e->next;
            continue;
        }
        *link = e->next;
        rh_flat_append(&bank->hits, e);
    }
    bank->misses.end = link;
}

RH_LEAP_INLINE void take_act(struct rh_flat *f, int64_t at, unsigned b) {
    struct rh_flat_bank *bank = &f->bank[b];
    struct rh_leap *l = f->l;
    uint8_t *next = &l->backend->array.window_next[0];
    uint32_t row = bank->misses.first->row;
    int64_t bus = at + f->bus_gap;
    f->activates++;
    f->act = bank->act = at;
    bank->row = row;
    l->grain[0].window[*next] = (uint64_t)(at + f->faw_gap);
    *next = (uint8_t)(*next + 1U == l->gaps.faw_n ? 0 : (*next + 1U) % RH_MAX_WINDOW);
    f->shared[RH_FLAT_RD] = rh_flat_later(f->shared[RH_FLAT_RD], bus);
    f->shared[RH_FLAT_WR] = rh_flat_later(f->shared[RH_FLAT_WR], bus);
    f->shared[RH_FLAT_PRE] = bus;
    f->shared[RH_FLAT_ACT] = rh_flat_later(rh_flat_later(bus, at + f->rrd_gap), rh_flat_window(f));
    f->ref_apart = at;
    f->opened = at + 1;
    f->opened_bank = b;
    f->observer->bank[b] = (struct rh_observer_bank){.row = row, .fresh = 1, .opened = (uint64_t)at};
    find_hits(bank);
    rh_flat_look_hit(f, bank, b, bank->hits.first);
    if (f->sends)
        send(f, at, RH_ACT, b, 0, row);
}

RH_LEAP_INLINE void take_pre(struct rh_flat *f, int64_t at, unsigned b) {
    struct rh_flat_bank *bank = &f->bank[b];
    int64_t row = bank->row;
    f->precharges++;
    f->pre = bank->pre = at;
    bank->row = -1;
    f->observer->bank[b].fresh = 0;
    rh_flat_look_miss(f, bank, b, bank->misses.first);
    if (f->sends)
        send(f, at, RH_PRE, b, 0, row);
}

/* The command that goes next, if nothing else happens before: its key, clocks from now. */
RH_LEAP_INLINE uint64_t choose(const struct rh_flat *f) {
    uint64_t best = UINT64_MAX;
    int64_t now = f->now;
    for (rh_bank_set rest = f->wants; rest; rest &= rest - 1) {
        size_t b = (size_t)__builtin_ctzll(rest);
        int64_t at = rh_flat_later(f->own[b], f->shared[f->want[b]]) - now;
        uint64_t key = (uint64_t)(at > 0 ? at : 0) << RH_FLAT_CLOCK | f->rank[b];
        best = key < best ? key : best;
    }
    return best;
}

/* The command of a key, in clock `at`. True: a request leaves. */
RH_LEAP_INLINE bool take(struct rh_flat *f, uint64_t key, int64_t at) {
    unsigned b = (unsigned)key & (RH_MAX_BANKS - 1U);
    if (!(key >> RH_FLAT_ROW & 1)) {
        return f->want[b] == RH_FLAT_RD ? take_column(f, at, b, false) : take_column(f, at, b, true);
    }
    rh_flat_settle_row(f, at, b);
    if (f->want[b] == RH_FLAT_ACT)
        take_act(f, at, b);
    else
        take_pre(f, at, b);
    return false;
}

/* A request comes in. False: the others may have to wait for the stream or for a tag. */
RH_LEAP_INLINE bool let_in(struct rh_flat *f, int64_t at) {
    accept(f, at);
    return f->next != f->end && f->tag_head != f->tag_tail;
}

void rh_flat_run(struct rh_flat *f) {
    look_ahead(f);
    for (;;) {
        uint64_t key = choose(f);
        int64_t at = f->now + (int64_t)(key >> RH_FLAT_CLOCK);
        bool room = f->count < f->queue;
        if (room && f->offer < at && f->now < at) { /* a request, and no command */
            at = rh_flat_later(f->offer, f->now);
            if (at >= f->until)
                return;
            f->now = at + 1;
            if (!let_in(f, at))
                return;
            continue;
        }
        if (at >= f->until)
            return;
        f->now = at + 1;
        room |= take(f, key, at);
        if (f->offer <= at && room) {
            if (!let_in(f, at))
                return;
        } else if (f->count == 0) {
            return;
        }
    }
}

bool rh_flat_may(const struct rh_leap *l, const struct rh_leap_job *job) {
    return l->flat != NULL && l->count != 0 && job->n - job->taken > 1 && job->tags.free != 0 && !l->due &&
           l->busy <= l->now && rh_sooner(l->due_at, job->until) > l->now;
}
