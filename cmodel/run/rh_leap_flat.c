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
    const struct rh_leap_job *job = f->job;
    f->offer = INT64_MAX;
    if (job->tags.free == 0 || job->taken == job->n)
        return;
    f->offer = (int64_t)f->l->tag_free[job->tags.head];
    if (job->timed)
        f->offer = rh_flat_later(f->offer, (int64_t)job->requests[job->taken].cycle);
}

RH_LEAP_INLINE void link_youngest(struct rh_flat *f, struct rh_flat_entry *e) {
    e->older = f->ends.older;
    e->younger = &f->ends;
    f->ends.older->younger = e;
    f->ends.older = e;
    f->count++;
}

RH_LEAP_INLINE void accept(struct rh_flat *f, int64_t at) {
    struct rh_leap_job *job = f->job;
    const struct rh_request *request = &job->requests[job->taken++];
    struct rh_flat_entry *e = f->unused;
    unsigned b = request->bank;
    struct rh_flat_bank *bank = &f->bank[b];
    f->unused = e->next;
    e->request = request;
    e->number = f->numbers++;
    e->accepted = at;
    e->fell = at + 1;
    e->row = request->row;
    e->tag = job->tags.ring[job->tags.head];
    e->bank = (uint8_t)b;
    e->write = request->write;
    e->extra = (uint8_t)(request->commands - 1U);
    e->begun = 0;
    e->row_hit = 1;
    e->counted = job->counted;
    e->asked = f->tells && (!f->of_cores || request->core != RH_NO_CORE);
    f->writes += e->write;
    job->tags.head = (job->tags.head + 1) & (job->tags.size - 1);
    job->tags.free--;
    f->l->counts.occupancy -= (uint64_t)at + 1;
    job->progress = (uint64_t)at;
    link_youngest(f, e);
    look_ahead(f);
    if (bank->row == (int64_t)e->row) {
        rh_flat_append(&bank->hits, e);
        if (bank->hits.first == e)
            rh_flat_look(f, b);
    } else {
        rh_flat_append(&bank->misses, e);
        if (bank->misses.first == e && bank->hits.first == NULL)
            rh_flat_look(f, b);
    }
}

/* The oldest hit of its bank. */
RH_LEAP_INLINE void leave(struct rh_flat *f, struct rh_flat_bank *bank, struct rh_flat_entry *e) {
    bank->hits.first = e->next;
    if (e->next == NULL)
        bank->hits.end = &bank->hits.first;
    e->older->younger = e->younger;
    e->younger->older = e->older;
    e->next = f->unused;
    f->unused = e;
    f->count--;
}

static void tell(struct rh_flat *f, const struct rh_flat_entry *e, int64_t at) {
    struct rh_observed *seen = &rh_flat_note(f, e)->seen;
    seen->last = (uint64_t)at;
    seen->done = (uint64_t)(at + f->over[e->write]);
    f->observer->setup.request(f->observer->setup.user, seen);
}

/* Its last column command goes out. */
RH_LEAP_INLINE void finish(struct rh_flat *f, struct rh_flat_entry *e, int64_t at) {
    struct rh_stats *stats = f->job->stats;
    if (!e->counted)
        return;
    int64_t over = f->over[e->write], done = at + over;
    stats->row_hits += e->row_hit;
    stats->latency_queue_cycles += (uint64_t)(e->first - e->accepted);
    stats->latency_bank_cycles += (uint64_t)(at - e->first);
    stats->latency_bus_cycles += (uint64_t)over;
    rh_latency_note(e->write ? &stats->write : &stats->read, (uint64_t)(done - e->accepted));
    if (f->job->timed)
        rh_latency_note(&stats->from_arrival, (uint64_t)done - e->request->cycle);
    if (e->asked)
        tell(f, e, at);
}

/* The response, and with it the clock in which its tag comes back. */
RH_LEAP_INLINE void respond(struct rh_flat *f, const struct rh_flat_entry *e, int64_t at) {
    struct rh_leap *l = f->l;
    struct rh_leap_job *job = f->job;
    struct rh_backend *backend = l->backend;
    unsigned slot = l->tail, place = (job->tags.head + job->tags.free) & (job->tags.size - 1);
    int64_t valid = at + f->over[e->write];
    f->answered = rh_flat_later(valid, f->answered) + 1;
    backend->response_tag[slot] = e->tag;
    backend->response_write[slot] = e->write;
    backend->response_done[slot] = (uint8_t)((l->now_base + (uint64_t)valid - 1U) & f->timer_mask);
    l->valid[slot] = (uint64_t)valid;
    l->freed[slot] = (uint64_t)f->answered;
    l->tail = slot + 1 == f->responses ? 0 : slot + 1;
    job->tags.ring[place] = e->tag;
    l->tag_free[place] = (uint64_t)f->answered;
    if (job->tags.free++ == 0)
        look_ahead(f);
}

