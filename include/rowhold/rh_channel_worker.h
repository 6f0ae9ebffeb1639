// SPDX-License-Identifier: Apache-2.0
/** A worker is one channel of a run over a stream with everything that belongs to it alone, so that workers may run in
 * parallel.
 *
 * Every worker has its channel (whose commands are judged), its judge and its share of the batch. The worker's type
 * provides what drives the channel: the C model alone (rh_model_worker, `rowhold simulate`), or a lockstep with a
 * second channel of the model alone beside it (tb/lockstep, `rowhold cosim`). rh_system.h runs the workers.
 */
#ifndef RH_CHANNEL_WORKER_H
#define RH_CHANNEL_WORKER_H

#include "rowhold/rh_channel.h"
#include "rowhold/rh_cores.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_judge.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_system_setup;

enum rh_system_end {
    RH_SYSTEM_DONE,   /**< every request answered (or `cycles` reached), no rule broken */
    RH_SYSTEM_FAILED, /**< run to its end, but rules were broken: the error holds the lowest channel's first */
    RH_SYSTEM_BROKEN, /**< a worker broke the contract, got stuck or failed a check of its type: the run ended there */
    RH_SYSTEM_ERROR   /**< the stream, memory or disk failed */
};

/** Requests of one worker; a batch. */
struct rh_batch {
    struct rh_request *requests;
    size_t n, room;
};

struct rh_channel_worker {
    const struct rh_system_setup *setup;
    unsigned number;
    bool timed;                 /**< the stream has arrival times */
    struct rh_cores *cores;     /**< counts each core's requests; NULL: nobody does */
    struct rh_channel *channel; /**< what is judged and reported */
    struct rh_judge *judge;     /**< NULL: the commands are not judged */
    uint64_t judge_start;       /**< clock in which the judge was opened: 0, or that of the last reset */
    uint64_t rules_broken;
    struct rh_verdict first;      /**< of them */
    uint64_t commands, checks;    /**< of the judges before the last reset */
    uint64_t broken_before_round; /**< rules, when an idle round began */
    struct rh_batch batch[2];     /**< one is filled while the other runs */
    unsigned steps;               /**< parts of the batch that have run */
    bool running;                 /**< a thread runs one */
    enum rh_channel_end end;      /**< of the last batch, on `channel` */
    enum rh_system_end state;     /**< of the last batch; the error, unless DONE */
    struct rh_error error;
    struct rh_stats stats; /**< once the run is over */
    void *self;            /**< the type's struct */
};

/** A type of workers. */
struct rh_channel_worker_type {
    size_t size;    /**< of its own struct, a `self`, zeroed before `open` */
    unsigned batch; /**< requests read between two rounds of the workers */
    /** Open what the channel drives: set channel->unit, and more where it is wanted. False with an error; `close` is
     * due in any case. `self` and `worker` stay in place. */
    bool (*open)(void *self, struct rh_channel_worker *worker, struct rh_channel_setup *channel,
                 struct rh_error *error);
    void (*close)(void *self);
    /** May move the arrival time of a request; called in the order of the stream, while other workers or this worker's
     * earlier batch run. NULL: arrivals stay as they are. */
    void (*place)(void *self, struct rh_request *request);
    /** Offer a batch, or, where threads run the workers, one part of it after the other. DONE, or another end with
     * worker->error, behind which nothing more is offered. Sets worker->end. */
    enum rh_system_end (*run)(void *self, struct rh_channel_worker *worker, const struct rh_batch *batch, bool last);
    /** Makes the last checks, after the judge's, and returns as `run` does. NULL: there are none. */
    enum rh_system_end (*finish)(void *self, struct rh_channel_worker *worker);
};

/** The worker type whose channels are the C model alone. */
extern const struct rh_channel_worker_type rh_model_worker;

/** Fills a zeroed worker whose setup and number are set. False with an error; rh_channel_worker_close is due in any
 * case. */
bool rh_channel_worker_open(struct rh_channel_worker *worker, struct rh_error *error);
void rh_channel_worker_close(struct rh_channel_worker *worker);
/** Room for `n` more requests at the end of a batch, where the caller may write them; NULL with an error when memory is
 * out. */
struct rh_request *rh_channel_worker_room(struct rh_channel_worker *worker, unsigned side, size_t n,
                                          struct rh_error *error);
/** Keeps the `n` requests that the caller has written there. */
void rh_channel_worker_keep(struct rh_channel_worker *worker, unsigned side, size_t n);
bool rh_channel_worker_put(struct rh_channel_worker *worker, unsigned side, const struct rh_request *request,
                           struct rh_error *error);

/** For types: the controller of the channel was reset; the judge, too, starts anew, with closed banks. False without
 * memory. */
bool rh_channel_worker_judge_anew(struct rh_channel_worker *worker);
/** DONE, or BROKEN with an error when a channel of this worker (there may be more than one) broke the contract or got
 * stuck. */
enum rh_system_end rh_channel_worker_check(struct rh_channel_worker *worker, const struct rh_channel *channel,
                                           enum rh_channel_end end);
/** Makes the judge's last checks. */
void rh_channel_worker_judge_end(struct rh_channel_worker *worker);
/** Commands judged and rules checked so far; 0 without a judge. */
uint64_t rh_channel_worker_judged(const struct rh_channel_worker *worker, uint64_t *checks);
/** Of so many workers: the same, the rules broken, and DONE or FAILED with the lowest one's first broken rule. */
uint64_t rh_channel_workers_judged(const struct rh_channel_worker *worker, unsigned workers, uint64_t *checks);
uint64_t rh_channel_workers_rules_broken(const struct rh_channel_worker *worker, unsigned workers);
enum rh_system_end rh_channel_workers_verdict(const struct rh_channel_worker *worker, unsigned workers,
                                              struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
