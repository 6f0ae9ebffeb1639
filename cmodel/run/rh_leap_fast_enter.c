// SPDX-License-Identifier: Apache-2.0
// Into the usual case's own state.
#include <stdlib.h>

#include "cmodel/run/rh_leap_fast.h"
#include "cmodel/run/rh_leap_queue.h"
#include "rowhold/rh_cores.h"

static bool is_split(const struct rh_leap *l) {
    return l->geometry.groups > 1;
}

static void keep_gaps(struct rh_fast *f, const struct rh_gaps *g) {
    bool split = is_split(f->l);
    int64_t wtr = split ? g->wtr_s : rh_max(g->wtr_l, g->wtr_s);
    f->ccd_gap = split ? g->ccd_s : rh_max(g->ccd_l, g->ccd_s);
    f->rrd_gap = split ? g->rrd_s : rh_max(g->rrd_l, g->rrd_s);
    f->turn_gap[0] = g->rtw;
    f->turn_gap[1] = wtr;
    f->burst_gap = g->burst;
    int64_t same = rh_fast_later(f->ccd_gap, f->burst_gap);
    f->apart[0][0] = f->apart[1][1] = same;
    f->apart[0][1] = rh_fast_later(same, f->turn_gap[0]);
    f->apart[1][0] = rh_fast_later(same, f->turn_gap[1]);
    f->ccd_l_gap = f->group_apart[0][0] = f->group_apart[0][1] = f->group_apart[1][1] = g->ccd_l;
    f->group_apart[1][0] = rh_max(g->ccd_l, g->wtr_l);
    f->wtr_l_gap = g->wtr_l;
    f->rrd_l_gap = g->rrd_l;
    f->rcd[0] = g->rcd_rd;
    f->rcd[1] = g->rcd_wr;
    f->over[0] = g->rd_done;
    f->over[1] = g->wr_done;
    f->ras_gap = g->ras;
    f->rc_gap = g->rc;
    f->rp_gap = g->rp;
    f->to_pre[0] = g->rtp;
    f->to_pre[1] = g->wtp;
    f->faw_gap = g->faw;
    f->bus_gap = g->act_bus;
}

/* The longest of the timers that a command loads and the output `timers` shows. */
static void keep_shown(struct rh_fast *f, const struct rh_gaps *gaps) {
    static const unsigned set[RH_FAST_WANTS] = {RH_SET_RD, RH_SET_WR, RH_SET_PRE, RH_SET_ACT};
    for (unsigned i = 0; i < RH_FAST_WANTS; i++) {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, show)                                                         \
    if (((loaded_by)&set[i]) && RH_LEAP_SHOWN_##show)                                                                  \
        f->shown_gap[i] = rh_fast_later(f->shown_gap[i], gaps->name);
#include "tables/timers.def"
    }
}

static bool is_known(const struct rh_leap *l) {
    return (l->policy == RH_LEAP_FIFO || l->policy == RH_LEAP_BANKED_FIFO || l->policy == RH_LEAP_FR_FCFS) &&
           l->geometry.rank_bits == 0 && l->gaps.age_cap == 0;
}

struct rh_fast *rh_fast_open(struct rh_leap *l, bool *failed) {
    struct rh_fast *f = is_known(l) ? calloc(1, sizeof *f) : NULL;
    *failed = is_known(l) && f == NULL;
    if (f == NULL)
        return NULL;
    f->l = l;
    f->observer = l->setup.observer;
    f->queue = l->geometry.queue;
    f->depth = rh_geometry_bank_depth(&l->geometry);
    f->bank_mask = l->geometry.banks - 1U;
    f->responses = l->geometry.responses;
    f->column_mask = (unsigned)rh_mask(l->geometry.column_bits);
    f->warmup = f->observer->setup.warmup > INT64_MAX ? INT64_MAX : (int64_t)f->observer->setup.warmup;
    f->tag_free = l->tag_free;
    f->sends = l->setup.sink != NULL;
    f->refreshes = l->refreshes;
    f->spaced = l->spaced;
    f->last_core = f->observer->setup.of_cores ? RH_NO_CORE - 1 : RH_NO_CORE;
    if (f->observer->setup.request == NULL)
        f->last_core = -1;
    for (unsigned b = 0; b < l->geometry.banks; b++) {
        f->group_of[b] = l->group_of[b];
        f->group[l->group_of[b]].banks |= rh_bit(b);
    }
    keep_gaps(f, &l->gaps);
    keep_shown(f, &l->gaps);
    return f;
}

/* Several timers that one command loads: those that run say when it was, those that ran out that it was not later. */
static int64_t command_of(const uint64_t *free, const int64_t *gap, unsigned n) {
    int64_t at = INT64_MAX;
    for (unsigned i = 0; i < n; i++)
        if ((int64_t)free[i] - gap[i] < at)
            at = (int64_t)free[i] - gap[i];
    return at;
}

