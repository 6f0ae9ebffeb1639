// SPDX-License-Identifier: Apache-2.0
// From event to event. Each policy gets a loop of its own: `policy` is known where this is compiled.
#include "cmodel/leap/rh_leap_ledger.h"
#include "cmodel/leap/rh_leap_refresh.h"
#include "cmodel/leap/rh_leap_serve.h"

static inline void send(const struct rh_leap *l, uint64_t at, unsigned command, unsigned bank, unsigned column,
                        uint32_t row, bool all) {
    if (l->setup.sink == NULL)
        return;
    const struct rh_command_record record = {.cycle = at,
                                             .channel = l->setup.number,
                                             .command = (uint8_t)command,
                                             .bank = (uint8_t)bank,
                                             .all = all,
                                             .column = (uint16_t)column,
                                             .row = row};
    l->setup.sink(l->setup.sink_user, &record);
}

/* The response of a column command in clock `at`, and with it the clock in which its tag comes back. */
static inline void respond(struct rh_leap *l, struct rh_leap_job *job, uint64_t at, unsigned tag, bool write) {
    struct rh_backend *backend = l->backend;
    unsigned slot = l->tail, over = write ? l->gaps.wr_done : l->gaps.rd_done;
    backend->response_tag[slot] = (uint16_t)tag;
    backend->response_done[slot] = (uint8_t)((l->now_base + at + over - 1U) & rh_mask(l->geometry.timer_bits));
    backend->response_write[slot] = write;
    l->valid[slot] = at + over;
    l->answered = rh_later(at + over, l->answered) + 1;
    l->freed[slot] = l->answered;
    l->tail = rh_next_of(slot, l->geometry.responses);
    unsigned place = (job->tags.head + job->tags.free++) & (job->tags.size - 1);
    job->tags.ring[place] = (uint16_t)tag;
    l->tag_free[place] = l->answered;
}

/* What a column command of an entry carries. */
struct column {
    unsigned number, tag;
    bool write, last;
};

static inline struct column fifo_column(struct rh_leap *l, unsigned e) {
    struct rh_fifo_state *s = l->state;
    struct column c = {(s->column[e] + s->done) & (unsigned)rh_mask(l->geometry.column_bits), s->tag[e], s->write[e],
                       s->extra[e] == s->done};
    s->done = c.last ? 0 : (uint8_t)((s->done + 1U) & 7U);
    if (c.last) {
        s->head = rh_wide_turn(s->head, l->geometry.queue);
        s->count--;
        l->count--;
    }
    return c;
}

