// SPDX-License-Identifier: Apache-2.0
// Is the event-driven run what `cycle` is? The first clocks of a channel that runs from event to event go by `cycle`,
// too, on a copy that gets the same calls. At the end of each call both stand alike; registers and statistics are
// compared behind the last of these clocks, or when the run ends before. So who writes a policy (rh_policy.h) learns
// from the first run that its `still` or `pass` is not what its other functions are.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/channel/rh_channel_state.h"

enum { CLOCKS = 1000 /* from the first request on */ };

struct rh_channel_self_check {
    struct rh_model model;
    struct rh_channel *channel; /* stepped */
    uint64_t until;             /* UINT64_MAX: not begun */
    uint64_t *live;             /* registers of the model */
    struct rh_layout layout;
};

bool rh_channel_open_self_check(struct rh_channel *channel) {
    const struct rh_channel_setup *own = &channel->setup;
    const struct rh_model *model = own->unit.model;
    if (own->untried)
        return true;
    struct rh_channel_self_check *self_check = channel->self_check = calloc(1, sizeof *self_check);
    if (self_check == NULL || !rh_model_open(&self_check->model, model->kind, model->ops, model->params, model->config))
        return false;
    const struct rh_channel_setup setup = {.unit = rh_model_unit(&self_check->model),
                                           .geometry = own->geometry,
                                           .constraints = own->constraints,
                                           .warps = own->warps,
                                           .ready_mask_seed = own->ready_mask_seed,
                                           .ready_one_in = own->ready_one_in,
                                           .warmup = own->warmup,
                                           .cycle_by_cycle = true,
                                           .unwatched = true};
    self_check->until = UINT64_MAX;
    self_check->channel = rh_channel_open(&setup, NULL);
    rh_layout_make(&self_check->layout, model->ops->list, model->params);
    self_check->live = calloc(self_check->layout.mask_words + 1U, sizeof *self_check->live);
    return self_check->channel != NULL && self_check->live != NULL;
}

void rh_channel_close_self_check(struct rh_channel *channel) {
    struct rh_channel_self_check *self_check = channel->self_check;
    if (self_check == NULL)
        return;
    rh_channel_close(self_check->channel);
    rh_model_close(&self_check->model);
    free(self_check->live);
    free(self_check);
    channel->self_check = NULL;
}

static bool has_begun(const struct rh_channel *channel) {
    return channel->self_check != NULL && channel->self_check->until != UINT64_MAX;
}

/* The channel stands at its first clock. */
static void begin(struct rh_channel *channel, uint64_t arrival) {
    struct rh_channel_self_check *self_check = channel->self_check;
    const struct rh_model *model = channel->setup.unit.model;
    self_check->model.ops = model->ops;
    memcpy(self_check->model.state, model->state, model->ops->state_size);
    self_check->until = CLOCKS + (rh_channel_is_back_pressed(channel) ? 0 : arrival);
}

void rh_channel_try(struct rh_channel *channel, const struct rh_request *requests, size_t n, bool timed, bool last) {
    struct rh_channel_self_check *self_check = channel->self_check;
    uint64_t limit = channel->setup.cycle_limit;
    if (channel->events == NULL) { /* another unit may have taken over */
        rh_channel_close_self_check(channel);
        return;
    }
    if (!has_begun(channel) && n == 0)
        return;
    if (!has_begun(channel))
        begin(channel, timed ? requests[0].cycle : 0);
    rh_channel_limit(self_check->channel, limit != 0 && limit < self_check->until ? limit : self_check->until);
    (void)rh_channel_run(self_check->channel, requests, n, timed, last);
    rh_channel_limit(channel, limit);
}

uint64_t rh_channel_self_check_end(const struct rh_channel *channel) {
    return channel->self_check != NULL ? channel->self_check->until : UINT64_MAX;
}