static void enter_banks(struct rh_fast *f) {
    struct rh_leap *l = f->l;
    for (unsigned b = 0; b < l->geometry.banks; b++) {
        const struct rh_leap_bank *from = &l->bank[b];
        struct rh_fast_bank *bank = &f->bank[b];
        bank->hits.first = bank->misses.first = NULL;
        bank->hits.end = &bank->hits.first;
        bank->misses.end = &bank->misses.first;
        bank->count = 0;
        bank->row = rh_leap_is_open(l, b) ? (int64_t)from->row : -1;
        bank->act = command_of((const uint64_t[]){from->rcd_rd, from->rcd_wr, from->ras, from->rc},
                               (const int64_t[]){f->rcd[0], f->rcd[1], f->ras_gap, f->rc_gap}, 4);
        bank->pre = (int64_t)from->rp - f->rp_gap;
        bank->column[0] = (int64_t)from->rtp - f->to_pre[0];
        bank->column[1] = (int64_t)from->wtp - f->to_pre[1];
    }
}

static void enter_groups(struct rh_fast *f) {
    const struct rh_leap *l = f->l;
    const struct rh_gaps *g = &l->gaps;
    for (unsigned i = 0; i < l->geometry.groups; i++) {
        struct rh_fast_group *group = &f->group[i];
        group->column = group->column_before = (int64_t)l->group[i].ccd_l - g->ccd_l;
        group->write = group->write_before = (int64_t)l->group[i].wtr_l - g->wtr_l;
        group->act = group->act_before = (int64_t)l->group[i].rrd_l - g->rrd_l;
    }
}

/* With one group its timers are everybody's. */
static void enter_shared(struct rh_fast *f) {
    const struct rh_leap *l = f->l;
    const struct rh_gaps *g = &l->gaps;
    const struct rh_leap_group *group = &l->group[0];
    const struct rh_leap_grain *grain = &l->grain[0];
    unsigned alone = is_split(l) ? 0 : 1;
    f->last = command_of((const uint64_t[]){l->burst, grain->ccd_s, group->ccd_l},
                         (const int64_t[]){g->burst, g->ccd_s, g->ccd_l}, 2 + alone);
    f->column[0] = (int64_t)grain->rtw - g->rtw;
    f->column[1] =
        command_of((const uint64_t[]){grain->wtr_s, group->wtr_l}, (const int64_t[]){g->wtr_s, g->wtr_l}, 1 + alone);
    f->act = command_of((const uint64_t[]){l->act_bus, grain->rrd_s, group->rrd_l},
                        (const int64_t[]){g->act_bus, g->rrd_s, g->rrd_l}, 2 + alone);
    f->ref_apart = (int64_t)grain->rrd_s; /* a refresh of one bank loads it, too */
    f->before[0] = f->column[0];
    f->before[1] = f->column[1];
    int64_t bus = f->act + f->bus_gap, column = rh_fast_later(f->last + f->apart[0][0], (int64_t)l->freed[l->tail]);
    if (l->geometry.buses == 1)
        column = rh_fast_later(column, bus);
    f->shared[RH_FAST_RD] = rh_fast_later(column, f->column[1] + f->turn_gap[1]);
    f->shared[RH_FAST_WR] = rh_fast_later(column, f->column[0] + f->turn_gap[0]);
    f->shared[RH_FAST_PRE] = bus;
    f->shared[RH_FAST_ACT] =
        rh_fast_later(rh_fast_later(bus, f->act + f->rrd_gap), rh_fast_later(f->ref_apart, rh_fast_window(f)));
}

static void enter_responses(struct rh_fast *f, const struct rh_leap_tags *tags) {
    const struct rh_leap *l = f->l;
    for (unsigned i = 0; i < f->responses; i++)
        f->response[i] = (struct rh_fast_response){.valid = (int64_t)l->valid[i], .freed = (int64_t)l->freed[i]};
    f->tail = l->tail;
    f->answered = (int64_t)l->answered;
    f->tags = tags->ring;
    f->tag_mask = tags->size - 1;
    f->tag_head = tags->head;
    f->tag_tail = tags->head + tags->free;
}

/* What the observer knows of a request that was accepted before. */
static void enter_seen(struct rh_fast *f, struct rh_fast_entry *e) {
    const struct rh_observer_outstanding *outstanding = &f->observer->outstanding[e->tag];
    const struct rh_observed *seen = &outstanding->seen;
    struct rh_request *kept = &f->kept[e - f->entry];
    *kept = (struct rh_request){.cycle = seen->arrival,
                                .channel = seen->channel,
                                .bank = seen->bank,
                                .write = seen->write,
                                .row = seen->row,
                                .column = seen->column,
                                .commands = seen->commands,
                                .core = seen->core};
    e->request = kept;
    e->accepted = (int64_t)seen->accepted;
    e->first = (int64_t)seen->first;
    e->begun = outstanding->begun;
    e->row_hit = seen->row_hit;
}

