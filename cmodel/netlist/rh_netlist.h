// SPDX-License-Identifier: Apache-2.0
/** Comparators of an elaborated netlist, before technology mapping.
 *
 * Input: the JSON that Yosys writes after `proc; flatten; opt_clean` with `write_json`, one module.
 * A comparator is a cell $eq $ne $eqx $nex $lt $le $gt $ge. A bit position counts where neither operand's bit is a
 * constant; where one is, the cell decodes rather than compares, and the position counts as decoded.
 * A counted position is an address comparison when one of its bits carries a bit of the bank, the row or the column
 * that a request brought: bits of the ports req_bank_i, req_row_i and req_column_i are followed through registers,
 * multiplexers, AND, OR, NOT, adders (in their own position: a carry is left aside) and indexed selection
 * (data, never select), and no further. Two such bits that meet in an XOR or XNOR count as well: that is a comparator
 * written out by hand.
 * A bit of a remembered pair is compared with a request where the two meet in an AND: one side is a register's own
 * output, the other carries a bit of an allocator's port request_i, followed in the same way, but through no register.
 */
#ifndef RH_NETLIST_H
#define RH_NETLIST_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

struct rh_netlist;

/** Comparators of one line of the source, or ANDs of pairs, summed over its instances. */
struct rh_netlist_place {
    char where[160];       /**< FILE:LINE of the operator, or "?" where Yosys kept none */
    char kind[16];         /**< $eq, $ne, ..., or $and */
    uint32_t cells;        /**< with at least one counted bit */
    uint32_t bits;         /**< bit positions without a constant */
    uint32_t address_bits; /**< of them, address comparisons */
    uint32_t pair_bits;    /**< bit positions in which a remembered pair meets a request; not among `bits` */
};

/** A register of the source, summed over the elements of generate loops and arrays. */
struct rh_netlist_register {
    char name[160]; /**< path of instances, without the indices: "u_hold.g_hold.pair_q", or "?" */
    uint32_t bits;
};

struct rh_netlist_counts {
    uint64_t compared;  /**< bit positions compared, addresses included */
    uint64_t addresses; /**< bit positions that compare addresses */
    uint64_t decoded;   /**< bit positions compared with a constant */
    uint64_t pairs;     /**< bit positions in which a remembered pair meets a request */
    uint64_t flops;     /**< register bits */
    uint64_t latches;   /**< latch cells: a design of this project has none */
};

/** Read a netlist; NULL with an error that names the file and the line or the cell. `-` is standard input. Free with
 * rh_netlist_close. */
struct rh_netlist *rh_netlist_open(const char *path, struct rh_error *error);
void rh_netlist_close(struct rh_netlist *netlist);

struct rh_netlist_counts rh_netlist_counts(const struct rh_netlist *netlist);
/** Registers in order of their names; NULL past the last one. Valid until the netlist is closed. */
const struct rh_netlist_register *rh_netlist_register(const struct rh_netlist *netlist, unsigned index);
/** Places in order of their names; NULL past the last one. Valid until the netlist is closed. */
const struct rh_netlist_place *rh_netlist_place(const struct rh_netlist *netlist, unsigned index);

/** The parts of an area (tables/area_parts.def), and how a cell comes to one: by the modules that hold it
 * (tables/area_roles.def), and within queue and allocator by what it does.
 * A cell of a queue that compares is a comparator. It is storage where more than half of its outputs carry a bit of
 * req_row_i, req_bank_i, req_column_i, req_len_i, req_tag_i, or of an allocator's row_i, bank_i, destination_i: those
 * are followed as addresses are, within the queue alone. All else is scheduler.
 */
enum rh_netlist_part {
#define RH_AREA_PART(part, heading, meaning) RH_NETLIST_##part,
#include "tables/area_parts.def"
#undef RH_AREA_PART
    RH_NETLIST_PARTS
};

const char *rh_netlist_part_name(enum rh_netlist_part part);
const char *rh_netlist_part_meaning(enum rh_netlist_part part);

/** Row `index` of tables/area_roles.def; false past the last. */
bool rh_netlist_role_row(unsigned index, const char **module, const char **role);

/** Find the part of every cell; false with an error where an instance has no role, or there is no memory. */
bool rh_netlist_find_parts(struct rh_netlist *netlist, const char *path, struct rh_error *error);
/** Name and part of cell `index`, after rh_netlist_find_parts; NULL past the last one. */
const char *rh_netlist_cell_part(const struct rh_netlist *netlist, unsigned index, enum rh_netlist_part *part);

#endif
