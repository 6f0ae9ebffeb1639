// SPDX-License-Identifier: Apache-2.0
/** The words around a co-simulation: its configuration in one line, the line that repeats it, what a good run
 * compared. */
#ifndef RH_COSIM_TEXT_H
#define RH_COSIM_TEXT_H

#include <stdio.h>

#include "cmodel/cli/rh_evidence.h"
#include "cmodel/cli/rh_options.h"
#include "tb/lockstep/rh_cosim.h"
#include "tb/lockstep/rh_cosim_wave.h"
#include "tb/lockstep/rh_rtl.h"

/** Preset, geometry, stream (or GPU program; NULL: none) and seed in one line; returns the length. */
size_t rh_cosim_configuration(const struct rh_options *options, const struct rh_setup *setup, const char *kernel,
                              char *text, size_t size);

/** The command line `argv` (argv[0] is the command) so changed that it writes a wave that ends with `cycle` of a
 * channel: output options and --quiet go, --wave, --from, --for come; quoted for a shell. `again` NULL: without
 * a wave. Returns the length. */
size_t rh_cosim_repeat(int argc, char *const *argv, const struct rh_cosim_again *again, uint64_t cycle,
                       unsigned channel, char *text, size_t size);

/** The design, its RTL and what was compared; behind `run`, which the caller has filled, that it was from `from` on. */
void rh_cosim_evidence(struct rh_evidence *evidence, const struct rh_block *block, const struct rh_rtl *rtl,
                       const struct rh_lockstep_tally *tally, uint64_t from);

/** How many bits of outputs and registers were compared, and from where on, in a few lines. */
void rh_cosim_bits(const struct rh_lockstep_tally *tally, uint64_t from, FILE *to);

/** What a matched run compared, in a few lines. */
void rh_cosim_compared(const struct rh_cosim_setup *setup, const struct rh_block *block, unsigned channels,
                       const struct rh_cosim_result *result, FILE *to);

#endif