/* The next in order of age. */
static struct rh_fast_entry *enter_entry(struct rh_fast *f, const struct rh_fast_entry *from) {
    struct rh_fast_entry *e = &f->entry[f->count];
    *e = *from;
    e->rank = (uint64_t)f->count++ << RH_FAST_AGE | e->bank;
    e->older = f->ends.older;
    e->younger = &f->ends;
    e->older->younger = e;
    f->ends.older = e;
    enter_seen(f, e);
    return e;
}

static void enter_aged(struct rh_fast *f) {
    const struct rh_leap *l = f->l;
    for (unsigned i = l->oldest; i != RH_LEAP_NIL; i = l->entry[i].younger) {
        const struct rh_leap_entry *from = &l->entry[i];
        struct rh_fast_entry *e = enter_entry(
            f, &(struct rh_fast_entry){
                   .row = from->row, .tag = from->tag, .bank = from->bank, .write = from->write, .extra = from->extra});
        struct rh_fast_bank *bank = &f->bank[e->bank];
        rh_fast_append(from->hit ? &bank->hits : &bank->misses, e);
    }
}

#define ENTER_SLOT(f, s, from_bank, done_of, slot)                                                                     \
    enter_entry(f, &(struct rh_fast_entry){.row = (s)->row[slot],                                                      \
                                           .tag = (s)->tag[slot],                                                      \
                                           .bank = (uint8_t)(from_bank),                                               \
                                           .write = (s)->write[slot],                                                  \
                                           .extra = (uint8_t)((s)->extra[slot] - (done_of))})

static void enter_fifo(struct rh_fast *f) {
    const struct rh_fifo_state *s = f->l->state;
    f->slot = rh_wide_first(s->head);
    for (unsigned i = 0, slot = f->slot; i < s->count; i++, slot = rh_next_of(slot, f->queue))
        ENTER_SLOT(f, s, s->bank[slot], i == 0 ? s->done : 0U, slot);
}

/* Of all banks, whose order does not matter. */
static void enter_banked(struct rh_fast *f) {
    const struct rh_banked_fifo_state *s = f->l->state;
    f->column_next = s->column_next;
    f->row_next = s->row_next;
    for (unsigned b = 0; b < f->l->geometry.banks; b++) {
        struct rh_fast_bank *bank = &f->bank[b];
        bank->slot = rh_first_from(s->head[b], 0);
        bank->count = s->count[b];
        for (unsigned i = 0, slot = bank->slot; i < bank->count; i++, slot = rh_next_of(slot, f->depth))
            rh_fast_append(&bank->hits, ENTER_SLOT(f, s, b, i == 0 ? s->done[b] : 0U, b * f->depth + slot));
    }
}

static void enter_queue(struct rh_fast *f) {
    f->ends.older = f->ends.younger = &f->ends;
    f->unused = NULL;
    f->count = 0;
    if (f->l->policy == RH_LEAP_FIFO)
        enter_fifo(f);
    else if (f->l->policy == RH_LEAP_BANKED_FIFO)
        enter_banked(f);
    else
        enter_aged(f);
    for (unsigned i = RH_MAX_QUEUE; i-- > f->count;) {
        f->entry[i].next = f->unused;
        f->unused = &f->entry[i];
    }
    f->loaded = f->count;
    f->rank_next = f->loaded << RH_FAST_AGE;
    f->seen = f->observer->number;
}

void rh_fast_enter(struct rh_fast *f, struct rh_leap_job *job) {
    const struct rh_leap *l = f->l;
    size_t n = job->n - job->taken;
    f->job = job;
    f->stats = job->stats;
    f->next = job->requests + job->taken;
    f->end = f->next + (n < RH_FAST_REQUESTS ? n : RH_FAST_REQUESTS);
    f->timed = job->timed;
    f->now = (int64_t)l->now;
    f->base = f->now & -RH_FAST_ROUND;
    f->until = f->stop = (int64_t)rh_sooner(job->until, (uint64_t)(f->base + RH_FAST_END));
    f->pause = job->pause > INT64_MAX ? INT64_MAX : (int64_t)job->pause;
    f->due = l->due;
    f->due_at = l->due_at > INT64_MAX ? INT64_MAX : (int64_t)l->due_at;
    f->busy = (int64_t)l->busy;
    f->blocked = f->holds = 0;
    f->refreshed = 0;
    f->settled = (int64_t)l->settled;
    f->opened = (int64_t)l->opened;
    f->opened_bank = l->opened_bank;
    f->longer = f->activates = f->precharges = 0;
    f->reads_before = job->stats->read.count;
    f->writes_before = job->stats->write.count;
    enter_banks(f);
    enter_groups(f);
    enter_shared(f);
    enter_responses(f, &job->tags);
    enter_queue(f);
    f->writes_waiting = rh_fast_waiting(f);
    f->uncounted = 0;
    f->stayed_before = rh_fast_arrivals(f) - rh_fast_counted_stays(f);
}
