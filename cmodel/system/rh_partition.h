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
 * of the memory (GPGPU-Sim 4.2, l2cache.cc: memory_partition_unit, memory_sub_partition).
 *
 * Where there is a slice of an L2, it stands between the first queue and the one to the DRAM. A block, a column
 * command, of the request in front is looked up in a clock of the networks. The slice is written back, allocates on
 * reads and on writes, and asks for nothing when a block is written, for it is whole. Requests to the memory are the
 * slice's own.
 *
 * An atomic is a read and then a write. Without a slice its read's response goes back to the controller as a write,
 * past the queues, and keeps its place among `most` until that one's response; in a slice it is a read that leaves its
 * blocks written. Its reply carries data. */
#ifndef RH_PARTITION_H
#define RH_PARTITION_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/workload/rh_cache.h"
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
enum { RH_PARTITION_OWN = 256 /* requests of a slice in the memory, at most */ };
/* A slice of the L2. */
struct rh_l2_slice {
    struct rh_cache cache;
    struct rh_cache_victim victim; /* the rest of what still has to be written */
    uint16_t tag[RH_PARTITION_OWN];
    uint64_t block[RH_PARTITION_OWN];
    uint16_t free[RH_PARTITION_OWN]; /* of these */
    unsigned frees;
    uint8_t *left;         /* by tag modulo `tags`: blocks that are due, and 1 until all are looked up */
    unsigned tags, looked; /* looked: blocks of the request in front */
    uint16_t channel;
    unsigned banks, columns;
};
struct rh_partition {
    struct rh_partition_setup setup;
    /* The request of a tag; a slice fills those of its own tags in. NULL: there are no atomics. */
    struct rh_request *(*request)(void *user, uint16_t tag);
    void *user;
    int passed; /* requests that it made for the controller, less those that it took; who reads it clears it */
    struct rh_l2_slice l2;                  /* where there is one */
    struct rh_partition_queue hits, filled; /* replies of the slice: after its delay; after a fill */
    struct rh_partition_queue port, arrived, queued, to_dram, leaving, from_dram, to_network;
    unsigned inside; /* requests from `leaving` on that have no response yet */
};

/* `requests`: the most at once. False without memory; closing is due all the same. */
bool rh_partition_open(struct rh_partition *partition, const struct rh_partition_setup *setup, unsigned requests);
/* Gives a partition its slice, whose lines have `blocks`, and which has `own` tags; the rest is given in `l2`. */
bool rh_partition_open_l2(struct rh_partition *partition, const struct rh_l2_slice *l2, unsigned blocks, unsigned own,
                          unsigned requests);
void rh_partition_close(struct rh_partition *partition);
static inline bool rh_partition_is_empty(const struct rh_partition *p) {
    return p->port.count + p->arrived.count + p->queued.count + p->to_dram.count + p->inside + p->from_dram.count +
               p->to_network.count + p->hits.count + p->filled.count + p->l2.victim.dirty ==
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
