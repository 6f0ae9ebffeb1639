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
    if (rh_leap_is_open(l, b) && l->bank[b].row == s->row[rh_leap_head(l, b)])
        l->hit_banks |= bit;
    else
        l->miss_banks |= bit;
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
        look_head(l, b);
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

/* True: its request leaves. */
static inline bool issue_column(struct rh_leap *l, struct rh_leap_job *job, enum rh_leap_policy policy,
                                const struct rh_leap_pick *pick) {
    unsigned b = pick->bank;
    uint64_t at = pick->at;
    struct column c = policy == RH_LEAP_FIFO          ? fifo_column(l, pick->entry)
                      : policy == RH_LEAP_BANKED_FIFO ? banked_column(l, b, pick->entry)
                                                      : aged_column(l, pick->entry, at, policy == RH_LEAP_MOST_PENDING);
    rh_leap_load(l, b, c.write ? RH_SET_WR : RH_SET_RD, at);
    l->burst = at + l->gaps.burst;
    if (l->geometry.rank_bits != 0) {
        l->rank = l->grain_of[b];
        l->rank_rd = at + (c.write ? l->gaps.rank_wtr : l->gaps.rank_rd);
        l->rank_wr = at + (c.write ? l->gaps.rank_wr : l->gaps.rank_rtw);
    }
    if (l->counted)
        l->stats->column_commands++;
    send(l, at, c.write ? RH_WR : RH_RD, b, c.number, l->setup.observer->bank[b].row, false);
    rh_observer_column(l->setup.observer, at, c.tag, b, c.last, job->timed, job->stats);
    if (c.last)
        respond(l, job, at, c.tag, c.write);
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
    if (l->counted && closes)
        l->stats->precharges++;
    else if (l->counted)
        l->stats->activates++;
    if (closes)
        close_row(l, policy, at, b);
    else
        open_row(l, policy, at, b, row);
    send(l, at, closes ? RH_PRE : RH_ACT, b, 0, row, false);
    if (policy == RH_LEAP_BANKED_FIFO)
        look_head(l, b);
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
    if (l->counted)
        l->stats->refreshes++;
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
    uint64_t turn; /* what is allowed changes in this clock, so it is looked at anew then */
};

static inline void find_events(struct rh_leap *l, const struct rh_leap_job *job, enum rh_leap_policy policy,
                               struct events *next) {
    next->refresh_at = RH_LEAP_NEVER;
    if (l->refreshes) {
        rh_leap_look_refresh(l);
        next->refresh_at = rh_leap_next_refresh(l, &next->refresh);
    }
    rh_leap_choose(l, policy, &next->column, &next->row);
    next->offer = offered(l, job);
    next->at = rh_sooner(rh_sooner(next->column.at, next->row.at), next->refresh_at);
    if (next->offer < next->at && has_room(l, job, policy))
        next->at = next->offer;
    next->turn = RH_LEAP_NEVER;
    if (l->refreshes)
        next->turn = l->busy > l->now ? rh_sooner(l->due_at, l->busy) : l->due_at;
    if (rh_leap_is_aged(policy) && l->count != 0 && l->alone > l->now)
        next->turn = rh_sooner(next->turn, l->alone);
}

/* The clock of the next event. */
static inline void take_events(struct rh_leap *l, struct rh_leap_job *job, enum rh_leap_policy policy,
                               const struct events *next) {
    uint64_t at = next->at;
    bool refresh = next->refresh_at == at, two = l->geometry.buses == 2;
    bool column = next->column.at == at && (two || !refresh), row = next->row.at == at && !refresh && (two || !column);
    bool leaves = false, sinks = rh_leap_is_aged(policy);
    /* the whole of what the request may see: the queue before this clock's command */
    bool room = next->offer <= at && has_room(l, job, policy);
    struct rh_leap_issue issue = {.row = row || refresh, .bank = next->row.bank};
    if (refresh)
        issue.bank = next->refresh.cmd == RH_REF ? RH_MAX_BANKS : next->refresh.bank;
    const struct rh_leap_issue none = {.row = false};
    rh_leap_settle(l, policy, at, &none);
    if (issue.row && !column)
        rh_leap_settle(l, policy, at + 1, &issue);
    if (column)
        l->burst = at + l->gaps.burst; /* booked from this clock on */
    rh_leap_settle(l, policy, at + 1, &none);
    if (column)
        leaves = issue_column(l, job, policy, &next->column);
    if (refresh)
        issue_refresh(l, policy, at, &next->refresh);
    else if (row)
        issue_row(l, policy, at, next->row.bank, next->row.entry);
    if (row && policy == RH_LEAP_BANKED_FIFO)
        ((struct rh_banked_fifo_state *)l->state)->row_next =
            (uint8_t)((next->row.bank + 1U) & (l->geometry.banks - 1U));
    if (leaves && !room && next->offer <= at)
        room = has_room(l, job, policy);
    if (sinks && (leaves || room)) {
        rh_leap_sink_to(l, at);
        if (l->holes != 0)
            rh_leap_sink(l, 1);
        l->sunk = at + 1;
    }
    if (room)
        accept(l, job, policy, at);
    l->now = at + 1;
}

static inline __attribute__((always_inline)) enum rh_leap_end run(struct rh_leap *l, struct rh_leap_job *job,
                                                                  enum rh_leap_policy policy) {
    const struct rh_leap_issue none = {.row = false};
    for (;;) {
        struct events next;
        if (job->taken == job->n && !job->last)
            return RH_LEAP_HUNGRY;
        find_events(l, job, policy, &next);
        uint64_t end = job->until;
        bool drains = job->taken == job->n && l->count == 0;
        if (drains)
            end = rh_sooner(end, rh_later(l->answered, l->now));
        if (next.at >= end && next.turn >= end) {
            rh_leap_settle(l, policy, end, &none);
            l->now = end;
            return drains && l->answered <= end ? RH_LEAP_DRAINED : RH_LEAP_UNTIL;
        }
        if (l->count == 0 && l->answered <= l->now && next.offer - l->now >= job->pause)
            return RH_LEAP_PAUSED;
        if (next.turn <= next.at) {
            rh_leap_settle(l, policy, next.turn, &none);
            l->now = next.turn;
            continue;
        }
        if (next.at > rh_later(job->progress, l->answered) + l->setup.patience && (l->count != 0 || l->answered > l->now))
            return RH_LEAP_STUCK;
        take_events(l, job, policy, &next);
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

enum rh_leap_end rh_leap_serve(struct rh_leap *l, struct rh_leap_job *job) {
    if (l->policy == RH_LEAP_FIFO)
        return run(l, job, RH_LEAP_FIFO);
    if (l->policy == RH_LEAP_BANKED_FIFO)
        return run(l, job, RH_LEAP_BANKED_FIFO);
    return l->policy == RH_LEAP_FR_FCFS ? run(l, job, RH_LEAP_FR_FCFS) : run(l, job, RH_LEAP_MOST_PENDING);
}
