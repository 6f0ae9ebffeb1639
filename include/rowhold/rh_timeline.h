// SPDX-License-Identifier: Apache-2.0
/** This project's own model of a memory controller: each request is laid once onto the time lines of its bank, its bank
 * group, the activate window and the data bus. No clock is run and no block of the C model is called; a
 * request costs the same whatever the timing is. docs/rh_timeline.md has the equations. */
#ifndef RH_TIMELINE_H
#define RH_TIMELINE_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_request.h"
#include "rowhold/rh_stats.h"
#include "rowhold/rh_timing.h"
#include "rowhold/rh_variant.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Of a controller by its name; NULL: the model knows no way of choosing that it has. */
const struct rh_traits *rh_timeline_find(const char *controller);
/** 
 * The window (rh_queueing.h) of a controller that stores `queue` requests: all of them where it serves the requests to
 * a row together, else 0, for rows are then served in order of arrival.
 */
unsigned rh_timeline_window(const char *controller, unsigned queue);

/** Is there a model of this controller as it is configured? There is none of an age cap, none of a response FIFO that
 * the data in flight can fill, none of grains and of banks that share subarrays, and none of slots whose banks are
 * refreshed one by one. */
bool rh_timeline_covers(const char *controller, const struct rh_geometry *geometry,
                        const struct rh_constraints *constraints);

/** Mechanisms that can be left out, to measure what each of them contributes: one bit each. */
enum rh_timeline_mechanism {
#define RH_MECHANISM(name, meaning) RH_TIMELINE_BIT_##name,
#include "tables/mechanisms.def"
    RH_TIMELINE_MECHANISMS
};
/** A mechanism's name and meaning; NULL past the last. */
const char *rh_timeline_mechanism(unsigned mechanism, const char **meaning);

struct rh_timeline_setup {
    const struct rh_traits *policy;
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    bool timed;       /**< requests arrive when they say; else as fast as the queue takes them */
    unsigned without; /**< set of mechanisms that are left out; 0: none is */
};

enum { RH_TIMELINE_ENTRIES = RH_MAX_QUEUE, RH_TIMELINE_CHAINS = 256 };

/** A bank and a row in one number, so that both are compared at once. */
typedef uint32_t rh_timeline_row;
#define RH_TIMELINE_NO_ROW UINT32_MAX

/** A request that waits, or a free entry. */
struct rh_timeline_request {
    uint64_t age; /**< number in the order of acceptance; of a free one: the clock in which it became free */
    struct rh_timeline_request *next; /**< of its list; one list a bank: of the bank's ring, in which requests follow */
    rh_timeline_row row;              /**< where requests keep their order */
    uint8_t left, write;              /**< column commands to go; RD or WR */
};
/** In the order in which they are served. */
struct rh_timeline_list {
    struct rh_timeline_request *first, **end;
};
/** Requests to a row that is not open, which are to be served together. */
struct rh_timeline_run {
    struct rh_timeline_list requests;
    struct rh_timeline_run *next;  /**< of the bank, by age; of a free one: the next free one */
    struct rh_timeline_run *chain; /**< of the same hash */
    uint64_t rank;                 /**< most_pending: more requests first, of equals the older one's: the greater */
    rh_timeline_row row;
};

enum rh_timeline_phase { RH_TIMELINE_REST, RH_TIMELINE_HIT, RH_TIMELINE_TURN };

struct rh_timeline_bank {
    struct rh_timeline_bank *next; /**< of those that HIT, by age; of those that TURN */
    uint64_t ready;                /**< HIT: the column command may go, TURN: the ACT may, as far as the bank knows */
    struct rh_timeline_bank *before;
    uint64_t age;   /**< HIT: of the request that is served next; else UINT64_MAX */
    uint64_t waits; /**< age of the oldest request of the runs; UINT64_MAX: none. most_pending: rank of the fullest */
    uint64_t may_pre, may_act;
    uint64_t pre, act;                          /**< of the row that opens or is open */
    struct rh_timeline_list list;               /**< requests that hit the open row; without runs all of the bank */
    struct rh_timeline_run *oldest, **youngest; /**< runs; where the next one is linked */
    struct rh_timeline_run *fullest;            /**< with most requests, of equals the oldest */
    rh_timeline_row open;                       /**< the open row */
    uint8_t count;                              /**< of requests in `list` */
    uint8_t number, phase, write, group;
    uint8_t closed; /**< TURN: the PRE has its clock on the bus */
    uint8_t passes; /**< hit_cap: column commands of the row that may still go before an older request */
    uint8_t capped; /**< hit_cap: none may */
    uint8_t pre_why, open_why,
        act_why;         /**< enum rh_cause: what the next PRE, the last PRE and the last ACT waited for */
    uint8_t may_act_why; /**< tRC, or a refresh */
};

