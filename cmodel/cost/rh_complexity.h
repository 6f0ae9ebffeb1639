// SPDX-License-Identifier: Apache-2.0
/** Complexity: bits stored and compared, as closed forms beside the published totals.
 *
 * The formulas are the rows of tables/complexity.def; their text is the expression that is computed. Units are bits of
 * storage, and bit comparisons that may be needed in one DRAM command clock, summed over the chip.
 */
#ifndef RH_COMPLEXITY_H
#define RH_COMPLEXITY_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_allocator.h"

struct rh_complexity_system {
    uint32_t cores;       /**< C, 1 to 65535 */
    uint32_t controllers; /**< M, 1 to 65535 */
    uint32_t queue;       /**< Q, 1 to 65535 */
    uint32_t rows;        /**< rows of a bank, 2 to 2^20 */
    uint32_t banks;       /**< nB, 2 to 65535 */
    uint32_t hash_bits;   /**< h, 1 to 64 */
    uint32_t mesh_ports;  /**< P of the mesh, 2 to 64 */
    uint32_t ring_ports;  /**< P of the ring, 2 to 64 */
    uint32_t shared;      /**< S: 1 where banks share subarrays side by side, as in FGDRAM; else 0 */
    uint32_t column_bits; /**< c, 1 to 16: no address has its column compared but where W is 1 */
    uint32_t write_drain; /**< of controllers that have the parameter, 0 to 2. W: it is not 0 */
};

/** The thesis' baseline: 28 cores, 8 controllers, 32 entries, 4096 rows, 4 banks, 4 hash bits, routers of 5 and 3
 * ports. */
struct rh_complexity_system rh_complexity_thesis(void);

/** Every field inside its range, else an error that names the field. */
bool rh_complexity_check(const struct rh_complexity_system *system, struct rh_error *error);

/** What the symbols of a formula stand for. */
struct rh_complexity_variables {
    uint64_t C, M, Q, nR, nB, r, b, h, P, I, O, D, S, W, c;
};
/** Of a system; I, O and D are those of its crossbar, P is the mesh's. */
struct rh_complexity_variables rh_complexity_variables(const struct rh_complexity_system *system);

/** A symbol's name and meaning; false past the last. */
bool rh_complexity_symbol(unsigned index, const char **symbol, const char **meaning);

/** One design on one network. A published number of -1: none is printed; it holds for the thesis' baseline alone. */
struct rh_complexity {
    const char *design, *network;
    const char *stored_formula, *network_formula, *controller_formula;
    uint64_t stored;               /**< bits stored in the network */
    uint64_t compared_network;     /**< bits compared in the network */
    uint64_t compared_controllers; /**< bits compared in the controllers */
    int64_t published_stored, published_compared;
    const char *note;         /**< remark, or "" */
    const char *disagreement; /**< where the thesis disagrees with itself, or "" */
};

/** Row `index` for `system`; false past the last row. */
bool rh_complexity_row(unsigned index, const struct rh_complexity_system *system, struct rh_complexity *row);

/** One controller's own comparisons: its formula, where that comes from, and its value for one controller. */
struct rh_complexity_controller {
    const char *formula, *source;
    uint64_t bits;
};

/** False where the controller has no row: no model. */
bool rh_complexity_controller(const char *name, const struct rh_complexity_system *system,
                              struct rh_complexity_controller *controller);

/** What a hold rule costs one allocator: formulas and their values in bits. */
struct rh_complexity_hold {
    const char *stored_formula, *compared_formula;
    uint64_t stored, compared;
};

/** False where the rule has no row: `none`, or a rule without a model. */
bool rh_complexity_rule(const char *rule, const struct rh_complexity_variables *variables,
                        struct rh_complexity_hold *hold);
/** The same of an allocator that can be built. */
bool rh_complexity_hold(const char *rule, const struct rh_allocator_params *params, struct rh_complexity_hold *hold);

/** What gates of one kind are there for, in one controller or one allocator's hold rule. */
struct rh_complexity_role {
    const char *design; /**< controller or hold rule */
    bool stored;        /**< bits stored, else bits compared */
    const char *file;   /**< stem of the RTL file */
    const char *text;   /**< in the comparator's line, or the register's name; "": nothing is counted for it */
    const char *formula, *meaning;
    uint64_t formula_bits; /**< that the design's formula has for it */
    uint64_t netlist_bits; /**< that are expected in the netlist */
};

/** Role `index` with its bits; false past the last. */
bool rh_complexity_role(unsigned index, const struct rh_complexity_variables *variables,
                        struct rh_complexity_role *role);

#endif
