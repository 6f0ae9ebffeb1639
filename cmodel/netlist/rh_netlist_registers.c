// SPDX-License-Identifier: Apache-2.0
// Register bits by the names that the source gives them.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/netlist/rh_netlist_cells.h"

struct rh_netlist_name *rh_netlist_add_name(struct rh_netlist_cells *cells, const char *name) {
    if (!rh_netlist_grow((void **)&cells->names, &cells->names_room, cells->names_used, sizeof *cells->names))
        return NULL;
    struct rh_netlist_name *added = &cells->names[cells->names_used++];
    *added = (struct rh_netlist_name){0};
    (void)snprintf(added->name, sizeof added->name, "%s", name);
    return added;
}

/* Of several names of one wire a register's own is the best, then the shortest. */
static bool is_better(const char *name, const char *than) {
    bool own = strlen(name) > 2 && strcmp(name + strlen(name) - 2, "_q") == 0;
    bool other = strlen(than) > 2 && strcmp(than + strlen(than) - 2, "_q") == 0;
    return own != other ? own : strlen(name) < strlen(than);
}

/* The name of each net: 1 more than its index in names; 0: none. NULL without memory. */
static uint32_t *name_nets(const struct rh_netlist_cells *list) {
    uint32_t *name_of = calloc((size_t)list->last_net + 1, sizeof *name_of);
    for (uint32_t i = 0; name_of != NULL && i < list->names_used; i++) {
        const struct rh_netlist_span *bits = &list->names[i].bits;
        for (uint32_t k = 0; k < bits->count; k++) {
            uint32_t *at = &name_of[list->nets[bits->at + k]];
            if (*at == 0 || is_better(list->names[i].name, list->names[*at - 1].name))
                *at = i + 1;
        }
    }
    return name_of;
}

/* The register of this name, without what stands in brackets. */
static struct rh_netlist_register *register_of(struct rh_netlist_register *registers, size_t *used, const char *name) {
    struct rh_netlist_register plain = {0};
    size_t length = 0;
    for (bool inside = false; *name != '\0' && length + 1 < sizeof plain.name; name++) {
        inside = inside ? *name != ']' : *name == '[';
        if (!inside && *name != ']')
            plain.name[length++] = *name;
    }
    for (size_t i = 0; i < *used; i++)
        if (strcmp(registers[i].name, plain.name) == 0)
            return &registers[i];
    registers[*used] = plain;
    return &registers[(*used)++];
}

static int by_name(const void *x, const void *y) {
    return strcmp(((const struct rh_netlist_register *)x)->name, ((const struct rh_netlist_register *)y)->name);
}

bool rh_netlist_count_registers(const struct rh_netlist_cells *list, struct rh_netlist_register **registers,
                                size_t *used) {
    uint32_t *name_of = name_nets(list);
    *used = 0;
    *registers = calloc(list->names_used + 1, sizeof **registers);
    bool good = name_of != NULL && *registers != NULL;
    for (size_t i = 0; good && i < list->cells_used; i++) {
        const struct rh_netlist_cell *cell = &list->cells[i];
        for (uint32_t k = 0; rh_netlist_is_register(cell->kind) && k < cell->y.count; k++) {
            uint32_t name = name_of[list->nets[cell->y.at + k]];
            register_of(*registers, used, name == 0 ? "?" : list->names[name - 1].name)->bits++;
        }
    }
    free(name_of);
    if (good)
        qsort(*registers, *used, sizeof **registers, by_name);
    return good;
}
