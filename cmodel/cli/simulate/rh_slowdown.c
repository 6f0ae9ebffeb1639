// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/simulate/rh_slowdown.h"

static int next_shared(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct rh_slowdown *slowdown = (struct rh_slowdown *)stream;
    int got = slowdown->from->next(slowdown->from, request, error);
    if (got <= 0)
        return got;
    if (request->core == RH_NO_CORE) {
        rh_error_set(error, "--slowdown: found a request that names no core, expected a trace whose requests all do");
        return -1;
    }
    rh_spool_put(slowdown->spool, request->core, request);
    return 1;
}

bool rh_slowdown_open(struct rh_slowdown *slowdown, struct rh_stream *from, struct rh_error *error) {
    slowdown->from = from;
    slowdown->stream = *from;
    slowdown->stream.next = next_shared;
    slowdown->spool = rh_spool_open_of("slowdown", RH_MOST_CORES, sizeof(struct rh_request), error);
    return slowdown->spool != NULL;
}

void rh_slowdown_close(struct rh_slowdown *slowdown) {
    rh_spool_close(slowdown->spool);
}

/* The requests of one core. */
struct alone {
    struct rh_stream stream;
    struct rh_spool *spool;
    unsigned core;
};

static int next_alone(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    const struct alone *alone = (const struct alone *)stream;
    return rh_spool_next(alone->spool, alone->core, request, error);
}

static enum rh_system_end run_alone(const struct rh_slowdown *slowdown, const struct rh_system_setup *setup,
                                    struct rh_core *core, struct rh_error *error) {
    struct rh_error fault = {""};
    struct rh_core found = {.core = core->core};
    struct alone alone = {.stream = slowdown->stream, .spool = slowdown->spool, .core = core->core};
    alone.stream.next = next_alone;
    struct rh_system *system = rh_system_open(setup, &fault);
    enum rh_system_end end = RH_SYSTEM_ERROR;
    if (system != NULL && rh_spool_rewind(alone.spool, alone.core, &fault))
        end = rh_system_run(system, &alone.stream, &fault);
    if (end == RH_SYSTEM_DONE)
        (void)rh_cores_list(rh_system_cores(system), &found, 1);
    core->alone = found.shared;
    rh_system_close(system);
    if (end != RH_SYSTEM_DONE)
        rh_error_set(error, "core %u alone: %s", core->core, fault.text);
    return end;
}

enum rh_system_end rh_slowdown_run(struct rh_slowdown *slowdown, const struct rh_system_setup *setup,
                                   struct rh_core *cores, unsigned count, struct rh_error *error) {
    struct rh_system_setup plain = *setup;
    uint64_t done = 0;
    plain.sink = NULL;
    plain.request = NULL;
    plain.watch = NULL;
    plain.progress = NULL;
    plain.epoch = 0;
    for (unsigned i = 0; i < count; i++) {
        enum rh_system_end end = run_alone(slowdown, &plain, &cores[i], error);
        if (end != RH_SYSTEM_DONE)
            return end;
        done += cores[i].shared.requests;
        if (setup->progress != NULL)
            setup->progress(setup->progress_user, done);
    }
    return RH_SYSTEM_DONE;
}

static struct rh_core_stats stats_of(const struct rh_loop *loop, unsigned core) {
    const struct rh_loop_core *c = rh_loop_core_of(loop, core);
    return (struct rh_core_stats){.requests = c->answered,
                                  .reads = c->reads,
                                  .latency_cycles = c->latency_cycles,
                                  .latency_max = c->latency_max,
                                  .first_arrival = c->first_issue,
                                  .last_data = c->last_reply};
}

unsigned rh_slowdown_loop_list(const struct rh_loop *loop, struct rh_core *list, unsigned room) {
    unsigned count = 0;
    for (unsigned k = 0; k < rh_loop_setup_of(loop)->cores; k++) {
        const struct rh_core found = {.shared = stats_of(loop, k), .core = (uint16_t)k};
        if (found.shared.requests == 0)
            continue;
        if (count < room)
            list[count] = found;
        count++;
    }
    return count;
}

static enum rh_system_end run_loop(const struct rh_loop_setup *setup, struct rh_core_streams *streams,
                                   struct rh_core *core, struct rh_error *error) {
    struct rh_error fault = {""};
    struct rh_loop *loop = rh_loop_open(setup, &fault);
    enum rh_system_end end = RH_SYSTEM_ERROR;
    rh_core_streams_only(streams, core->core);
    if (loop != NULL)
        end = rh_loop_run(loop, streams, &fault);
    if (end == RH_SYSTEM_DONE)
        core->alone = stats_of(loop, core->core);
    rh_loop_close(loop);
    rh_core_streams_only(streams, RH_CORE_STREAMS_ALL);
    if (end != RH_SYSTEM_DONE)
        rh_error_set(error, "core %u alone: %s", core->core, fault.text);
    return end;
}

enum rh_system_end rh_slowdown_loop(const struct rh_loop *shared, struct rh_core_streams *streams,
                                    struct rh_core *cores, unsigned count, struct rh_error *error) {
    const struct rh_loop_setup *setup = rh_loop_setup_of(shared);
    struct rh_loop_setup plain = *setup;
    uint64_t done = 0;
    plain.sink = NULL;
    plain.request = NULL;
    plain.replied = NULL;
    plain.progress = NULL;
    plain.watch = NULL;
    plain.epoch = 0;
    for (unsigned k = 0; k < count; k++) {
        enum rh_system_end end = run_loop(&plain, streams, &cores[k], error);
        if (end != RH_SYSTEM_DONE)
            return end;
        done += cores[k].shared.requests;
        if (setup->progress != NULL)
            setup->progress(setup->progress_user, done);
    }
    return RH_SYSTEM_DONE;
}
