// SPDX-License-Identifier: Apache-2.0
/* A small memory by hand, so that these tests need no preset of the tables. */
#ifndef TRACE_PRESET_H
#define TRACE_PRESET_H

#include "rowhold/rh_preset.h"

/* 2 channels of 4 banks of 16 rows of 16 columns of 32 bytes. */
static inline struct rh_preset small_preset(void) {
    return (struct rh_preset){.name = "small",
                              .tck_ps = 1250,
                              .channels = 2,
                              .banks = 4,
                              .groups = 1,
                              .buses = 1,
                              .rows = 16,
                              .row_bytes = 256,
                              .bus_bytes = 4,
                              .burst_length = 4,
                              .chips = 2,
                              .timing = {.tBURST = 2}};
}

#endif
