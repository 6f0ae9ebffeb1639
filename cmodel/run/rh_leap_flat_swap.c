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
    f->to_pre[0] = g->rtp;
    f->to_pre[1] = g->wtp;
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
    f->warmup = f->observer->setup.warmup > INT64_MAX ? INT64_MAX : (int64_t)f->observer->setup.warmup;
    f->tag_free = l->tag_free;
    f->sends = l->setup.sink != NULL;
    f->last_core = f->observer->setup.of_cores ? RH_NO_CORE - 1 : RH_NO_CORE;
    if (f->observer->setup.request == NULL)
        f->last_core = -1;
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
        bank->pre = (int64_t)from->rp - f->rp_gap;
        bank->column[0] = (int64_t)from->rtp - f->to_pre[0];
        bank->column[1] = (int64_t)from->wtp - f->to_pre[1];
    }
}

static void enter_shared(struct rh_flat *f) {
    const struct rh_leap *l = f->l;
    const struct rh_gaps *g = &l->gaps;
    const struct rh_leap_group *group = &l->group[0];
    const struct rh_leap_grain *grain = &l->grain[0];
    f->last = command_of((const uint64_t[]){l->burst, group->ccd_l, grain->ccd_s},
                         (const int64_t[]){g->burst, g->ccd_l, g->ccd_s}, 3);
    f->column[0] = (int64_t)grain->rtw - g->rtw;
    f->column[1] = command_of((const uint64_t[]){group->wtr_l, grain->wtr_s}, (const int64_t[]){g->wtr_l, g->wtr_s}, 2);
    f->act = command_of((const uint64_t[]){l->act_bus, group->rrd_l, grain->rrd_s},
                        (const int64_t[]){g->act_bus, g->rrd_l, g->rrd_s}, 3);
    f->ref_apart = (int64_t)grain->rrd_s; /* a refresh of one bank loads it, too */
    f->before[0] = f->column[0];
    f->before[1] = f->column[1];
    int64_t bus = f->act + f->bus_gap;
    int64_t column = rh_flat_later(rh_flat_later(f->last + f->apart[0][0], bus), (int64_t)l->freed[l->tail]);
    f->shared[RH_FLAT_RD] = rh_flat_later(column, f->column[1] + f->turn_gap[1]);
    f->shared[RH_FLAT_WR] = rh_flat_later(column, f->column[0] + f->turn_gap[0]);
    f->shared[RH_FLAT_PRE] = bus;
    f->shared[RH_FLAT_ACT] =
        rh_flat_later(rh_flat_later(bus, f->act + f->rrd_gap), rh_flat_later(f->ref_apart, rh_flat_window(f)));
}

static void enter_responses(struct rh_flat *f, const struct rh_leap_tags *tags) {
    const struct rh_leap *l = f->l;
    for (unsigned i = 0; i < f->responses; i++)
        f->response[i] = (struct rh_flat_response){.valid = (int64_t)l->valid[i], .freed = (int64_t)l->freed[i]};
    f->tail = l->tail;
    f->answered = (int64_t)l->answered;
    f->tags = tags->ring;
    f->tag_mask = tags->size - 1;
    f->tag_head = tags->head;
    f->tag_tail = tags->head + tags->free;
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
                                    .rank = (uint64_t)f->count << RH_FLAT_AGE | from->bank,
                                    .fell = from->fell,
                                    .row = from->row,
                                    .tag = from->tag,
                                    .bank = from->bank,
                                    .write = from->write,
                                    .extra = from->extra};
        f->count++;
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
    f->loaded = f->count;
    f->rank_next = f->loaded << RH_FLAT_AGE;
    f->seen = f->observer->number;
    for (unsigned b = 0; b < l->geometry.banks; b++) {
        const struct rh_flat_bank *bank = &f->bank[b];
        if (bank->hits.first != NULL)
            rh_flat_look_hit(f, bank, b, bank->hits.first);
        else if (bank->misses.first != NULL)
            rh_flat_look_miss(f, bank, b, bank->misses.first);
        else
            continue;
        f->wants |= rh_bit(b);
    }
}

/* Writes of the statistics that are in the queue. */
static uint64_t waiting(const struct rh_flat *f) {
    uint64_t writes = 0;
    for (const struct rh_flat_entry *e = f->ends.younger; e != &f->ends; e = e->younger)
        writes += e->write && e->accepted >= f->warmup;
    return writes;
}

void rh_flat_enter(struct rh_flat *f, struct rh_leap_job *job) {
    const struct rh_leap *l = f->l;
    f->job = job;
    f->stats = job->stats;
    f->next = job->requests + job->taken;
    f->end = job->requests + job->n;
    f->timed = job->timed;
    f->now = (int64_t)l->now;
    f->until = (int64_t)rh_sooner(job->until, l->due_at);
    f->settled = (int64_t)l->settled;
    f->opened = (int64_t)l->opened;
    f->opened_bank = l->opened_bank;
    f->stays = 0;
    f->longer = f->activates = f->precharges = 0;
    f->reads_before = job->stats->read.count;
    f->writes_before = job->stats->write.count;
    enter_banks(f);
    enter_shared(f);
    enter_responses(f, &job->tags);
    enter_queue(f);
    f->writes_waiting = waiting(f);
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
        bank->rp = since(from->pre, f->rp_gap);
        bank->rtp = since(from->column[0], f->to_pre[0]);
        bank->wtp = since(from->column[1], f->to_pre[1]);
        l->backend->array.open &= ~rh_bit(b);
        if (from->row < 0)
            continue;
        l->backend->array.open |= rh_bit(b);
        l->backend->array.open_row[b] = bank->row = (uint32_t)from->row;
    }
}

