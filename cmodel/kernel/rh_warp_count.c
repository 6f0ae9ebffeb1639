// SPDX-License-Identifier: Apache-2.0
#include "cmodel/kernel/rh_warp_count.h"

#include <stddef.h>

static void add(struct rh_warp_count *count, const struct rh_warp_instruction *i) {
    count->warp_instructions += i->count;
    count->thread_instructions += (uint64_t)i->count * (unsigned)__builtin_popcount(i->active);
    count->of[i->op] += i->count;
    if (i->op == RH_WARP_LOAD)
        count->loads[i->space] += i->count;
    else if (i->op == RH_WARP_STORE)
        count->stores[i->space] += i->count;
    else if (i->op == RH_WARP_ATOMIC)
        count->atomics[i->space] += i->count;
    if (count->transactions_of != NULL && rh_warp_op_accesses(i->op))
        count->transactions += (uint64_t)i->count * count->transactions_of(count->user, i);
}

/* Warps in turn, some instructions of each, as a core would ask for them: a source keeps little for the others. */
static bool add_cta(struct rh_warp_source *source, struct rh_warp_cta *cta, uint32_t warps, struct rh_warp_count *count,
                    struct rh_error *error) {
    enum { TURN = 256 };
    struct rh_warp_instruction instruction;
    bool more = true;
    while (more) {
        more = false;
        for (uint32_t w = 0; w < warps; w++) {
            int status = 1;
            for (unsigned n = 0; n < TURN && status == 1; n++)
                if ((status = source->next(source, cta, w, &instruction, error)) == 1)
                    add(count, &instruction);
            if (status < 0)
                return false;
            more |= status == 1;
        }
    }
    return true;
}

bool rh_warp_count_kernel(struct rh_warp_source *source, const struct rh_kernel_launch *launch,
                          struct rh_warp_count *count, struct rh_error *error) {
    count->kernels++;
    for (uint64_t number = 0; number < launch->ctas && !source->notes.ended; number++) {
        uint32_t warps = 0;
        struct rh_warp_cta *cta = source->open_cta(source, number, &warps, error);
        if (cta == NULL)
            return false;
        bool good = add_cta(source, cta, warps, count, error);
        source->close_cta(source, cta);
        if (!good)
            return false;
        count->ctas++;
        count->warps += warps;
    }
    return true;
}

bool rh_warp_count_source(struct rh_warp_source *source, struct rh_warp_count *count, struct rh_error *error) {
    struct rh_kernel_launch launch;
    int status;
    while ((status = source->next_kernel(source, &launch, error)) == 1)
        if (!rh_warp_count_kernel(source, &launch, count, error))
            return false;
    return status == 0;
}

uint64_t rh_warp_count_accesses(const struct rh_warp_count *count, enum rh_warp_space space) {
    return count->loads[space] + count->stores[space] + count->atomics[space];
}
