// SPDX-License-Identifier: Apache-2.0
// Into the usual case's own state, and out of it.
#include <stdlib.h>

#include "cmodel/run/rh_leap_flat.h"
#include "cmodel/run/rh_leap_queue.h"
#include "rowhold/rh_cores.h"

static void keep_gaps(struct rh_flat *f, const struct rh_gaps *g) {
    f->ccd_gap = rh_max(g->ccd_l, g->ccd_s);
    f->turn_gap[0] = g->rtw;
    f->turn_gap[1] = rh_max(g->wtr_l, g->wtr_s);
    f->rrd_gap = rh_max(g->rrd_l, g->rrd_s);
    f->burst_gap = g->burst;
    int64_t same = rh_flat_later(f->ccd_gap, f->burst_gap);
    f->apart[0][0] = f->apart[1][1] = same;
    f->apart[0][1] = rh_flat_later(same, f->turn_gap[0]);
    f->apart[1][0] = rh_flat_later(same, f->turn_gap[1]);
    f->rcd[0] = g->rcd_rd;
    f->rcd[1] = g->rcd_wr;
    f->over[0] = g->rd_done;
    f->over[1] = g->wr_done;
    f->ras_gap = g->ras;
    f->rc_gap = g->rc;
    f->rp_gap = g->rp;
    f->rtp_gap = g->rtp;
    f->wtp_gap = g->wtp;
    f->faw_gap = g->faw;
    f->bus_gap = g->act_bus;
}

/* The longest of the timers that a command loads and the output `timers` shows. */
static void keep_shown(struct rh_flat *f, const struct rh_gaps *gaps) {
    static const unsigned set[RH_FLAT_WANTS] = {RH_SET_RD, RH_SET_WR, RH_SET_PRE, RH_SET_ACT};
    for (unsigned i = 0; i < RH_FLAT_WANTS; i++) {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, show)                                                         \
    if (((loaded_by)&set[i]) && RH_LEAP_SHOWN_##show)                                                                  \
        f->shown_gap[i] = rh_flat_later(f->shown_gap[i], gaps->name);
#include "tables/timers.def"
    }
}

