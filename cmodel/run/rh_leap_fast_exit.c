// SPDX-License-Identifier: Apache-2.0
// Out of the usual case's own state.
#include "cmodel/run/rh_leap_fast.h"
#include "cmodel/run/rh_leap_queue.h"
#include "cmodel/run/rh_leap_serve.h"

/* The latest of what a command of clock `at` leaves; clocks before 0 are as good as 0. */
static uint64_t since(int64_t at, int64_t gap) {
    return at + gap > 0 ? (uint64_t)(at + gap) : 0;
}

static void exit_banks(const struct rh_fast *f) {
    struct rh_leap *l = f->l;
    for (unsigned b = 0; b < l->geometry.banks; b++) {
        const struct rh_fast_bank *from = &f->bank[b];
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

int64_t rh_fast_shown(const struct rh_fast *f) {
    int64_t shown = (int64_t)f->l->shown;
    if (f->column[0] != f->before[0])
        shown = rh_fast_later(shown, f->column[0] + f->shown_gap[RH_FAST_RD]);
    if (f->column[1] != f->before[1])
        shown = rh_fast_later(shown, f->column[1] + f->shown_gap[RH_FAST_WR]);
    if (f->activates != 0)
        shown = rh_fast_later(shown, f->act + f->shown_gap[RH_FAST_ACT]);
    if (f->precharges != 0)
        shown = rh_fast_later(shown, f->pre + f->shown_gap[RH_FAST_PRE]);
    return f->refreshed != 0 && f->spaced ? rh_fast_later(shown, f->ref_apart) : shown;
}

static void exit_groups(const struct rh_fast *f) {
    const struct rh_gaps *g = &f->l->gaps;
    for (unsigned i = 0; i < f->l->geometry.groups; i++) {
        const struct rh_fast_group *from = &f->group[i];
        struct rh_leap_group *group = &f->l->group[i];
        if (from->column != from->column_before)
            group->ccd_l = since(from->column, g->ccd_l);
        if (from->write != from->write_before)
            group->wtr_l = since(from->write, g->wtr_l);
        if (from->act != from->act_before)
            group->rrd_l = since(from->act, g->rrd_l);
    }
}

/* Timers of all banks: those of the last command of this run, if it had one. */
static void exit_shared(struct rh_fast *f) {
    struct rh_leap *l = f->l;
    const struct rh_gaps *g = &l->gaps;
    struct rh_leap_grain *grain = &l->grain[0];
    bool columns = rh_fast_finished(f) + f->longer != 0, alone = l->geometry.groups == 1;
    if (columns) {
        l->burst = since(f->last, f->burst_gap);
        grain->ccd_s = since(f->last, g->ccd_s);
    }
    if (f->column[0] != f->before[0]) {
        grain->rtw = since(f->column[0], g->rtw);
    }
    if (f->column[1] != f->before[1]) {
        grain->wtr_s = since(f->column[1], g->wtr_s);
    }
    if (f->activates != 0) {
        l->act_bus = since(f->act, f->bus_gap);
        grain->rrd_s = since(f->act, g->rrd_s);
    }
    if (f->refreshed != 0 && f->spaced && f->ref_apart > f->act)
        grain->rrd_s = (uint64_t)f->ref_apart;
    if (alone && columns)
        f->group[0].column = f->last;
    if (alone && f->column[1] != f->before[1])
        f->group[0].write = f->column[1];
    if (alone && f->activates != 0)
        f->group[0].act = f->act;
    exit_groups(f);
}

/* The youngest slots are those of this run. */
static void exit_responses(const struct rh_fast *f) {
    struct rh_leap *l = f->l;
    struct rh_backend *backend = l->backend;
    unsigned slot = f->tail;
    uint64_t left = rh_fast_finished(f);
    for (uint64_t i = 0; i < left && i < f->responses; i++) {
        slot = slot == 0 ? f->responses - 1 : slot - 1;
        const struct rh_fast_response *from = &f->response[slot];
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

struct rh_observer_outstanding *rh_fast_note(const struct rh_fast *f, const struct rh_fast_entry *e) {
    struct rh_observer_outstanding *outstanding = &f->observer->outstanding[e->tag];
    const struct rh_request *request = e->request;
    struct rh_observed *seen = &outstanding->seen;
    uint64_t number = e->rank >> RH_FAST_AGE;
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
        outstanding->counted = e->accepted >= f->warmup;
    }
    if (e->begun)
        seen->first = (uint64_t)e->first;
    seen->row_hit = e->row_hit;
    outstanding->begun = e->begun;
    return outstanding;
}

static void exit_aged(const struct rh_fast *f) {
    struct rh_leap *l = f->l;
    rh_leap_queue_clear(l);
    for (const struct rh_fast_entry *e = f->ends.younger; e != &f->ends; e = e->younger) {
        const struct rh_leap_entry entry = {.fell = e->accepted + 1,
                                            .row = e->row,
                                            .last_column = (uint16_t)((e->request->column + e->request->commands - 1U) &
                                                                      rh_mask(l->geometry.column_bits)),
                                            .tag = e->tag,
                                            .bank = e->bank,
                                            .write = e->write,
                                            .extra = e->extra};
        rh_leap_queue_add(l, &entry);
    }
    rh_leap_queue_settle(l);
}

#define EXIT_SLOT(s, e, slot)                                                                                          \
    do {                                                                                                               \
        (s)->write[slot] = (e)->write;                                                                                 \
        (s)->row[slot] = (e)->row;                                                                                     \
        (s)->column[slot] = (e)->request->column;                                                                      \
        (s)->extra[slot] = (uint8_t)((e)->request->commands - 1U);                                                     \
        (s)->tag[slot] = (e)->tag;                                                                                     \
    } while (0)

static uint8_t done_of(const struct rh_fast_entry *e) {
    return (uint8_t)(e->request->commands - 1U - e->extra);
}

/* Entries stand where they have stood all the time: as many places on as have left. */
static void exit_fifo(const struct rh_fast *f) {
    struct rh_leap *l = f->l;
    struct rh_fifo_state *s = l->state;
    unsigned slot = (unsigned)((f->slot + rh_fast_finished(f)) % f->queue);
    s->head = rh_wide_bit(slot);
    s->count = (uint8_t)f->count;
    s->done = f->count != 0 ? done_of(f->ends.younger) : 0;
    for (const struct rh_fast_entry *e = f->ends.younger; e != &f->ends; e = e->younger) {
        EXIT_SLOT(s, e, slot);
        s->bank[slot] = e->bank;
        slot = rh_next_of(slot, f->queue);
    }
    s->tail = rh_wide_bit(slot);
    l->count = f->count;
}

static void exit_banked(const struct rh_fast *f) {
    struct rh_leap *l = f->l;
    struct rh_banked_fifo_state *s = l->state;
    s->column_next = (uint8_t)f->column_next;
    s->row_next = (uint8_t)f->row_next;
    for (unsigned b = 0; b < l->geometry.banks; b++) {
        const struct rh_fast_bank *bank = &f->bank[b];
        unsigned slot = bank->slot;
        s->head[b] = rh_bit(slot);
        s->count[b] = (uint8_t)bank->count;
        s->done[b] = bank->count != 0 ? done_of(bank->hits.first) : 0;
        for (const struct rh_fast_entry *e = bank->hits.first; e != NULL; e = e->next) {
            EXIT_SLOT(s, e, b * f->depth + slot);
            slot = rh_next_of(slot, f->depth);
        }
        s->tail[b] = rh_bit(slot);
    }
    rh_leap_banked_load(l);
}

static void exit_queue(const struct rh_fast *f) {
    for (const struct rh_fast_entry *e = f->ends.younger; e != &f->ends; e = e->younger)
        rh_fast_note(f, e);
    f->observer->number = f->seen + rh_fast_accepted(f);
    if (f->l->policy == RH_LEAP_FIFO)
        exit_fifo(f);
    else if (f->l->policy == RH_LEAP_BANKED_FIFO)
        exit_banked(f);
    else
        exit_aged(f);
}

/* Writes of the statistics that are in the queue. */
uint64_t rh_fast_waiting(const struct rh_fast *f) {
    uint64_t writes = 0;
    for (const struct rh_fast_entry *e = f->ends.younger; e != &f->ends; e = e->younger)
        writes += e->write && e->accepted >= f->warmup;
    return writes;
}

int64_t rh_fast_arrivals(const struct rh_fast *f) {
    int64_t sum = 0;
    for (const struct rh_fast_entry *e = f->ends.younger; e != &f->ends; e = e->younger)
        sum += e->accepted;
    return sum;
}

int64_t rh_fast_counted_stays(const struct rh_fast *f) {
    return (int64_t)(f->stats->latency_queue_cycles + f->stats->latency_bank_cycles);
}

/* Clocks of leaving less those of acceptance: those that left were there so long, counted or not. */
static uint64_t stays(const struct rh_fast *f) {
    return (uint64_t)(rh_fast_counted_stays(f) + f->uncounted + f->stayed_before - rh_fast_arrivals(f));
}

static void exit_counts(const struct rh_fast *f) {
    struct rh_leap_counts *counts = &f->l->counts;
    struct rh_leap_job *job = f->job;
    struct rh_stats *stats = job->stats;
    uint64_t came = rh_fast_accepted(f), columns = rh_fast_finished(f) + f->longer;
    counts->columns += columns;
    counts->booked += columns * (uint64_t)f->burst_gap;
    counts->activates += f->activates;
    counts->precharges += f->precharges;
    counts->refreshes += f->refreshed;
    counts->occupancy += stays(f) + rh_fast_finished(f) - came;
    stats->latency_bus_cycles += (stats->read.count - f->reads_before) * (uint64_t)f->over[0] +
                                 (stats->write.count - f->writes_before) * (uint64_t)f->over[1];
    if (job->counted) {
        stats->requests += came;
        uint64_t writes = stats->write.count - f->writes_before + rh_fast_waiting(f) - f->writes_waiting;
        stats->writes += writes;
        stats->reads += came - writes;
    }
    job->taken += came;
    if (came != 0 && f->count != 0)
        job->progress = rh_later(job->progress, (uint64_t)f->ends.older->accepted); /* else it went later */
    if (columns != 0)
        job->progress = rh_later(job->progress, (uint64_t)f->last);
}

void rh_fast_exit(struct rh_fast *f) {
    struct rh_leap *l = f->l;
    l->now = (uint64_t)f->now;
    l->settled = (uint64_t)f->settled;
    l->opened = (uint64_t)f->opened;
    l->opened_bank = f->opened_bank;
    l->shown = (uint64_t)rh_fast_shown(f);
    l->due = f->due;
    l->due_at = f->due_at == INT64_MAX ? RH_LEAP_NEVER : (uint64_t)f->due_at;
    l->busy = (uint64_t)f->busy;
    l->blocked = f->blocked;
    l->holds = f->holds;
    l->turn = l->now;
    exit_banks(f);
    exit_shared(f);
    exit_responses(f);
    exit_queue(f);
    exit_counts(f);
}
