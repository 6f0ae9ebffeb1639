// SPDX-License-Identifier: Apache-2.0
/* A netlist as a list of cells: what the reader of a file fills in, and the counter walks. */
#ifndef RH_NETLIST_CELLS_H
#define RH_NETLIST_CELLS_H

#include <stddef.h>

#include "rowhold/rh_netlist.h"

/* Nets of one port of a cell, lowest bit first: `count` of them at nets[at]. */
struct rh_netlist_span {
    uint32_t at, count;
};

/* A cell as far as it matters here: a register's D stands in `a`, its Q in `y`. */
struct rh_netlist_cell {
    char kind[16];
    char where[160]; /* FILE:LINE, or "?" */
    char *name;
    unsigned role; /* of rh_netlist_role */
    struct rh_netlist_span a, b, y;
};

/* A wire of the source. */
struct rh_netlist_name {
    char name[160];
    struct rh_netlist_span bits;
};

enum {
    RH_NETLIST_CONSTANT = 0,       /* the net of every 0, 1, x and z */
    RH_NETLIST_LAST_NET = 0xffffff /* a netlist of 2^24 nets is none of a block */
};

/* One array each; none of the numbers of nets is above `last_net`. */
struct rh_netlist_cells {
    struct rh_netlist_cell *cells;
    size_t cells_used, cells_room;
    uint32_t *nets;
    size_t nets_used, nets_room;
    uint32_t last_net;
    struct rh_netlist_span rows, banks; /* ports req_row_i and req_bank_i */
    struct rh_netlist_span requests;    /* port request_i */
    struct rh_netlist_name *names;
    size_t names_used, names_room;
    struct rh_netlist_span entries; /* ports whose bits are stored for a request: address and tag */
    char stranger[96];              /* a module without a role, where there is one */
};

/* The role of a cell by the modules that hold it, `src` of Yosys: FILE:PLACE|FILE:PLACE... without order. A module that
 * has none and is not `top` goes into `stranger`. */
unsigned rh_netlist_role(const char *src, const char *top, char stranger[96]);

/* A new cell of this kind; a new name, cut where it is too long; a net more at the end of the last span begun. NULL and
 * false: no memory. */
struct rh_netlist_cell *rh_netlist_add_cell(struct rh_netlist_cells *cells, const char *kind);
struct rh_netlist_name *rh_netlist_add_name(struct rh_netlist_cells *cells, const char *name);
bool rh_netlist_add_net(struct rh_netlist_cells *cells, struct rh_netlist_span *span, uint32_t net);

/* Room for one element more; false without memory. */
bool rh_netlist_grow(void **array, size_t *room, size_t used, size_t size);
bool rh_netlist_is_register(const char *kind);

/* Registers by the names of their outputs, sorted, to be freed; false without memory. */
bool rh_netlist_count_registers(const struct rh_netlist_cells *cells, struct rh_netlist_register **registers,
                                size_t *used);

/* Fill in the cells of the JSON file (`-`: standard input); false with an error. */
bool rh_netlist_read(struct rh_netlist_cells *cells, const char *path, struct rh_error *error);

#endif
