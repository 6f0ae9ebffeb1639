// SPDX-License-Identifier: Apache-2.0
/** The time that requests wait for their bank. Each bank is a queue with one server, G/G/1 (Huang and Li 2017,
 * equations 6 to 10). No clock is run: the requests of a channel are looked at once, in order of
 * arrival, and a bank keeps its row open.
 *
 * Of a bank: tau_a, c_a mean and coefficient of variation of the times between arrivals; tau_s, c_s those of the
 * service times; rho = tau_s / tau_a. The mean wait is, by one of two forms,
 *
 *     Kingman:    W = (c_a^2 + c_s^2) / 2 x rho / (1 - rho) x tau_s       Kingman 1961, heavy traffic
 *     as printed: W = (c_a   + c_s  ) / 2 x rho / (1 - rho) x tau_a       equation 9
 *
 * and the latency of a request W + its access time (6); over banks it is weighted by their requests (7).
 *
 * Times are in command clocks and come from the preset's timing. n: column commands of a request; rcd, wr: the
 * distances of a read or a write; "after": of the bank's request before it.
 *
 *     row        access time                                        the bank is kept for
 *     hit        1 + (n - 1) ccd_l + done                           n ccd_l
 *     miss       rcd + that of a hit                                rcd + n ccd_l
 *     conflict   rp + that of a miss                                max(rc, (rtp or wtp of the one before, beyond its
 *                                                                   ccd_l) + rp + rcd + n ccd_l)
 *
 * The first request of a bank finds it closed: a miss. The paper looks at rows in order of arrival. A controller that
 * serves the requests to one row together does better: with `window` > 0 a row that was opened fewer than `window`
 * requests of the channel ago still counts as open, whatever came between. The service time is what a bank is kept for
 * (RH_QUEUEING_BANK), or, as the paper has it, the access time (RH_QUEUEING_ACCESS): no request then enters a bank
 * before the data of the last one have come.
 *
 * The model leaves out the data bus that the banks share, activates of other banks, the queue's size, any order but
 * that of arrival, and refresh. docs/rh_queueing.md measures what that costs. */
#ifndef RH_QUEUEING_H
#define RH_QUEUEING_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_geometry.h"
#include "rowhold/rh_moments.h"
#include "rowhold/rh_request.h"
#include "rowhold/rh_timing.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rh_queueing_row { RH_QUEUEING_HIT, RH_QUEUEING_MISS, RH_QUEUEING_CONFLICT, RH_QUEUEING_ROWS };
enum rh_queueing_form { RH_QUEUEING_KINGMAN, RH_QUEUEING_PRINTED, RH_QUEUEING_FORMS };
enum rh_queueing_server { RH_QUEUEING_BANK, RH_QUEUEING_ACCESS };
enum { RH_QUEUEING_OPENED = 32 /**< rows of a bank that a window looks at: those last opened */ };

struct rh_queueing_setup {
    struct rh_constraints constraints;
    unsigned banks; /**< 1 to RH_MAX_BANKS */
    enum rh_queueing_server server;
    unsigned window; /**< 0: rows in order of arrival; up to RH_MAX_QUEUE */
};

/** "kingman", "printed"; NULL past the last. */
const char *rh_queueing_form_name(unsigned form);

/** The access time of a request that finds its bank in that state. */
unsigned rh_queueing_access(const struct rh_constraints *constraints, const struct rh_request *request,
                            enum rh_queueing_row row);

struct rh_queueing_bank {
    struct rh_moments between; /**< arrivals */
    struct rh_moments service;
    uint64_t requests, access; /**< access times, summed */
    uint64_t rows[RH_QUEUEING_ROWS];
    uint64_t first, last; /**< arrivals */
    uint32_t recovery;    /**< the last request's rtp or wtp beyond its ccd_l */
    unsigned newest;      /**< of `opened`: the one last opened, if there was a request */
    struct {
        uint64_t number; /**< of the channel's requests, from 1; 0: none */
        uint32_t row;
    } opened[RH_QUEUEING_OPENED]; /**< a ring */
};

/** A channel; plain data. */
struct rh_queueing {
    struct rh_queueing_setup setup;
    uint64_t bus;    /**< clocks of data */
    uint64_t number; /**< requests so far */
    struct rh_queueing_bank bank[RH_MAX_BANKS];
};

void rh_queueing_start(struct rh_queueing *queueing, const struct rh_queueing_setup *setup);
/** Takes the channel's next request; `cycle` never goes back. */
void rh_queueing_request(struct rh_queueing *queueing, const struct rh_request *request);

/** The requests come again and again, every `clocks`: the last one is followed by the first of the next round. So a
 * burst at the start of a long run has its place in rate and variation. After the last request; `clocks` no less than
 * its cycle. */
void rh_queueing_wrap(struct rh_queueing *queueing, uint64_t clocks);

/** The result of a bank, or of several banks together, weighted by their requests. */
struct rh_queueing_sum {
    uint64_t requests, rows[RH_QUEUEING_ROWS];
    double rate;                     /**< requests a clock, 1 / tau_a; of several banks: all of them */
    double arrivals, services;       /**< c_a, c_s */
    double service, access;          /**< mean, clocks */
    double rho;                      /**< of several banks: the busiest one's */
    double delay[RH_QUEUEING_FORMS]; /**< mean wait, clocks */
};

/** A bank whose times between arrivals are `stretch` times as long as they were. A bank with one request, and no next
 * round, waits for nothing. False where it is busy all the time, rho >= 1: no queue of such a bank has a mean wait. */
bool rh_queueing_of(const struct rh_queueing *queueing, unsigned bank, double stretch, struct rh_queueing_sum *sum,
                    struct rh_error *error);
/** All banks of `count` channels that had requests; the error names channel and bank. */
bool rh_queueing_total(const struct rh_queueing *channels, unsigned count, double stretch, struct rh_queueing_sum *sum,
                       struct rh_error *error);
/** The clocks that the busiest bank, or data bus, of these channels needs for all its requests. */
double rh_queueing_busiest(const struct rh_queueing *channels, unsigned count);

#ifdef __cplusplus
}
#endif

#endif
