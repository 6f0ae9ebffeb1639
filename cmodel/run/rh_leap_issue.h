// SPDX-License-Identifier: Apache-2.0
/* Commands that go out and requests that come in: what they change. */
#ifndef RH_LEAP_ISSUE_H
#define RH_LEAP_ISSUE_H

#include "cmodel/run/rh_leap_refresh.h"
#include "cmodel/run/rh_leap_show.h"

/* The response of a column command in clock `at`, and with it the clock in which its tag comes back. */
RH_LEAP_INLINE void rh_leap_respond(struct rh_leap *l, struct rh_leap_job *job, struct rh_leap_shape shape, uint64_t at,
                                    unsigned tag, bool write) {
    struct rh_backend *backend = l->backend;
    unsigned slot = l->tail, over = l->over[write];
    backend->response_tag[slot] = (uint16_t)tag;
    backend->response_done[slot] = (uint8_t)((l->now_base + at + over - 1U) & rh_mask(l->geometry.timer_bits));
    backend->response_write[slot] = write;
    l->valid[slot] = at + over;
    l->answered = rh_later(at + over, l->answered);
    if (shape.rare)
        l->answered = rh_leap_ready(l, l->answered);
    l->answered++;
    l->freed[slot] = l->answered;
    if (shape.rare)
        l->unanswered += l->setup.answered != NULL;
    l->tail = rh_next_of(slot, l->geometry.responses);
    unsigned place = (job->tags.head + job->tags.free++) & (job->tags.size - 1);
    job->tags.ring[place] = (uint16_t)tag;
    l->tag_free[place] = l->answered;
}

/* What a column command of an entry carries. */
struct rh_leap_column {
    unsigned number, tag;
    bool write, last;
};

RH_LEAP_INLINE struct rh_leap_column rh_leap_fifo_column(struct rh_leap *l, unsigned e) {
    struct rh_fifo_state *s = l->state;
    struct rh_leap_column c = {(s->column[e] + s->done) & (unsigned)rh_mask(l->geometry.column_bits), s->tag[e],
                               s->write[e], s->extra[e] == s->done};
    s->done = c.last ? 0 : (uint8_t)((s->done + 1U) & 7U);
    if (c.last) {
        s->head = rh_wide_turn(s->head, l->geometry.queue);
        s->count--;
        l->count--;
    }
    return c;
}

/* Is the bank's head a hit, a miss, or is there none? */
RH_LEAP_INLINE void rh_leap_look_head(struct rh_leap *l, unsigned b) {
    const struct rh_banked_fifo_state *s = l->state;
    rh_bank_set bit = rh_bit(b);
    l->hit_banks &= ~bit;
    l->miss_banks &= ~bit;
    if (!s->count[b])
        return;
    unsigned e = rh_leap_head(l, b);
    if (rh_leap_is_open(l, b) && l->bank[b].row == s->row[e]) {
        l->hit_banks |= bit;
        rh_leap_wants_column(l, b, s->write[e], 0);
    } else {
        l->miss_banks |= bit;
        rh_leap_wants_row(l, b, 0);
    }
}

RH_LEAP_INLINE struct rh_leap_column rh_leap_banked_column(struct rh_leap *l, unsigned b, unsigned e) {
    struct rh_banked_fifo_state *s = l->state;
    struct rh_leap_column c = {(s->column[e] + s->done[b]) & (unsigned)rh_mask(l->geometry.column_bits), s->tag[e],
                               s->write[e], s->extra[e] == s->done[b]};
    s->done[b] = c.last ? 0 : (uint8_t)((s->done[b] + 1U) & 7U);
    s->column_next = (uint8_t)((b + 1U) & (l->geometry.banks - 1U));
    if (c.last) {
        s->head[b] = (uint64_t)rh_wide_turn(s->head[b], rh_geometry_bank_depth(&l->geometry));
        s->count[b]--;
        l->count--;
    }
    return c;
}

