// SPDX-License-Identifier: Apache-2.0
/* A memory from inside: for rh_memory.c, and for tests that spoil one. */
#ifndef RH_MEMORY_STATE_H
#define RH_MEMORY_STATE_H

#include "cmodel/embedding/rh_memory_queue.h"
#include "cmodel/embedding/rh_memory_space.h"
#include "rowhold/rh_system.h"

struct rh_memory {
    struct rh_system_setup system; /* what the workers read */
    struct rh_setup setup;
    struct rh_memory_space space;
    rh_memory_callback *done;
    void *self;
    uint64_t cycle;
    struct rh_channel_worker *worker; /* by channel */
    struct rh_memory_queue queue;     /* with a port a channel */
    uint64_t *wake;                   /* by channel: nothing happens there before this clock */
    uint64_t next;                    /* the least of them */
    struct rh_locality *locality;
    struct rh_cores *cores;
    bool ended;
    struct rh_error text;
};

#endif
