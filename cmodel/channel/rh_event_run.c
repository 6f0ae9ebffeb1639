// SPDX-License-Identifier: Apache-2.0
// Out of a model's state into that of an event-driven run, and back.
#include "cmodel/channel/rh_event_run.h"

#include <stdlib.h>

#include "cmodel/channel/rh_event_ledger.h"
#include "cmodel/channel/rh_event_loop.h"
#include "cmodel/channel/rh_event_responses.h"

bool rh_event_knows(const struct rh_block_ops *ops) {
    return ops->policy != NULL && ops->policy->cycle == ops->cycle;
}

struct rh_event_run *rh_event_open(const struct rh_event_setup *setup) {
    const struct rh_geometry *geometry = &setup->geometry;
    size_t tags = (size_t)1 << geometry->tag_bits;
    struct rh_event_run *l = calloc(1, sizeof *l + tags * sizeof l->tag_free[0]);
    if (l == NULL)
        return NULL;
    l->policy = setup->ops->policy;
    if (l->policy->closing != NULL && geometry->closes != 0)
        l->policy = l->policy->closing;
    l->setup = *setup;
    l->geometry = *geometry;
    l->constraints = setup->constraints;
    l->delay = geometry->registered;
    l->over[0] = setup->constraints.rd_done + l->delay;
    l->over[1] = setup->constraints.wr_done + l->delay;
    l->grains = geometry->grain_bits != 0;
    if (l->grains || rh_geometry_forwards(geometry)) /* responses come in the order of the commands */
        l->over[0] = l->over[1] = (unsigned)rh_later(l->over[0], l->over[1]);
    l->general = rh_controller_closes_rows(setup->ops) || geometry->closes || l->grains ||
                 geometry->subarray_group_bits != 0 || setup->taken != NULL || setup->answered != NULL ||
                 setup->ready_one_in > 1 || l->delay != 0;
    l->refreshes = setup->constraints.refresh != RH_REFRESH_OFF;
    l->spaced = setup->constraints.refresh >= RH_REFRESH_PER_BANK && setup->constraints.rrefd > 1;
    l->refresh_mask = rh_refresh_mask((enum rh_refresh)setup->constraints.refresh, geometry);
    for (unsigned b = 0; b < geometry->banks; b++) {
        l->group_of[b] = (uint8_t)rh_place_of(geometry, b).group;
        l->grain_of[b] = (uint8_t)rh_place_of(geometry, b).grain;
        l->rank_of[b] = (uint8_t)rh_rank_of(geometry, b);
        l->bus_of[b] = (uint8_t)rh_data_bus_of(geometry, b);
    }
    return l;
}

void rh_event_close(struct rh_event_run *run) {
    free(run);
}

