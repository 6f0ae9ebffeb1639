// SPDX-License-Identifier: Apache-2.0
/* Commands that go out and requests that come in: what they change beside the policy's registers. */
#ifndef RH_EVENT_ISSUE_H
#define RH_EVENT_ISSUE_H

#include "cmodel/channel/rh_event_refresh.h"
#include "cmodel/channel/rh_event_show.h"

/* The response of a column command in clock `at`, or of a read that is answered from the queue, and with it the clock
 * in which its tag comes back. */
RH_EVENT_INLINE void rh_event_respond(struct rh_event_run *l, struct rh_event_job *job, struct rh_event_shape shape,
                                      uint64_t at, unsigned tag, bool write) {
    struct rh_backend *backend = l->backend;
    unsigned slot = l->tail, over = l->over[write];
    backend->response_tag[slot] = (uint16_t)tag;
    backend->response_done[slot] = (uint8_t)((l->now_base + at + over - 1U) & rh_mask(l->geometry.timer_bits));
    backend->response_write[slot] = write;
    l->valid[slot] = at + over;
    l->tail = rh_next_of(slot, l->geometry.responses);
    if (shape.surrounded) {
        l->freed[slot] = RH_EVENT_NEVER;
        l->unanswered++;
        return;
    }
    l->answered = rh_later(at + over, l->answered);
    if (shape.general)
        l->answered = rh_event_ready(l, l->answered);
    l->answered++;
    l->freed[slot] = l->answered;
    if (shape.general)
        l->unanswered += l->setup.answered != NULL;
    unsigned place = (job->tags.head + job->tags.free++) & (job->tags.size - 1);
    job->tags.ring[place] = (uint16_t)tag;
    l->tag_free[place] = l->answered;
}

RH_EVENT_INLINE void rh_event_issue_column(struct rh_event_run *l, struct rh_event_job *job,
                                           struct rh_event_shape shape, uint64_t at, const struct rh_choice *choice) {
    unsigned b = choice->column_bank;
    bool write = choice->write;
    if (write)
        rh_event_load(l, b, RH_SET_WR, at);
    else
        rh_event_load(l, b, RH_SET_RD, at);
    if (shape.general && choice->close) {
        l->backend->array.closing |= rh_bit(b);
        rh_event_close_soon(l, b);
    }
    l->burst = at + l->constraints.burst;
    if (!shape.flat && l->geometry.rank_bits != 0) {
        l->rank = l->rank_of[b];
        l->rank_rd = at + (write ? l->constraints.rank_wtr : l->constraints.rank_rd);
        l->rank_wr = at + (write ? l->constraints.rank_wr : l->constraints.rank_rtw);
    }
    if (shape.general && l->grains) { /* the clock of a column command is all that counts */
        l->bus[l->bus_of[b]] = l->burst;
        l->burst = at + 1;
        l->counts.booked++;
    } else {
        l->counts.booked += l->constraints.burst;
    }
    const struct rh_event_column_command command = {.command = write ? (choice->close ? RH_WRA : RH_WR)
                                                                     : (choice->close ? RH_RDA : RH_RD),
                                                    .bank = (uint8_t)b,
                                                    .number = choice->column_number,
                                                    .tag = choice->tag,
                                                    .last = choice->last};
    rh_event_count_command(&l->counts, command.command);
    rh_event_show_column(l, job, shape, at, &command);
    if (choice->last) {
        l->counts.occupancy += at + 1;
        l->count--;
        rh_event_respond(l, job, shape, at, choice->tag, write);
    }
    job->progress = shape.general ? at + l->delay : at;
}

/* The ACT of a bank, or its PRE. */
RH_EVENT_INLINE void rh_event_open_row(struct rh_event_run *l, uint64_t at, unsigned b, uint32_t row) {
    struct rh_bank_array *array = &l->backend->array;
    unsigned rank = l->rank_of[b];
    uint8_t *next = &array->window_next[rank];
    rh_event_load(l, b, RH_SET_ACT, at);
    array->open |= rh_bit(b);
    array->open_row[b] = row;
    l->grain[rank].window[*next] = at + l->constraints.faw;
    *next = rh_bank_array_window_turn(*next, l->constraints.faw_n);
    l->act_bus = at + l->constraints.act_bus;
    l->opened = at + 1;
    rh_event_count_command(&l->counts, RH_ACT);
}

RH_EVENT_INLINE void rh_event_close_row(struct rh_event_run *l, uint64_t at, unsigned b) {
    rh_event_load(l, b, RH_SET_PRE, at);
    l->backend->array.open &= ~rh_bit(b);
    rh_event_count_command(&l->counts, RH_PRE);
}

RH_EVENT_INLINE void rh_event_issue_row(struct rh_event_run *l, struct rh_event_shape shape, uint64_t at,
                                        const struct rh_event_row_command *command) {
    if (command->command == RH_ACT) {
        rh_event_open_row(l, at, command->bank, command->row);
    } else if (command->command == RH_PRE) {
        rh_event_close_row(l, at, command->bank);
    } else {
        rh_event_count_command(&l->counts, RH_REF);
        rh_event_refreshed(l, at);
    }
    rh_event_show_row(l, shape, at, command);
}

/* From this clock on a request may be offered. */
RH_EVENT_INLINE uint64_t rh_event_offered(const struct rh_event_run *l, const struct rh_event_job *job) {
    if (job->taken == job->n || job->tags.free == 0)
        return RH_EVENT_NEVER;
    uint64_t at = rh_later(l->now, l->tag_free[job->tags.head]);
    return job->timed ? rh_later(at, job->requests[job->taken].cycle) : at;
}

/* A request comes in: its ports. */
static inline void rh_event_accept(struct rh_event_run *l, struct rh_event_job *job, uint64_t at,
                                   struct rh_controller_in *in) {
    const struct rh_request *request = &job->requests[job->taken++];
    struct rh_observer *observer = l->setup.observer;
    unsigned tag = job->tags.ring[job->tags.head];
    job->tags.head = (job->tags.head + 1) & (job->tags.size - 1);
    job->tags.free--;
    observer->outstanding[tag].seen.arrival = request->cycle;
    observer->outstanding[tag].seen.core = request->core;
    rh_observer_accept(observer, at, request, tag, job->stats);
    rh_controller_offer(in, request, tag, &l->geometry, l->setup.warps);
    job->progress = at;
}

/* It waits in the queue. */
RH_EVENT_INLINE void rh_event_store(struct rh_event_run *l, uint64_t at, const struct rh_controller_in *in) {
    l->counts.occupancy -= at + 1;
    l->count++;
    l->changed |= rh_bit(in->req_bank);
}

/* It is answered from the queue. */
RH_EVENT_INLINE void rh_event_forward(struct rh_event_run *l, struct rh_event_job *job, struct rh_event_shape shape,
                                      uint64_t at, unsigned tag) {
    rh_observer_forward(l->setup.observer, at, tag, job->timed, job->stats);
    rh_event_respond(l, job, shape, at, tag, false);
}

#endif
