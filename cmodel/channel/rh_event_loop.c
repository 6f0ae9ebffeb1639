// SPDX-License-Identifier: Apache-2.0
// From event to event. A clock in which something happens is one of the controller's `cycle`: what the banks want,
// which of them may have it, what the policy chooses, what that moves. It differs in that a timer is the clock in which
// it runs out. Each shape of a channel gets a loop of its own: it is known where this is compiled.
#include "cmodel/channel/rh_event_loop.h"

#include "cmodel/channel/rh_event_issue.h"
#include "cmodel/channel/rh_event_responses.h"

/* The next request is taken in clock `at`, that of this choice. */
RH_EVENT_INLINE bool takes_next(const struct rh_event_run *l, const struct rh_request *next, uint64_t at,
                                const struct rh_choice *choice, struct rh_offer *offer) {
    *offer = (struct rh_offer){.bank = next->bank,
                               .source = rh_controller_source(next, &l->geometry, l->setup.warps),
                               .write = next->write,
                               .len = (uint8_t)(next->commands - 1U)};
    if (rh_geometry_forwards(&l->geometry)) { /* few do */
        offer->column = next->column;
        offer->row = next->row;
        offer->slot = l->freed[l->tail] <= at;
    }
    return l->policy->has_room(l->state, &l->geometry, offer, choice);
}

/* The first clock from `at` on in which the next request is taken, if none leaves before; NEVER: in none. One that is
 * answered from the queue waits for a response slot. */
RH_EVENT_INLINE uint64_t taken_at(const struct rh_event_run *l, const struct rh_request *next, uint64_t at) {
    static const struct rh_choice none = {0};
    struct rh_offer offer;
    if (takes_next(l, next, at, &none, &offer))
        return at;
    return offer.forwards ? l->freed[l->tail] : RH_EVENT_NEVER;
}

/* The clock in which what is allowed changes without an event. */
RH_EVENT_INLINE void look_ahead(struct rh_event_run *l, struct rh_event_shape shape, struct rh_event_next *next) {
    next->refresh_at = l->turn = RH_EVENT_NEVER;
    if (l->refreshes) {
        rh_event_query_refresh(l);
        next->refresh_at = rh_event_next_refresh(l, &next->refresh);
        l->turn = l->busy > l->now ? rh_sooner(l->due_at, l->busy) : l->due_at;
    }
    if (shape.general && l->backend->array.closing)
        l->turn = rh_sooner(l->turn, rh_event_next_auto_precharge(l));
    if (l->policy->still != NULL) {
        uint64_t clocks = l->policy->still(l->state, &l->geometry);
        if (clocks != UINT64_MAX)
            l->turn = rh_sooner(l->turn, l->moved + clocks);
    }
}

/* The next command of the controller. */
RH_EVENT_INLINE void find_commands(struct rh_event_run *l, struct rh_event_shape shape, struct rh_event_next *next) {
    if (shape.general && l->delay != 0 && l->now >= l->turn)
        rh_event_mark_clock(l, l->now - 1);
    if (l->now >= l->turn) /* so far it was otherwise */
        rh_event_account(l, l->now);
    if (shape.general && l->backend->array.closing)
        rh_event_auto_precharge(l);
    rh_event_query(l);
    look_ahead(l, shape, next);
    next->column = rh_event_columns(l, shape);
    next->row = rh_event_rows(l, shape);
    next->at = rh_sooner(rh_sooner(next->column.at, next->row.at), next->refresh_at);
}

RH_EVENT_INLINE void find_events(struct rh_event_run *l, const struct rh_event_job *job, struct rh_event_shape shape,
                                 struct rh_event_next *next) {
    find_commands(l, shape, next);
    next->offer = rh_event_offered(l, job);
    if (next->offer < next->at)
        next->at = rh_sooner(next->at, taken_at(l, &job->requests[job->taken], next->offer));
}

/* What the outside has seen before this clock. */
static inline void begin_clock(struct rh_event_run *l, struct rh_event_job *job, uint64_t at) {
    if (l->delay != 0) {
        rh_event_flush(l, job, at + 1);
        rh_event_mark_clock(l, at);
        l->late.at = at;
    }
    rh_event_hand_out(l, at);
}

