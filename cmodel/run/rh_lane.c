// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_lane.h"

#include <stdlib.h>

#include "rowhold/rh_system.h"

/* The place for a verdict, if it is the lane's first one; otherwise NULL. */
static struct rh_verdict *first_of(struct rh_lane *lane) {
    return lane->rules_broken == 0 ? &lane->first : NULL;
}

static void on_command(void *user, const struct rh_command_record *record) {
    struct rh_lane *lane = user;
    if (lane->judge != NULL) {
        struct rh_command_record relative = *record;
        relative.cycle -= lane->judge_start;
        lane->rules_broken += rh_judge_command(lane->judge, &relative, first_of(lane));
    }
    if (lane->setup->sink != NULL)
        lane->setup->sink(lane->setup->sink_user, record);
}

/* The judge alone sees them, from clock 0 on. */
static void on_judged(void *user, const struct rh_command_record *record) {
    struct rh_lane *lane = user;
    if (lane->judge_start != 0)
        on_command(user, record);
    else
        lane->rules_broken += rh_judge_command(lane->judge, record, first_of(lane));
}

static void on_request(void *user, const struct rh_observed *request) {
    const struct rh_lane *lane = user;
    if (lane->cores != NULL)
        rh_cores_done(lane->cores, request);
    if (lane->setup->request != NULL)
        lane->setup->request(lane->setup->request_user, request);
}

/* True when the round may be judged as a whole. A sink must see each REF, and a round with a broken rule is judged
 * every time. */
static bool on_round(void *user, uint64_t cycle, uint64_t rounds) {
    struct rh_lane *lane = user;
    if (lane->setup->sink != NULL || (rounds != 0 && lane->rules_broken != lane->broken_before_round))
        return false;
    lane->broken_before_round = lane->rules_broken;
    return lane->judge == NULL || rh_judge_round(lane->judge, cycle - lane->judge_start, rounds);
}

/* A judge begins with closed banks at cycle 0. */
static bool open_judge(struct rh_lane *lane) {
    struct rh_judge_setup rules = rh_judge_setup_from_preset(lane->setup->preset);
    rules.registered = lane->setup->geometry.registered;
    lane->judge = rh_judge_open(&rules);
    return lane->judge != NULL;
}

bool rh_lane_open(struct rh_lane *lane, struct rh_error *error) {
    const struct rh_system_setup *setup = lane->setup;
    struct rh_channel_setup channel = {.geometry = setup->geometry,
                                       .constraints = setup->constraints,
                                       .number = (uint16_t)lane->number,
                                       .cycle_limit = setup->cycles,
                                       .warmup = setup->warmup,
                                       .stepped = setup->stepped,
                                       .untried = lane->number != 0, /* all are of one design */
                                       .unwatched = setup->unwatched,
                                       .epoch = setup->epoch,
                                       .epoch_end = setup->epoch_end,
                                       .epoch_user = setup->epoch_user};
    lane->self = calloc(1, setup->type->size);
    if (lane->self == NULL || (setup->judge && !open_judge(lane)))
        return rh_error_set(error, "channel %u: found no memory, expected enough", lane->number);
    if (!setup->type->open(lane->self, lane, &channel, error))
        return false;
    if (setup->judge || setup->sink != NULL) {
        channel.sink = setup->sink == NULL ? on_judged : on_command;
        channel.sink_round = on_round;
        channel.sink_user = lane;
    }
    channel.request = on_request;
    channel.request_user = lane;
    channel.request_of_cores = setup->request == NULL;
    lane->channel = rh_channel_open(&channel, error);
    return lane->channel != NULL;
}

void rh_lane_close(struct rh_lane *lane) {
    if (lane->self != NULL)
        lane->setup->type->close(lane->self);
    free(lane->self);
    rh_channel_close(lane->channel);
    if (lane->judge != NULL)
        rh_judge_close(lane->judge);
    free(lane->batch[0].requests);
    free(lane->batch[1].requests);
}

