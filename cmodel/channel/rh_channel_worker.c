// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_channel_worker.h"

#include <stdlib.h>

#include "rowhold/rh_system.h"

/* The place for a verdict, if it is the worker's first one; otherwise NULL. */
static struct rh_verdict *first_of(struct rh_channel_worker *worker) {
    return worker->rules_broken == 0 ? &worker->first : NULL;
}

static void on_command(void *user, const struct rh_command_record *record) {
    struct rh_channel_worker *worker = user;
    if (worker->judge != NULL) {
        struct rh_command_record relative = *record;
        relative.cycle -= worker->judge_start;
        worker->rules_broken += rh_judge_command(worker->judge, &relative, first_of(worker));
    }
    if (worker->setup->sink != NULL)
        worker->setup->sink(worker->setup->sink_user, record);
}

/* The judge alone sees them, from clock 0 on. */
static void on_judged(void *user, const struct rh_command_record *record) {
    struct rh_channel_worker *worker = user;
    if (worker->judge_start != 0)
        on_command(user, record);
    else
        worker->rules_broken += rh_judge_command(worker->judge, record, first_of(worker));
}

static void on_request(void *user, const struct rh_observed *request) {
    const struct rh_channel_worker *worker = user;
    if (worker->cores != NULL)
        rh_cores_done(worker->cores, request);
    if (worker->setup->request != NULL)
        worker->setup->request(worker->setup->request_user, request);
}

/* True when the round may be judged as a whole. A sink must see each REF, and a round with a broken rule is judged
 * every time. */
static bool on_round(void *user, uint64_t cycle, uint64_t rounds) {
    struct rh_channel_worker *worker = user;
    if (worker->setup->sink != NULL || (rounds != 0 && worker->rules_broken != worker->broken_before_round))
        return false;
    worker->broken_before_round = worker->rules_broken;
    return worker->judge == NULL || rh_judge_round(worker->judge, cycle - worker->judge_start, rounds);
}

/* A judge begins with closed banks at cycle 0. */
static bool open_judge(struct rh_channel_worker *worker) {
    struct rh_judge_setup rules = rh_judge_setup_from_preset(worker->setup->preset);
    rules.registered = worker->setup->geometry.registered;
    worker->judge = rh_judge_open(&rules);
    return worker->judge != NULL;
}

bool rh_channel_worker_open(struct rh_channel_worker *worker, struct rh_error *error) {
    const struct rh_system_setup *setup = worker->setup;
    struct rh_channel_setup channel = {.geometry = setup->geometry,
                                       .constraints = setup->constraints,
                                       .number = (uint16_t)worker->number,
                                       .cycle_limit = setup->cycles,
                                       .warmup = setup->warmup,
                                       .cycle_by_cycle = setup->cycle_by_cycle,
                                       .closed_loop = setup->surrounded,
                                       .surrounded = setup->surrounded,
                                       .untried = worker->number != 0, /* all are of one design */
                                       .unwatched = setup->unwatched,
                                       .order_sources = rh_controller_orders_sources(setup->ops),
                                       .warps = rh_controller_asks_warps(setup->ops) && !setup->no_warps,
                                       .epoch = setup->epoch,
                                       .epoch_end = setup->epoch_end,
                                       .epoch_user = setup->epoch_user};
    worker->self = calloc(1, setup->type->size);
    if (worker->self == NULL || (setup->judge && !open_judge(worker)))
        return rh_error_set(error, "channel %u: found no memory, expected enough", worker->number);
    if (!setup->type->open(worker->self, worker, &channel, error))
        return false;
    if (setup->judge || setup->sink != NULL) {
        channel.sink = setup->sink == NULL ? on_judged : on_command;
        channel.sink_round = on_round;
        channel.sink_user = worker;
    }
    channel.request = on_request;
    channel.request_user = worker;
    channel.request_of_cores = setup->request == NULL;
    worker->channel = rh_channel_open(&channel, error);
    return worker->channel != NULL;
}

void rh_channel_worker_close(struct rh_channel_worker *worker) {
    if (worker->self != NULL)
        worker->setup->type->close(worker->self);
    free(worker->self);
    rh_channel_close(worker->channel);
    if (worker->judge != NULL)
        rh_judge_close(worker->judge);
    free(worker->batch[0].requests);
    free(worker->batch[1].requests);
}

