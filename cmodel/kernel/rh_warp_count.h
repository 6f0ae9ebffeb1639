// SPDX-License-Identifier: Apache-2.0
/** What the warps of a source execute, counted without any timing. */
#ifndef RH_WARP_COUNT_H
#define RH_WARP_COUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"
#include "rowhold/rh_warp_source.h"

struct rh_warp_count {
    uint64_t kernels, ctas, warps;
    uint64_t warp_instructions, thread_instructions; /**< the latter: of active lanes */
    uint64_t of[RH_WARP_OPS];                        /**< warp instructions of each class, accesses and barriers among
                                                        them */
    uint64_t loads[RH_WARP_SPACES], stores[RH_WARP_SPACES], atomics[RH_WARP_SPACES];
    /** Where it is not NULL: of an access, which are added up. */
    unsigned (*transactions_of)(const void *user, const struct rh_warp_instruction *access);
    const void *user;
    uint64_t transactions;
};

/** Adds the kernel that `next_kernel` has named. False with the source's error. */
bool rh_warp_count_kernel(struct rh_warp_source *source, const struct rh_kernel_launch *launch,
                          struct rh_warp_count *count, struct rh_error *error);
/** Adds all kernels that are left. */
bool rh_warp_count_source(struct rh_warp_source *source, struct rh_warp_count *count, struct rh_error *error);
/** Loads, stores and atomics of a space. */
uint64_t rh_warp_count_accesses(const struct rh_warp_count *count, enum rh_warp_space space);

#endif
