// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/netlist/rh_netlist_inside.h"

enum role {
#define RH_AREA_PART(part, heading, meaning) ROLE_##part,
#include "tables/area_parts.def"
#undef RH_AREA_PART
    ROLE_inside,
    ROLE_queue,
    ROLE_hold
};

static const struct {
    const char *module, *name;
    enum role role;
} roles[] = {
#define RH_AREA_ROLE(module, role) {#module, #role, ROLE_##role},
#include "tables/area_roles.def"
#undef RH_AREA_ROLE
};
enum { ROLES = sizeof roles / sizeof roles[0] };

static const struct {
    const char *name, *meaning;
} parts[] = {
#define RH_AREA_PART(part, heading, meaning) {#part, meaning},
#include "tables/area_parts.def"
#undef RH_AREA_PART
};

const char *rh_netlist_part_name(enum rh_netlist_part part) {
    return parts[part].name;
}

const char *rh_netlist_part_meaning(enum rh_netlist_part part) {
    return parts[part].meaning;
}

bool rh_netlist_role_row(unsigned index, const char **module, const char **role) {
    if (index >= ROLES)
        return false;
    *module = roles[index].module;
    *role = roles[index].name;
    return true;
}

/* The row of a module; ROLES: none. */
static unsigned row_of(const char *module, size_t length) {
    for (unsigned r = 0; r < ROLES; r++)
        if (strlen(roles[r].module) == length && strncmp(roles[r].module, module, length) == 0)
            return r;
    return ROLES;
}

static bool is_variant(const char *module, size_t length) {
    static const char *const variants[] = {
#define RH_VARIANT(kind, name, meaning) "rh_" #name,
#include "tables/variants.def"
#undef RH_VARIANT
    };
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
        if (strlen(variants[i]) == length && strncmp(variants[i], module, length) == 0)
            return true;
    return false;
}

unsigned rh_netlist_role(const char *src, const char *top, char stranger[96]) {
    unsigned found = ROLES; /* the last row that is no `inside` */
    while (*src != '\0') {
        size_t file = strcspn(src, ":|"), all = strcspn(src, "|");
        const char *stem = src + file, *end = src + file;
        while (stem > src && stem[-1] != '/')
            stem--;
        if (end - stem > 3 && strncmp(end - 3, ".sv", 3) == 0) { /* else a file of Yosys' own */
            size_t length = (size_t)(end - stem) - 3;
            unsigned row = row_of(stem, length);
            if (row == ROLES && !is_variant(stem, length) && (strlen(top) != length || strncmp(top, stem, length) != 0))
                (void)snprintf(stranger, 96, "%.*s", (int)length, stem);
            if (row < ROLES && roles[row].role != ROLE_inside && (found == ROLES || row > found))
                found = row;
        }
        src += all + (src[all] == '|');
    }
    return found == ROLES ? ROLE_queue : roles[found].role;
}

static bool is_split(const struct rh_netlist_cell *cell) {
    return cell->role == ROLE_queue || cell->role == ROLE_hold;
}

/* Where the bits of an entry get to, within queue and allocator. */
static bool follow_entries(struct rh_netlist *n) {
    bool *carry = calloc((size_t)n->list.last_net + 1, sizeof *carry);
    free(n->entries);
    n->entries = carry;
    for (uint32_t i = 0; carry != NULL && i < n->list.entries.count; i++)
        carry[n->list.nets[n->list.entries.at + i]] = true;
    for (bool changed = carry != NULL; changed;) {
        changed = false;
        for (size_t i = 0; i < n->list.cells_used; i++)
            if (is_split(&n->list.cells[i]))
                changed = rh_netlist_spread(n, &n->list.cells[i], carry) || changed;
    }
    return carry != NULL;
}

bool rh_netlist_find_parts(struct rh_netlist *n, const char *path, struct rh_error *error) {
    if (n->list.stranger[0] != '\0')
        return rh_error_set(error, "%s: found an instance of %s, expected modules of include/tables/area_roles.def",
                            path, n->list.stranger);
    return follow_entries(n) || rh_error_set(error, "%s: found no memory, expected enough", path);
}

static bool stores(const struct rh_netlist *n, const struct rh_netlist_cell *cell) {
    uint32_t carried = 0;
    for (uint32_t i = 0; i < cell->y.count; i++)
        carried += n->entries[n->list.nets[cell->y.at + i]];
    return 2 * carried > cell->y.count || (cell->role == ROLE_hold && rh_netlist_is_register(cell->kind));
}

const char *rh_netlist_cell_part(const struct rh_netlist *n, unsigned index, enum rh_netlist_part *part) {
    if (index >= n->list.cells_used)
        return NULL;
    const struct rh_netlist_cell *cell = &n->list.cells[index];
    if (!is_split(cell)) {
        *part = (enum rh_netlist_part)cell->role;
        return cell->name;
    }
    struct rh_netlist_compared c = rh_netlist_compares(n, cell);
    *part = c.bits > 0 || c.pairs > 0 ? RH_NETLIST_comparators
            : stores(n, cell)         ? RH_NETLIST_storage
                                      : RH_NETLIST_scheduler;
    return cell->name;
}
