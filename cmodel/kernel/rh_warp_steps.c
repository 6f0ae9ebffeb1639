// SPDX-License-Identifier: Apache-2.0
// Kernels of data placement as programs.
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/kernel/rh_warp_program_state.h"

static const enum rh_warp_space space_of[RH_SPACES] = {
    [RH_SPACE_GLOBAL] = RH_WARP_SPACE_GLOBAL,
    [RH_SPACE_TEXTURE] = RH_WARP_SPACE_TEXTURE,
    [RH_SPACE_CONSTANT] = RH_WARP_SPACE_CONSTANT,
    [RH_SPACE_SHARED] = RH_WARP_SPACE_SHARED,
};
enum {
    CHAINS = RH_PROGRAM_VALUES / 2, /* registers of computation, and behind it of fills, so many in turn */
    FILLED = RH_PROGRAM_VALUES,
    TURNS = 16
};

static bool open_loop(struct rh_warp_program *p, enum rh_node_origin origin, struct rh_error *error) {
    if (rh_warp_program_put(p, (struct rh_program_node){.kind = RH_NODE_LOOP, .origin = origin}, error) == NULL)
        return false;
    p->block[p->blocks++] = (struct rh_program_block){.node = p->nodes - 1, .names = p->names};
    return true;
}

static bool put_fill(struct rh_warp_program *p, struct rh_error *error) {
    struct rh_program_node load = {
        .kind = RH_NODE_ACCESS, .op = RH_WARP_LOAD, .origin = RH_ORIGIN_FILL_LOAD, .writes = FILLED, .turns = TURNS};
    struct rh_program_node store = {
        .kind = RH_NODE_ACCESS, .op = RH_WARP_STORE, .origin = RH_ORIGIN_FILL_STORE, .reads = 1, .turns = TURNS};
    load.space = RH_WARP_SPACE_GLOBAL;
    store.space = RH_WARP_SPACE_SHARED;
    store.read[0] = FILLED;
    struct rh_program_node address = {
        .kind = RH_NODE_COMPUTE, .op = RH_WARP_INTEGER, .count = rh_space_address(RH_SPACE_GLOBAL)};
    address.writes = load.read[0] = 1;
    load.reads = 1;
    struct rh_program_node shared_address = address;
    shared_address.count = rh_space_address(RH_SPACE_SHARED);
    return open_loop(p, RH_ORIGIN_FILL_LINES, error) && rh_warp_program_put(p, address, error) != NULL &&
           rh_warp_program_put(p, load, error) != NULL && rh_warp_program_close_block(p, error) &&
           open_loop(p, RH_ORIGIN_FILL_LINES, error) && rh_warp_program_put(p, shared_address, error) != NULL &&
           rh_warp_program_put(p, store, error) != NULL && rh_warp_program_close_block(p, error) &&
           rh_warp_program_put(p, (struct rh_program_node){.kind = RH_NODE_BARRIER, .op = RH_WARP_BARRIER}, error) !=
               NULL;
}

/* An access to an array, behind the instructions of its address, which waits for the results of `waits`, too. Array a
 * has registers 2 a + 2 and 2 a + 3. */
static bool put_access(struct rh_warp_program *p, unsigned a, const struct rh_program_node *waits,
                       struct rh_error *error) {
    const struct rh_kernel_array *array = &p->kernel.array[a];
    uint16_t made = (uint16_t)(2 * a + 2);
    struct rh_program_node address = {.kind = RH_NODE_COMPUTE, .op = RH_WARP_INTEGER, .when = a + 1, .writes = made};
    struct rh_program_node access = {
        .kind = RH_NODE_ACCESS, .origin = RH_ORIGIN_OF_KERNEL, .array = a, .when = a + 1, .reads = waits->reads};
    memcpy(access.read, waits->read, sizeof access.read);
    address.count = rh_space_address((enum rh_space)p->place[a]);
    access.space = space_of[p->place[a]];
    access.op = array->store ? RH_WARP_STORE : RH_WARP_LOAD;
    access.writes = array->store ? 0 : (uint16_t)(made + 1);
    if (address.count != 0)
        access.read[access.reads++] = made;
    return (address.count == 0 || rh_warp_program_put(p, address, error) != NULL) &&
           rh_warp_program_put(p, access, error) != NULL;
}

static bool put_step(struct rh_warp_program *p, struct rh_error *error) {
    const struct rh_kernel *kernel = &p->kernel;
    const struct rh_program_node nothing = {.reads = 0};
    struct rh_program_node compute = {
        .kind = RH_NODE_COMPUTE, .op = RH_WARP_SINGLE, .count = (uint32_t)kernel->computation};
    bool good = true;
    compute.writes = CHAINS;
    compute.turns = (uint32_t)kernel->ilp;
    for (unsigned a = 0; good && a < kernel->arrays; a++) {
        if (kernel->array[a].store)
            continue;
        good = put_access(p, a, &nothing, error);
        compute.read[compute.reads++] = (uint16_t)(2 * a + 3);
    }
    struct rh_program_node computed = compute;
    if (compute.count != 0) { /* stores wait for the last of it */
        good = good && rh_warp_program_put(p, compute, error) != NULL;
        computed.reads = 1;
        computed.read[0] = (uint16_t)(CHAINS + (compute.count - 1) % compute.turns);
    }
    for (unsigned a = 0; good && a < kernel->arrays; a++)
        good = !kernel->array[a].store || put_access(p, a, &computed, error);
    return good;
}

static bool can_run(const struct rh_kernel *kernel, struct rh_error *error) {
    const struct {
        const char *name;
        uint64_t value;
    } clocks[] = {{"synchronisation", kernel->synchronisation},
                  {"special", kernel->special},
                  {"divergence", kernel->divergence},
                  {"replays", kernel->replays}};
    for (unsigned k = 0; k < sizeof clocks / sizeof clocks[0]; k++)
        if (clocks[k].value != 0)
            return rh_error_field(error, clocks[k].name,
                                  "found %" PRIu64 ", expected 0: a run takes what its instructions take, and a "
                                  "`program` can have these",
                                  clocks[k].value);
    return true;
}

struct rh_warp_source *rh_warp_program_of_kernel(const char *name, const struct rh_kernel *kernel,
                                                 const rh_placement_of place, struct rh_error *error) {
    struct rh_warp_program_setup setup = {.grid = {(uint32_t)kernel->blocks, 1, 1},
                                          .cta = {(uint32_t)kernel->threads, 1, 1},
                                          .resident = (uint32_t)kernel->active_blocks};
    (void)snprintf(setup.name, sizeof setup.name, "%s", name);
    struct rh_warp_program *p = can_run(kernel, error) ? rh_warp_program_open(&setup, error) : NULL;
    if (p == NULL)
        return NULL;
    p->kernel = *kernel;
    memcpy(p->place, place, sizeof p->place);
    p->shared = (uint32_t)rh_kernel_shared_bytes(kernel, place);
    bool good = (rh_kernel_fill_lines(kernel, place) == 0 || put_fill(p, error)) &&
                open_loop(p, RH_ORIGIN_OF_KERNEL, error) && put_step(p, error);
    if (good)
        return rh_warp_program_source(p, error);
    rh_warp_program_close(p);
    return NULL;
}
