// SPDX-License-Identifier: Apache-2.0
// A channel that runs from event to event: who may, and how far.
#include <string.h>

#include "cmodel/channel/rh_channel_state.h"

/* Somebody looks at each clock. */
static bool must_cycle(const struct rh_channel *channel) {
#ifdef RH_CYCLE_BY_CYCLE
    return true;
#endif
    const struct rh_channel_setup *setup = &channel->setup;
    return setup->cycle_by_cycle || setup->probe != NULL || (setup->surrounded && setup->geometry.registered);
}

bool rh_channel_open_events(struct rh_channel *channel) {
    const struct rh_channel_setup *setup = &channel->setup;
    const struct rh_model *model = setup->unit.model;
    if (must_cycle(channel) || model == NULL || model->kind != &rh_controller_kind ||
        memcmp(model->params, &setup->geometry, sizeof setup->geometry) != 0 ||
        memcmp(model->config, &setup->constraints, sizeof setup->constraints) != 0 || !rh_event_knows(model->ops))
        return true;
    const struct rh_event_setup events = {.ops = model->ops,
                                          .geometry = setup->geometry,
                                          .constraints = setup->constraints,
                                          .observer = channel->observer,
                                          .number = setup->number,
                                          .sink = setup->sink,
                                          .sink_user = setup->sink_user,
                                          .taken = setup->taken,
                                          .answered = setup->answered,
                                          .answer_user = setup->answer_user,
                                          .ready_one_in = rh_channel_is_back_pressed(channel) ? setup->ready_one_in : 0,
                                          .warps = setup->warps,
                                          .closed_loop = setup->closed_loop,
                                          .surrounded = setup->surrounded,
                                          .watchdog = channel->watchdog};
    channel->events = rh_event_open(&events);
    return channel->events != NULL;
}

/* Up to the next clock in which something is to be done besides. */
static uint64_t next_stop(const struct rh_channel *channel) {
    uint64_t until = channel->stop;
    if (channel->cycle < channel->setup.warmup && channel->setup.warmup < until)
        until = channel->setup.warmup;
    return until > INT64_MAX ? INT64_MAX : until;
}

static void begin(struct rh_channel *channel, const struct rh_request *requests, size_t n, bool last,
                  struct rh_event_job *job) {
    bool pauses = channel->round.length != 0 && !rh_channel_is_back_pressed(channel);
    *job = (struct rh_event_job){.state = channel->setup.unit.model->state,
                                 .cycle = channel->cycle,
                                 .until = next_stop(channel),
                                 .stats = &channel->stats,
                                 .counted = channel->cycle >= channel->setup.warmup,
                                 .requests = requests,
                                 .n = n,
                                 .taken = channel->taken,
                                 .timed = channel->timed,
                                 .last = last,
                                 .pause = pauses ? RH_FEWEST_ROUNDS * channel->round.length : UINT64_MAX,
                                 .random = channel->random,
                                 .tags = {channel->tag_queue, channel->tags, channel->tag_head, channel->tags_free},
                                 .progress = channel->progress};
    channel->in.req_valid = 0; /* a request on offer is offered anew */
    channel->round.begun = false;
}

static void finish(struct rh_channel *channel, const struct rh_event_job *job) {
    channel->cycle = job->cycle;
    channel->taken = job->taken;
    channel->tag_head = job->tags.head;
    channel->tags_free = job->tags.free;
    channel->progress = job->progress;
    if (rh_channel_is_back_pressed(channel))
        channel->random = job->random;
}

void rh_channel_show(struct rh_channel *channel) {
    if (channel->events == NULL || !rh_event_is_entered(channel->events))
        return;
    struct rh_event_tags tags = {channel->tag_queue, channel->tags, channel->tag_head, channel->tags_free};
    rh_event_exit(channel->events, &tags);
    channel->tags_free = tags.free;
}

uint64_t rh_channel_wake(const struct rh_channel *channel) {
    if (channel->events == NULL || !rh_event_is_entered(channel->events))
        return channel->cycle;
    uint64_t wake = rh_event_wake(channel->events), stuck = channel->progress + channel->watchdog;
    return wake < stuck ? wake : stuck;
}

/* True: the run ends; else up to the next clock in which something is to be done besides. */
static bool run_once(struct rh_channel *channel, const struct rh_request *requests, size_t n, bool last,
                     enum rh_channel_end *end) {
    struct rh_event_job job;
    begin(channel, requests, n, last, &job);
    enum rh_event_end how = rh_event_run(channel->events, &job);
    finish(channel, &job);
    if (!channel->setup.closed_loop || how == RH_EVENT_PAUSED || how == RH_EVENT_STUCK)
        rh_channel_show(channel);
    channel->pauses = how == RH_EVENT_PAUSED;
    if (how == RH_EVENT_STUCK) { /* say so as any unit does */
        rh_event_close(channel->events);
        channel->events = NULL;
    }
    *end = how == RH_EVENT_HUNGRY ? RH_CHANNEL_HUNGRY : RH_CHANNEL_DRAINED;
    return how == RH_EVENT_HUNGRY || how == RH_EVENT_DRAINED;
}

bool rh_channel_events(struct rh_channel *channel, const struct rh_request *requests, size_t n, bool last,
                       enum rh_channel_end *end) {
    if (channel->pauses) /* clock by clock */
        channel->pauses = channel->tags_free == channel->tags && !channel->in.req_valid && channel->taken < n &&
                          requests[channel->taken].cycle > channel->cycle;
    while (channel->events != NULL && !channel->pauses && channel->cycle < channel->stop && channel->cycle < INT64_MAX)
        if (run_once(channel, requests, n, last, end))
            return true;
    if (channel->cycle >= INT64_MAX) /* an event-driven run ends here */
        rh_channel_show(channel);
    return false;
}

void rh_channel_clock_events(struct rh_channel *channel, const struct rh_request *request, uint16_t tag, bool ready) {
    struct rh_controller_out *out = &channel->out;
    struct rh_event_job job = {.state = channel->setup.unit.model->state,
                               .cycle = channel->cycle,
                               .stats = &channel->stats,
                               .counted = channel->cycle >= channel->setup.warmup,
                               .requests = request,
                               .n = request != NULL,
                               .tags = {&tag, 1, 0, 1}};
    if (request != NULL && !channel->in.req_valid && rh_channel_outstanding(channel) == 0)
        channel->progress = channel->cycle; /* waiting for a request was no lack of progress */
    channel->pauses = false;
    rh_event_clock(channel->events, &job, ready, out);
    channel->in.req_valid = request != NULL && !out->req_ready;
    if (out->req_ready || out->rsp_valid || out->col_cmd != RH_NOP)
        channel->progress = channel->cycle;
    channel->cycle++;
}

uint64_t rh_channel_rest(struct rh_channel *channel, const struct rh_request *refused, bool ready) {
    if (channel->events == NULL || channel->cycle == channel->setup.warmup) /* from here on clocks are counted */
        return channel->cycle;
    uint64_t until = next_stop(channel), rest = rh_event_rest(channel->events, refused, ready, &channel->out);
    uint64_t stuck = channel->progress + channel->watchdog; /* to be run */
    until = rest < until ? rest : until;
    return stuck < until ? stuck : until;
}

void rh_channel_pass_rest(struct rh_channel *channel, uint64_t until) {
    if (until == channel->cycle)
        return;
    rh_event_pass_rest(channel->events, until);
    channel->cycle = until;
    if (channel->out.rsp_valid)
        channel->progress = until - 1;
}
