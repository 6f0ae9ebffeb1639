// SPDX-License-Identifier: Apache-2.0
/** Subarrays that several banks share, and the open row that forbids an ACT there.
 *
 * 2^subarray_group_bits neighbouring banks are parts of one bank of the die. The upper subarray_bits of a row say its
 * subarray.
 *  - Side by side (`stacked` 0; FGDRAM's two pseudobanks): the two parts share the row decoder of each subarray, so
 *    two different rows of one subarray are never open together. (O'Connor et al., MICRO 2017, section 3.1)
 *  - Stacked (`stacked` 1; subarray-level parallelism): each part is a run of subarrays of the one bank, the next part
 *    the run above it. Adjacent subarrays share sense amplifiers, so a row in the lowest subarray of a part and one in
 *    the highest of the part below are never open together. (Kim et al., ISCA 2012)
 * Either way an ACT has to be compared with at most one neighbour, so one comparator is enough for a channel. A row
 * that is closing counts as open. The RTL twin is rtl/dram/rh_subarray.sv; the judge has its own rule, `subarray`.
 */
#ifndef RH_SUBARRAY_H
#define RH_SUBARRAY_H

#include <limits.h>
#include <stdbool.h>
#include <stdint.h>

#include "cmodel/dram/rh_bank_array.h"

/** The value for: no open row forbids the ACT. */
#define RH_SUBARRAY_FREE UINT_MAX

/** The bank whose open row forbids an ACT of `row` to the closed bank `bank`; RH_SUBARRAY_FREE: none. */
unsigned rh_subarray_conflict(const struct rh_bank_array *array, const struct rh_geometry *geometry, unsigned bank,
                              uint32_t row);

#endif
