// SPDX-License-Identifier: Apache-2.0
/** A GPU kernel as data placement sees it: a loop of computation around accesses to arrays, whose elements are a
 * function of thread and step. The rows of tables/placement.def say what the members mean.
 *
 * A warp's program: for each step the loads of that step, in order of the arrays, each behind the instructions that
 * work out its address; then the computation, which waits for all of them; then the stores, which nobody waits for. An
 * array in shared memory is filled by its block's warps before their first step: each loads its part of the lines.
 *
 * Blocks go to the SMs in turn. Off-chip, arrays lie one behind the other from address 0 on, each at a multiple of 256
 * bytes, wherever they are placed; in shared memory so do the tiles. */
#ifndef RH_KERNEL_H
#define RH_KERNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"
#include "rowhold/rh_warp_access.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RH_KERNEL_ARRAYS = 8, RH_KERNEL_NAME = 32 };

/** In which steps an array is accessed. */
enum rh_kernel_when { RH_KERNEL_EVERY, RH_KERNEL_FIRST, RH_KERNEL_LAST };

struct rh_kernel_array {
    char name[RH_KERNEL_NAME];
#define RH_ARRAY_VALUE(name, unit, least, most, defaults, meaning) uint64_t name;
#include "tables/placement.def"
    enum rh_kernel_when when;
    bool store;
    uint8_t spaces; /**< bit s: it may lie in memory s; 0: in all */
};

struct rh_kernel {
#define RH_KERNEL_VALUE(name, unit, least, most, defaults, meaning) uint64_t name;
#include "tables/placement.def"
    unsigned arrays;
    struct rh_kernel_array array[RH_KERNEL_ARRAYS];
};

struct rh_sm {
#define RH_SM_VALUE(name, unit, least, most, defaults, meaning) uint64_t name;
#include "tables/placement.def"
};

/** The rows' usual values. */
struct rh_kernel rh_kernel_default(void);
struct rh_kernel_array rh_kernel_array_default(void);
struct rh_sm rh_sm_default(void);

/** Every value in its row's range, whole warps, elements of 4, 8 or 16 bytes, at least one array. The error names the
 * member: "threads: ...", "a.bytes: ...". */
bool rh_kernel_check(const struct rh_kernel *kernel, struct rh_error *error);
bool rh_sm_check(const struct rh_sm *sm, struct rh_error *error);

/** Where the arrays lie. */
typedef uint8_t rh_placement_of[RH_KERNEL_ARRAYS];

/** May they lie so: a store's memory can be written, each memory holds what is put there, the array's own `spaces`? The
 * error says which does not. */
bool rh_kernel_fits(const struct rh_kernel *kernel, const struct rh_sm *sm, const rh_placement_of place,
                    struct rh_error *error);
/** Bytes of shared memory that a block takes. */
uint64_t rh_kernel_shared_bytes(const struct rh_kernel *kernel, const rh_placement_of place);
/** Blocks that an SM runs at once; 0: no block fits. */
unsigned rh_kernel_active(const struct rh_kernel *kernel, const struct rh_sm *sm, const rh_placement_of place);

static inline unsigned rh_kernel_block_warps(const struct rh_kernel *kernel) {
    return (unsigned)(kernel->threads / RH_WARP_THREADS);
}
/** Blocks of the SM that has most. */
static inline uint64_t rh_kernel_sm_blocks(const struct rh_kernel *kernel, const struct rh_sm *sm) {
    return (kernel->blocks + sm->sms - 1) / sm->sms;
}
/** Is the array accessed in this step? */
bool rh_kernel_at(const struct rh_kernel *kernel, unsigned array, uint64_t step);
/** Element of array `index` that a thread of the grid accesses. */
uint64_t rh_kernel_element(const struct rh_kernel *kernel, unsigned index, uint64_t thread, uint64_t step);
/** Byte address of an array, off-chip. */
uint64_t rh_kernel_base(const struct rh_kernel *kernel, unsigned array);
/** Byte addresses of one access of a warp, of shared memory from the block's tile of the array on. */
void rh_kernel_addresses(const struct rh_kernel *kernel, unsigned index, enum rh_space space, uint64_t warp,
                         uint64_t step, uint64_t address[RH_WARP_THREADS]);
/** One access of a warp (warp w of block b is w + b x rh_kernel_block_warps). */
struct rh_warp_access rh_kernel_access(const struct rh_kernel *kernel, unsigned index, enum rh_space space,
                                       uint64_t warp, uint64_t step);

/** Lines that a block copies into its shared memory; line `index` of them as an off-chip line. */
uint64_t rh_kernel_fill_lines(const struct rh_kernel *kernel, const rh_placement_of place);
uint64_t rh_kernel_fill_line(const struct rh_kernel *kernel, const rh_placement_of place, uint64_t block,
                             uint64_t index);

#ifdef __cplusplus
}
#endif

#endif