/* Is the bank's head a hit, a miss, or is there none? */
static inline void look_head(struct rh_leap *l, unsigned b) {
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

static inline struct column banked_column(struct rh_leap *l, unsigned b, unsigned e) {
    struct rh_banked_fifo_state *s = l->state;
    struct column c = {(s->column[e] + s->done[b]) & (unsigned)rh_mask(l->geometry.column_bits), s->tag[e],
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

static inline struct column aged_column(struct rh_leap *l, unsigned e, uint64_t at, bool ranked) {
    struct rh_leap_entry *entry = &l->entry[e];
    struct column c = {(unsigned)(entry->last_column - entry->extra) & (unsigned)rh_mask(l->geometry.column_bits),
                       entry->tag, entry->write, entry->extra == 0};
    if (c.last) {
        rh_leap_sink_to(l, at);
        rh_leap_leave(l, e, at, ranked);
    } else {
        entry->extra--;
    }
    return c;
}

/* A command of the bank went out: what does it need next? */
RH_LEAP_INLINE void look_bank(struct rh_leap *l, enum rh_leap_policy policy, unsigned b) {
    if (policy == RH_LEAP_BANKED_FIFO)
        look_head(l, b);
    else if (policy != RH_LEAP_FIFO)
        rh_leap_look_bank(l, b);
}

/* True: its request leaves. */
RH_LEAP_INLINE bool issue_column(struct rh_leap *l, struct rh_leap_job *job, struct rh_leap_shape shape,
                                 const struct rh_leap_pick *pick) {
    const enum rh_leap_policy policy = shape.policy;
    unsigned b = pick->bank;
    uint64_t at = pick->at;
    struct column c = policy == RH_LEAP_FIFO          ? fifo_column(l, pick->entry)
                      : policy == RH_LEAP_BANKED_FIFO ? banked_column(l, b, pick->entry)
                                                      : aged_column(l, pick->entry, at, policy == RH_LEAP_MOST_PENDING);
    rh_leap_load(l, b, c.write ? RH_SET_WR : RH_SET_RD, at);
    look_bank(l, policy, b);
    l->burst = at + l->gaps.burst;
    if (!shape.flat && l->geometry.rank_bits != 0) {
        l->rank = l->grain_of[b];
        l->rank_rd = at + (c.write ? l->gaps.rank_wtr : l->gaps.rank_rd);
        l->rank_wr = at + (c.write ? l->gaps.rank_wr : l->gaps.rank_rtw);
    }
    l->counts.columns++;
    l->counts.booked += l->gaps.burst;
    send(l, at, c.write ? RH_WR : RH_RD, b, c.number, l->setup.observer->bank[b].row, false);
    rh_observer_column(l->setup.observer, at, c.tag, b, c.last, job->timed, job->stats);
    if (c.last) {
        l->counts.occupancy += at + 1;
        respond(l, job, at, c.tag, c.write);
    }
    job->progress = at;
    return c.last;
}

static inline void open_row(struct rh_leap *l, enum rh_leap_policy policy, uint64_t at, unsigned b, uint32_t row) {
    struct rh_bank_array *array = &l->backend->array;
    unsigned rank = l->grain_of[b];
    uint8_t *next = &array->window_next[rank];
    rh_leap_load(l, b, RH_SET_ACT, at);
    array->open |= rh_bit(b);
    array->open_row[b] = l->bank[b].row = row;
    l->grain[rank].window[*next] = at + l->gaps.faw;
    *next = (uint8_t)(*next + 1 == l->gaps.faw_n ? 0 : (*next + 1) % RH_MAX_WINDOW);
    l->act_bus = at + l->gaps.act_bus;
    l->opened = at + 1;
    l->opened_bank = b;
    l->setup.observer->bank[b] = (struct rh_observer_bank){.row = row, .fresh = 1, .opened = at};
    if (rh_leap_is_aged(policy))
        rh_leap_row_opened(l, b, row);
}

static inline void close_row(struct rh_leap *l, enum rh_leap_policy policy, uint64_t at, unsigned b) {
    rh_leap_load(l, b, RH_SET_PRE, at);
    l->backend->array.open &= ~rh_bit(b);
    l->setup.observer->bank[b].fresh = 0;
    if (rh_leap_is_aged(policy))
        rh_leap_row_closed(l, b);
}

static inline uint32_t row_of(const struct rh_leap *l, enum rh_leap_policy policy, unsigned e) {
    if (policy == RH_LEAP_FIFO)
        return ((const struct rh_fifo_state *)l->state)->row[e];
    if (policy == RH_LEAP_BANKED_FIFO)
        return ((const struct rh_banked_fifo_state *)l->state)->row[e];
    return l->entry[e].row;
}

/* The ACT or PRE of a bank. */
static inline void issue_row(struct rh_leap *l, enum rh_leap_policy policy, uint64_t at, unsigned b, unsigned e) {
    bool closes = rh_leap_is_open(l, b);
    uint32_t row = closes ? l->setup.observer->bank[b].row : row_of(l, policy, e);
    if (closes) {
        l->counts.precharges++;
        close_row(l, policy, at, b);
    } else {
        l->counts.activates++;
        open_row(l, policy, at, b, row);
    }
    look_bank(l, policy, b);
    send(l, at, closes ? RH_PRE : RH_ACT, b, 0, row, false);
}

static void issue_refresh(struct rh_leap *l, enum rh_leap_policy policy, uint64_t at,
                          const struct rh_refresh_command *command) {
    struct rh_observer *observer = l->setup.observer;
    if (command->cmd == RH_PRE) {
        issue_row(l, policy, at, command->bank, 0);
        return;
    }
    for (unsigned b = 0; b < l->geometry.banks; b++)
        if (b == command->bank || (command->all && rh_rank_of(&l->geometry, b) == rh_rank_of(&l->geometry, command->bank)))
            observer->bank[b].fresh = 0;
    l->counts.refreshes++;
    send(l, at, RH_REF, command->bank, 0, 0, command->all);
    rh_leap_refreshed(l, at);
}

/* From this clock on a request may be offered. */
static inline uint64_t offered(const struct rh_leap *l, const struct rh_leap_job *job) {
    if (job->taken == job->n || job->tags.free == 0)
        return RH_LEAP_NEVER;
    uint64_t at = rh_later(l->now, l->tag_free[job->tags.head]);
    return job->timed ? rh_later(at, job->requests[job->taken].cycle) : at;
}

/* There is room for it without one that leaves. */
static inline bool has_room(const struct rh_leap *l, const struct rh_leap_job *job, enum rh_leap_policy policy) {
    if (policy != RH_LEAP_BANKED_FIFO)
        return l->count < l->geometry.queue;
    unsigned b = job->requests[job->taken].bank;
    return ((const struct rh_banked_fifo_state *)l->state)->count[b] < rh_geometry_bank_depth(&l->geometry);
}

#define PUT(s, e, request, number)                                                                                     \
    do {                                                                                                               \
        (s)->write[e] = (request)->write;                                                                              \
        (s)->row[e] = (request)->row;                                                                                  \
        (s)->column[e] = (request)->column;                                                                            \
        (s)->extra[e] = (uint8_t)((request)->commands - 1U);                                                           \
        (s)->tag[e] = (uint16_t)(number);                                                                              \
    } while (0)

static inline void fifo_push(struct rh_leap *l, const struct rh_request *request, unsigned tag) {
    struct rh_fifo_state *s = l->state;
    unsigned e = rh_wide_first(s->tail);
    PUT(s, e, request, tag);
    s->bank[e] = request->bank;
    s->tail = rh_wide_turn(s->tail, l->geometry.queue);
    s->count++;
    l->count++;
}

static inline void banked_push(struct rh_leap *l, const struct rh_request *request, unsigned tag) {
    struct rh_banked_fifo_state *s = l->state;
    unsigned b = request->bank, depth = rh_geometry_bank_depth(&l->geometry);
    unsigned e = b * depth + rh_first_from(s->tail[b], 0);
    PUT(s, e, request, tag);
    s->tail[b] = (uint64_t)rh_wide_turn(s->tail[b], depth);
    l->count++;
    if (s->count[b]++ == 0)
        look_head(l, b);
}

static inline void accept(struct rh_leap *l, struct rh_leap_job *job, enum rh_leap_policy policy, uint64_t at) {
    const struct rh_request *request = &job->requests[job->taken++];
    struct rh_observer *observer = l->setup.observer;
    unsigned tag = job->tags.ring[job->tags.head];
    job->tags.head = (job->tags.head + 1) & (job->tags.size - 1);
    job->tags.free--;
    observer->flight[tag].seen.arrival = request->cycle;
    observer->flight[tag].seen.core = request->core;
    rh_observer_accept(observer, at, request, tag, job->stats);
    l->counts.occupancy -= at + 1;
    if (policy == RH_LEAP_FIFO)
        fifo_push(l, request, tag);
    else if (policy == RH_LEAP_BANKED_FIFO)
        banked_push(l, request, tag);
    else
        rh_leap_arrive(l, request, tag, at, policy == RH_LEAP_MOST_PENDING);
    job->progress = at;
}

/* What may happen next. */
struct events {
    struct rh_leap_pick column, row;
    struct rh_refresh_command refresh;
    uint64_t refresh_at, offer, at;
};

RH_LEAP_INLINE void find_events(struct rh_leap *l, const struct rh_leap_job *job, struct rh_leap_shape shape,
                                struct events *next) {
    if (l->now >= l->turn) /* so far it was otherwise */
        rh_leap_settle(l, shape.policy, l->now);
    next->refresh_at = l->turn = RH_LEAP_NEVER;
    if (l->refreshes) {
        rh_leap_look_refresh(l);
        next->refresh_at = rh_leap_next_refresh(l, &next->refresh);
        l->turn = l->busy > l->now ? rh_sooner(l->due_at, l->busy) : l->due_at;
    }
    rh_leap_choose(l, shape, &next->column, &next->row);
    next->offer = offered(l, job);
    next->at = rh_sooner(rh_sooner(next->column.at, next->row.at), next->refresh_at);
    if (next->offer < next->at && has_room(l, job, shape.policy))
        next->at = next->offer;
    if (rh_leap_is_aged(shape.policy) && l->alone > l->now && l->count != 0)
        l->turn = rh_sooner(l->turn, l->alone);
}

/* A request comes in: those that were ranked first may no longer be. */
RH_LEAP_INLINE void let_in(struct rh_leap *l, struct rh_leap_job *job, enum rh_leap_policy policy, uint64_t at) {
    if (l->count == 0 || policy == RH_LEAP_BANKED_FIFO || policy == RH_LEAP_MOST_PENDING)
        rh_leap_settle(l, policy, at + 1);
    accept(l, job, policy, at);
}

/* This clock's sinking of an age queue. */
RH_LEAP_INLINE void sink_once(struct rh_leap *l, uint64_t at) {
    rh_leap_sink_to(l, at);
    if (l->holes != 0)
        rh_leap_sink(l, 1);
    l->sunk = at + 1;
}

/* The clock of the next event. */
RH_LEAP_INLINE void take_events(struct rh_leap *l, struct rh_leap_job *job, struct rh_leap_shape shape,
                                const struct events *next) {
    const enum rh_leap_policy policy = shape.policy;
    uint64_t at = next->at;
    bool refresh = l->refreshes && next->refresh_at == at;
    bool column = next->column.at == at && (shape.two || !refresh);
    bool row = next->row.at == at && !refresh && (shape.two || !column), leaves = false;
    bool room = next->offer <= at && has_room(l, job, policy); /* without one that leaves */
    if (column) {
        rh_leap_settle(l, policy, at);
        leaves = issue_column(l, job, shape, &next->column);
    }
    if (refresh) {
        rh_leap_settle(l, policy, at);
        rh_leap_settle_row(l, policy, at, next->refresh.cmd == RH_REF ? RH_MAX_BANKS : next->refresh.bank);
        issue_refresh(l, policy, at, &next->refresh);
    } else if (row) {
        rh_leap_settle(l, policy, at);
        rh_leap_settle_row(l, policy, at, next->row.bank);
        issue_row(l, policy, at, next->row.bank, next->row.entry);
        if (policy == RH_LEAP_BANKED_FIFO)
            ((struct rh_banked_fifo_state *)l->state)->row_next =
                (uint8_t)((next->row.bank + 1U) & (l->geometry.banks - 1U));
    }
    if (leaves && !room && next->offer <= at)
        room = has_room(l, job, policy);
    if (rh_leap_is_aged(policy) && (leaves || room))
        sink_once(l, at);
    if (room)
        let_in(l, job, policy, at);
    l->now = at + 1;
}

static inline enum rh_leap_end stop(struct rh_leap *l, enum rh_leap_policy policy, enum rh_leap_end end) {
    rh_leap_settle(l, policy, l->now);
    return end;
}

RH_LEAP_INLINE enum rh_leap_end run(struct rh_leap *l, struct rh_leap_job *job, struct rh_leap_shape shape) {
    const enum rh_leap_policy policy = shape.policy;
    for (;;) {
        struct events next;
        if (job->taken == job->n && !job->last)
            return stop(l, policy, RH_LEAP_HUNGRY);
        find_events(l, job, shape, &next);
        uint64_t end = job->until;
        bool drains = job->taken == job->n && l->count == 0;
        if (drains)
            end = rh_sooner(end, rh_later(l->answered, l->now));
        if (next.at >= end && l->turn >= end) {
            l->now = end;
            return stop(l, policy, drains && l->answered <= end ? RH_LEAP_DRAINED : RH_LEAP_UNTIL);
        }
        if (l->count == 0 && l->answered <= l->now && next.offer - l->now >= job->pause)
            return stop(l, policy, RH_LEAP_PAUSED);
        if (l->turn <= next.at) {
            rh_leap_settle(l, policy, l->turn);
            l->now = l->turn;
            continue;
        }
        if (next.at > rh_later(job->progress, l->answered) + l->setup.patience &&
            (l->count != 0 || l->answered > l->now))
            return stop(l, policy, RH_LEAP_STUCK);
        take_events(l, job, shape, &next);
    }
}

void rh_leap_banked_load(struct rh_leap *l) {
    const struct rh_banked_fifo_state *s = l->state;
    l->count = 0;
    for (unsigned b = 0; b < l->geometry.banks; b++) {
        l->count += s->count[b];
        look_head(l, b);
    }
}

/* One loop for each policy and shape. */
#define SHAPES(policy)                                                                                                 \
    static enum rh_leap_end run_##policy(struct rh_leap *l, struct rh_leap_job *job) {                                 \
        bool flat = l->geometry.groups == 1 && l->geometry.rank_bits == 0;                                             \
        if (flat && l->geometry.buses == 1)                                                                            \
            return run(l, job, (struct rh_leap_shape){RH_LEAP_##policy, true, false});                                 \
        return l->geometry.buses == 1 ? run(l, job, (struct rh_leap_shape){RH_LEAP_##policy, false, false})            \
                                      : run(l, job, (struct rh_leap_shape){RH_LEAP_##policy, false, true});            \
    }
SHAPES(FIFO)
SHAPES(BANKED_FIFO)
SHAPES(FR_FCFS)
SHAPES(MOST_PENDING)

enum rh_leap_end rh_leap_serve(struct rh_leap *l, struct rh_leap_job *job) {
    static enum rh_leap_end (*const loops[])(struct rh_leap *, struct rh_leap_job *) = {
        [RH_LEAP_FIFO] = run_FIFO,
        [RH_LEAP_BANKED_FIFO] = run_BANKED_FIFO,
        [RH_LEAP_FR_FCFS] = run_FR_FCFS,
        [RH_LEAP_MOST_PENDING] = run_MOST_PENDING,
    };
    return loops[l->policy](l, job);
}