/* Requests, in this run. */
static uint64_t accepted(const struct rh_flat *f) {
    return (f->rank_next >> RH_FLAT_AGE) - f->loaded;
}
static uint64_t finished(const struct rh_flat *f) {
    return f->loaded + accepted(f) - f->count;
}

static void exit_shared(const struct rh_flat *f) {
    struct rh_leap *l = f->l;
    const struct rh_gaps *g = &l->gaps;
    struct rh_leap_group *group = &l->group[0];
    struct rh_leap_grain *grain = &l->grain[0];
    if (finished(f) + f->longer != 0) {
        l->burst = since(f->last, f->burst_gap);
        group->ccd_l = since(f->last, g->ccd_l);
        grain->ccd_s = since(f->last, g->ccd_s);
    }
    if (f->column[0] != f->before[0]) {
        grain->rtw = since(f->column[0], g->rtw);
        l->shown = rh_later(l->shown, since(f->column[0], f->shown_gap[RH_FLAT_RD]));
    }
    if (f->column[1] != f->before[1]) {
        group->wtr_l = since(f->column[1], g->wtr_l);
        grain->wtr_s = since(f->column[1], g->wtr_s);
        l->shown = rh_later(l->shown, since(f->column[1], f->shown_gap[RH_FLAT_WR]));
    }
    if (f->activates != 0) {
        l->act_bus = since(f->act, f->bus_gap);
        group->rrd_l = since(f->act, g->rrd_l);
        grain->rrd_s = since(f->act, g->rrd_s);
        l->shown = rh_later(l->shown, since(f->act, f->shown_gap[RH_FLAT_ACT]));
    }
    if (f->precharges != 0)
        l->shown = rh_later(l->shown, since(f->pre, f->shown_gap[RH_FLAT_PRE]));
}

/* The youngest slots are those of this run. */
static void exit_responses(const struct rh_flat *f) {
    struct rh_leap *l = f->l;
    struct rh_backend *backend = l->backend;
    unsigned slot = f->tail;
    uint64_t left = finished(f);
    for (uint64_t i = 0; i < left && i < f->responses; i++) {
        slot = slot == 0 ? f->responses - 1 : slot - 1;
        const struct rh_flat_response *from = &f->response[slot];
        l->valid[slot] = (uint64_t)from->valid;
        l->freed[slot] = (uint64_t)from->freed;
        backend->response_tag[slot] = from->tag;
        backend->response_write[slot] = from->write;
        backend->response_done[slot] =
            (uint8_t)((l->now_base + (uint64_t)from->valid - 1U) & rh_mask(l->geometry.timer_bits));
    }
    l->tail = f->tail;
    l->answered = (uint64_t)f->answered;
    f->job->tags.head = f->tag_head & f->tag_mask;
    f->job->tags.free = f->tag_tail - f->tag_head;
}

struct rh_observer_flight *rh_flat_note(const struct rh_flat *f, const struct rh_flat_entry *e) {
    struct rh_observer_flight *flight = &f->observer->flight[e->tag];
    const struct rh_request *request = e->request;
    struct rh_observed *seen = &flight->seen;
    uint64_t number = e->rank >> RH_FLAT_AGE;
    if (number >= f->loaded) {
        seen->arrival = request->cycle;
        seen->accepted = (uint64_t)e->accepted;
        seen->number = f->seen + (number - f->loaded);
        seen->row = request->row;
        seen->channel = f->observer->setup.channel;
        seen->column = request->column;
        seen->core = request->core;
        seen->tag = e->tag;
        seen->bank = request->bank;
        seen->write = request->write;
        seen->commands = request->commands;
        flight->counted = e->accepted >= f->warmup;
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
    f->observer->number = f->seen + accepted(f);
}

static void exit_counts(const struct rh_flat *f) {
    struct rh_leap_counts *counts = &f->l->counts;
    struct rh_leap_job *job = f->job;
    struct rh_stats *stats = job->stats;
    uint64_t came = accepted(f), columns = finished(f) + f->longer;
    counts->columns += columns;
    counts->booked += columns * (uint64_t)f->burst_gap;
    counts->activates += f->activates;
    counts->precharges += f->precharges;
    counts->occupancy += (uint64_t)f->stays + finished(f) - came;
    stats->latency_bus_cycles += (stats->read.count - f->reads_before) * (uint64_t)f->over[0] +
                                 (stats->write.count - f->writes_before) * (uint64_t)f->over[1];
    if (job->counted) {
        stats->requests += came;
        uint64_t writes = stats->write.count - f->writes_before + waiting(f) - f->writes_waiting;
        stats->writes += writes;
        stats->reads += came - writes;
    }
    job->taken += came;
    if (came != 0)
        job->progress = rh_later(job->progress, (uint64_t)f->arrival);
    if (columns != 0)
        job->progress = rh_later(job->progress, (uint64_t)f->last);
}

void rh_flat_exit(struct rh_flat *f) {
    struct rh_leap *l = f->l;
    l->now = (uint64_t)f->now;
    l->settled = (uint64_t)f->settled;
    l->opened = (uint64_t)f->opened;
    l->opened_bank = f->opened_bank;
    exit_banks(f);
    exit_shared(f);
    exit_responses(f);
    exit_queue(f);
    exit_counts(f);
}
