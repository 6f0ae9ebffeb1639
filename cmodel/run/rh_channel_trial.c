// SPDX-License-Identifier: Apache-2.0
// Is the leap what `step` is? The first clocks of a channel that leaps go by `step`, too, on a copy; then registers and
// statistics are compared, once. So who changes a step learns from the first run that the leap does not follow.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/run/rh_channel_state.h"

enum { CLOCKS = 1000 /* from the first request on */ };

struct rh_channel_trial {
    struct rh_model model;
    struct rh_channel *channel; /* stepped; NULL: not begun */
    uint64_t until;
};

bool rh_channel_open_trial(struct rh_channel *channel) {
    const struct rh_model *model = channel->setup.unit.model;
    struct rh_channel_trial *trial = calloc(1, sizeof *trial);
    channel->trial = trial;
    return trial != NULL && rh_model_open(&trial->model, model->kind, model->ops, model->params, model->config);
}

void rh_channel_close_trial(struct rh_channel *channel) {
    if (channel->trial == NULL)
        return;
    rh_channel_close(channel->trial->channel);
    rh_model_close(&channel->trial->model);
    free(channel->trial);
    channel->trial = NULL;
}

/* The channel stands at its first clock. */
static bool begin(struct rh_channel *channel, uint64_t arrival) {
    struct rh_channel_trial *trial = channel->trial;
    const struct rh_channel_setup *own = &channel->setup;
    const struct rh_model *model = own->unit.model;
    trial->model.ops = model->ops;
    memcpy(trial->model.state, model->state, model->ops->state_size);
    const struct rh_channel_setup setup = {.unit = rh_model_unit(&trial->model),
                                           .geometry = own->geometry,
                                           .gaps = own->gaps,
                                           .ready_mask_seed = own->ready_mask_seed,
                                           .ready_one_in = own->ready_one_in,
                                           .warmup = own->warmup,
                                           .stepped = true,
                                           .unwatched = true};
    trial->until = CLOCKS + (rh_channel_is_back_pressed(channel) ? 0 : arrival);
    trial->channel = rh_channel_open(&setup, NULL);
    return trial->channel != NULL;
}

void rh_channel_try(struct rh_channel *channel, const struct rh_request *requests, size_t n, bool timed, bool last) {
    struct rh_channel_trial *trial = channel->trial;
    uint64_t limit = channel->setup.cycle_limit;
    if (trial->channel == NULL && (channel->cycle != 0 || !begin(channel, timed && n != 0 ? requests[0].cycle : 0))) {
        rh_channel_close_trial(channel);
        return;
    }
    rh_channel_limit(trial->channel, limit != 0 && limit < trial->until ? limit : trial->until);
    (void)rh_channel_run(trial->channel, requests, n, timed, last);
    rh_channel_limit(channel, limit);
}

uint64_t rh_channel_trial_end(const struct rh_channel *channel) {
    return channel->trial != NULL && channel->trial->channel != NULL ? channel->trial->until : UINT64_MAX;
}

/* False: they differ; the text says in what. */
static bool compare(struct rh_channel *channel) {
    const struct rh_channel_trial *trial = channel->trial;
    const struct rh_model *model = channel->setup.unit.model;
    const char *name = "statistics";
    unsigned field, index = 0;
    unsigned long long step = 0, leap = 0;
    struct rh_layout *layout = malloc(sizeof *layout);
    uint64_t *live = NULL;
    if (layout != NULL) {
        rh_layout_make(layout, model->ops->list, model->params);
        live = calloc(layout->mask_words + 1U, sizeof *live);
    }
    bool same = live == NULL;
    if (!same) {
        rh_layout_live(layout, trial->model.state, live);
        same = !rh_layout_differs(layout, live, trial->model.state, model->state, &field, &index);
        if (!same) {
            name = layout->fields[field].name;
            step = rh_field_get(&layout->fields[field], trial->model.state, index);
            leap = rh_field_get(&layout->fields[field], model->state, index);
        }
        same = same && channel->cycle == trial->channel->cycle &&
               memcmp(&channel->stats, &trial->channel->stats, sizeof channel->stats) == 0;
    }
    if (!same)
        snprintf(channel->text, sizeof channel->text,
                 "channel %u, cycle %llu: found %s[%u] %llu in the leap, expected %llu as step has it; if a step was "
                 "changed on purpose, run stepped",
                 channel->setup.number, (unsigned long long)channel->cycle, name, index, leap, step);
    free(layout);
    free(live);
    return same;
}

/* With times it may have drained before: nothing more comes up to the clock of the other. */
static void catch_up(struct rh_channel *stepped, const struct rh_channel *channel) {
    const struct rh_request none = {.cycle = UINT64_MAX, .commands = 1};
    rh_channel_limit(stepped, channel->cycle);
    if (channel->timed && stepped->cycle < channel->cycle)
        (void)rh_channel_run(stepped, &none, 1, true, true);
}

bool rh_channel_pass_trial(struct rh_channel *channel) {
    if (channel->cycle < rh_channel_trial_end(channel))
        return true;
    rh_channel_show(channel);
    (void)rh_channel_stats(channel);
    catch_up(channel->trial->channel, channel);
    bool same = compare(channel);
    rh_channel_close_trial(channel);
    return same;
}