/* The row command of a clock, as rh_backend_clock() and rh_command_channel_drive() have it. */
RH_EVENT_INLINE struct rh_event_row_command row_command(const struct rh_event_run *l, struct rh_event_shape shape,
                                                        const struct rh_event_next *next, bool refresh,
                                                        const struct rh_choice *choice, struct rh_event_last *last) {
    struct rh_event_row_command command = {.command = RH_NOP};
    unsigned b = choice->row_bank;
    if (refresh)
        return (struct rh_event_row_command){.command = next->refresh.cmd,
                                             .bank = next->refresh.bank,
                                             .all = next->refresh.all,
                                             .reason = RH_REASON_REFRESH};
    if (!choice->row || (choice->column && !shape.two))
        return command;
    if (shape.general && l->geometry.subarray_group_bits != 0 && !rh_event_is_open(l, b)) {
        unsigned conflict = rh_subarray_conflict(&l->backend->array, &l->geometry, b, choice->row_number);
        if (conflict != RH_SUBARRAY_FREE) {
            rh_bank_set never = choice->pinned | l->blocked | l->backend->array.closing;
            last->waiting = b;
            if (never >> conflict & 1 || next->at < l->act_bus ||
                next->at < rh_event_free(l, conflict, RH_SET_PRE, RH_OF_ALL, RH_EVENT_ANY_CAUSE))
                return command;
            b = conflict;
        }
    }
    bool closes = rh_event_is_open(l, b);
    return (struct rh_event_row_command){.command = closes ? RH_PRE : RH_ACT,
                                         .bank = (uint8_t)b,
                                         .row = closes ? 0 : choice->row_number,
                                         .reason = choice->idle ? RH_REASON_IDLE
                                                   : closes     ? RH_REASON_CONFLICT
                                                                : RH_REASON_OPEN};
}

/* The clock of the next event. */
RH_EVENT_INLINE void take_events(struct rh_event_run *l, struct rh_event_job *job, struct rh_event_shape shape,
                                 const struct rh_event_next *next) {
    const struct rh_policy *policy = l->policy;
    uint64_t at = next->at;
    bool refresh = l->refreshes && next->refresh_at == at;
    rh_bank_set columns = next->column.at == at && (shape.two || !refresh) ? next->column.banks : 0;
    rh_bank_set rows = next->row.at == at ? next->row.banks : 0;
    struct rh_choice choice = {.pinned = l->next_commands.column, .page = (uint8_t)l->constraints.page};
    struct rh_controller_in in = {.req_valid = 0};
    struct rh_edge edge = {.choice = &choice, .in = &in};
    struct rh_event_last last = rh_event_nothing;
    if (shape.general)
        begin_clock(l, job, at);
    rh_event_move(l, at);
    edge.open = l->backend->array.open;
    if (columns | rows)
        policy->choose(l->state, &l->geometry, &l->next_commands, columns, rows, &choice);
    const struct rh_event_row_command row = row_command(l, shape, next, refresh, &choice, &last);
    if (row.command != RH_NOP) {
        last.command = true;
        last.bank = row.command == RH_REF ? RH_MAX_BANKS : row.bank;
        edge.row = (struct rh_row_issued){!refresh && last.waiting == RH_MAX_BANKS, row.command, row.bank};
        l->changed |= rh_bit(row.bank);
    }
    struct rh_offer offer = {.forwards = false};
    bool taken = next->offer <= at && takes_next(l, &job->requests[job->taken], at, &choice, &offer);
    edge.arrives = taken && !offer.forwards;
    if (choice.column) {
        rh_event_account_last(l, at, &rh_event_nothing);
        l->changed |= rh_bit(choice.column_bank);
    } else {
        rh_event_account_last(l, at + 1, &last);
    }
    if (choice.column)
        rh_event_issue_column(l, job, shape, at, &choice);
    if (row.command != RH_NOP)
        rh_event_issue_row(l, shape, at, &row);
    if (taken)
        rh_event_accept(l, job, at, &in);
    if (edge.arrives)
        rh_event_store(l, at, &in);
    else if (taken)
        rh_event_forward(l, job, shape, at, in.req_tag);
    l->changed |= policy->advance(l->state, &l->geometry, &l->constraints, &l->next_commands, &edge);
    if (shape.general && taken && l->setup.taken != NULL)
        l->setup.taken(l->setup.answer_user, in.req_tag);
    l->moved = l->now = at + 1;
}