/** The state of a model. It holds pointers into itself, so it must not be moved after rh_timeline_start. */
struct rh_timeline {
    void (*take)(struct rh_timeline *timeline, const struct rh_request *request); /**< the code for this policy */
    uint64_t next_column, next_act; /**< the earliest of all banks; UINT64_MAX: none */
    struct rh_timeline_bank *column_bank, *act_bank;
    const struct rh_timeline_bank *oldest; /**< had the oldest request, when it was looked for */
    uint64_t oldest_age;
    uint64_t second_act; /**< no other bank's ACT goes before it */
    uint64_t alone;      /**< no other column command goes before it; without a list a bank: none of an older request */
    uint64_t refresh;    /**< the next falls due */
    uint64_t refreshed;  /**< the last one-bank REF, which may lie ahead; UINT64_MAX: none */
    uint64_t hold;       /**< all ones: the hits of a row hold back its PRE; 0: that is left out */
    uint64_t port;       /**< the clock in which the next request may be accepted */
    uint64_t taken;      /**< slots: the last request is in the queue, and the next one may come */
    uint64_t busy;       /**< the clocks before it are counted */
    uint64_t bus[2];     /**< a read, a write may go out from then on */
    uint64_t last[2];    /**< read, write column command */
    uint64_t act;        /**< an ACT may go out */
    uint64_t bus_taken, bus_end; /**< command bus: bit i is clock bus_end - 1 - i */
    uint64_t pattern, longest;   /**< what column commands without a pause take of it, from bit 63 down; clocks */
    uint64_t hit_banks, turn_banks, all_banks; /**< not merged: sets of those that HIT and that TURN; of all */
    uint64_t age;                              /**< of the next request */
    uint64_t gone;                             /**< one list a bank: requests that went */
    uint64_t arrived;                          /**< sum of clocks */
    uint64_t writes;
    uint64_t left[2], entered[2]; /**< sums of clocks: the last column commands, the acceptances; read, write */
    uint64_t commands;
    uint64_t column_turn, row_turn; /**< one list a bank: set of those whose turn comes before the others' */
    uint64_t gap[2][2];             /**< after a read, a write: to a read, a write */
    uint64_t row_gap, pre_gap[2], column_ready[2]; /**< by direction */
    uint64_t least_ready, burst;
    uint32_t refresh_bank, depth, direction;
    uint8_t window_next, first_free, end_free, entries;
    bool grouped;        /**< distances within a bank group differ from those between groups */
    bool turns_in_group; /**< a read holds a write of its group back for longer than others */
    bool dense; /**< column commands of a row leave no idle clock between them, and the next PRE comes behind them */
    bool window_binds, windowed; /**< the activate window: tRRD does not enforce it; it holds back the next ACT */
    uint64_t group_bus[RH_MAX_GROUPS][2], group_act[RH_MAX_GROUPS], group_turned[RH_MAX_GROUPS];
    uint64_t window[RH_MAX_WINDOW]; /**< the last ACTs, plus tFAW */
    uint64_t moved[RH_MAX_QUEUE];   /**< slots: the clocks in which requests left the queue, a ring of its entries */
    struct rh_timeline_list list;   /**< one at a time: all requests */
    /** One list, banks in turn: entries by age, a ring, RH_TIMELINE_ENTRIES its end; a bank is aged while one of this
     * many of the oldest waits for it. */
    uint8_t older[RH_TIMELINE_ENTRIES + 1], younger[RH_TIMELINE_ENTRIES + 1], oldest_places;
    bool column_aged, row_aged;          /**< the last one went because its bank is aged */
    struct rh_timeline_bank hits, turns; /**< the ends of the rings of banks */
    struct rh_timeline_run *free_run;
    struct rh_timeline_run *chains[RH_TIMELINE_CHAINS];
    struct rh_timeline_request *free[2 * RH_TIMELINE_ENTRIES]; /**< a ring; the one that is free for longest first */
    struct rh_timeline_bank bank[RH_MAX_BANKS];
    struct rh_timeline_request request[RH_TIMELINE_ENTRIES];
    struct rh_timeline_run run[RH_TIMELINE_ENTRIES];
    struct rh_timeline_setup setup; /**< last, with the statistics: what each request touches lies together */
    struct rh_stats stats;
};

/** Starts the model with all banks closed. */
void rh_timeline_start(struct rh_timeline *timeline, const struct rh_timeline_setup *setup);
/** Takes the channel's next request; requests come in order of arrival. */
void rh_timeline_request(struct rh_timeline *timeline, const struct rh_request *request);
/** The clock in which the last request was accepted, and the number of requests that wait in that clock, itself
 * included. */
uint64_t rh_timeline_accepted(const struct rh_timeline *timeline);
unsigned rh_timeline_waiting(const struct rh_timeline *timeline);
/** Ends the stream; `stats` then holds the result. */
void rh_timeline_end(struct rh_timeline *timeline);

#ifdef __cplusplus
}
#endif

#endif
