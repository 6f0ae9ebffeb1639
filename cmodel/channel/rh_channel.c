// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_channel.h"

#include <stdio.h>
#include <stdlib.h>

#include "cmodel/channel/rh_channel_state.h"
#include "rowhold/rh_default.h"
#include "rowhold/rh_random.h"

/* Longest honest wait: every distance in a row, a refresh met at each step, all of it a few times over. */
uint64_t rh_channel_watchdog(const struct rh_constraints *constraints) {
    uint64_t sum = 0;
#define RH_CONSTRAINT(name, clocks, attributed_to, meaning) sum += constraints->name;
#include "tables/controller_config.def"
    if (constraints->refresh != RH_REFRESH_OFF)
        sum += 2U * ((uint64_t)constraints->rfc + constraints->refi);
    return 64 + 8 * sum;
}

static uint64_t round_length(const struct rh_channel_setup *setup) {
    if (setup->constraints.refresh == RH_REFRESH_OFF || setup->unit.idle_round == NULL ||
        setup->unit.skip_rounds == NULL || (setup->sink != NULL && setup->sink_round == NULL))
        return 0;
    return (uint64_t)setup->constraints.refi *
           rh_refresh_turns((enum rh_refresh)setup->constraints.refresh, &setup->geometry);
}

static void free_all_tags(struct rh_channel *channel) {
    channel->tag_head = 0;
    channel->tags_free = channel->tags;
    for (unsigned i = 0; i < channel->tags; i++)
        channel->tag_queue[i] = (uint16_t)i;
}

/* What a setup leaves out. A unit that the caller brings may have any timing: the channel only reads when data ends. */
static bool complete(struct rh_channel_setup *setup, struct rh_error *error) {
    struct rh_preset preset;
    if (setup->unit.cycle != NULL)
        return rh_geometry_check(&setup->geometry, error);
    return rh_preset_find(NULL, &preset, error) &&
           rh_default_fill(&preset, &setup->geometry, &setup->constraints, error);
}

static bool open_unit(struct rh_channel *channel) {
    struct rh_channel_setup *setup = &channel->setup;
    if (setup->unit.cycle != NULL)
        return true;
    if (!rh_model_open(&channel->model, &rh_controller_kind, rh_controller_find(RH_DEFAULT_CONTROLLER),
                       &setup->geometry, &setup->constraints))
        return false;
    setup->unit = rh_model_unit(&channel->model);
    return true;
}

static bool open_parts(struct rh_channel *channel) {
    const struct rh_channel_setup *setup = &channel->setup;
    const struct rh_observer_setup observed = {.geometry = setup->geometry,
                                               .constraints = setup->constraints,
                                               .channel = setup->number,
                                               .standby = &channel->stats,
                                               .warmup = setup->warmup,
                                               .request = setup->request,
                                               .of_cores = setup->request_of_cores,
                                               .user = setup->request_user};
    channel->observer = rh_observer_open(&observed);
    if (channel->observer == NULL || !open_unit(channel) || !rh_channel_open_events(channel) ||
        (channel->events != NULL && !setup->surrounded && !rh_channel_open_self_check(channel)))
        return false;
    if (setup->unwatched || channel->events != NULL)
        return true;
    channel->contract = rh_contract_open(&setup->geometry, &setup->constraints);
    if (channel->contract != NULL)
        rh_contract_order_sources(channel->contract, setup->order_sources);
    return channel->contract != NULL;
}

struct rh_channel *rh_channel_open(const struct rh_channel_setup *setup, struct rh_error *error) {
    struct rh_channel_setup own = *setup;
    if (!complete(&own, error))
        return NULL;
    unsigned tags = 1U << own.geometry.tag_bits;
    struct rh_channel *channel = calloc(1, sizeof *channel + tags * sizeof channel->tag_queue[0]);
    if (channel != NULL) {
        channel->setup = own;
        channel->tags = tags;
        channel->watchdog = rh_channel_watchdog(&own.constraints);
    }
    if (channel == NULL || !open_parts(channel)) {
        rh_channel_close(channel);
        rh_error_set(error, "channel %u: found no memory, expected enough", own.number);
        return NULL;
    }
    channel->round.length = round_length(&channel->setup);
    channel->random = own.ready_mask_seed;
    channel->in.rsp_ready = 1;
    channel->epoch.channel = own.number;
    channel->epoch_end = own.epoch != 0 ? own.warmup + own.epoch : UINT64_MAX;
    rh_channel_limit(channel, own.cycle_limit);
    free_all_tags(channel);
    return channel;
}

