// SPDX-License-Identifier: Apache-2.0
/** Work in processes of its own, several at a time: a job that fails takes nothing else with it, and an interrupted run
 * leaves what is done. */
#ifndef RH_JOBS_H
#define RH_JOBS_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

enum { RH_JOBS_MOST = 256 };

struct rh_jobs {
    uint64_t count;
    unsigned at_once; /**< processes, RH_JOBS_MOST at most */
    bool progress;    /**< on standard error: done, cached, time left */
    void *user;
    /** Is job `i` done already? It is not run then. */
    bool (*done)(void *user, uint64_t i);
    /** Do job `i`, in a process of its own; its exit status, 0: good. What it says on standard error is kept. */
    int (*run)(void *user, uint64_t i);
    /** It failed: its exit status (-1: a signal ended it) and what it said, up to its first line end. */
    void (*failed)(void *user, uint64_t i, int status, const char *text);
};

/** How many failed; -1 with an error when no process could be made. A signal that ends the program ends the jobs
 * first. */
int64_t rh_jobs_run(const struct rh_jobs *jobs, struct rh_error *error);

/** Processors of this machine. */
unsigned rh_jobs_processors(void);

#endif
