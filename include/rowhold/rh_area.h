// SPDX-License-Identifier: Apache-2.0
/** The table that scripts/area measures: docs/tables/area.csv, one row a controller and queue.
 *
 * The file: `#` lines first (configuration and tools), then a header line, then rows of the columns below in that
 * order. Areas are of standard cells of the OSU 0.18 um library without wires; the critical path is unplaced, so both
 * are optimistic. Bits are those of rh_netlist.h, counted before technology mapping.
 */
#ifndef RH_AREA_H
#define RH_AREA_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "rowhold/rh_error.h"

struct rh_area_row {
    char controller[32];
    uint32_t queue; /**< entries */
    uint32_t cells; /**< standard cells, flops included */
    uint32_t flops;
    double area_um2;        /**< all cells */
    double sequential_um2;  /**< flops alone */
    double critical_ns;     /**< longest path between registers and ports, set-up time included */
    char critical_from[96]; /**< register or port */
    char critical_to[96];
    uint32_t address_bits;  /**< bits of address comparators */
    uint32_t compared_bits; /**< bits of all comparators */
    uint32_t decoded_bits;  /**< bits compared with constants */
    char key[72];           /**< hash of everything that the row depends on */
};

struct rh_area_table {
    char *notes; /**< the `#` lines without `# `, each with its line break */
    struct rh_area_row *rows;
    unsigned count;
};

/** An error names file, line and column. Free with rh_area_close, also after a failure. */
bool rh_area_load(const char *path, struct rh_area_table *table, struct rh_error *error);
void rh_area_close(struct rh_area_table *table);
/** NULL when there is no such row. */
const struct rh_area_row *rh_area_find(const struct rh_area_table *table, const char *controller, uint32_t queue);

/** The table beside the formulas of rh_complexity.h, as text or as Markdown. */
void rh_area_print(FILE *to, const struct rh_area_table *table, bool markdown);

#endif
