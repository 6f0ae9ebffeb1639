// SPDX-License-Identifier: Apache-2.0
/** What a controller's ports show of each request: its commands, its latency, whether it hit an open row.
 *
 * An observer counts and believes what it sees; whether a promise is kept is the contract's matter (rh_contract.h).
 *
 * Who caused an activate is seen from outside like this: an ACT belongs to the request that issues the first column
 * command on the row it opened. An ACT whose row is closed unused (a refresh came) belongs to nobody.
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
    struct rh_gaps gaps;
    uint16_t channel; /**< for the records */
    uint64_t warmup;  /**< the statistics begin in this clock; a request accepted before it has no latency in them */
    /** Called for each request of the statistics, in order of last column commands; may be NULL. */
    void (*request)(void *user, const struct rh_observed *request);
    void *user;
    bool of_cores; /**< called for requests of known cores alone */
};

struct rh_observer *rh_observer_open(const struct rh_observer_setup *setup); /**< NULL without memory */
void rh_observer_close(struct rh_observer *observer);
/** Forget everything in flight and close all banks: the controller was reset. The statistics go on. */
void rh_observer_flush(struct rh_observer *observer);

/** A request is on offer with this tag; again, when it is offered anew. */
void rh_observer_offer(struct rh_observer *observer, unsigned tag, const struct rh_request *request);
/** A clock in which a command goes out or a request comes in; rh_observer_clock calls it. */
void rh_observer_events(struct rh_observer *observer, uint64_t cycle, const struct rh_controller_in *in,
                        const struct rh_controller_out *out, bool timed, struct rh_stats *stats);
/** One clock's ports, in order of cycles, with the statistics that it is counted in; `counted`: the warm-up is over.
 * `timed`: arrivals have a meaning. Clocks in which nothing goes in or out may be left out, if the caller counts them.
 * Inline: it runs every clock. */
static inline void rh_observer_clock(struct rh_observer *observer, uint64_t cycle, const struct rh_controller_in *in,
                                     const struct rh_controller_out *out, bool timed, bool counted,
                                     struct rh_stats *stats) {
    if (counted)
        rh_stats_clock(stats, out);
    if (out->col_cmd != RH_NOP || out->row_cmd != RH_NOP || (in->req_valid && out->req_ready))
        rh_observer_events(observer, cycle, in, out, timed, stats);
}
/** The row last opened in a bank; 0 when there was none. */
uint32_t rh_observer_row(const struct rh_observer *observer, unsigned bank);
/** The commands that a clock's outputs are, column before row, before rh_observer_clock takes them in: their number. A
 * column command and a PRE have the row that is open. */
unsigned rh_observer_commands(const struct rh_observer *observer, uint64_t cycle, const struct rh_controller_out *out,
                              struct rh_command_record record[2]);

#ifdef __cplusplus
}
#endif

#endif
