// SPDX-License-Identifier: Apache-2.0
/** Row-hit runs of a controller's banks (row-hit runs in the literature and in names here), and the requests that break
 * them.
 *
 * A *row-hit run* is a run of requests to one row of a bank, in the order in which the controller serves them (their
 * last column commands). It ends when the bank serves another row. Requests to the old row that were queued before the
 * first command for the new one, and still are, are *stranded*: the bank will have to open their row again. A *row-hit
 * run breaker* is a request to another row that was accepted before a stranded request, from the request on that the
 * bank went to. A breaker has a class, against the request that it strands (enum rh_row_hit_run_breaker); a row-hit run
 * is credited to each class that one of its breakers has, once. A controller that serves a request before an older one
 * of the old row strands that without a breaker.
 *
 * Streams name warps. A CTA is `cta_warps` of a core's warps, in the order of their numbers; with one, a warp stands
 * for its CTA. Warps that are unknown are all of one CTA.
 */
#ifndef RH_ROW_HIT_RUN_H
#define RH_ROW_HIT_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_request.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rh_row_hit_run_breaker {
    RH_ROW_HIT_RUN_OTHER_CORE,
    RH_ROW_HIT_RUN_OTHER_CTA,
    RH_ROW_HIT_RUN_SAME_CTA,
    RH_ROW_HIT_RUN_SAME_WARP, /**< of the same CTA, which is credited, too */
    RH_ROW_HIT_RUN_BREAKERS
};

struct rh_row_hit_run_count {
    uint64_t row_hit_runs;                       /**< that have ended */
    uint64_t broken;                             /**< of these, with requests stranded */
    uint64_t stranded;                           /**< requests, once for each row-hit run that left them */
    uint64_t broken_by[RH_ROW_HIT_RUN_BREAKERS]; /**< row-hit runs credited to the class */
};

struct rh_row_hit_run;

/** Counts the row-hit runs of one controller; NULL without memory. `cta_warps` 0 means 1. */
struct rh_row_hit_run *rh_row_hit_run_open(unsigned banks, unsigned cta_warps);
void rh_row_hit_run_close(struct rh_row_hit_run *row_hit_run); /**< NULL is harmless */
/** The controller accepts a request; `tag` is no other's that is queued. Of `request` bank, row, core and warp count.
 * False without memory. */
bool rh_row_hit_run_accept(struct rh_row_hit_run *row_hit_run, uint64_t cycle, unsigned tag,
                           const struct rh_request *request);
/** That request has issued its last column command; `first`: the clock of its first command. */
void rh_row_hit_run_serve(struct rh_row_hit_run *row_hit_run, unsigned bank, unsigned tag, uint64_t first);
const struct rh_row_hit_run_count *rh_row_hit_run_counts(const struct rh_row_hit_run *row_hit_run);
/** Adds the counts of one controller to a total. */
void rh_row_hit_run_merge(struct rh_row_hit_run_count *into, const struct rh_row_hit_run_count *from);

#ifdef __cplusplus
}
#endif

#endif
