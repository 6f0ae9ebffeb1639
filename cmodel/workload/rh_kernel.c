// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_kernel.h"

#include <inttypes.h>
#include <string.h>

#include "rowhold/rh_random.h"

enum { ALIGNED = 256 };

struct rh_kernel rh_kernel_default(void) {
    return (struct rh_kernel){
#define RH_KERNEL_VALUE(name, unit, least, most, defaults, meaning) .name = defaults,
#include "tables/placement.def"
    };
}

struct rh_kernel_array rh_kernel_array_default(void) {
    return (struct rh_kernel_array){
#define RH_ARRAY_VALUE(name, unit, least, most, defaults, meaning) .name = defaults,
#include "tables/placement.def"
    };
}

struct rh_sm rh_sm_default(void) {
    return (struct rh_sm){
#define RH_SM_VALUE(name, unit, least, most, defaults, meaning) .name = defaults,
#include "tables/placement.def"
    };
}

static bool in_range(const char *owner, const char *name, uint64_t value, uint64_t least, uint64_t most,
                     struct rh_error *error) {
    return (value >= least && value <= most) ||
           rh_error_set(error, "%s%s%s: found %" PRIu64 ", expected %" PRIu64 " to %" PRIu64, owner,
                        owner[0] != '\0' ? "." : "", name, value, least, most);
}