/* Timers: a counter of n at the start of clock `now` forbids up to clock now + n. */
static void load_timers(struct rh_event_run *l) {
    const struct rh_bank_array *array = &l->backend->array;
    l->shown = 0;
#define COUNTERS_bank  l->geometry.banks
#define COUNTERS_group l->geometry.groups
#define COUNTERS_grain (1U << (l->geometry.grain_bits + l->geometry.rank_bits))
#define RH_TIMER(name, scope, loaded_by, forbids, cause, show)                                                         \
    for (unsigned i = 0; i < COUNTERS_##scope; i++) {                                                                  \
        l->scope[i].name = l->now + array->name[i];                                                                    \
        if (RH_EVENT_SHOWN_##show)                                                                                     \
            l->shown = rh_later(l->shown, l->scope[i].name);                                                           \
    }
#include "tables/timers.def"
    for (unsigned i = 0; i < 1U << l->geometry.rank_bits; i++)
        for (unsigned n = 0; n < RH_MAX_WINDOW; n++)
            l->grain[i].window[n] = l->now + array->window[i * RH_MAX_WINDOW + n];
}

static uint8_t left(const struct rh_event_run *l, uint64_t until) {
    return (uint8_t)(until <= l->now ? 0 : until - l->now);
}

static void store_timers(const struct rh_event_run *l) {
    struct rh_bank_array *array = &l->backend->array;
#define RH_TIMER(name, scope, loaded_by, forbids, cause, show)                                                         \
    for (unsigned i = 0; i < COUNTERS_##scope; i++)                                                                    \
        array->name[i] = left(l, l->scope[i].name);
#include "tables/timers.def"
    for (unsigned i = 0; i < 1U << l->geometry.rank_bits; i++)
        for (unsigned n = 0; n < RH_MAX_WINDOW; n++)
            array->window[i * RH_MAX_WINDOW + n] = left(l, l->grain[i].window[n]);
}

static void load_channel(struct rh_event_run *l) {
    const struct rh_backend *backend = l->backend;
    const struct rh_command_channel *channel = &backend->channel;
    l->burst = l->now + (l->grains ? 0U : channel->burst[0]);
    for (unsigned i = 0; l->grains && i < rh_backend_data_buses(&l->geometry); i++)
        l->bus[i] = l->now + channel->burst[i];
    l->act_bus = l->now + channel->act_bus;
    l->rank = channel->rank;
    l->rank_rd = l->now + channel->rank_rd;
    l->rank_wr = l->now + channel->rank_wr;
    l->due = backend->refresh_due;
    l->due_at = l->refreshes ? l->now + l->constraints.refi - backend->refresh_timer : RH_EVENT_NEVER;
    l->busy = l->now + backend->refresh_busy;
    l->blocked = l->holds = 0;
}

static void store_channel(const struct rh_event_run *l) {
    struct rh_backend *backend = l->backend;
    struct rh_command_channel *channel = &backend->channel;
    channel->burst[0] = left(l, l->burst);
    for (unsigned i = 0; l->grains && i < rh_backend_data_buses(&l->geometry); i++)
        channel->burst[i] = left(l, l->bus[i]);
    channel->act_bus = left(l, l->act_bus);
    channel->rank = (uint8_t)l->rank;
    channel->rank_rd = left(l, l->rank_rd);
    channel->rank_wr = left(l, l->rank_wr);
    if (!l->refreshes)
        return;
    backend->refresh_due = l->due || l->due_at == l->now;
    backend->refresh_timer = (uint16_t)(l->due_at == l->now ? 0 : l->now + l->constraints.refi - l->due_at);
    backend->refresh_busy = (uint16_t)(l->busy <= l->now ? 0 : l->busy - l->now);
}

/* Responses that are under way give their slots, and their tags, back in clocks that are known. */
static void load_responses(struct rh_event_run *l, struct rh_event_tags *tags) {
    const struct rh_backend *backend = l->backend;
    unsigned slots = l->geometry.responses;
    uint64_t mask = rh_mask(l->geometry.timer_bits);
    l->now_base = backend->now - l->now;
    l->answered = l->now;
    for (unsigned i = 0; i < tags->free; i++)
        l->tag_free[(tags->head + i) & (tags->size - 1)] = 0;
    for (unsigned i = 0; i < slots; i++)
        l->freed[i] = 0;
    for (unsigned i = 0; i < backend->response_count; i++) {
        unsigned slot = rh_ring_add(backend->response_head, i, slots);
        uint64_t valid = l->now;
        if (i >= backend->response_mature)
            valid += (((uint64_t)backend->response_done[slot] - backend->now) & mask) + 1;
        l->valid[slot] = valid;
        l->freed[slot] = RH_EVENT_NEVER;
        if (l->setup.surrounded)
            continue;
        l->answered = rh_event_ready(l, rh_later(valid, l->answered)) + 1;
        l->freed[slot] = l->answered;
        unsigned place = (tags->head + tags->free++) & (tags->size - 1);
        tags->ring[place] = backend->response_tag[slot];
        l->tag_free[place] = l->answered;
    }
    l->tail = rh_ring_add(backend->response_head, backend->response_count, slots);
    l->handed = backend->response_head;
    l->unanswered = l->setup.answered != NULL || l->setup.surrounded ? backend->response_count : 0;
}

static void store_responses(const struct rh_event_run *l, struct rh_event_tags *tags) {
    struct rh_backend *backend = l->backend;
    unsigned slots = l->geometry.responses, count = 0, mature = 0, at = l->tail;
    while (count < slots) { /* the youngest first */
        unsigned slot = at == 0 ? slots - 1 : at - 1;
        if (l->freed[slot] <= l->now)
            break;
        count++;
        mature += l->valid[slot] <= l->now;
        at = slot;
    }
    backend->response_head = (uint8_t)at;
    backend->response_count = (uint8_t)count;
    backend->response_mature = (uint8_t)mature;
    backend->now = (uint8_t)((l->now_base + l->now) & rh_mask(l->geometry.timer_bits));
    while (tags->free != 0 && l->tag_free[(tags->head + tags->free - 1) & (tags->size - 1)] > l->now)
        tags->free--;
}

static void load_policy(struct rh_event_run *l) {
    l->moved = l->now;
    l->opened = l->now; /* for all that is known here */
    l->count = l->policy->stored(l->state, &l->geometry);
    l->next_commands = (struct rh_next_commands){0};
    l->changed = UINT64_MAX;
    for (rh_bank_set rest = l->backend->array.closing; rest; rest &= rest - 1)
        rh_event_close_soon(l, rh_first_from(rest, 0));
    rh_event_query(l);
}

static void enter(struct rh_event_run *l, struct rh_event_job *job) {
    l->state = job->state;
    l->backend = job->state;
    l->now = job->cycle;
    l->turn = RH_EVENT_NEVER;
    l->known = false;
    l->random = job->random - job->cycle * RH_RANDOM_STEP;
    load_timers(l);
    load_channel(l);
    load_responses(l, &job->tags);
    load_policy(l);
    rh_event_begin_counts(l);
    l->counted = job->counted;
    l->stats = job->stats;
    l->entered = true;
}

static void resume(struct rh_event_run *l, struct rh_event_job *job) {
    if (!l->entered)
        enter(l, job);
    if (l->counted != job->counted)
        rh_event_count(l);
    l->counted = job->counted;
    l->stats = job->stats;
}

enum rh_event_end rh_event_run(struct rh_event_run *l, struct rh_event_job *job) {
    resume(l, job);
    l->known = false;
    l->wake = 0;
    enum rh_event_end end = rh_event_loop(l, job);
    if (l->answered != 0 && l->answered <= l->now)
        job->progress = rh_later(job->progress, l->answered - 1);
    job->cycle = l->now;
    job->random = l->random + l->now * RH_RANDOM_STEP;
    return end;
}

/* What clock `now` shows, whatever comes in: the oldest response if its data are over, and whether there is work. */
static void show(const struct rh_event_run *l, struct rh_controller_out *out) {
    unsigned slot = l->handed;
    out->active = l->count != 0 || l->burst > l->now;
    out->timers = l->shown > l->now;
    out->rsp_valid = l->unanswered != 0 && l->valid[slot] <= l->now;
    out->rsp_tag = l->backend->response_tag[slot];
    out->rsp_write = l->backend->response_write[slot];
}

/* The response that is shown is taken. */
static void answer(struct rh_event_run *l) {
    unsigned slot = l->handed;
    l->freed[slot] = l->answered = l->now + 1;
    l->handed = rh_next_of(slot, l->geometry.responses);
    l->unanswered--;
    l->known = l->known && slot != l->tail; /* it was the last one: a column command may go again */
}

void rh_event_clock(struct rh_event_run *l, struct rh_event_job *job, bool ready, struct rh_controller_out *out) {
    resume(l, job);
    show(l, out);
    l->late.column.command = l->late.row.command = RH_NOP;
    if (ready && out->rsp_valid)
        answer(l);
    rh_event_loop_clock(l, job);
    out->req_ready = job->taken != 0;
    out->col_cmd = l->late.column.command;
    out->col_bank = l->late.column.bank;
    out->col_last = l->late.column.last;
    out->row_cmd = l->late.row.command;
    job->cycle = l->now;
}

uint64_t rh_event_rest(struct rh_event_run *l, const struct rh_request *refused, bool ready,
                       struct rh_controller_out *out) {
    uint64_t now = l->now;
    show(l, out);
    out->col_cmd = out->row_cmd = RH_NOP;
    if (ready && out->rsp_valid)
        return now;
    if (!l->known || now >= l->turn)
        rh_event_loop_find(l);
    uint64_t until = rh_sooner(l->next.at, l->turn);
    if (l->unanswered != 0 && !out->rsp_valid)
        until = rh_sooner(until, l->valid[l->handed]);
    if (refused != NULL)
        until = rh_sooner(until, rh_event_loop_taken_at(l, refused));
    if (l->count == 0 && l->burst > now)
        until = rh_sooner(until, l->burst);
    else if (l->count == 0 && l->shown > now)
        until = rh_sooner(until, l->shown);
    return until;
}

void rh_event_pass_rest(struct rh_event_run *l, uint64_t until) {
    l->now = until;
}

bool rh_event_is_entered(const struct rh_event_run *l) {
    return l->entered;
}

void rh_event_exit(struct rh_event_run *l, struct rh_event_tags *tags) {
    rh_event_count(l);
    if (l->delay != 0)
        rh_event_store_register(l);
    rh_event_move(l, l->now);
    rh_event_auto_precharge(l);
    store_timers(l);
    store_channel(l);
    store_responses(l, tags);
    l->entered = false;
}

void rh_event_forget(struct rh_event_run *l) {
    l->entered = false;
}

/* Slots of responses that are not given out yet. */
static unsigned taken_slots(const struct rh_event_run *l) {
    unsigned slots = l->geometry.responses, count = 0, at = l->tail;
    while (count < slots) { /* the youngest first */
        at = at == 0 ? slots - 1 : at - 1;
        if (l->freed[at] <= l->now)
            break;
        count++;
    }
    return count;
}

unsigned rh_event_outstanding(const struct rh_event_run *l) {
    if (l->setup.answered != NULL || l->setup.surrounded) /* all that were given out before now are handed out */
        return l->count + l->unanswered;
    return l->count + (l->answered > l->now ? taken_slots(l) : 0);
}

uint64_t rh_event_wake(const struct rh_event_run *l) {
    uint64_t wake = l->wake;
    if (l->unanswered != 0)
        wake = rh_sooner(wake, l->freed[l->handed] - 1);
    if (l->late.column.command != RH_NOP || l->late.row.command != RH_NOP) /* seen a clock later */
        wake = rh_sooner(wake, l->late.at + 1);
    return wake;
}
