// SPDX-License-Identifier: Apache-2.0
/* The memory partition of a GPU between the network's port and a controller: delays and queues in both directions.
 *
 *   ejector ──► port ──► delay ──► queue ──► queue to the DRAM ──► delay ──► controller
 *   injector ◄─────────────────── queue ◄── queue from the DRAM ◄─────────── responses
 *
 * The first delay takes any number of requests; the other queues hold `queue` entries each. The port takes `port`
 * requests from the network, and lets them go on while the first queue holds fewer than `accept`. From the queue to the
 * DRAM a request goes on while the queue from the DRAM has room, the controller takes requests, and fewer than `most`
 * are between there and the responses: so replies that the network does not take hold up requests. Delays are core
 * clocks; queues move one entry a clock, those beside the network in its clocks, those beside the controller in clocks
 * of the memory (GPGPU-Sim 4.2, l2cache.cc: memory_partition_unit, memory_sub_partition). */
#ifndef RH_PARTITION_H
#define RH_PARTITION_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_closed_loop.h"

struct rh_partition_entry {
    uint64_t due; /* core clock from which it may go on */
    uint16_t tag;
    bool write; /* of a response */
};
/* A queue; its room is a power of two. */
struct rh_partition_queue {
    struct rh_partition_entry *entry;
    unsigned first, count, room;
};
struct rh_partition {
    struct rh_partition_setup setup;
    struct rh_partition_queue port, arrived, queued, to_dram, leaving, from_dram, to_network;
    unsigned inside; /* requests from `leaving` on that have no response yet */
};

/* `requests`: the most at once. False without memory; closing is due all the same. */
bool rh_partition_open(struct rh_partition *partition, const struct rh_partition_setup *setup, unsigned requests);
void rh_partition_close(struct rh_partition *partition);
static inline bool rh_partition_is_empty(const struct rh_partition *p) {
    return p->port.count + p->arrived.count + p->queued.count + p->to_dram.count + p->inside + p->from_dram.count +
               p->to_network.count ==
           0;
}

/* Before a clock of the networks. Takes a request from the network if its port is open. */
bool rh_partition_is_open(const struct rh_partition *partition);
void rh_partition_arrive(struct rh_partition *partition, uint16_t tag);
/* The response that goes to the network next; NULL: none. */
const struct rh_partition_entry *rh_partition_reply(const struct rh_partition *partition);
void rh_partition_replied(struct rh_partition *partition);
/* One clock of the networks. */
void rh_partition_network_clock(struct rh_partition *partition, uint64_t core_cycle);

/* Before a clock of the memory: what the controller is offered, NULL: nothing; may it respond? */
const struct rh_partition_entry *rh_partition_offer(const struct rh_partition *partition, uint64_t core_cycle);
static inline bool rh_partition_takes_response(const struct rh_partition *p) {
    return p->from_dram.count < p->setup.queue;
}
/* The request in it that is nearest to the controller; NULL: none. */
const struct rh_partition_entry *rh_partition_nearest(const struct rh_partition *partition);
void rh_partition_accepted(struct rh_partition *partition);
void rh_partition_respond(struct rh_partition *partition, uint16_t tag, bool write);
/* One clock of the memory. `stopped`: the controller refused what was offered. */
void rh_partition_memory_clock(struct rh_partition *partition, uint64_t core_cycle, bool stopped);

#endif