struct rh_request *rh_channel_worker_room(struct rh_channel_worker *worker, unsigned side, size_t n,
                                          struct rh_error *error) {
    struct rh_batch *batch = &worker->batch[side];
    if (batch->room - batch->n < n) {
        size_t room = batch->room == 0 ? 1024 : 2 * batch->room;
        room = room - batch->n < n ? batch->n + n : room;
        struct rh_request *requests = realloc(batch->requests, room * sizeof *requests);
        if (requests == NULL) {
            rh_error_set(error, "channel %u: found no memory for a batch of requests, expected enough", worker->number);
            return NULL;
        }
        batch->requests = requests;
        batch->room = room;
    }
    return batch->requests + batch->n;
}

void rh_channel_worker_keep(struct rh_channel_worker *worker, unsigned side, size_t n) {
    struct rh_batch *batch = &worker->batch[side];
    for (size_t i = 0; worker->setup->type->place != NULL && i < n; i++)
        worker->setup->type->place(worker->self, &batch->requests[batch->n + i]);
    batch->n += n;
}

bool rh_channel_worker_put(struct rh_channel_worker *worker, unsigned side, const struct rh_request *request,
                           struct rh_error *error) {
    struct rh_request *room = rh_channel_worker_room(worker, side, 1, error);
    if (room == NULL)
        return false;
    *room = *request;
    rh_channel_worker_keep(worker, side, 1);
    return true;
}

void rh_channel_worker_judge_end(struct rh_channel_worker *worker) {
    if (worker->judge != NULL)
        worker->rules_broken +=
            rh_judge_finish(worker->judge, rh_channel_cycle(worker->channel) - worker->judge_start, first_of(worker));
}

bool rh_channel_worker_judge_anew(struct rh_channel_worker *worker) {
    if (worker->judge == NULL)
        return true;
    rh_channel_worker_judge_end(worker);
    worker->commands += rh_judge_commands(worker->judge);
    worker->checks += rh_judge_checks(worker->judge);
    worker->judge_start = rh_channel_cycle(worker->channel);
    rh_judge_close(worker->judge);
    return open_judge(worker);
}

enum rh_system_end rh_channel_worker_check(struct rh_channel_worker *worker, const struct rh_channel *channel,
                                           enum rh_channel_end end) {
    if (end != RH_CHANNEL_STUCK && end != RH_CHANNEL_BROKEN)
        return RH_SYSTEM_DONE;
    rh_error_set(&worker->error, "%s: %s", worker->setup->ops->name, rh_channel_text(channel));
    return RH_SYSTEM_BROKEN;
}

uint64_t rh_channel_worker_judged(const struct rh_channel_worker *worker, uint64_t *checks) {
    *checks = worker->checks + (worker->judge != NULL ? rh_judge_checks(worker->judge) : 0);
    return worker->commands + (worker->judge != NULL ? rh_judge_commands(worker->judge) : 0);
}

uint64_t rh_channel_workers_judged(const struct rh_channel_worker *worker, unsigned workers, uint64_t *checks) {
    uint64_t commands = 0, of_worker;
    *checks = 0;
    for (unsigned i = 0; i < workers; i++) {
        commands += rh_channel_worker_judged(&worker[i], &of_worker);
        *checks += of_worker;
    }
    return commands;
}

uint64_t rh_channel_workers_rules_broken(const struct rh_channel_worker *worker, unsigned workers) {
    uint64_t broken = 0;
    for (unsigned i = 0; i < workers; i++)
        broken += worker[i].rules_broken;
    return broken;
}

enum rh_system_end rh_channel_workers_verdict(const struct rh_channel_worker *worker, unsigned workers,
                                              struct rh_error *error) {
    for (unsigned i = 0; i < workers; i++)
        if (worker[i].rules_broken != 0) {
            rh_error_set(error, "judge: channel %u, %s (%llu rules broken in all)", i, worker[i].first.text,
                         (unsigned long long)rh_channel_workers_rules_broken(worker, workers));
            return RH_SYSTEM_FAILED;
        }
    return RH_SYSTEM_DONE;
}
