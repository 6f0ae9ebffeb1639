// SPDX-License-Identifier: Apache-2.0
/** What a co-simulation compared, as a file of its own: `cosim --evidence FILE` writes it, `report` reads it. */
#ifndef RH_EVIDENCE_H
#define RH_EVIDENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

struct rh_evidence {
    char kind[32], design[64]; /**< of the registry */
    char parameters[512];      /**< of the module: "QUEUE=32 BANKS=4 ..." */
    char run[2048];            /**< stream, timing and bench, in words */
    char rtl_hash[72];         /**< SHA-256 of the sources that the design reaches, its parameters and the build's
                                    recipe (scripts/verilate --key); "": a plug-in that does not say it */
    uint64_t clocks;           /**< in which both sides were equal */
    uint64_t output_bits;      /**< compared, of outputs with meaning */
    uint64_t state_clocks;     /**< in which registers were compared, too */
    uint64_t state_bits;       /**< compared, of registers with meaning */
    uint64_t resets;           /**< the first included */
};

/** Write it, whole or not at all; `-` is standard output. */
bool rh_evidence_write(const char *path, const struct rh_evidence *evidence, struct rh_error *error);
/** Read what rh_evidence_write wrote. */
bool rh_evidence_read(const char *path, struct rh_evidence *evidence, struct rh_error *error);

#endif
