// SPDX-License-Identifier: Apache-2.0
/** The page policy of the associative controllers: whether a row that no queued request wants any more stays open.
 *
 * It is there where the geometry says `closes`, and does what the setting `page` says (docs/rh_page_policy.md). The
 * *last hit* of a row is the last column command of a request while no other queued request is a hit of its bank; a
 * request that arrives in that clock is not queued yet. The RTL twin is rtl/controller/rh_page_policy.sv.
 */
#ifndef RH_PAGE_POLICY_H
#define RH_PAGE_POLICY_H

#include <stdint.h>

#include "rowhold/rh_field.h"
#include "rowhold/rh_geometry.h"
#include "rowhold/rh_timing.h"

/** Registers, of which each mode uses its own; what it does not use stays 0. */
struct rh_page_policy {
    uint16_t idle_left[RH_MAX_BANKS]; /**< timeout: clocks until the bank has been idle for long enough */
    rh_bank_set timed_out;            /**< timeout: open banks that have been */
    uint8_t tendency[RH_MAX_BANKS];   /**< adaptive: the bank's counter, to 3; from 2 on the last hit closes its row */
    rh_bank_set unjudged;             /**< adaptive: banks whose last decision has not turned out right or wrong yet */
};

/** Lists its fields, of which there are none without `closes`. */
rh_list_fn rh_page_policy_list;

struct rh_age_queue;
struct rh_bank_array;
struct rh_choice;
struct rh_edge;

/** The banks whose row the timeout closes, as soon as a PRE is legal and nobody else has a row command. */
rh_bank_set rh_page_policy_idle(const struct rh_age_queue *queue, const struct rh_bank_array *array);

/** Completes a choice: the column command becomes an RDA or WRA, or a bank of `idle` gets a PRE where no entry has a
 * row command. */
void rh_page_policy_choose(const struct rh_age_queue *queue, const struct rh_bank_array *array, rh_bank_set idle,
                           struct rh_choice *choice);

/** Moves the registers over an edge; the queue's have not moved yet. Returns the banks that have timed out. */
rh_bank_set rh_page_policy_advance(struct rh_age_queue *queue, const struct rh_geometry *geometry,
                                   const struct rh_constraints *constraints, const struct rh_edge *edge);

/** The clocks up to the one in which the next bank times out; UINT64_MAX: none does. */
uint64_t rh_page_policy_still(const struct rh_age_queue *queue, const struct rh_geometry *geometry);
/** Lets so many clocks pass in which nothing goes out. Returns the banks that have timed out. */
rh_bank_set rh_page_policy_pass(struct rh_age_queue *queue, const struct rh_geometry *geometry, uint64_t clocks);

#endif
