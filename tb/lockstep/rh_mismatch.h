// SPDX-License-Identifier: Apache-2.0
/** Tells the first difference between model and RTL: where, which fields, what came before, how to see it again. */
#ifndef RH_MISMATCH_H
#define RH_MISMATCH_H

#include <stdio.h>

#include "tb/lockstep/rh_lockstep.h"

/** Where the run stood, in words for the reader. */
struct rh_mismatch_context {
    const char *configuration; /**< one line: preset, geometry, stream, seed */
    const char *timing;        /**< one line, e.g. the timing values drawn, or NULL */
    const char *repeat;        /**< command line that repeats the run with a wave of this window */
    const char *place;         /**< ", channel 3", or "" */
    /** Prints the last clocks, as the block's kind reads best. */
    void (*past)(const struct rh_lockstep *lockstep, FILE *to);
    const char *wave; /**< one line: where the last clocks are shown; NULL or empty: nowhere */
};

/** Print the report of a lockstep that differs. Every differing element that holds meaning is marked; of the others
 * only the neighbours in the table are shown. */
void rh_mismatch_print(const struct rh_lockstep *lockstep, const struct rh_mismatch_context *context, FILE *to);

#endif