void rh_channel_close(struct rh_channel *channel) {
    if (channel == NULL)
        return;
    rh_contract_close(channel->contract);
    rh_channel_close_self_check(channel);
    rh_event_close(channel->events);
    rh_observer_close(channel->observer);
    rh_model_close(&channel->model);
    free(channel);
}

void rh_channel_flush(struct rh_channel *channel) {
    rh_observer_settle(channel->observer, channel->cycle);
    if (channel->contract != NULL)
        rh_contract_flush(channel->contract);
    if (channel->events != NULL)
        rh_event_forget(channel->events);
    rh_channel_close_self_check(channel);
    rh_observer_flush(channel->observer);
    free_all_tags(channel);
    channel->in.req_valid = 0; /* the request on offer, not yet taken, is offered anew */
    channel->progress = channel->cycle;
    channel->round.begun = false;
}

/* Inputs of this clock. An offer stands, tag and all, until it is taken. */
static void offer(struct rh_channel *channel, const struct rh_request *request) {
    struct rh_controller_in *in = &channel->in;
    if (in->req_valid || channel->tags_free == 0 || (channel->timed && request->cycle > channel->cycle))
        return;
    channel->round.begun = false;
    rh_controller_offer(in, request, channel->tag_queue[channel->tag_head], &channel->setup.geometry,
                        channel->setup.warps);
    rh_observer_offer(channel->observer, in->req_tag, request);
    if (channel->tags_free == channel->tags)
        channel->progress = channel->cycle; /* waiting for the stream was no lack of progress */
}

static void take_offer(struct rh_channel *channel) {
    struct rh_controller_in *in = &channel->in;
    channel->tag_head = (channel->tag_head + 1) & (channel->tags - 1);
    channel->tags_free--;
    channel->taken++;
    uint8_t ready = in->rsp_ready;
    *in = (struct rh_controller_in){.rsp_ready = ready};
}

/* Back-pressure: responses are taken in one clock of so many. */
static void draw_ready(struct rh_channel *channel) {
    channel->in.rsp_ready = rh_random_below(&channel->random, channel->setup.ready_one_in) == 0;
}

static void sink_commands(const struct rh_channel *channel, const struct rh_controller_out *out) {
    struct rh_command_record record[2];
    unsigned n = rh_observer_commands(channel->observer, channel->cycle, out, record);
    for (unsigned k = 0; k < n; k++)
        channel->setup.sink(channel->setup.sink_user, &record[k]);
}

static void give_back_tag(struct rh_channel *channel, uint16_t tag) {
    if (channel->tags_free == channel->tags) /* nothing is in flight, and nobody watches who answers */
        return;
    channel->tag_queue[(channel->tag_head + channel->tags_free) & (channel->tags - 1)] = tag;
    channel->tags_free++;
}

/* One clock. False: the unit stopped or broke the contract; *end says which. */
static inline bool clock_once(struct rh_channel *channel, enum rh_channel_end *end) {
    const struct rh_channel_setup *setup = &channel->setup;
    struct rh_controller_in *in = &channel->in;
    struct rh_controller_out *out = &channel->out;
    *end = RH_CHANNEL_STOPPED;
    if (!setup->unit.cycle(setup->unit.self, in, out))
        return false;
    if (setup->probe != NULL)
        setup->probe(setup->probe_user, channel->cycle, in, out);
    if (setup->sink != NULL && (out->col_cmd != RH_NOP || out->row_cmd != RH_NOP))
        sink_commands(channel, out);
    *end = RH_CHANNEL_BROKEN;
    if (channel->contract != NULL && !rh_contract_clock(channel->contract, channel->cycle, in, out)) {
        snprintf(channel->text, sizeof channel->text, "channel %u, %s", setup->number,
                 rh_contract_text(channel->contract));
        return false;
    }
    rh_observer_clock(channel->observer, channel->cycle, in, out, channel->timed, channel->cycle >= setup->warmup,
                      &channel->stats);
    bool accepted = in->req_valid && out->req_ready;
    if (accepted || out->rsp_valid || out->col_cmd != RH_NOP)
        channel->progress = channel->cycle;
    if (accepted && setup->taken != NULL)
        setup->taken(setup->answer_user, in->req_tag);
    if (accepted)
        take_offer(channel);
    if (out->rsp_valid && in->rsp_ready)
        give_back_tag(channel, out->rsp_tag);
    if (out->rsp_valid && in->rsp_ready && setup->answered != NULL)
        setup->answered(setup->answer_user, out->rsp_tag, channel->cycle);
    channel->cycle++;
    return true;
}

