// SPDX-License-Identifier: Apache-2.0
/* What the outside sees of the commands: the sink and the observer. With a command register they see them a clock after
 * the choice, so the last clock's wait here, and the counts remember how they stood when it began. */
#ifndef RH_EVENT_SHOW_H
#define RH_EVENT_SHOW_H

#include "cmodel/channel/rh_event_ledger.h"
#include "cmodel/channel/rh_event_responses.h"

RH_EVENT_INLINE void rh_event_tell_column(struct rh_event_run *l, struct rh_event_job *job, uint64_t at,
                                          const struct rh_event_column_command *c) {
    rh_event_send(l, at, c->command, c->bank, c->number, l->setup.observer->bank[c->bank].row, false);
    rh_observer_column(l->setup.observer, at, c->command, c->tag, c->bank, c->last, job->timed, job->stats);
}

RH_EVENT_INLINE void rh_event_tell_row(struct rh_event_run *l, uint64_t at, const struct rh_event_row_command *c) {
    struct rh_observer *observer = l->setup.observer;
    uint32_t row = c->command == RH_PRE ? observer->bank[c->bank].row : c->row; /* the one that it closes */
    rh_event_send(l, at, c->command, c->bank, 0, row, c->all);
    rh_observer_row_command(observer, at, c->command, c->bank, c->row, c->all);
}

/* Commands that leave flip-flops before clock `before`. */
static inline void rh_event_flush(struct rh_event_run *l, struct rh_event_job *job, uint64_t before) {
    struct rh_event_late *late = &l->late;
    if (late->at + 1 >= before || (late->column.command == RH_NOP && late->row.command == RH_NOP))
        return;
    rh_event_hand_out(l, late->at + 1);
    if (late->column.command != RH_NOP)
        rh_event_tell_column(l, job, late->at + 1, &late->column);
    if (late->row.command != RH_NOP)
        rh_event_tell_row(l, late->at + 1, &late->row);
    late->column = (struct rh_event_column_command){.command = RH_NOP};
    late->row = (struct rh_event_row_command){.command = RH_NOP};
}

RH_EVENT_INLINE void rh_event_show_column(struct rh_event_run *l, struct rh_event_job *job, struct rh_event_shape shape,
                                          uint64_t at, const struct rh_event_column_command *c) {
    if ((shape.general && l->delay != 0) || shape.surrounded)
        l->late.column = *c;
    if (!shape.general || l->delay == 0)
        rh_event_tell_column(l, job, at, c);
}

RH_EVENT_INLINE void rh_event_show_row(struct rh_event_run *l, struct rh_event_shape shape, uint64_t at,
                                       const struct rh_event_row_command *c) {
    if ((shape.general && l->delay != 0) || shape.surrounded)
        l->late.row = *c;
    if (!shape.general || l->delay == 0)
        rh_event_tell_row(l, at, c);
}

/* How the counts stand at the start of clock `at`, up to which they are settled. */
RH_EVENT_INLINE struct rh_event_mark rh_event_mark_of(const struct rh_event_run *l, uint64_t at) {
    return (struct rh_event_mark){
        .counts = l->counts, .at = at, .burst = l->burst, .queued = l->count, .shown = l->shown};
}

/* With a command register: clock `at` begins, or is the last before something is looked at. */
static inline void rh_event_mark_clock(struct rh_event_run *l, uint64_t at) {
    if ((int64_t)l->late.begun.at >= (int64_t)at)
        return;
    rh_event_account(l, at);
    l->late.begun = rh_event_mark_of(l, at);
}

#endif