RH_LEAP_INLINE struct rh_leap_column rh_leap_aged_column(struct rh_leap *l, unsigned e, uint64_t at,
                                                         enum rh_leap_policy policy) {
    struct rh_leap_entry *entry = &l->entry[e];
    struct rh_leap_column c = {(unsigned)(entry->last_column - entry->extra) &
                                   (unsigned)rh_mask(l->geometry.column_bits),
                               entry->tag, entry->write, entry->extra == 0};
    if (c.last && policy == RH_LEAP_FR_FCFS_SERIAL)
        rh_leap_compare(l, at + 1);
    if (c.last)
        rh_leap_leave(l, e, at, policy == RH_LEAP_MOST_PENDING);
    else
        entry->extra--;
    return c;
}

RH_LEAP_INLINE struct rh_leap_column rh_leap_grain_column(struct rh_leap *l, unsigned b) {
    struct rh_fgdram_channel_state *s = l->state;
    struct rh_fgdram_grains *g = &s->grains;
    unsigned banks = rh_fgdram_grain_banks(&l->geometry), n = b / banks;
    struct rh_leap_column c = {(g->column[b] + g->done[b]) & (unsigned)rh_mask(l->geometry.column_bits), g->tag[b],
                               g->write[b], rh_fgdram_is_last(g, b)};
    g->passed[n] = (uint8_t)(g->passed[n] + l->look[n].passes);
    s->grain_next = (uint8_t)((n + 1U) & (rh_power(l->geometry.grain_bits) - 1U));
    g->column_next[n] = (uint8_t)((b + 1U) & (banks - 1U));
    rh_fgdram_serve(g, b, c.last);
    l->count -= c.last;
    return c;
}

/* A command of the bank went out: what does it need next? */
RH_LEAP_INLINE void rh_leap_look_again(struct rh_leap *l, enum rh_leap_policy policy, unsigned b) {
    if (policy == RH_LEAP_BANKED_FIFO)
        rh_leap_look_head(l, b);
    else if (policy == RH_LEAP_FGDRAM)
        rh_leap_look_grain_head(l, b);
    else if (policy != RH_LEAP_FIFO)
        rh_leap_look_bank(l, b);
    if (policy == RH_LEAP_FR_FCFS_SERIAL)
        rh_leap_wait_search(l, b);
}

/* True: its request leaves. */
RH_LEAP_INLINE bool rh_leap_issue_column(struct rh_leap *l, struct rh_leap_job *job, struct rh_leap_shape shape,
                                         const struct rh_leap_pick *pick) {
    const enum rh_leap_policy policy = shape.policy;
    unsigned b = pick->bank;
    uint64_t at = pick->at;
    struct rh_leap_column c = policy == RH_LEAP_FIFO          ? rh_leap_fifo_column(l, pick->entry)
                              : policy == RH_LEAP_BANKED_FIFO ? rh_leap_banked_column(l, b, pick->entry)
                              : policy == RH_LEAP_FGDRAM      ? rh_leap_grain_column(l, b)
                                                              : rh_leap_aged_column(l, pick->entry, at, policy);
    bool close = policy == RH_LEAP_FGDRAM && pick->close;
    rh_leap_load(l, b, c.write ? RH_SET_WR : RH_SET_RD, at);
    if (close) {
        l->backend->array.closing |= rh_bit(b);
        rh_leap_close_soon(l, b);
    }
    rh_leap_look_again(l, policy, b);
    l->burst = at + l->gaps.burst;
    if (!shape.flat && l->geometry.rank_bits != 0) {
        l->rank = l->rank_of[b];
        l->rank_rd = at + (c.write ? l->gaps.rank_wtr : l->gaps.rank_rd);
        l->rank_wr = at + (c.write ? l->gaps.rank_wr : l->gaps.rank_rtw);
    }
    l->counts.columns++;
    if (shape.rare && l->grains) { /* the clock of a column command is all that counts */
        l->bus[l->bus_of[b]] = l->burst;
        l->burst = at + 1;
        l->counts.booked++;
    } else {
        l->counts.booked += l->gaps.burst;
    }
    const struct rh_leap_column_command command = {.command = c.write ? (close ? RH_WRA : RH_WR)
                                                              : close ? RH_RDA
                                                                      : RH_RD,
                                                   .bank = (uint8_t)b,
                                                   .number = (uint16_t)c.number,
                                                   .tag = (uint16_t)c.tag,
                                                   .last = c.last};
    rh_leap_show_column(l, job, shape, at, &command);
    if (c.last) {
        l->counts.occupancy += at + 1;
        rh_leap_respond(l, job, shape, at, c.tag, c.write);
    }
    job->progress = shape.rare ? at + l->delay : at;
    return c.last;
}