RH_LEAP_INLINE void take_column(struct rh_flat *f, int64_t at, unsigned b) {
    struct rh_flat_bank *bank = &f->bank[b];
    struct rh_flat_entry *e = bank->hits.first;
    struct rh_observer_bank *seen = &f->observer->bank[b];
    bool write = e->write;
    rh_flat_settle(f, at);
    f->columns++;
    f->job->progress = (uint64_t)at;
    f->burst = at + f->burst_gap;
    f->ccd = at + f->ccd_gap;
    f->turn[!write] = at + f->turn_gap[write];
    *(write ? &bank->wtp : &bank->rtp) = at + (write ? f->wtp_gap : f->rtp_gap);
    f->shown = rh_flat_later(f->shown, at + f->shown_gap[write]);
    if (!e->begun) {
        e->begun = 1;
        e->first = seen->fresh && (int64_t)seen->opened >= e->accepted ? (int64_t)seen->opened : at;
    }
    e->row_hit &= !seen->fresh;
    seen->fresh = 0;
    if (f->l->setup.sink != NULL)
        send(f, at, write ? RH_WR : RH_RD, b,
             (e->request->column + e->request->commands - 1U - e->extra) & f->column_mask, bank->row);
    if (e->extra == 0) {
        f->l->counts.occupancy += (uint64_t)at + 1;
        leave(f, bank, e);
        respond(f, e, at);
        finish(f, e, at);
    } else {
        e->extra--;
    }
    int64_t slot = (int64_t)f->l->freed[f->l->tail];
    f->shared[RH_FLAT_RD] = rh_flat_later(at + f->apart[write][0], slot);
    f->shared[RH_FLAT_WR] = rh_flat_later(at + f->apart[write][1], slot);
    rh_flat_look(f, b);
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
    f->activates++;
    bank->act = at;
    bank->row = row;
    f->rrd = at + f->rrd_gap;
    f->act_bus = at + f->bus_gap;
    f->shown = rh_flat_later(f->shown, at + f->shown_gap[RH_FLAT_ACT]);
    l->grain[0].window[*next] = (uint64_t)(at + f->faw_gap);
    *next = (uint8_t)(*next + 1U == l->gaps.faw_n ? 0 : (*next + 1U) % RH_MAX_WINDOW);
    f->shared[RH_FLAT_RD] = rh_flat_later(f->shared[RH_FLAT_RD], f->act_bus);
    f->shared[RH_FLAT_WR] = rh_flat_later(f->shared[RH_FLAT_WR], f->act_bus);
    f->shared[RH_FLAT_PRE] = f->act_bus;
    f->shared[RH_FLAT_ACT] = rh_flat_later(rh_flat_later(f->act_bus, f->rrd), (int64_t)l->grain[0].window[*next]);
    f->opened = at + 1;
    f->opened_bank = b;
    f->observer->bank[b] = (struct rh_observer_bank){.row = row, .fresh = 1, .opened = (uint64_t)at};
    find_hits(bank);
    rh_flat_look(f, b);
    if (l->setup.sink != NULL)
        send(f, at, RH_ACT, b, 0, row);
}

RH_LEAP_INLINE void take_pre(struct rh_flat *f, int64_t at, unsigned b) {
    struct rh_flat_bank *bank = &f->bank[b];
    int64_t row = bank->row;
    f->precharges++;
    bank->rp = at + f->rp_gap;
    bank->row = -1;
    f->shown = rh_flat_later(f->shown, bank->rp);
    f->observer->bank[b].fresh = 0;
    rh_flat_look(f, b);
    if (f->l->setup.sink != NULL)
        send(f, at, RH_PRE, b, 0, row);
}

/* The command that goes next, if nothing else happens before: its key, clocks from now. */
RH_LEAP_INLINE uint64_t choose(const struct rh_flat *f) {
    uint64_t best = UINT64_MAX;
    int64_t now = f->now;
    for (rh_bank_set rest = f->wants; rest; rest &= rest - 1) {
        unsigned b = (unsigned)__builtin_ctzll(rest);
        int64_t at = rh_flat_later(f->own[b], f->shared[f->want[b]]) - now;
        uint64_t key = (uint64_t)(at > 0 ? at : 0) << RH_FLAT_CLOCK | f->rank[b];
        best = key < best ? key : best;
    }
    return best;
}

void rh_flat_run(struct rh_flat *f) {
    look_ahead(f);
    while (f->job->taken != f->job->n && f->count != 0) {
        uint64_t key = choose(f);
        int64_t at = f->now + (int64_t)(key >> RH_FLAT_CLOCK);
        bool room = f->count < f->queue;
        int64_t offer = room ? rh_flat_later(f->offer, f->now) : INT64_MAX;
        if (offer < at) { /* a request, and no command */
            if (offer >= f->until)
                return;
            f->now = offer + 1;
            accept(f, offer);
            continue;
        }
        if (at >= f->until)
            return;
        unsigned b = (unsigned)key & (RH_MAX_BANKS - 1U);
        f->now = at + 1;
        if (!(key >> RH_FLAT_ROW & 1)) {
            take_column(f, at, b);
            room = f->count < f->queue;
        } else {
            rh_flat_settle_row(f, at, b);
            if (f->bank[b].row < 0)
                take_act(f, at, b);
            else
                take_pre(f, at, b);
        }
        if (room && f->offer <= at)
            accept(f, at);
    }
}

bool rh_flat_may(const struct rh_leap *l, const struct rh_leap_job *job) {
    return l->flat != NULL && l->count != 0 && job->n - job->taken > 1 && !l->due && l->busy <= l->now &&
           rh_sooner(l->due_at, job->until) > l->now;
}
