// SPDX-License-Identifier: Apache-2.0
/** Run time of a kernel by where its arrays lie (Huang and Li 2017): T = T_comp + T_mem - T_overlap.
 *
 * rh_placement_count walks the warps' instructions once, resident warps in turn, through the caches, and counts events;
 * what misses goes to the banks' queues (rh_queueing.h) with the number of instructions issued so far as its time.
 * rh_placement_time works the time out. Per SM, with W warps of which N are resident:
 *
 *     #inst      = issued instructions / W, replays included                                          (3)
 *     T_comp     = #inst W avg_inst_lat / ITILP + W_serial                                            (2, 13)
 *     ITILP      = min(ILP N, avg_inst_lat / (warp size / SIMD width))                                (14, 15)
 *     W_serial   = O_sync + O_SFU + O_CFdiv                                                           (16)
 *     T_mem      = loads / ITMLP x AMAT                                                               (4, 17)
 *     AMAT       = DRAM_lat miss_ratio + hit_lat (1 - shmem_ratio) + shmem_lat shmem_ratio            (5)
 *     ITMLP      = min(MLP MWP_cp, MWP_peak_bw)                                                       (18)
 *     MWP_cp     = min(max(1, CWP - 1), MWP)                                                          (19)
 *     T_overlap  = T_mem x (sum of coefficient x event ratio)                                         (11, 12)
 *
 * Choices where the paper leaves room. A load counts as its transactions, in (17), (5) and MLP, since sizes differ
 * between memories; MLP: a warp's transactions between two waits. Nobody waits for a store: stores take bandwidth and
 * fill the banks' queues. (5) is printed without the bracket behind hit_lat, which would charge a cache to shared
 * memory. MWP and CWP are those of rh_warp_model.h with AMAT as latency, one clock between two transactions and the
 * memory's bandwidth; MWP_peak_bw is counted in transactions. An event ratio is events an issued instruction.
 * T_overlap lies between 0 and the smaller of T_comp and T_mem.
 *
 * Time of arrivals: a warp that waits issues nothing, so the requests are spread over the kernel's run time, not over
 * its issue slots. DRAM_lat depends on the time and the time on DRAM_lat: the time is the one that fits itself (the
 * longer the time, the shorter the queues, so there is one, found by halving). There rho stays below 1. */
#ifndef RH_PLACEMENT_H
#define RH_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_kernel.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_queueing.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The terms of T_overlap_ratio: the rows RH_OVERLAP. */
enum {
#define RH_OVERLAP(name, meaning, value) RH_OVERLAP_##name,
#include "tables/placement.def"
    RH_OVERLAPS
};
const char *rh_overlap_name(unsigned term);
/** The built-in coefficients (tables/overlap.def says what they were fitted to). */
extern const double rh_overlap_default[RH_OVERLAPS];

struct rh_placement_setup {
    const struct rh_kernel *kernel;
    const struct rh_sm *sm;
    const struct rh_preset *preset;
    const struct rh_map *map; /**< its shape has the channels that an SM has */
    rh_placement_of place;
    enum rh_queueing_form form;
    unsigned window; /**< of rh_queueing.h: 0 as in the paper */
};

struct rh_placement_events {
#define RH_PLACEMENT_EVENT(name, unit, meaning) uint64_t name;
#include "tables/placement.def"
};

struct rh_placement_figures {
#define RH_PLACEMENT_FIGURE(name, shown, unit, meaning) double name;
#include "tables/placement.def"
};

struct rh_placement;

/** Count. The kernel and the machine are checked, the placement fits. NULL with an error: no memory, an address
 * outside the memory. */
struct rh_placement *rh_placement_count(const struct rh_placement_setup *setup, struct rh_error *error);
void rh_placement_close(struct rh_placement *placement); /**< NULL is harmless */
const struct rh_placement_events *rh_placement_events(const struct rh_placement *placement);

/** The terms' values. */
void rh_placement_terms(const struct rh_placement *placement, double terms[RH_OVERLAPS]);
/** The time, with these coefficients. */
void rh_placement_time(const struct rh_placement *placement, const double coefficients[RH_OVERLAPS],
                       struct rh_placement_figures *figures);
/** The same where the run took `clocks`: the arrivals are spread over that, `predicted` is `clocks`, and overlap and
 * ratio are those that would have predicted it. False where a bank would have been busy all the time. */
bool rh_placement_time_of(const struct rh_placement *placement, double clocks, struct rh_placement_figures *figures);

#ifdef __cplusplus
}
#endif

#endif