/* Waiting for the stream is no lack of progress; `offer` restarts the count then. */
static bool is_stuck(struct rh_channel *channel) {
    if (channel->cycle - channel->progress <= channel->watchdog)
        return false;
    if (!channel->in.req_valid && rh_channel_outstanding(channel) == 0)
        return false;
    snprintf(channel->text, sizeof channel->text,
             "channel %u, cycle %llu: no column command, acceptance or response for %llu clocks with %u requests in "
             "flight%s",
             channel->setup.number, (unsigned long long)channel->cycle, (unsigned long long)channel->watchdog,
             rh_channel_outstanding(channel), channel->in.req_valid ? " and one on offer" : "");
    return true;
}

/* The statistics may be behind: in an event-driven run, and with the clocks of open banks. */
static void count(const struct rh_channel *channel) {
    if (channel->events != NULL && rh_event_is_entered(channel->events))
        rh_event_count(channel->events);
    rh_observer_settle(channel->observer, channel->cycle);
}

void rh_channel_end_epoch(struct rh_channel *channel) {
    struct rh_epoch added;
    count(channel);
    if (channel->setup.epoch == 0 || channel->stats.cycles == channel->epoch.counters[RH_STAT_cycles])
        return;
    rh_epoch_cut(&channel->epoch, &channel->stats, &added);
    channel->setup.epoch_end(channel->setup.epoch_user, &added);
}

/* Called in the clock `stop`: ends an epoch there. True when the clock is the limit of the run. */
static bool is_at_limit(struct rh_channel *channel) {
    uint64_t limit = channel->setup.cycle_limit;
    if (channel->cycle >= channel->epoch_end) {
        rh_channel_end_epoch(channel);
        channel->epoch_end += channel->setup.epoch;
    }
    rh_channel_limit(channel, limit);
    return limit != 0 && channel->cycle >= limit;
}

static enum rh_channel_end run(struct rh_channel *channel, const struct rh_request *requests, size_t n, bool last) {
    enum rh_channel_end end;
    for (;;) {
        if (channel->taken == n && !last)
            return RH_CHANNEL_HUNGRY;
        if (channel->taken == n && rh_channel_outstanding(channel) == 0)
            return RH_CHANNEL_DRAINED;
        if (channel->events != NULL && rh_channel_events(channel, requests, n, last, &end))
            return end;
        if (channel->taken < n && rh_channel_waits(channel))
            rh_channel_skip(channel, &requests[channel->taken]);
        if (channel->cycle >= channel->stop) {
            if (channel->self_check != NULL && !rh_channel_pass_self_check(channel))
                return RH_CHANNEL_BROKEN;
            if (is_at_limit(channel))
                return RH_CHANNEL_LIMIT;
            continue;
        }
        if (channel->taken < n)
            offer(channel, &requests[channel->taken]);
        if (rh_channel_is_back_pressed(channel))
            draw_ready(channel);
        if (!clock_once(channel, &end))
            return end;
        if (is_stuck(channel))
            return RH_CHANNEL_STUCK;
    }
}

