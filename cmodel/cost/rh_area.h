// SPDX-License-Identifier: Apache-2.0
/** The table that scripts/area measures: docs/tables/area.csv, one row a design of the registry and size.
 *
 * The file: `#` lines first (tools), then a header line, then rows of the columns below in that order. Areas are of
 * standard cells of the OSU 0.18 um library without wires; the critical path is unplaced, so both are optimistic. Bits
 * are those of rh_netlist.h, counted before technology mapping. What is measured stands in tables/area.def.
 */
#ifndef RH_AREA_H
#define RH_AREA_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/netlist/rh_netlist.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_variant.h"

enum { RH_AREA_SETTINGS = 208 };

struct rh_area_row {
    char kind[16], design[32];
    char settings[RH_AREA_SETTINGS]; /**< parameters that are not the usual ones, e.g. "queue=64" */
    uint32_t cells;                  /**< standard cells, flops included */
    uint32_t flops;
    double area_um2;        /**< all cells */
    double sequential_um2;  /**< flops alone */
    double critical_ns;     /**< longest path between registers and ports, set-up time included */
    char critical_from[96]; /**< register or port */
    char critical_to[96];
    uint32_t levels; /**< gates on that path */
    /** What the area is made of; their sum is area_um2. */
    double part_um2[RH_NETLIST_PARTS];
    double split_um2; /**< sum of the parts as mapped, each alone, before they were scaled to area_um2; 0: not split */
    uint32_t address_bits;  /**< bits of address comparators */
    uint32_t pair_bits;     /**< bits in which a remembered pair meets a request */
    uint32_t compared_bits; /**< bits of all comparators */
    uint32_t decoded_bits;  /**< bits compared with constants */
    char key[72];           /**< hash of everything that the row depends on */
};

struct rh_area_table {
    char *notes; /**< the `#` lines without `# `, each with its line break */
    struct rh_area_row *rows;
    unsigned count;
    uint64_t hash; /**< of its lines (rh_line_reader_hash) */
};

/** An error names file, line and column. Free with rh_area_close, also after a failure. */
bool rh_area_load(const char *path, struct rh_area_table *table, struct rh_error *error);
void rh_area_close(struct rh_area_table *table);
/** The rows of `from` behind those of `into`, which has them then; `from` is closed. False without memory. */
bool rh_area_join(struct rh_area_table *into, struct rh_area_table *from, struct rh_error *error);
/** NULL when there is no such row. */
const struct rh_area_row *rh_area_find(const struct rh_area_table *table, const char *design, const char *settings);
/** The row of the same design and size without a hold rule (hold=0); NULL when `row` has no rule or there is none. */
const struct rh_area_row *rh_area_unheld(const struct rh_area_table *table, const struct rh_area_row *row);
/** Bits that the policy of a row compares: of a controller those of addresses; of an allocator under a hold rule the
 * remembered pairs and the comparators that the allocator alone does not have. -1: neither. */
int64_t rh_area_policy_bits(const struct rh_area_table *table, const struct rh_area_row *row);
/** The share that mapping part by part gives more than mapping the design as one. */
double rh_area_split_error(const struct rh_area_row *row);

/** Two blocks that feed each other within a clock, joined: a row of tables/joints.def. Its designs are NAME_VARIANT,
 * with every variant of a kind, and have the parameters of that kind. */
struct rh_area_joint {
    const char *name;
    enum rh_kind_code kind;
    const char *other; /**< the variant beside it, of another kind */
    const char *meaning;
};
/** Joint `index`; false past the last. */
bool rh_area_joint(unsigned index, struct rh_area_joint *joint);
/** The variant whose parameters a design has: its own or, joined, that of the joint's kind; NULL: there is no such
 * design. */
const struct rh_variant *rh_area_variant(const char *design);

/** How a size is measured: usual, with the first cell library; every, with every library; whole, not part by part. */
enum rh_area_how { RH_AREA_usual, RH_AREA_every, RH_AREA_whole };

/** What is measured, in the order of tables/area.def; false past the last. */
bool rh_area_size(unsigned index, const char **kind, const char **settings, enum rh_area_how *how);

/** A cell library of tables/libraries.def. */
struct rh_area_library {
    const char *name, *library, *title, *file, *package, *avoid;
};
/** Library `index`; false past the last. */
bool rh_area_library(unsigned index, struct rh_area_library *library);

#endif
