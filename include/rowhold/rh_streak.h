// SPDX-License-Identifier: Apache-2.0
/** Row streaks of a controller's banks, and who breaks them.
 *
 * A *row streak* is a run of requests to one row of a bank, in the order in which the controller serves them (their
 * last column commands). It ends when the bank serves another row. Requests to the old row that were queued before the
 * first command for the new one, and still are, are *stranded*: the bank will have to open their row again. Who is
 * before a stranded request in the order of acceptance, from the request on that the bank went to, and wants another
 * row than it, is a *row-streak breaker*. A breaker has a class, against the request that it strands (enum
 * rh_streak_breaker); a streak is credited to each class that one of its breakers has, once. A controller that serves a
 * request before an older one of the old row strands that without a breaker.
 *
 * Streams name warps. A CTA is `cta_warps` of a core's warps, in the order of their numbers; with one, a warp stands
 * for its CTA. Warps that are unknown are all of one CTA.
 */
#ifndef RH_STREAK_H
#define RH_STREAK_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_request.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rh_streak_breaker { RH_STREAK_OTHER_CORE, RH_STREAK_OTHER_CTA, RH_STREAK_SAME_CTA, RH_STREAK_BREAKERS };

struct rh_streak_count {
    uint64_t streaks;                       /**< that have ended */
    uint64_t broken;                        /**< of these, with requests stranded */
    uint64_t stranded;                      /**< requests, once for each streak that left them */
    uint64_t broken_by[RH_STREAK_BREAKERS]; /**< streaks credited to the class */
};

struct rh_streak;

/** Of one controller; NULL without memory. `cta_warps` 0: 1. */
struct rh_streak *rh_streak_open(unsigned banks, unsigned cta_warps);
void rh_streak_close(struct rh_streak *streak); /**< NULL is harmless */
/** The controller accepts a request; `tag` is no other's that is queued. Of `request` bank, row, core and warp count.
 * False without memory. */
bool rh_streak_accept(struct rh_streak *streak, uint64_t cycle, unsigned tag, const struct rh_request *request);
/** That request has issued its last column command; `first`: the clock of its first command. */
void rh_streak_serve(struct rh_streak *streak, unsigned bank, unsigned tag, uint64_t first);
const struct rh_streak_count *rh_streak_counts(const struct rh_streak *streak);
/** Add those of a controller to a total. */
void rh_streak_merge(struct rh_streak_count *into, const struct rh_streak_count *from);

#ifdef __cplusplus
}
#endif

#endif
