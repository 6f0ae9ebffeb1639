// SPDX-License-Identifier: Apache-2.0
/** The page policy: whether a row that no queued request wants any more stays open.
 *
 * It is there where the geometry says `closes`, and does what the setting `page` says (docs/rh_page_policy.md). A
 * controller says two things of its queue: which rows nobody wants, and whether a column command is the *last hit* of
 * its row, the last one of a request behind which the queue sees no other for the row; a request that arrives in that
 * clock is not queued yet. How far a queue sees is its own: rh_policy_cycle.h makes a controller's functions of both.
 * The RTL twin is rtl/controller/rh_page_policy.sv.
 */
#ifndef RH_PAGE_POLICY_H
#define RH_PAGE_POLICY_H

#include <stdint.h>

#include "cmodel/controller/rh_policy.h"
#include "rowhold/rh_field.h"

/** Registers, of which each mode uses its own; what it does not use stays 0. */
struct rh_page_policy {
    uint16_t idle_left[RH_MAX_BANKS]; /**< timeout: clocks until the bank has been idle for long enough */
    rh_bank_set timed_out;            /**< timeout: open banks that have been */
    uint8_t tendency[RH_MAX_BANKS];   /**< adaptive: the bank's counter, to 3; from 2 on the last hit closes its row */
    rh_bank_set unjudged;             /**< adaptive: banks whose last decision has not turned out right or wrong yet */
};

/** How the state of a controller begins that has one. */
struct rh_paged {
    struct rh_backend backend;
    struct rh_page_policy page;
};

/** Lists its fields, of which there are none without `closes`. */
rh_list_fn rh_page_policy_list;
/** Lists those of the backend in a struct rh_paged. */
rh_list_fn rh_paged_backend_list;

/** The banks whose row the timeout closes, if nobody wants it, as soon as a PRE is legal and nobody else has a row
 * command. */
static inline rh_bank_set rh_page_policy_due(const struct rh_paged *s) {
    return s->page.timed_out & s->backend.array.open;
}

/** Completes a choice whose `last_hit` is known: the column command becomes an RDA or WRA, or a bank of `idle` gets a
 * PRE where no request has a row command. */
void rh_page_policy_choose(const struct rh_paged *s, rh_bank_set idle, struct rh_choice *choice);

/** Moves the registers over an edge. Returns the banks that have timed out. */
rh_bank_set rh_page_policy_advance(struct rh_page_policy *page, const struct rh_geometry *geometry,
                                   const struct rh_constraints *constraints, const struct rh_edge *edge);

/** The clocks up to the one in which the next bank times out; UINT64_MAX: none does. */
uint64_t rh_page_policy_still(const struct rh_page_policy *page, const struct rh_geometry *geometry);
/** Lets so many clocks pass in which nothing goes out. Returns the banks that have timed out. */
rh_bank_set rh_page_policy_pass(struct rh_page_policy *page, const struct rh_geometry *geometry, uint64_t clocks);

#endif