enum rh_channel_end rh_channel_run(struct rh_channel *channel, const struct rh_request *requests, size_t n, bool timed,
                                   bool last) {
    if (channel->self_check != NULL)
        rh_channel_try(channel, requests, n, timed, last);
    channel->taken = 0;
    channel->timed = timed;
    enum rh_channel_end end = run(channel, requests, n, last);
    if (channel->self_check != NULL && end != RH_CHANNEL_BROKEN && !rh_channel_check_self_check(channel, end))
        return RH_CHANNEL_BROKEN;
    return end;
}

enum rh_channel_end rh_channel_clock(struct rh_channel *channel, const struct rh_request *request, uint16_t tag,
                                     bool ready) {
    enum rh_channel_end end;
    if (channel->cycle >= channel->stop && is_at_limit(channel))
        return RH_CHANNEL_LIMIT;
    if (channel->events != NULL) {
        rh_channel_clock_events(channel, request, tag, ready);
        return is_stuck(channel) ? RH_CHANNEL_STUCK : RH_CHANNEL_HUNGRY;
    }
    channel->timed = false;
    channel->in.rsp_ready = ready;
    if (request != NULL && !channel->in.req_valid) {
        channel->tag_queue[channel->tag_head] = tag;
        offer(channel, request);
    }
    if (!clock_once(channel, &end))
        return end;
    return is_stuck(channel) ? RH_CHANNEL_STUCK : RH_CHANNEL_HUNGRY;
}

bool rh_channel_is_idle(const struct rh_channel *channel) {
    const struct rh_controller_out *out = &channel->out;
    return !channel->in.req_valid && !out->active && !out->timers && out->col_cmd == RH_NOP && out->row_cmd == RH_NOP &&
           rh_channel_outstanding(channel) == 0;
}

enum rh_channel_end rh_channel_pass_idle(struct rh_channel *channel, uint64_t until) {
    const struct rh_request then = {.cycle = until};
    if (channel->cycle >= until)
        return RH_CHANNEL_LIMIT;
    rh_channel_limit(channel, until);
    enum rh_channel_end end = rh_channel_run(channel, &then, 1, true, false);
    rh_channel_limit(channel, 0);
    return end;
}

const struct rh_controller_out *rh_channel_out(const struct rh_channel *channel) {
    return &channel->out;
}

void rh_channel_peek(const struct rh_channel *channel, const struct rh_request *request, uint16_t tag, bool ready,
                     struct rh_controller_out *out) {
    const struct rh_unit *unit = &channel->setup.unit;
    struct rh_controller_in in = {.rsp_ready = ready};
    if (request != NULL)
        rh_controller_offer(&in, request, tag, &channel->setup.geometry, channel->setup.warps);
    unit->peek(unit->self, &in, out);
}

const struct rh_stats *rh_channel_stats(const struct rh_channel *channel) {
    count(channel);
    return &channel->stats;
}

uint64_t rh_channel_cycle(const struct rh_channel *channel) {
    return channel->cycle;
}

size_t rh_channel_taken(const struct rh_channel *channel) {
    return channel->taken;
}

unsigned rh_channel_outstanding(const struct rh_channel *channel) {
    return channel->events != NULL && rh_event_is_entered(channel->events) ? rh_event_outstanding(channel->events)
                                                                           : channel->tags - channel->tags_free;
}

void rh_channel_limit(struct rh_channel *channel, uint64_t cycle_limit) {
    channel->setup.cycle_limit = cycle_limit;
    channel->stop = channel->epoch_end;
    if (cycle_limit != 0 && cycle_limit < channel->stop)
        channel->stop = cycle_limit;
    if (channel->self_check != NULL && rh_channel_self_check_end(channel) < channel->stop)
        channel->stop = rh_channel_self_check_end(channel);
}

/* The watcher is closed: it has not seen the clocks that were passed over, so it does not know the outstanding
 * requests. */
void rh_channel_take_over(struct rh_channel *channel, const struct rh_unit *unit) {
    channel->setup.unit = *unit;
    rh_event_close(channel->events);
    channel->events = NULL;
    rh_channel_close_self_check(channel); /* of that run */
    rh_channel_limit(channel, channel->setup.cycle_limit);
    channel->pauses = false;
    channel->round.begun = false;
    channel->round.length = round_length(&channel->setup);
}

const char *rh_channel_text(const struct rh_channel *channel) {
    return channel->text;
}