struct rh_request *rh_lane_room(struct rh_lane *lane, unsigned side, size_t n, struct rh_error *error) {
    struct rh_batch *batch = &lane->batch[side];
    if (batch->room - batch->n < n) {
        size_t room = batch->room == 0 ? 1024 : 2 * batch->room;
        room = room - batch->n < n ? batch->n + n : room;
        struct rh_request *requests = realloc(batch->requests, room * sizeof *requests);
        if (requests == NULL) {
            rh_error_set(error, "channel %u: found no memory for a batch of requests, expected enough", lane->number);
            return NULL;
        }
        batch->requests = requests;
        batch->room = room;
    }
    return batch->requests + batch->n;
}

void rh_lane_keep(struct rh_lane *lane, unsigned side, size_t n) {
    struct rh_batch *batch = &lane->batch[side];
    for (size_t i = 0; lane->setup->type->place != NULL && i < n; i++)
        lane->setup->type->place(lane->self, &batch->requests[batch->n + i]);
    batch->n += n;
}

bool rh_lane_put(struct rh_lane *lane, unsigned side, const struct rh_request *request, struct rh_error *error) {
    struct rh_request *room = rh_lane_room(lane, side, 1, error);
    if (room == NULL)
        return false;
    *room = *request;
    rh_lane_keep(lane, side, 1);
    return true;
}

void rh_lane_judge_end(struct rh_lane *lane) {
    if (lane->judge != NULL)
        lane->rules_broken +=
            rh_judge_finish(lane->judge, rh_channel_cycle(lane->channel) - lane->judge_start, first_of(lane));
}

bool rh_lane_judge_anew(struct rh_lane *lane) {
    if (lane->judge == NULL)
        return true;
    rh_lane_judge_end(lane);
    lane->commands += rh_judge_commands(lane->judge);
    lane->checks += rh_judge_checks(lane->judge);
    lane->judge_start = rh_channel_cycle(lane->channel);
    rh_judge_close(lane->judge);
    return open_judge(lane);
}

enum rh_system_end rh_lane_check(struct rh_lane *lane, const struct rh_channel *channel, enum rh_channel_end end) {
    if (end != RH_CHANNEL_STUCK && end != RH_CHANNEL_BROKEN)
        return RH_SYSTEM_DONE;
    rh_error_set(&lane->error, "%s: %s", lane->setup->ops->name, rh_channel_text(channel));
    return RH_SYSTEM_BROKEN;
}

uint64_t rh_lane_judged(const struct rh_lane *lane, uint64_t *checks) {
    *checks = lane->checks + (lane->judge != NULL ? rh_judge_checks(lane->judge) : 0);
    return lane->commands + (lane->judge != NULL ? rh_judge_commands(lane->judge) : 0);
}

uint64_t rh_lanes_judged(const struct rh_lane *lane, unsigned lanes, uint64_t *checks) {
    uint64_t commands = 0, of_lane;
    *checks = 0;
    for (unsigned i = 0; i < lanes; i++) {
        commands += rh_lane_judged(&lane[i], &of_lane);
        *checks += of_lane;
    }
    return commands;
}

uint64_t rh_lanes_rules_broken(const struct rh_lane *lane, unsigned lanes) {
    uint64_t broken = 0;
    for (unsigned i = 0; i < lanes; i++)
        broken += lane[i].rules_broken;
    return broken;
}

enum rh_system_end rh_lanes_verdict(const struct rh_lane *lane, unsigned lanes, struct rh_error *error) {
    for (unsigned i = 0; i < lanes; i++)
        if (lane[i].rules_broken != 0) {
            rh_error_set(error, "judge: channel %u, %s (%llu rules broken in all)", i, lane[i].first.text,
                         (unsigned long long)rh_lanes_rules_broken(lane, lanes));
            return RH_SYSTEM_FAILED;
        }
    return RH_SYSTEM_DONE;
}
