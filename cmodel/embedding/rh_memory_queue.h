// SPDX-License-Identifier: Apache-2.0
/* The requests of an embedded memory from their send until they are called back. They wait in ports, cut into parts:
 * one a channel, or one a core in front of a network. */
#ifndef RH_MEMORY_QUEUE_H
#define RH_MEMORY_QUEUE_H

#include "rowhold/rh_memory.h"

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

/* A ring of `room` parts, `count` of them waiting from `first` on. Those of one request follow each other. */
struct rh_memory_port {
    struct rh_memory_queue *queue;
    uint32_t *outstanding_of; /* by tag, of the parts that were taken */
    struct rh_memory_part *part;
    uint32_t first, count;
    uint32_t requests; /* that the parts are of */
};

struct rh_memory_queue {
    struct rh_memory_port *port;
    unsigned ports;
    uint32_t room;
    struct rh_memory_outstanding *outstanding;
    uint32_t next_free, in_flight;
    uint32_t *finished; /* to be called back */
    uint32_t finished_count;
    bool calling; /* back */
};

/* Ports of `room` parts, each with `tags` for those that were taken. False without memory. */
bool rh_memory_queue_open(struct rh_memory_queue *queue, unsigned ports, uint32_t room, uint32_t tags);
void rh_memory_queue_close(struct rh_memory_queue *queue);
/* Enters a request of so many parts; its number. */
uint32_t rh_memory_queue_enter(struct rh_memory_queue *queue, unsigned parts, const struct rh_memory_done *done);
void rh_memory_port_put(struct rh_memory_port *port, const struct rh_request *part, uint32_t number);
/* Takes the first part out of a port under this tag. */
void rh_memory_port_take(struct rh_memory_port *port, unsigned tag);
void rh_memory_port_answer(struct rh_memory_port *port, unsigned tag, uint64_t cycle);
/* Calls back what was answered, in the order of the answers. What a callback sends is entered meanwhile. */
void rh_memory_queue_call_back(struct rh_memory_queue *queue, rh_memory_callback *callback, void *self);

#endif
