// SPDX-License-Identifier: Apache-2.0
/** A block of any kind as its C model, as its Verilated RTL, or as both in lockstep: what stands behind an sc_module's
 * pins. Owns copies of the parameters and of the configuration.
 */
#ifndef RH_SC_FACE_H
#define RH_SC_FACE_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rowhold/rh_block.h"
#include "rowhold/rh_unit.h"

enum rh_sc_how { RH_SC_MODEL, RH_SC_RTL, RH_SC_LOCKSTEP };

struct rh_sc_face_setup {
    const char *kind, *variant; /**< in the registry */
    const void *params;         /**< of the kind */
    enum rh_sc_how how;
    uint64_t seed;      /**< of the RTL's initial register values */
    const char *plugin; /**< RTL built by scripts/verilate; NULL: the project's own, built now where there is none */
    const char *wave;   /**< of a lockstep: FST file of both sides (rh_wave.h), or NULL */
    uint32_t period_ps; /**< of a clock in it */
};

struct rh_sc_face;

/** After one clock of reset, with every configuration register 0. NULL with one line: no such kind or variant,
 * parameters that do not fit, no plug-in, a wave that can't be made. */
struct rh_sc_face *rh_sc_face_open(const struct rh_sc_face_setup *setup, struct rh_error *error);
/** Gives the wave its name. False with an error where that can't be done. NULL is harmless. */
bool rh_sc_face_close(struct rh_sc_face *face, struct rh_error *error);

const struct rh_block *rh_sc_face_block(const struct rh_sc_face *face);
/** The configuration from the next reset on; it must have passed its kind's lint. */
void rh_sc_face_configure(struct rh_sc_face *face, const void *config);
/** Its step returns false where a lockstep differs. */
struct rh_unit rh_sc_face_unit(struct rh_sc_face *face);
/** Of a lockstep that differs: the mismatch report. */
void rh_sc_face_report(const struct rh_sc_face *face, FILE *to);
/** Register bits with meaning that a lockstep has compared; 0 of other faces. */
uint64_t rh_sc_face_state_bits(const struct rh_sc_face *face);

#endif
