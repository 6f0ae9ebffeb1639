// SPDX-License-Identifier: Apache-2.0
/** The observer finds out from a controller's ports, for each request, its commands, its latency, and whether it hit an
 * open row.
 *
 * An observer counts what it sees and checks nothing; the contract watcher (rh_contract.h) checks.
 *
 * An ACT belongs to the request that issues the first column command on the row that the ACT opened. An ACT whose row
 * is closed unused, because a refresh came, belongs to no request.
 *
 * A request's latency has three parts, which add up to it: `queue` up to its first command (the ACT that belongs to it,
 * else its first column command; an ACT of before its acceptance counts as none), `bank` up to its last column command,
 * `bus` up to the end of its last data beat.
 */
#ifndef RH_OBSERVER_H
#define RH_OBSERVER_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_request.h"
#include "rowhold/rh_stats.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_observer;

/** A request that has issued its last column command. All times are clocks of its channel. */
struct rh_observed {
    uint64_t last;     /**< clock of its last column command */
    uint64_t arrival;  /**< the stream's cycle; 0 in a stream without times */
    uint64_t accepted; /**< by the controller */
    uint64_t first;    /**< clock of its first command */
    uint64_t done;     /**< end of its last data beat */
    uint64_t number;   /**< of the channel's requests, from 0, in order of acceptance */
    uint32_t row;
    uint16_t channel, column, core, tag;
    uint8_t bank, write, commands, row_hit;
};

struct rh_observer_setup {
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    uint16_t channel;         /**< for the records */
    struct rh_stats *standby; /**< gets open_cycles and open_bank_cycles (rh_observer_settle); NULL: not needed */
    uint64_t warmup; /**< the statistics begin in this clock; a request accepted before it has no latency in them */
    /** Called for each request of the statistics, in order of last column commands; may be NULL. */
    void (*request)(void *user, const struct rh_observed *request);
    void *user;
    bool of_cores; /**< called for requests of known cores alone */
};

struct rh_observer *rh_observer_open(const struct rh_observer_setup *setup); /**< NULL without memory */
void rh_observer_close(struct rh_observer *observer);
/** Forgets all outstanding requests and closes all banks, after a reset of the controller. The statistics go on. */
void rh_observer_flush(struct rh_observer *observer);

/** Says that a request is offered with this tag; called again when it is offered again. */
void rh_observer_offer(struct rh_observer *observer, unsigned tag, const struct rh_request *request);
/** A clock in which a command goes out or a request comes in; rh_observer_clock calls it. */
void rh_observer_events(struct rh_observer *observer, uint64_t cycle, const struct rh_controller_in *in,
                        const struct rh_controller_out *out, bool timed, struct rh_stats *stats);
/** Takes in the ports of one clock, in order of cycles, and counts it in `stats`. `counted`: the warm-up is over.
 * `timed`: arrival times have a meaning. Clocks in which nothing goes in or out may be left out if the caller counts
 * them. The function is inline because it runs in every clock. */
static inline void rh_observer_clock(struct rh_observer *observer, uint64_t cycle, const struct rh_controller_in *in,
                                     const struct rh_controller_out *out, bool timed, bool counted,
                                     struct rh_stats *stats) {
    if (counted)
        rh_stats_clock(stats, out);
    if (out->col_cmd != RH_NOP || out->row_cmd != RH_NOP || (in->req_valid && out->req_ready))
        rh_observer_events(observer, cycle, in, out, timed, stats);
}
/** Counts open_cycles and open_bank_cycles up to `cycle`, all of whose earlier clocks were taken in; until then they
 * may be behind. */
void rh_observer_settle(struct rh_observer *observer, uint64_t cycle);
/** The row last opened in a bank; 0 when there was none. */
uint32_t rh_observer_row(const struct rh_observer *observer, unsigned bank);
/** Gets the commands of a clock's outputs, column before row, and returns their number; to be called before
 * rh_observer_clock takes the clock in. A column command and a PRE get the row that is open. */
unsigned rh_observer_commands(const struct rh_observer *observer, uint64_t cycle, const struct rh_controller_out *out,
                              struct rh_command_record record[2]);

#ifdef __cplusplus
}
#endif

#endif
