// SPDX-License-Identifier: Apache-2.0
/* What the counter of a netlist and the parts of an area share. */
#ifndef RH_NETLIST_INSIDE_H
#define RH_NETLIST_INSIDE_H

#include "cmodel/netlist/rh_netlist_cells.h"

struct rh_netlist {
    struct rh_netlist_cells list;
    bool *carries;  /* one a net: it carries a bit of an address */
    bool *requests; /* ... of a request, since the last register */
    bool *stored;   /* ... it is a register's output */
    bool *entries;  /* ... of what is stored with a request; NULL before the parts are asked for */
    struct rh_netlist_place *places;
    size_t places_used;
    struct rh_netlist_register *registers;
    size_t registers_used;
    struct rh_netlist_counts counts;
};

/* Bit positions that a cell compares, and of them those of addresses; those of an AND are pairs. */
struct rh_netlist_compared {
    uint32_t bits, addresses, decoded, pairs;
};

struct rh_netlist_compared rh_netlist_compares(const struct rh_netlist *n, const struct rh_netlist_cell *cell);

/* Carry marked nets from a cell's inputs to its outputs; true where a net was marked anew. */
bool rh_netlist_spread(const struct rh_netlist *n, const struct rh_netlist_cell *cell, bool *carry);

#endif
