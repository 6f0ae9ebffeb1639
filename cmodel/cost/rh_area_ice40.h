// SPDX-License-Identifier: Apache-2.0
/** The table that `scripts/area --ice40` measures: docs/tables/area_ice40.csv, one row a design of the registry and
 * size, on a Lattice iCE40 HX8K.
 *
 * The file: `#` lines first (tools), then a header line, then rows of the columns below in that order. A harness of
 * shift registers brings the design's ports to a few pins; what the harness alone takes is subtracted. Cells and clock
 * are those after placement and routing.
 */
#ifndef RH_AREA_ICE40_H
#define RH_AREA_ICE40_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

struct rh_area_ice40_row {
    char kind[16], design[32];
    char settings[64]; /**< parameters that are not the usual ones, e.g. "queue=64" */
    uint32_t luts, flops;
    uint32_t carries;     /**< carry cells */
    uint32_t logic_cells; /**< each has place for a LUT, a flop and a carry */
    double fmax_mhz;      /**< 0: not placed, for it does not fit on the chip with its harness (`none` in the file) */
    char key[72];         /**< hash of everything that the row depends on */
};

struct rh_area_ice40_table {
    char *notes; /**< the `#` lines without `# `, each with its line break */
    struct rh_area_ice40_row *rows;
    unsigned count;
    uint64_t hash; /**< of its lines (rh_line_reader_hash) */
};

/** An error names file, line and column. Free with rh_area_ice40_close, also after a failure. */
bool rh_area_ice40_load(const char *path, struct rh_area_ice40_table *table, struct rh_error *error);
void rh_area_ice40_close(struct rh_area_ice40_table *table);

#endif