struct rh_flat *rh_flat_open(struct rh_leap *l) {
    struct rh_flat *f = calloc(1, sizeof *f);
    if (f == NULL)
        return NULL;
    f->l = l;
    f->observer = l->setup.observer;
    f->queue = l->geometry.queue;
    f->responses = l->geometry.responses;
    f->column_mask = (unsigned)rh_mask(l->geometry.column_bits);
    f->timer_mask = (unsigned)rh_mask(l->geometry.timer_bits);
    f->tells = f->observer->setup.request != NULL;
    f->of_cores = f->observer->setup.of_cores;
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

static void enter_banks(struct rh_flat *f) {
    struct rh_leap *l = f->l;
    for (unsigned b = 0; b < l->geometry.banks; b++) {
        const struct rh_leap_bank *from = &l->bank[b];
        struct rh_flat_bank *bank = &f->bank[b];
        rh_flat_clear(&bank->hits);
        rh_flat_clear(&bank->misses);
        bank->row = rh_leap_is_open(l, b) ? (int64_t)from->row : -1;
        bank->act = command_of((const uint64_t[]){from->rcd_rd, from->rcd_wr, from->ras, from->rc},
                               (const int64_t[]){f->rcd[0], f->rcd[1], f->ras_gap, f->rc_gap}, 4);
        bank->rp = (int64_t)from->rp;
        bank->rtp = (int64_t)from->rtp;
        bank->wtp = (int64_t)from->wtp;
    }
}

static void enter_shared(struct rh_flat *f) {
    const struct rh_leap *l = f->l;
    const struct rh_leap_group *group = &l->group[0];
    const struct rh_leap_grain *grain = &l->grain[0];
    f->burst = (int64_t)l->burst;
    f->act_bus = (int64_t)l->act_bus;
    f->ccd = (int64_t)rh_later(group->ccd_l, grain->ccd_s);
    f->turn[0] = (int64_t)rh_later(group->wtr_l, grain->wtr_s);
    f->turn[1] = (int64_t)grain->rtw;
    f->rrd = (int64_t)rh_later(group->rrd_l, grain->rrd_s);
    int64_t column = rh_flat_later(rh_flat_later(f->ccd, f->burst), f->act_bus);
    column = rh_flat_later(column, (int64_t)l->freed[l->tail]);
    f->shared[RH_FLAT_RD] = rh_flat_later(column, f->turn[0]);
    f->shared[RH_FLAT_WR] = rh_flat_later(column, f->turn[1]);
    f->shared[RH_FLAT_PRE] = f->act_bus;
    f->shared[RH_FLAT_ACT] = rh_flat_later(rh_flat_later(f->act_bus, f->rrd), (int64_t)rh_leap_window(l, 0));
}

/* What the observer knows of a request that was accepted before. */
static void enter_seen(struct rh_flat *f, struct rh_flat_entry *e) {
    const struct rh_observer_flight *flight = &f->observer->flight[e->tag];
    const struct rh_observed *seen = &flight->seen;
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
    e->begun = flight->begun;
    e->row_hit = seen->row_hit;
    e->counted = flight->counted;
    e->asked = f->tells && (!f->of_cores || seen->core != RH_NO_CORE);
}

static void enter_queue(struct rh_flat *f) {
    const struct rh_leap *l = f->l;
    f->ends.older = f->ends.younger = &f->ends;
    f->unused = NULL;
    f->count = 0;
    f->wants = 0;
    for (unsigned i = l->oldest; i != RH_LEAP_NIL; i = l->entry[i].younger) {
        const struct rh_leap_entry *from = &l->entry[i];
        struct rh_flat_entry *e = &f->entry[f->count];
        *e = (struct rh_flat_entry){.older = f->ends.older,
                                    .younger = &f->ends,
                                    .number = f->count++,
                                    .fell = from->fell,
                                    .row = from->row,
                                    .tag = from->tag,
                                    .bank = from->bank,
                                    .write = from->write,
                                    .extra = from->extra};
        e->older->younger = e;
        f->ends.older = e;
        enter_seen(f, e);
        struct rh_flat_bank *bank = &f->bank[e->bank];
        rh_flat_append(from->hit ? &bank->hits : &bank->misses, e);
    }
    for (unsigned i = f->queue; i-- > f->count;) {
        f->entry[i].next = f->unused;
        f->unused = &f->entry[i];
    }
    f->numbers = f->loaded = f->count;
    f->seen = f->observer->number;
    for (unsigned b = 0; b < l->geometry.banks; b++)
        rh_flat_look(f, b);
}

void rh_flat_enter(struct rh_flat *f, struct rh_leap_job *job) {
    const struct rh_leap *l = f->l;
    f->job = job;
    f->now = (int64_t)l->now;
    f->until = (int64_t)rh_sooner(job->until, l->due_at);
    f->settled = (int64_t)l->settled;
    f->opened = (int64_t)l->opened;
    f->opened_bank = l->opened_bank;
    f->shown = (int64_t)l->shown;
    f->answered = (int64_t)l->answered;
    f->columns = f->activates = f->precharges = f->writes = 0;
    enter_banks(f);
    enter_shared(f);
    enter_queue(f);
}

/* The latest of what a command of clock `at` leaves; clocks before 0 are as good as 0. */
static uint64_t since(int64_t at, int64_t gap) {
    return at + gap > 0 ? (uint64_t)(at + gap) : 0;
}

static void exit_banks(const struct rh_flat *f) {
    struct rh_leap *l = f->l;
    for (unsigned b = 0; b < l->geometry.banks; b++) {
        const struct rh_flat_bank *from = &f->bank[b];
        struct rh_leap_bank *bank = &l->bank[b];
        bank->hits = bank->misses = RH_LEAP_NIL;
        bank->rcd_rd = since(from->act, f->rcd[0]);
        bank->rcd_wr = since(from->act, f->rcd[1]);
        bank->ras = since(from->act, f->ras_gap);
        bank->rc = since(from->act, f->rc_gap);
        bank->rp = (uint64_t)from->rp;
        bank->rtp = (uint64_t)from->rtp;
        bank->wtp = (uint64_t)from->wtp;
        l->backend->array.open &= ~rh_bit(b);
        if (from->row < 0)
            continue;
        l->backend->array.open |= rh_bit(b);
        l->backend->array.open_row[b] = bank->row = (uint32_t)from->row;
    }
}

/* Timers of one scope or the other: those of the last command of this run, if it had one. */
static void exit_shared(const struct rh_flat *f) {
    struct rh_leap *l = f->l;
    const struct rh_gaps *g = &l->gaps;
    struct rh_leap_group *group = &l->group[0];
    struct rh_leap_grain *grain = &l->grain[0];
    if (f->columns != 0) {
        group->ccd_l = since(f->ccd - f->ccd_gap, g->ccd_l);
        grain->ccd_s = since(f->ccd - f->ccd_gap, g->ccd_s);
    }
    if (f->turn[0] != (int64_t)rh_later(group->wtr_l, grain->wtr_s)) {
        group->wtr_l = since(f->turn[0] - f->turn_gap[1], g->wtr_l);
        grain->wtr_s = since(f->turn[0] - f->turn_gap[1], g->wtr_s);
    }
    grain->rtw = (uint64_t)f->turn[1];
    if (f->activates != 0) {
        group->rrd_l = since(f->rrd - f->rrd_gap, g->rrd_l);
        grain->rrd_s = since(f->rrd - f->rrd_gap, g->rrd_s);
    }
    l->burst = (uint64_t)f->burst;
    l->act_bus = (uint64_t)f->act_bus;
}

struct rh_observer_flight *rh_flat_note(const struct rh_flat *f, const struct rh_flat_entry *e) {
    struct rh_observer_flight *flight = &f->observer->flight[e->tag];
    const struct rh_request *request = e->request;
    struct rh_observed *seen = &flight->seen;
    if (e->number >= f->loaded) {
        seen->arrival = request->cycle;
        seen->accepted = (uint64_t)e->accepted;
        seen->number = f->seen + (e->number - f->loaded);
        seen->row = request->row;
        seen->channel = f->observer->setup.channel;
        seen->column = request->column;
        seen->core = request->core;
        seen->tag = e->tag;
        seen->bank = request->bank;
        seen->write = request->write;
        seen->commands = request->commands;
        flight->counted = e->counted;
    }
    if (e->begun)
        seen->first = (uint64_t)e->first;
    seen->row_hit = e->row_hit;
    flight->begun = e->begun;
    return flight;
}

static void exit_queue(const struct rh_flat *f) {
    struct rh_leap *l = f->l;
    rh_leap_queue_clear(l);
    for (const struct rh_flat_entry *e = f->ends.younger; e != &f->ends; e = e->younger) {
        const struct rh_leap_entry entry = {.fell = e->fell,
                                            .row = e->row,
                                            .last_column = (uint16_t)((e->request->column + e->request->commands - 1U) &
                                                                      rh_mask(l->geometry.column_bits)),
                                            .tag = e->tag,
                                            .bank = e->bank,
                                            .write = e->write,
                                            .extra = e->extra};
        rh_leap_queue_add(l, &entry);
        rh_flat_note(f, e);
    }
    rh_leap_queue_settle(l);
    f->observer->number = f->seen + (f->numbers - f->loaded);
}

void rh_flat_exit(struct rh_flat *f) {
    struct rh_leap *l = f->l;
    struct rh_stats *stats = f->job->stats;
    l->now = (uint64_t)f->now;
    l->settled = (uint64_t)f->settled;
    l->opened = (uint64_t)f->opened;
    l->opened_bank = f->opened_bank;
    l->shown = (uint64_t)f->shown;
    l->answered = (uint64_t)f->answered;
    l->counts.columns += f->columns;
    l->counts.booked += f->columns * (uint64_t)f->burst_gap;
    l->counts.activates += f->activates;
    l->counts.precharges += f->precharges;
    if (f->job->counted) {
        stats->requests += f->numbers - f->loaded;
        stats->writes += f->writes;
        stats->reads += f->numbers - f->loaded - f->writes;
    }
    exit_banks(f);
    exit_shared(f);
    exit_queue(f);
}