RH_EVENT_INLINE enum rh_event_end stop(struct rh_event_run *l, struct rh_event_job *job, struct rh_event_shape shape,
                                       enum rh_event_end end) {
    if (shape.general && l->delay != 0)
        rh_event_flush(l, job, l->now);
    if (shape.general)
        rh_event_hand_out(l, l->now);
    if (shape.general && l->delay != 0)
        return end;
    if (!shape.general || !l->setup.closed_loop)
        rh_event_account(l, l->now);
    return end;
}

RH_EVENT_INLINE enum rh_event_end run(struct rh_event_run *l, struct rh_event_job *job, struct rh_event_shape shape) {
    for (;;) {
        struct rh_event_next next = {.refresh = {.cmd = RH_NOP}};
        if (job->taken == job->n && !job->last)
            return stop(l, job, shape, RH_EVENT_HUNGRY);
        find_events(l, job, shape, &next);
        uint64_t end = job->until;
        bool drains = job->taken == job->n && l->count == 0;
        if (drains)
            end = rh_sooner(end, rh_later(l->answered, l->now));
        if (next.at >= end && l->turn >= end) {
            l->now = end;
            l->wake = rh_sooner(next.at, l->turn);
            return stop(l, job, shape, drains && l->answered <= end ? RH_EVENT_DRAINED : RH_EVENT_UNTIL);
        }
        if (l->count == 0 && l->answered <= l->now && next.offer - l->now >= job->pause)
            return stop(l, job, shape, RH_EVENT_PAUSED);
        if (l->turn <= next.at) {
            if (shape.general && l->delay != 0)
                rh_event_mark_clock(l, l->turn - 1);
            rh_event_account(l, l->turn);
            l->now = l->turn;
            continue;
        }
        if (next.at > rh_later(job->progress, l->answered) + l->setup.watchdog &&
            (l->count != 0 || l->answered > l->now))
            return stop(l, job, shape, RH_EVENT_STUCK);
        take_events(l, job, shape, &next);
    }
}

/* One clock of a run that is surrounded. */
RH_EVENT_INLINE void clock_once(struct rh_event_run *l, struct rh_event_job *job, struct rh_event_shape shape) {
    struct rh_event_next *next = &l->next;
    uint64_t at = l->now;
    if (!l->known || at >= l->turn)
        rh_event_loop_find(l);
    if (next->at > at && (job->n == 0 || taken_at(l, job->requests, at) > at)) {
        l->now = at + 1;
        return;
    }
    next->offer = job->n != 0 ? at : RH_EVENT_NEVER;
    next->at = at;
    take_events(l, job, shape, next);
    l->known = false;
}

/* The shapes of those that are surrounded: what most have, and what each of the others asks for. `action` is compiled
 * for each of them. */
#define OF_ITS_SHAPE(l, action)                                                                                        \
    if (!(l)->general && (l)->geometry.groups == 1 && (l)->geometry.rank_bits == 0 && (l)->geometry.buses == 1)        \
        action(((struct rh_event_shape){.flat = true, .surrounded = true}));                                           \
    else if ((l)->geometry.buses == 2)                                                                                 \
        action(((struct rh_event_shape){.two = true, .general = true, .surrounded = true}));                           \
    else                                                                                                               \
        action(((struct rh_event_shape){.general = true, .surrounded = true}))

void rh_event_loop_clock(struct rh_event_run *l, struct rh_event_job *job) {
#define CLOCK(shape) clock_once(l, job, shape)
    OF_ITS_SHAPE(l, CLOCK);
}

void rh_event_loop_find(struct rh_event_run *l) {
#define FIND(shape) find_commands(l, shape, &l->next)
    OF_ITS_SHAPE(l, FIND);
    l->known = true;
}

uint64_t rh_event_loop_taken_at(const struct rh_event_run *l, const struct rh_request *next) {
    return taken_at(l, next, l->now);
}

enum rh_event_end rh_event_loop(struct rh_event_run *l, struct rh_event_job *job) {
    bool flat = l->geometry.groups == 1 && l->geometry.rank_bits == 0, two = l->geometry.buses == 2;
    if (l->general)
        return two ? run(l, job, (struct rh_event_shape){.two = true, .general = true})
                   : run(l, job, (struct rh_event_shape){.general = true});
    if (flat && !two)
        return run(l, job, (struct rh_event_shape){.flat = true});
    return two ? run(l, job, (struct rh_event_shape){.two = true})
               : run(l, job, (struct rh_event_shape){.flat = false});
}
