// SPDX-License-Identifier: Apache-2.0
// A memory that takes every request at once and answers it after a constant time.
#include <stdlib.h>

#include "rowhold/rh_gpu.h"

enum { STOP_EVERY = 4096 }; /* core clocks */

/* The requests of a cluster that are not answered yet, in order: entry k of the ring is in slot k. */
struct flight {
    uint64_t due[RH_LOOP_MOST_SLOTS];
    unsigned first, count;
};

static void answer(const struct rh_loop_cores *cores, unsigned cluster, struct flight *f, unsigned most, uint64_t now) {
    while (f->count != 0 && f->due[f->first] <= now && cores->reply(cores->user, cluster, f->first)) {
        f->first = (f->first + 1) % most;
        f->count--;
    }
}

static void take(const struct rh_loop_cores *cores, unsigned cluster, struct flight *f, unsigned most, uint64_t due) {
    while (f->count < most) {
        unsigned slot = (f->first + f->count) % most;
        if (cores->next(cores->user, cluster, &slot) == NULL)
            return;
        f->due[slot] = due;
        f->count++;
    }
}

bool rh_gpu_run_perfect(struct rh_gpu *gpu, uint32_t latency, bool (*stop)(void *user), void *user,
                        struct rh_error *error) {
    const struct rh_gpu_machine *machine = &rh_gpu_stats_of(gpu)->machine;
    const struct rh_loop_cores *cores = rh_gpu_cores(gpu);
    const unsigned clusters = machine->clusters, most = machine->outstanding;
    struct flight *flight = calloc(clusters, sizeof *flight);
    bool good = flight != NULL || rh_error_set(error, "machine: found no memory for its requests, expected enough");
    for (uint64_t now = 0; good && !cores->is_done(cores->user); now++) {
        for (unsigned c = 0; c < clusters; c++)
            answer(cores, c, &flight[c], most, now);
        good = cores->clock(cores->user, error);
        for (unsigned c = 0; c < clusters; c++)
            take(cores, c, &flight[c], most, now + 1 + latency);
        if (stop != NULL && now % STOP_EVERY == 0 && stop(user))
            break;
    }
    free(flight);
    return good;
}