RH_LEAP_INLINE void rh_leap_open_row(struct rh_leap *l, enum rh_leap_policy policy, uint64_t at, unsigned b,
                                     uint32_t row) {
    struct rh_bank_array *array = &l->backend->array;
    unsigned rank = l->rank_of[b];
    uint8_t *next = &array->window_next[rank];
    rh_leap_load(l, b, RH_SET_ACT, at);
    array->open |= rh_bit(b);
    array->open_row[b] = l->bank[b].row = row;
    l->grain[rank].window[*next] = at + l->gaps.faw;
    *next = rh_bank_array_window_turn(*next, l->gaps.faw_n);
    l->act_bus = at + l->gaps.act_bus;
    l->opened = at + 1;
    l->opened_bank = b;
    if (rh_leap_is_aged(policy))
        rh_leap_row_opened(l, b, row);
    if (policy == RH_LEAP_FR_FCFS_SERIAL)
        rh_leap_search(l, b, at);
}

RH_LEAP_INLINE void rh_leap_close_row(struct rh_leap *l, enum rh_leap_policy policy, uint64_t at, unsigned b) {
    rh_leap_load(l, b, RH_SET_PRE, at);
    l->backend->array.open &= ~rh_bit(b);
    if (policy == RH_LEAP_FR_FCFS_SERIAL)
        rh_leap_search_in_vain(l, b, at);
    if (rh_leap_is_aged(policy))
        rh_leap_row_closed(l, b);
}

/* The ACT or PRE of a bank. */
static inline void rh_leap_issue_row(struct rh_leap *l, struct rh_leap_shape shape, uint64_t at, unsigned b, unsigned e,
                                     unsigned reason) {
    bool closes = rh_leap_is_open(l, b);
    struct rh_leap_row_command command = {
        .command = closes ? RH_PRE : RH_ACT, .bank = (uint8_t)b, .reason = (uint8_t)reason};
    if (closes) {
        l->counts.precharges++;
        rh_leap_close_row(l, shape.policy, at, b);
    } else {
        l->counts.activates++;
        command.row = rh_leap_row_of(l, shape.policy, e);
        rh_leap_open_row(l, shape.policy, at, b, command.row);
        if (shape.policy == RH_LEAP_FGDRAM)
            rh_fgdram_grain_opened(rh_leap_grains(l), b);
    }
    rh_leap_look_again(l, shape.policy, b);
    rh_leap_show_row(l, shape, at, &command);
}

static inline void rh_leap_issue_refresh(struct rh_leap *l, struct rh_leap_shape shape, uint64_t at,
                                         const struct rh_refresh_command *refresh) {
    if (refresh->cmd == RH_PRE) {
        rh_leap_issue_row(l, shape, at, refresh->bank, 0, RH_REASON_REFRESH);
        return;
    }
    const struct rh_leap_row_command command = {
        .command = RH_REF, .bank = refresh->bank, .all = refresh->all, .reason = RH_REASON_REFRESH};
    l->counts.refreshes++;
    rh_leap_show_row(l, shape, at, &command);
    rh_leap_refreshed(l, at);
}

/* From this clock on a request may be offered. */
RH_LEAP_INLINE uint64_t rh_leap_offered(const struct rh_leap *l, const struct rh_leap_job *job) {
    if (job->taken == job->n || job->tags.free == 0)
        return RH_LEAP_NEVER;
    uint64_t at = rh_later(l->now, l->tag_free[job->tags.head]);
    return job->timed ? rh_later(at, job->requests[job->taken].cycle) : at;
}

