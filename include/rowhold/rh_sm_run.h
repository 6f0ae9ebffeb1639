// SPDX-License-Identifier: Apache-2.0
/** A kernel (rh_kernel.h) run clock by clock on one SM in front of the C model of its memory: what rh_placement.h
 * predicts, measured. A closed loop: a warp that waits for data issues nothing.
 *
 * Each clock the SM issues one instruction of one of its resident warps, in turn: an instruction keeps the issue port
 * for `issue` clocks, each of its replays as long again. A warp's instructions go in order; `ilp` of them may go before
 * the first one's result (`latency`) is there. A load looks its lines up in the caches when it is issued: a hit is
 * there `hit` clocks later, shared memory `shared` clocks later, a line from off-chip `hit` clocks behind its data. A
 * line that is on its way is asked for once. The computation of a step waits for all loads of the step; stores are
 * written through and nobody waits for them. Lines leave the SM in order, one a clock, as the memory takes them; while
 * more than RH_SM_RUN_LINES - RH_WARP_WORDS wait to leave, no load or store is issued. A block follows when all warps
 * of one have ended.
 *
 * There are no barriers, special function units or parted branches: the kernel's clocks for these must be 0. Warps run
 * ahead of others of their block that still copy to shared memory. Deterministic; the judge looks at every command. */
#ifndef RH_SM_RUN_H
#define RH_SM_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_kernel.h"
#include "rowhold/rh_preset.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RH_SM_RUN_LINES = 256 };

struct rh_sm_run_setup {
    const struct rh_kernel *kernel; /**< checked, and so on: as for rh_placement_count */
    const struct rh_sm *sm;
    const struct rh_preset *preset;
    const char *controller;   /**< NULL: the usual one */
    const char *map;          /**< rh_map.h; NULL: rh_map_default */
    unsigned channels, queue; /**< of one SM; 0: the preset's; the usual one */
    rh_placement_of place;
};

struct rh_sm_run_result {
    uint64_t clocks;      /**< until the last warp has ended */
    uint64_t issued;      /**< instructions, replays included */
    uint64_t dram_reads;  /**< lines */
    uint64_t dram_writes; /**< lines */
    uint64_t read_clocks; /**< of the lines read, from leaving the SM to the data, summed */
};

/** Run the SM with most blocks. False with an error: no memory, a memory that refuses its setup, a rule broken. */
bool rh_sm_run(const struct rh_sm_run_setup *setup, struct rh_sm_run_result *result, struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