static bool check_array(const struct rh_kernel_array *array, struct rh_error *error) {
#define RH_ARRAY_VALUE(name_, unit, least, most, defaults, meaning)                                                    \
    if (!in_range(array->name, #name_, array->name_, least, most, error))                                              \
        return false;
#include "tables/placement.def"
    return array->bytes == 4 || array->bytes == 8 || array->bytes == 16 ||
           rh_error_set(error, "%s.bytes: found %" PRIu64 ", expected 4, 8 or 16", array->name, array->bytes);
}

bool rh_kernel_check(const struct rh_kernel *kernel, struct rh_error *error) {
#define RH_KERNEL_VALUE(name, unit, least, most, defaults, meaning)                                                    \
    if (!in_range("", #name, kernel->name, least, most, error))                                                        \
        return false;
#include "tables/placement.def"
    if (kernel->threads % RH_WARP_THREADS != 0)
        return rh_error_set(error, "threads: found %" PRIu64 ", expected a multiple of %d", kernel->threads,
                            RH_WARP_THREADS);
    if (kernel->arrays == 0)
        return rh_error_set(error, "arrays: found none, expected one at least");
    for (unsigned a = 0; a < kernel->arrays; a++)
        if (!check_array(&kernel->array[a], error))
            return false;
    return true;
}

bool rh_sm_check(const struct rh_sm *sm, struct rh_error *error) {
#define RH_SM_VALUE(name, unit, least, most, defaults, meaning)                                                        \
    if (!in_range("", #name, sm->name, least, most, error))                                                            \
        return false;
#include "tables/placement.def"
    return true;
}

static uint64_t tile(const struct rh_kernel_array *array) {
    return array->tile != 0 && array->tile < array->elements ? array->tile : array->elements;
}

static uint64_t aligned(uint64_t bytes) {
    return (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
}

uint64_t rh_kernel_shared_bytes(const struct rh_kernel *kernel, const rh_placement_of place) {
    uint64_t bytes = 0;
    for (unsigned a = 0; a < kernel->arrays; a++)
        if (place[a] == RH_SPACE_SHARED)
            bytes += aligned(tile(&kernel->array[a]) * kernel->array[a].bytes);
    return bytes;
}

static bool fits_array(const struct rh_kernel_array *array, enum rh_space space, struct rh_error *error) {
    if (array->spaces != 0 && (array->spaces >> space & 1U) == 0)
        return rh_error_set(error, "%s: found it in %s memory, expected one of its own list", array->name,
                            rh_space_name(space));
    return !array->store || rh_space_stores(space) != 0 ||
           rh_error_set(error, "%s: found it in %s memory, expected one that a kernel can write", array->name,
                        rh_space_name(space));
}

bool rh_kernel_fits(const struct rh_kernel *kernel, const struct rh_sm *sm, const rh_placement_of place,
                    struct rh_error *error) {
    uint64_t constant = 0, shared = rh_kernel_shared_bytes(kernel, place);
    for (unsigned a = 0; a < kernel->arrays; a++) {
        if (!fits_array(&kernel->array[a], place[a], error))
            return false;
        if (place[a] == RH_SPACE_CONSTANT)
            constant += aligned(kernel->array[a].elements * kernel->array[a].bytes);
    }
    if (constant > sm->constant_most)
        return rh_error_set(error, "constant memory: found arrays of %" PRIu64 " bytes, expected at most %" PRIu64,
                            constant, sm->constant_most);
    if (shared > sm->shared_most)
        return rh_error_set(error, "shared memory: found %" PRIu64 " bytes a block, expected at most %" PRIu64, shared,
                            sm->shared_most);
    return rh_kernel_active(kernel, sm, place) > 0 ||
           rh_error_set(error, "threads: found a block of %u warps, expected at most the %" PRIu64 " of an SM",
                        rh_kernel_block_warps(kernel), sm->warps_most);
}

unsigned rh_kernel_active(const struct rh_kernel *kernel, const struct rh_sm *sm, const rh_placement_of place) {
    uint64_t blocks = sm->warps_most / rh_kernel_block_warps(kernel), shared = rh_kernel_shared_bytes(kernel, place);
    uint64_t there = rh_kernel_sm_blocks(kernel, sm);
    blocks = blocks < sm->blocks_most ? blocks : sm->blocks_most;
    if (shared > 0 && sm->shared_most / shared < blocks)
        blocks = sm->shared_most / shared;
    blocks = blocks < there ? blocks : there;
    return (unsigned)(kernel->active_blocks > 0 && kernel->active_blocks < blocks ? kernel->active_blocks : blocks);
}

bool rh_kernel_at(const struct rh_kernel *kernel, unsigned array, uint64_t step) {
    enum rh_kernel_when when = kernel->array[array].when;
    return when == RH_KERNEL_EVERY || step == (when == RH_KERNEL_FIRST ? 0 : kernel->steps - 1);
}

uint64_t rh_kernel_element(const struct rh_kernel *kernel, unsigned index, uint64_t thread, uint64_t step) {
    const struct rh_kernel_array *array = &kernel->array[index];
    uint64_t column = array->width > 0 ? thread % array->width : thread;
    uint64_t row = array->width > 0 ? thread / array->width : 0, random = 0;
    if (array->gather > 0) {
        uint64_t state = rh_random_start(kernel->seed, (step << 40) ^ (thread << 8) ^ index);
        random = rh_random_below(&state, (uint32_t)array->gather);
    }
    return (array->offset + column * array->thread + row * array->row + step * array->step + random) % array->elements;
}

uint64_t rh_kernel_base(const struct rh_kernel *kernel, unsigned array) {
    uint64_t base = 0;
    for (unsigned a = 0; a < array; a++)
        base += aligned(kernel->array[a].elements * kernel->array[a].bytes);
    return base;
}

void rh_kernel_addresses(const struct rh_kernel *kernel, unsigned index, enum rh_space space, uint64_t warp,
                         uint64_t step, uint64_t address[RH_WARP_THREADS]) {
    const struct rh_kernel_array *array = &kernel->array[index];
    uint64_t base = rh_kernel_base(kernel, index);
    for (unsigned t = 0; t < RH_WARP_THREADS; t++) {
        uint64_t element = rh_kernel_element(kernel, index, warp * RH_WARP_THREADS + t, step);
        /* A tile begins in bank 0, as the arrays behind one another do at multiples of 256 bytes. */
        address[t] = space == RH_SPACE_SHARED ? element % tile(array) * array->bytes : base + element * array->bytes;
    }
}

struct rh_warp_access rh_kernel_access(const struct rh_kernel *kernel, unsigned index, enum rh_space space,
                                       uint64_t warp, uint64_t step) {
    uint64_t address[RH_WARP_THREADS];
    rh_kernel_addresses(kernel, index, space, warp, step, address);
    return rh_warp_access(space, address, (unsigned)kernel->array[index].bytes);
}

static uint64_t tile_lines(const struct rh_kernel_array *array) {
    return (tile(array) * array->bytes + RH_WARP_LINE - 1) / RH_WARP_LINE;
}

/* True when shared memory must be filled with the array first; one that is only written need not be. */
static bool is_filled(const struct rh_kernel *kernel, const rh_placement_of place, unsigned array) {
    return place[array] == RH_SPACE_SHARED && !kernel->array[array].store;
}

uint64_t rh_kernel_fill_lines(const struct rh_kernel *kernel, const rh_placement_of place) {
    uint64_t lines = 0;
    for (unsigned a = 0; a < kernel->arrays; a++)
        lines += is_filled(kernel, place, a) ? tile_lines(&kernel->array[a]) : 0;
    return lines;
}

uint64_t rh_kernel_fill_line(const struct rh_kernel *kernel, const rh_placement_of place, uint64_t block,
                             uint64_t index) {
    unsigned a = 0;
    while (!is_filled(kernel, place, a) || index >= tile_lines(&kernel->array[a])) {
        index -= is_filled(kernel, place, a) ? tile_lines(&kernel->array[a]) : 0;
        a++;
    }
    const struct rh_kernel_array *array = &kernel->array[a];
    uint64_t first = block * tile(array) % array->elements * array->bytes;
    return (rh_kernel_base(kernel, a) + first) / RH_WARP_LINE + index;
}
