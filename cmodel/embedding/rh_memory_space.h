// SPDX-License-Identifier: Apache-2.0
/* The setup of an embedded memory, checked; and its addresses: what one request is to the channels. */
#ifndef RH_MEMORY_SPACE_H
#define RH_MEMORY_SPACE_H

#include "cmodel/channel/rh_setup.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_memory.h"

/* Fills the preset, the controller and its settings in. False with an error that names the member. */
bool rh_memory_settle(const struct rh_memory_setup *setup, struct rh_setup *mine, struct rh_error *error);

struct rh_memory_space {
    struct rh_map map;
    struct rh_error no_map; /* why the default map can't be; empty when there is a map */
    uint32_t request_bytes, command_bytes;
    uint32_t waiting; /* requests that one place takes */
};
bool rh_memory_space_open(struct rh_memory_space *space, const struct rh_memory_setup *setup,
                          const struct rh_preset *preset, unsigned channels, struct rh_error *error);
uint64_t rh_memory_space_bytes(const struct rh_memory_space *space);
/* The most parts that wait in one port. */
uint32_t rh_memory_space_room(const struct rh_memory_space *space);
/* Cuts the bytes from `address` on into parts, each of one row and of at most so many commands as a request may have.
 * Their number; 0 with an error where there is no map, and outside the memory. The error may be NULL. */
unsigned rh_memory_space_cut(const struct rh_memory_space *space, uint64_t address, bool write,
                             struct rh_request part[RH_MEMORY_MOST_COMMANDS], struct rh_error *error);

#endif
