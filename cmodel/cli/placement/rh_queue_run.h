// SPDX-License-Identifier: Apache-2.0
/** One stream at several loads: the queueing model of its banks beside the C model's run. */
#ifndef RH_QUEUE_RUN_H
#define RH_QUEUE_RUN_H

#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_queueing.h"

/** What the C model did with the requests of a bank, or of all. */
struct rh_queue_measured {
    uint64_t requests, latency; /**< from arrival to the end of the data, summed */
    uint64_t access;            /**< access times of the rows as they were found, summed */
};

struct rh_queue_run {
    const struct rh_options *options;
    const struct rh_setup *setup;
    enum rh_queueing_server server;
    unsigned window;                    /**< of rh_queueing.h */
    bool even;                          /**< where the stream has no times: arrivals are even, not random */
    unsigned channels;                  /**< here and below: set by rh_queue_run_open */
    bool timed;                         /**< the stream has times of its own */
    uint64_t requests, span;            /**< of the stream; clocks from its first arrival to its last */
    double busiest;                     /**< rh_queueing_busiest */
    struct rh_queueing *model;          /**< a channel each, of the last run */
    struct rh_queue_measured *measured; /**< a bank each, all channels */
    bool *opened;                       /**< a bank each: it has had a row */
};

/** Read the stream once. False with an error; close it anyway. */
bool rh_queue_run_open(struct rh_queue_run *run, struct rh_error *error);
void rh_queue_run_close(struct rh_queue_run *run);
/** Run it so that the busiest bank, or data bus, is busy for `load` of the time; 0: with its own times. */
bool rh_queue_run_at(struct rh_queue_run *run, double load, struct rh_error *error);
struct rh_queue_measured rh_queue_run_total(const struct rh_queue_run *run);

#endif
