// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cost/rh_netlist_nets.h"

#include <stdlib.h>
#include <string.h>

/* Open addressing; `slots` holds number + 1, 0 for a free slot, and stays at most half full. */
struct rh_nets {
    char **names;
    uint32_t count, room, *slots, slot_count;
};

static uint32_t hash(const char *name) {
    uint32_t h = 2166136261U; /* FNV-1a */
    for (; *name != '\0'; name++)
        h = (h ^ (unsigned char)*name) * 16777619U;
    return h;
}

static uint32_t *slot_of(const struct rh_nets *nets, const char *name) {
    uint32_t i = hash(name) & (nets->slot_count - 1);
    while (nets->slots[i] != 0 && strcmp(nets->names[nets->slots[i] - 1], name) != 0)
        i = (i + 1) & (nets->slot_count - 1);
    return &nets->slots[i];
}

static bool enlarge(struct rh_nets *nets) {
    uint32_t room = nets->room == 0 ? 4096 : nets->room * 2;
    char **names = realloc(nets->names, room * sizeof *names);
    if (names == NULL)
        return false;
    nets->names = names;
    uint32_t *slots = calloc((size_t)room * 2, sizeof *slots);
    if (slots == NULL)
        return false;
    free(nets->slots);
    nets->slots = slots;
    nets->slot_count = room * 2;
    nets->room = room;
    for (uint32_t i = 0; i < nets->count; i++)
        *slot_of(nets, nets->names[i]) = i + 1;
    return true;
}

struct rh_nets *rh_nets_open(void) {
    return calloc(1, sizeof(struct rh_nets));
}

void rh_nets_close(struct rh_nets *nets) {
    if (nets == NULL)
        return;
    for (uint32_t i = 0; i < nets->count; i++)
        free(nets->names[i]);
    free(nets->names);
    free(nets->slots);
    free(nets);
}

bool rh_nets_number(struct rh_nets *nets, const char *name, uint32_t *number) {
    if (nets->count == nets->room && !enlarge(nets))
        return false;
    uint32_t *slot = slot_of(nets, name);
    if (*slot == 0) {
        char *copy = strdup(name);
        if (copy == NULL)
            return false;
        nets->names[nets->count] = copy;
        *slot = ++nets->count;
    }
    *number = *slot - 1;
    return true;
}

uint32_t rh_nets_count(const struct rh_nets *nets) {
    return nets->count;
}

const char *rh_nets_name(const struct rh_nets *nets, uint32_t number) {
    return nets->names[number];
}