/* There is room for it without one that leaves. */
RH_LEAP_INLINE bool rh_leap_has_room(const struct rh_leap *l, const struct rh_leap_job *job,
                                     enum rh_leap_policy policy) {
    if (policy != RH_LEAP_BANKED_FIFO && policy != RH_LEAP_FGDRAM)
        return l->count < l->geometry.queue;
    unsigned b = job->requests[job->taken].bank;
    if (policy == RH_LEAP_FGDRAM)
        return rh_fgdram_has_room(rh_leap_grains(l), &l->geometry, b);
    return ((const struct rh_banked_fifo_state *)l->state)->count[b] < rh_geometry_bank_depth(&l->geometry);
}

#define RH_LEAP_PUT(s, e, request, number)                                                                             \
    do {                                                                                                               \
        (s)->write[e] = (request)->write;                                                                              \
        (s)->row[e] = (request)->row;                                                                                  \
        (s)->column[e] = (request)->column;                                                                            \
        (s)->extra[e] = (uint8_t)((request)->commands - 1U);                                                           \
        (s)->tag[e] = (uint16_t)(number);                                                                              \
    } while (0)

RH_LEAP_INLINE void rh_leap_fifo_push(struct rh_leap *l, const struct rh_request *request, unsigned tag) {
    struct rh_fifo_state *s = l->state;
    unsigned e = rh_wide_first(s->tail);
    RH_LEAP_PUT(s, e, request, tag);
    s->bank[e] = request->bank;
    s->tail = rh_wide_turn(s->tail, l->geometry.queue);
    s->count++;
    l->count++;
}

RH_LEAP_INLINE void rh_leap_banked_push(struct rh_leap *l, const struct rh_request *request, unsigned tag) {
    struct rh_banked_fifo_state *s = l->state;
    unsigned b = request->bank, depth = rh_geometry_bank_depth(&l->geometry);
    unsigned e = b * depth + rh_first_from(s->tail[b], 0);
    RH_LEAP_PUT(s, e, request, tag);
    s->tail[b] = (uint64_t)rh_wide_turn(s->tail[b], depth);
    l->count++;
    if (s->count[b]++ == 0)
        rh_leap_look_head(l, b);
}

RH_LEAP_INLINE void rh_leap_grain_push(struct rh_leap *l, const struct rh_request *request, unsigned tag) {
    const struct rh_controller_in in = {.req_valid = 1,
                                        .req_write = request->write,
                                        .req_bank = request->bank,
                                        .req_row = request->row,
                                        .req_column = request->column,
                                        .req_extra = (uint8_t)(request->commands - 1U),
                                        .req_tag = (uint16_t)tag};
    rh_fgdram_grain_push(rh_leap_grains(l), &in, l->open_before, l->free_before);
    l->count++;
    rh_leap_look_grain_head(l, request->bank);
}

static inline void rh_leap_accept(struct rh_leap *l, struct rh_leap_job *job, enum rh_leap_policy policy, uint64_t at) {
    const struct rh_request *request = &job->requests[job->taken++];
    struct rh_observer *observer = l->setup.observer;
    unsigned tag = job->tags.ring[job->tags.head];
    job->tags.head = (job->tags.head + 1) & (job->tags.size - 1);
    job->tags.free--;
    observer->outstanding[tag].seen.arrival = request->cycle;
    observer->outstanding[tag].seen.core = request->core;
    rh_observer_accept(observer, at, request, tag, job->stats);
    l->counts.occupancy -= at + 1;
    if (policy == RH_LEAP_FIFO)
        rh_leap_fifo_push(l, request, tag);
    else if (policy == RH_LEAP_BANKED_FIFO)
        rh_leap_banked_push(l, request, tag);
    else if (policy == RH_LEAP_FGDRAM)
        rh_leap_grain_push(l, request, tag);
    else
        rh_leap_arrive(l, request, tag, at, policy == RH_LEAP_MOST_PENDING);
    if (policy == RH_LEAP_FR_FCFS_SERIAL) {
        rh_leap_wait_search(l, request->bank);
        rh_leap_search_arrived(l, at);
    }
    job->progress = at;
}

#endif