/* They differ, in this element (-1: there is but one). */
static bool say(struct rh_channel *channel, const char *name, int index, uint64_t run, uint64_t step) {
    char element[16] = "";
    if (index >= 0)
        (void)snprintf(element, sizeof element, "[%d]", index);
    (void)snprintf(channel->text, sizeof channel->text,
                   "channel %u, cycle %llu: found %s%s %llu in the event-driven run, expected %llu as cycle has it; if "
                   "a cycle was changed on purpose, run it cycle by cycle",
                   channel->setup.number, (unsigned long long)channel->cycle, name, element, (unsigned long long)run,
                   (unsigned long long)step);
    return false;
}

/* Why a run ended follows from these. */
static bool stand_alike(struct rh_channel *channel) {
    const struct rh_channel *cycle_by_cycle = channel->self_check->channel;
    const struct {
        const char *name;
        uint64_t run, step;
    } rows[] = {
        {"clock", channel->cycle, cycle_by_cycle->cycle},
        {"requests taken", channel->taken, cycle_by_cycle->taken},
        {"requests in flight", rh_channel_outstanding(channel), rh_channel_outstanding(cycle_by_cycle)},
        {"state of the draws", channel->random, cycle_by_cycle->random},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].run != rows[i].step)
            return say(channel, rows[i].name, -1, rows[i].run, rows[i].step);
    return true;
}

static bool same_registers(struct rh_channel *channel) {
    struct rh_channel_self_check *self_check = channel->self_check;
    const void *run = channel->setup.unit.model->state, *step = self_check->model.state;
    unsigned number, index;
    rh_layout_live(&self_check->layout, step, self_check->live);
    if (!rh_layout_differs(&self_check->layout, self_check->live, step, run, &number, &index))
        return true;
    const struct rh_field *field = &self_check->layout.fields[number];
    return say(channel, field->name, field->array ? (int)index : -1, rh_field_get(field, run, index),
               rh_field_get(field, step, index));
}

static bool same_latencies(struct rh_channel *channel, const char *name, const struct rh_latency *run,
                           const struct rh_latency *step) {
    if (run->sum != step->sum || run->greatest != step->greatest)
        return run->sum != step->sum ? say(channel, name, -1, run->sum, step->sum)
                                     : say(channel, name, -1, run->greatest, step->greatest);
    for (unsigned i = 0, end = rh_latency_end(run); i < end; i++)
        if (run->bucket[i] != step->bucket[i])
            return say(channel, name, (int)i, run->bucket[i], step->bucket[i]);
    return true;
}

static bool same_statistics(struct rh_channel *channel) {
    const struct rh_stats *run = rh_channel_stats(channel), *step = rh_channel_stats(channel->self_check->channel);
    uint64_t ours[RH_STATS_COUNTERS], theirs[RH_STATS_COUNTERS];
    rh_stats_counters(run, ours);
    rh_stats_counters(step, theirs);
    for (unsigned i = 0; i < RH_STATS_COUNTERS; i++)
        if (ours[i] != theirs[i])
            return say(channel, i < RH_STATS ? rh_stats_name(i) : rh_cause_key(i - RH_STATS), -1, ours[i], theirs[i]);
#define RH_LATENCY(name, meaning)                                                                                      \
    if (!same_latencies(channel, #name, &run->name, &step->name))                                                      \
        return false;
#include "tables/stats.def"
    return true;
}

static bool all_alike(struct rh_channel *channel) {
    rh_channel_show(channel);
    return stand_alike(channel) && same_registers(channel) && same_statistics(channel);
}

bool rh_channel_pass_self_check(struct rh_channel *channel) {
    if (channel->cycle < rh_channel_self_check_end(channel))
        return true;
    bool same = all_alike(channel);
    rh_channel_close_self_check(channel);
    return same;
}

bool rh_channel_check_self_check(struct rh_channel *channel, enum rh_channel_end end) {
    if (!has_begun(channel))
        return true;
    bool shown = !channel->setup.closed_loop && (end == RH_CHANNEL_DRAINED || end == RH_CHANNEL_LIMIT);
    return shown ? all_alike(channel) : stand_alike(channel);
}

bool rh_channel_finish_self_check(struct rh_channel *channel) {
    return !has_begun(channel) || all_alike(channel);
}
