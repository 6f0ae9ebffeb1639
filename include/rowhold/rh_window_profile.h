// SPDX-License-Identifier: Apache-2.0
/** The hybrid model of DRAM efficiency: a window slides over the requests of one channel in order of arrival, without
 * times (Yuan and Aamodt 2008, sections 3.1 to 3.3; Yuan 2009, chapter 3).
 *
 * A period begins with a row being opened. Requests that hit their bank's open row are served, the others wait; when
 * as many wait as the window holds, or at the end, the period ends, and the next row is opened. Of a period,
 *
 *     lasting = max(tRC, tRP + tRCD + t_j)
 *     moving = min(lasting, sum of t_i)
 *     efficiency = sum of moving / sum of lasting
 *
 * where t_i are the clocks of data of the requests served in bank i and j is the bank whose row was opened. The first
 * period has no such bank, and no row is open in it. Only rows that wait are kept, and each request is looked at once,
 * so a request costs the same whatever the window. */
#ifndef RH_WINDOW_PROFILE_H
#define RH_WINDOW_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_geometry.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Which rows are opened between two periods. */
enum rh_profile_rule {
    RH_PROFILE_NO_OVERLAP,   /**< the oldest waiting request's */
    RH_PROFILE_FULL_OVERLAP, /**< in every bank that of its oldest waiting request; j is the oldest one's bank */
    RH_PROFILE_MOST_PENDING  /**< the one that most requests wait for, of equals that of the oldest */
};

struct rh_profile_setup {
    enum rh_profile_rule rule;
    unsigned window; /**< requests that may wait: the queue, 1 to RH_MAX_QUEUE */
    unsigned banks;  /**< 1 to RH_MAX_BANKS */
    unsigned rc;     /**< tRC in clocks */
    unsigned rp_rcd; /**< tRP + tRCD in clocks */
};

/** Results so far; those of channels add up. */
struct rh_profile_sums {
    uint64_t requests, rows;  /**< served; opened */
    uint64_t moving, lasting; /**< clocks */
};
/** moving / lasting; 0 before the first period. */
double rh_profile_efficiency(const struct rh_profile_sums *sums);

/** A row that requests wait for. */
struct rh_profile_row {
    struct rh_profile_row *next;   /**< the next younger one of its list; of a free row: the next free one */
    struct rh_profile_row *before; /**< RH_PROFILE_MOST_PENDING: the next older one of its list */
    struct rh_profile_row *chain;  /**< of the same hash */
    struct rh_profile_row **hash;  /**< where the chain begins */
    uint64_t place;                /**< row x RH_MAX_BANKS + bank */
    uint64_t since;                /**< number of the row among all that requests came to wait for; from 1 on */
    uint64_t clocks;               /**< of data that wait for it */
    unsigned count;                /**< requests that wait for it */
};
enum { RH_PROFILE_NONE = 0xffff, RH_PROFILE_CHAINS = 256 };
/** In the order in which requests came to wait. */
struct rh_profile_list {
    struct rh_profile_row *oldest, **end;
};

/** Holds pointers into itself: it stays where it was started. */
struct rh_profile {
    struct rh_profile_setup setup;
    struct rh_profile_sums sums;
    /** A request that does not hit: the code for this rule. */
    void (*wait)(struct rh_profile *profile, unsigned bank, uint32_t row, unsigned clocks);
    uint64_t clocks, clocks_opened; /**< of the period: sum of t_i, and t_j */
    uint64_t made;                  /**< rows that requests came to wait for */
    unsigned waiting;
    unsigned opened;             /**< bank j, or RH_PROFILE_NONE */
    uint32_t open[RH_MAX_BANKS]; /**< row + 1; 0: none */
    struct rh_profile_row *free;
    struct rh_profile_list list[RH_MAX_BANKS]; /**< full overlap: a list a bank; no overlap: the first one has all */
    unsigned most;                             /**< no row has more requests */
    struct rh_profile_row of_count[RH_MAX_QUEUE + 1]; /**< the ends of rings, by count of requests; by age */
    struct rh_profile_row *chains[RH_PROFILE_CHAINS];
    struct rh_profile_row rows[RH_MAX_QUEUE];
};

/** Begin, all rows closed. `setup` within its ranges. */
void rh_profile_start(struct rh_profile *profile, const struct rh_profile_setup *setup);
/** Before the first request: `row` is open in `bank`. */
void rh_profile_open_row(struct rh_profile *profile, unsigned bank, uint32_t row);
/** The next request; `clocks` of data: its column commands x tBURST. */
void rh_profile_request(struct rh_profile *profile, unsigned bank, uint32_t row, unsigned clocks);
/** The last one has been: serve what waits. `sums` is the result. */
void rh_profile_end(struct rh_profile *profile);

#ifdef __cplusplus
}
#endif

#endif
