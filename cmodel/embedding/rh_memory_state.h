// SPDX-License-Identifier: Apache-2.0
/* A memory from inside: for rh_memory.c, and for tests that spoil one. */
#ifndef RH_MEMORY_STATE_H
#define RH_MEMORY_STATE_H

#include "cmodel/channel/rh_setup.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_memory.h"
#include "rowhold/rh_system.h"

/* A request that is sent and not yet done. */
struct rh_memory_outstanding {
    struct rh_memory_done done;
    uint32_t left; /* parts without an answer; of a free one: the next free one */
};

/* A part of a request: what one channel gets of it in one row. */
struct rh_memory_part {
    struct rh_request request;
    uint32_t outstanding;
};

/* What waits in front of a controller: a ring of `room` parts, `count` of them from `first` on. Those of one request
 * follow each other. */
struct rh_memory_port {
    struct rh_memory *memory;
    uint32_t *outstanding_of; /* by tag */
    struct rh_memory_part *part;
    uint32_t first, count, requests;
};

struct rh_memory {
    struct rh_system_setup system; /* what the workers read */
    struct rh_setup setup;
    struct rh_map map;
    struct rh_error no_map; /* why the default map can't be; empty when there is a map */
    rh_memory_callback *done;
    void *self;
    uint32_t request_bytes, command_bytes;
    uint32_t waiting, room; /* requests of a full port; parts of one, at most */
    uint64_t cycle;
    struct rh_channel_worker *worker; /* by channel */
    struct rh_memory_port *port;
    uint64_t *wake; /* by channel: nothing happens there before this clock */
    uint64_t next;  /* the least of them */
    struct rh_locality *locality;
    struct rh_cores *cores;
    struct rh_memory_outstanding *outstanding;
    uint32_t next_free, in_flight;
    uint32_t *finished; /* flights of this clock, in order of channels */
    unsigned finished_count;
    bool ended;
    bool calling; /* back, in this tick */
    struct rh_error text;
};

#endif
