// SPDX-License-Identifier: Apache-2.0
// Stands in for rh_wave.c in a build without the FST writer: every attempt is refused with one line.
#include "rowhold/rh_wave.h"

#ifndef RH_HAVE_FST

struct rh_wave *rh_wave_open(const char *file, const struct rh_block *block, uint32_t period_ps, bool rtl,
                             struct rh_error *error) {
    (void)block;
    (void)period_ps;
    (void)rtl;
    rh_error_set(
        error,
        "%s: this build has no FST writer, expected Verilator's sources (Debian package verilator) when it was "
        "configured",
        file);
    return NULL;
}

void rh_wave_clock(struct rh_wave *wave, uint64_t cycle, const void *in, const struct rh_wave_side *model,
                   const struct rh_wave_side *rtl) {
    (void)wave;
    (void)cycle;
    (void)in;
    (void)model;
    (void)rtl;
}

uint64_t rh_wave_clocks(const struct rh_wave *wave) {
    (void)wave;
    return 0;
}

bool rh_wave_close(struct rh_wave *wave, struct rh_error *error) {
    (void)wave;
    return rh_error_set(error, "this build has no FST writer");
}

void rh_wave_discard(struct rh_wave *wave) {
    (void)wave;
}

#else

typedef int rh_wave_is_present; /* ISO C wants something in every file */

#endif
