// SPDX-License-Identifier: Apache-2.0
#include "cmodel/dram/rh_subarray.h"

/* The subarray of a row, counted within its bank. */
static unsigned subarray_of(const struct rh_geometry *p, uint32_t row) {
    return (unsigned)(row >> (p->row_bits - p->subarray_bits));
}

static unsigned conflict_side_by_side(const struct rh_bank_array *array, const struct rh_geometry *p, unsigned bank,
                                      uint32_t row) {
    unsigned other = bank ^ 1U;
    uint32_t open = array->open_row[other];
    bool shares = subarray_of(p, open) == subarray_of(p, row) && open != row;
    return rh_bank_array_is_open(array, other) && shares ? other : RH_SUBARRAY_FREE;
}

static unsigned conflict_stacked(const struct rh_bank_array *array, const struct rh_geometry *p, unsigned bank,
                                 uint32_t row) {
    unsigned part = bank & (unsigned)rh_mask(p->subarray_group_bits), last = (unsigned)rh_mask(p->subarray_group_bits),
             top = (unsigned)rh_mask(p->subarray_bits), subarray = subarray_of(p, row);
    if (subarray == 0 && part != 0 && rh_bank_array_is_open(array, bank - 1) &&
        subarray_of(p, array->open_row[bank - 1]) == top)
        return bank - 1;
    if (subarray == top && part != last && rh_bank_array_is_open(array, bank + 1) &&
        subarray_of(p, array->open_row[bank + 1]) == 0)
        return bank + 1;
    return RH_SUBARRAY_FREE;
}

unsigned rh_subarray_conflict(const struct rh_bank_array *array, const struct rh_geometry *geometry, unsigned bank,
                              uint32_t row) {
    if (geometry->subarray_group_bits == 0)
        return RH_SUBARRAY_FREE;
    return geometry->stacked ? conflict_stacked(array, geometry, bank, row)
                             : conflict_side_by_side(array, geometry, bank, row);
}
