// SPDX-License-Identifier: Apache-2.0
#include "cmodel/gpu/rh_gpu_traffic.h"

#include <stdlib.h>

#include "cmodel/gpu/rh_gpu_state.h"

static bool keep(struct rh_gpu_traffic *t, const struct rh_request *request, struct rh_error *error) {
    if (t->count == t->most)
        return true;
    if (t->count == t->room) {
        size_t room = t->room != 0 ? 2 * t->room : 1024;
        struct rh_request *more = realloc(t->request, room * sizeof *more);
        if (more == NULL)
            return rh_error_set(error, "kernel: found no memory for %zu requests, expected enough", room);
        t->request = more;
        t->room = room;
    }
    t->request[t->count++] = *request;
    return true;
}

static void count_access(struct rh_gpu_traffic *t, const struct rh_gpu_turn *turn) {
    bool coalesced = turn->reads == 1 || turn->reads <= turn->asked / 64;
    enum rh_gpu_access_kind kind = coalesced ? RH_GPU_COALESCED : RH_GPU_UNCOALESCED;
    t->accesses[kind]++;
    t->requests[kind] += turn->access.count;
    if (!turn->stores) {
        t->loads[kind]++;
        t->load_requests[kind] += turn->reads;
    }
}

static bool run_kernel(struct rh_gpu_traffic *t, uint64_t began, struct rh_error *error) {
    const struct rh_gpu_stats *stats = rh_gpu_stats_of(t->gpu);
    const uint64_t instructions = stats->count.warp_instructions, barriers = stats->instructions[RH_WARP_BARRIER];
    struct rh_request request;
    const struct rh_gpu_turn *turn;
    int status;
    while ((status = rh_gpu_functional_request(t->run, &request, &turn, error)) == 1) {
        if (turn->access.next == 1)
            count_access(t, turn);
        request.created -= began;
        t->bytes += (uint64_t)request.commands * t->gpu->setup.command_bytes;
        if (!keep(t, &request, error))
            return false;
    }
    stats = rh_gpu_stats_of(t->gpu);
    t->warps = t->launch.ctas * t->launch.cta_warps;
    t->instructions = stats->count.warp_instructions - instructions;
    t->barriers = stats->instructions[RH_WARP_BARRIER] - barriers;
    t->clocks = rh_gpu_functional_end(t->run) - began;
    bool all = t->count == t->requests[0] + t->requests[1];
    t->kept_clocks = all ? t->clocks : t->request[t->count - 1].created + 1;
    return status == 0;
}

bool rh_gpu_traffic_open(struct rh_gpu_traffic *traffic, struct rh_gpu *gpu, uint64_t most, struct rh_error *error) {
    *traffic = (struct rh_gpu_traffic){.gpu = gpu, .most = most, .run = rh_gpu_functional_of(gpu, error)};
    return traffic->run != NULL;
}

void rh_gpu_traffic_close(struct rh_gpu_traffic *traffic) {
    struct rh_stream *stream = traffic->run != NULL ? rh_gpu_functional_stream(traffic->run) : NULL;
    if (stream != NULL)
        stream->close(stream);
    free(traffic->request);
}

int rh_gpu_traffic_next(struct rh_gpu_traffic *t, struct rh_error *error) {
    uint64_t began;
    if (!rh_gpu_functional_begin(t->run, &began, error))
        return -1;
    if (t->gpu->done)
        return 0;
    *t = (struct rh_gpu_traffic){.gpu = t->gpu,
                                 .most = t->most,
                                 .run = t->run,
                                 .launch = t->gpu->launch,
                                 .resident = t->gpu->resident,
                                 .request = t->request,
                                 .room = t->room};
    return run_kernel(t, began, error) ? 1 : -1;
}
