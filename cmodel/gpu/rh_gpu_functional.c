// SPDX-License-Identifier: Apache-2.0
// The requests of a GPU program without time: each core runs its warps in turn, and none waits for its memory.
#include <stdlib.h>

#include "cmodel/gpu/rh_gpu_state.h"

/* A core, with the requests of its last turn that have not been handed out. */
struct core {
    struct rh_gpu_turn turn;
    uint64_t slots; /* clocks of all its schedulers that it has used */
    uint64_t first; /* core clock of the access's first request */
};

struct rh_gpu_functional {
    struct rh_stream stream; /* first: reads what follows */
    struct rh_gpu *gpu;
    bool lent; /* it is the caller's */
    struct core *core;
    unsigned latest; /* core of the last request */
};

static uint64_t clock_of(const struct rh_gpu_functional *f, uint64_t slots) {
    return slots / f->gpu->setup.machine.schedulers;
}

/* The core clock of a core's next request or turn. False: it has nothing to do. */
static bool next_clock(const struct rh_gpu_functional *f, unsigned k, uint64_t *clock) {
    const struct core *core = &f->core[k];
    bool pending = core->turn.access.next < core->turn.access.count;
    *clock = pending ? core->first + core->turn.access.next : clock_of(f, core->slots);
    return pending || rh_gpu_core_has_turn(&f->gpu->core[k]);
}

/* The core that is the least far, the lowest of several; behind the last one: none has anything to do. */
static unsigned choose(const struct rh_gpu_functional *f) {
    unsigned cores = f->gpu->setup.machine.cores, best = cores;
    uint64_t least = UINT64_MAX, clock;
    for (unsigned k = 0; k < cores; k++)
        if (next_clock(f, k, &clock) && clock < least) {
            best = k;
            least = clock;
        }
    return best;
}

/* CTAs go to cores that have room, at `slots` where a core is idle and not as far. */
static bool hand_out(struct rh_gpu_functional *f, uint64_t slots, struct rh_error *error) {
    struct rh_gpu *gpu = f->gpu;
    for (unsigned k = 0; k < gpu->setup.machine.cores; k++)
        if (gpu->core[k].resident == 0 && f->core[k].slots < slots)
            f->core[k].slots = slots;
    for (uint64_t before = UINT64_MAX; before != gpu->next_cta && gpu->next_cta < gpu->launch.ctas;) {
        before = gpu->next_cta;
        if (!rh_gpu_distribute(gpu, error))
            return false;
    }
    return true;
}

uint64_t rh_gpu_functional_end(const struct rh_gpu_functional *f) {
    uint64_t last = 0;
    for (unsigned k = 0; k < f->gpu->setup.machine.cores; k++)
        last = f->core[k].slots > last ? f->core[k].slots : last;
    return clock_of(f, last + f->gpu->setup.machine.schedulers - 1);
}

bool rh_gpu_functional_begin(struct rh_gpu_functional *f, uint64_t *clock, struct rh_error *error) {
    *clock = rh_gpu_functional_end(f);
    return (f->gpu->next_cta < f->gpu->launch.ctas || rh_gpu_start_kernel(f->gpu, error)) &&
           (f->gpu->done || hand_out(f, *clock * f->gpu->setup.machine.schedulers, error));
}

static bool run_turn(struct rh_gpu_functional *f, unsigned k, struct rh_error *error) {
    struct core *core = &f->core[k];
    unsigned ctas = f->gpu->core[k].ctas;
    if (!rh_gpu_core_turn(&f->gpu->core[k], &core->turn, error))
        return false;
    core->first = clock_of(f, core->slots + core->turn.at);
    core->slots += core->turn.slots;
    return f->gpu->core[k].ctas == ctas || hand_out(f, core->slots, error);
}

int rh_gpu_functional_request(struct rh_gpu_functional *f, struct rh_request *request, const struct rh_gpu_turn **turn,
                              struct rh_error *error) {
    for (unsigned k; (k = choose(f)) != f->gpu->setup.machine.cores;) {
        struct core *core = &f->core[k];
        if (core->turn.access.next == core->turn.access.count) {
            if (!run_turn(f, k, error))
                return -1;
            continue;
        }
        *request = core->turn.access.request[core->turn.access.next];
        request->created = core->first + core->turn.access.next++;
        f->latest = k;
        *turn = &core->turn;
        return 1;
    }
    return 0;
}

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct rh_gpu_functional *f = (struct rh_gpu_functional *)stream;
    const struct rh_gpu_turn *turn;
    const uint64_t most = f->gpu->setup.cycles;
    uint64_t clock;
    while (!f->gpu->done) {
        int status = rh_gpu_functional_request(f, request, &turn, error);
        if (status < 0 || (status == 0 && !rh_gpu_functional_begin(f, &clock, error)))
            return -1;
        if (status == 0)
            continue;
        f->gpu->done = most != 0 && request->created >= most;
        if (!f->gpu->done)
            return 1;
    }
    return 0;
}

static void close_functional(struct rh_stream *stream) {
    struct rh_gpu_functional *f = (struct rh_gpu_functional *)stream;
    if (!f->lent)
        rh_gpu_close(f->gpu);
    free(f->core);
    free(f);
}

struct rh_gpu_functional *rh_gpu_functional_of(struct rh_gpu *gpu, struct rh_error *error) {
    struct rh_gpu_functional *f = calloc(1, sizeof *f);
    struct core *core = calloc(gpu->setup.machine.cores, sizeof *core);
    if (f == NULL || core == NULL) {
        rh_error_set(error, "machine: found no memory for its cores, expected enough");
        free(f);
        free(core);
        return NULL;
    }
    *f = (struct rh_gpu_functional){.stream = {.next = next,
                                               .close = close_functional,
                                               .channels = (uint16_t)gpu->setup.map.shape.channels,
                                               .latest = UINT64_MAX},
                                    .gpu = gpu,
                                    .lent = true,
                                    .core = core};
    return f;
}

struct rh_gpu_functional *rh_gpu_functional_open(const struct rh_gpu_setup *setup, struct rh_error *error) {
    struct rh_gpu *gpu = rh_gpu_open(setup, error);
    struct rh_gpu_functional *f = gpu != NULL ? rh_gpu_functional_of(gpu, error) : NULL;
    if (f != NULL)
        f->lent = false;
    else
        rh_gpu_close(gpu);
    return f;
}

struct rh_stream *rh_gpu_functional_stream(struct rh_gpu_functional *functional) {
    return &functional->stream;
}

uint64_t rh_gpu_functional_cta(const struct rh_gpu_functional *functional) {
    return functional->core[functional->latest].turn.cta;
}

enum rh_warp_space rh_gpu_functional_space(const struct rh_gpu_functional *functional) {
    return functional->core[functional->latest].turn.space;
}

const struct rh_gpu_stats *rh_gpu_functional_stats(const struct rh_gpu_functional *functional) {
    return rh_gpu_stats_of(functional->gpu);
}
