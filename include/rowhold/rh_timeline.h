// SPDX-License-Identifier: Apache-2.0
/** This project's own model of a memory controller: each request is laid once onto the time lines of its bank, its bank
 * group, the activate window and the data bus. No clock is stepped and no block of the C model is called; a request
 * costs the same whatever the gaps are. docs/rh_timeline.md has the equations. */
#ifndef RH_TIMELINE_H
#define RH_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_request.h"
#include "rowhold/rh_stats.h"
#include "rowhold/rh_timing.h"

#ifdef __cplusplus
extern "C" {
#endif

/** How a controller chooses, as far as the model knows it. */
struct rh_timeline_policy {
    const char *name;   /**< of the controller */
    bool merges;        /**< requests to one row are served together, whatever lies between them */
    bool most_pending;  /**< the row that most wait for opens, not the oldest one's */
    bool one_at_a_time; /**< only the oldest request is served */
    bool banked;        /**< a queue a bank, and turns over the banks */
};
/** By the controller's name; NULL: no model of it. */
const struct rh_timeline_policy *rh_timeline_find(const char *controller);

struct rh_timeline_setup {
    const struct rh_timeline_policy *policy;
    struct rh_geometry geometry;
    struct rh_gaps gaps;
    bool timed; /**< requests arrive when they say; else as fast as the queue takes them */
};

enum { RH_TIMELINE_ENTRIES = RH_MAX_QUEUE, RH_TIMELINE_CHAINS = 256 };

/** A request that waits; links are indices, RH_TIMELINE_NONE at an end. */
struct rh_timeline_request {
    uint64_t enter, arrival; /**< accepted; wanted to be */
    uint16_t next;           /**< of its run; of a free one: the next free one */
    uint8_t left, write;     /**< column commands to go; RD or WR */
};
/** Requests to one row of a bank that are served together. */
struct rh_timeline_run {
    uint32_t row;
    uint16_t oldest, youngest, count;
    uint16_t older, younger; /**< of the bank; a free one: `younger` is the next */
    uint16_t chain;          /**< of the same hash */
    uint8_t bank;
};
enum { RH_TIMELINE_NONE = 0xffff };

enum rh_timeline_phase { RH_TIMELINE_REST, RH_TIMELINE_HIT, RH_TIMELINE_TURN };

struct rh_timeline_bank {
    uint64_t ready; /**< HIT: the column command of `next` may go, TURN: the ACT may, as far as the bank knows */
    uint64_t enter; /**< of the request that it serves next: of two banks the one with the older goes */
    uint64_t may_pre, may_act;
    uint64_t pre, act; /**< of the row that opens or is open */
    uint32_t row;
    uint16_t oldest, youngest;                 /**< runs */
    uint16_t hits;                             /**< run of the open row */
    uint16_t count, next;                      /**< requests; HIT: the one whose turn it is */
    uint8_t open, phase, group, write, closed; /**< closed: the PRE has its clock on the bus */
    uint8_t pre_why, open_why,
        act_why; /**< enum rh_cause: what the next PRE, the last PRE and the last ACT waited for */
};

struct rh_timeline {
    struct rh_timeline_setup setup;
    struct rh_stats stats;
    uint64_t now, port; /**< of the last event; the clock in which the next request may be accepted */
    uint64_t busy;      /**< the clocks before it are counted */
    uint64_t booked;    /**< the data bus is, up to it */
    uint64_t bus[2];    /**< a read, a write may go out from then on */
    uint64_t group_bus[RH_MAX_GROUPS][2], group_act[RH_MAX_GROUPS];
    uint64_t turned[2], group_turned[RH_MAX_GROUPS]; /**< the data bus has turned for reads, for writes */
    uint64_t act, window[RH_MAX_WINDOW];             /**< an ACT may go out; the last ones, plus tFAW */
    uint64_t refresh;                                /**< the next falls due */
    uint64_t hit_banks, turn_banks;                  /**< sets of banks by phase */
    uint64_t next_act, next_column;                  /**< the earliest, if known; UINT64_MAX: none */
    unsigned act_bank, column_bank, activates, refresh_bank, column_turn, row_turn;
    bool act_known, column_known;
    uint64_t bus_taken, bus_end;       /**< command bus: bit i is clock bus_end - 1 - i */
    uint64_t pattern[RH_MAX_COMMANDS]; /**< what the column commands of a request take of it */
    uint64_t done;                     /**< the last data beat so far */
    uint16_t free_request, free_run;
    uint16_t waiting, depth;
    uint8_t order[RH_TIMELINE_ENTRIES]; /**< one at a time: the banks of the requests, in a ring */
    unsigned first, last;
    uint16_t chains[RH_TIMELINE_CHAINS];
    struct rh_timeline_bank bank[RH_MAX_BANKS];
    struct rh_timeline_request request[RH_TIMELINE_ENTRIES];
    struct rh_timeline_run run[RH_TIMELINE_ENTRIES];
};

/** Begin with all banks closed. */
void rh_timeline_start(struct rh_timeline *timeline, const struct rh_timeline_setup *setup);
/** The channel's next request, in order of arrival. */
void rh_timeline_request(struct rh_timeline *timeline, const struct rh_request *request);
/** The last one has been: `stats` is the result. */
void rh_timeline_end(struct rh_timeline *timeline);

#ifdef __cplusplus
}
#endif

#endif
