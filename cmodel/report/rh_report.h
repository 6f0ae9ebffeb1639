// SPDX-License-Identifier: Apache-2.0
/** What a report holds: designs (a controller with a queue of some size) on a suite of streams, measured, predicted,
 * priced and checked. */
#ifndef RH_REPORT_H
#define RH_REPORT_H

#include "cmodel/cli/rh_evidence.h"
#include "cmodel/cli/rh_table.h"
#include "cmodel/cli/sweep/rh_sweep.h"
#include "cmodel/cost/rh_area.h"
#include "cmodel/cost/rh_complexity.h"
#include "rowhold/rh_command.h"

enum { RH_REPORT_COLOURS = 16 /**< of controllers */, RH_REPORT_NAME = 96 };

/** One design on one stream; clocks are of all channels together. */
struct rh_report_run {
    bool measured, predicted;
    double cycles, requests, idle, booked, stall[RH_CAUSES];
    double stored; /**< entries of a controller's queue */
    double efficiency, latency_mean, latency_p99, locality;
    double predicted_efficiency, predicted_latency;
    char hash[32]; /**< configuration_hash of the measurement */
};

enum rh_report_lockstep {
    RH_REPORT_NOT_RUN, /**< it was not asked for */
    RH_REPORT_MATCHED,
    RH_REPORT_DIFFERED,
    RH_REPORT_REFUSED /**< it can't be run here; `why` */
};

struct rh_report_design {
    const char *controller;
    unsigned queue;                 /**< as it was asked for */
    int64_t stored;                 /**< requests that it stores; -1: it was not measured */
    struct rh_report_run *run;      /**< by stream */
    const struct rh_area_row *area; /**< NULL: not measured in this size */
    int64_t formula, published;     /**< address bits that one controller compares; -1: none */
    enum rh_report_lockstep lockstep;
    struct rh_evidence evidence;
    char why[256];
    unsigned proofs, proofs_fresh, proofs_stale; /**< configurations of its block; held of these sources, of others */
    /** Means over the streams that were measured; predicted: over those predicted, too. */
    unsigned measured, predicted;
    double efficiency, predicted_efficiency, error; /**< error: mean of |predicted - measured|, in points */
    double latency_mean, latency_p99;
    double relative; /**< geometric mean over the streams of the clocks of fr_fcfs with this queue / its own; 0: none */
};

struct rh_report {
    struct rh_sweep sweep;
    struct rh_sweep programs; /**< GPU programs on the controllers, the last axis but one; without a point: none */
    struct rh_sweep shared;   /**< streams whose cores share the controllers, the last axis but one; or no point */
    const char *slowdown;     /**< the list of these streams; NULL: none */
    unsigned controllers, queues, streams; /**< axes of the sweep, by their places in it */
    unsigned stream_count, design_count;
    struct rh_report_design *design; /**< controller by controller */
    struct rh_area_table area;
    struct rh_complexity_system system; /**< the thesis' with this DRAM and the queue that charts show */
    unsigned channels;                  /**< of every stream */
    char dram[256];                     /**< what every design drives, as a sentence */
    char settings[256];                 /**< of a controller with that queue: parameters that are not the usual ones */
    const char *area_file;              /**< NULL: docs/tables/area.csv of the source folder */
    uint64_t lockstep;                  /**< requests of each co-simulation; 0: none */
    char **evidence;                    /**< by design, the file */
    char **prediction;                  /**< by point, the file */
    char *command;                      /**< that makes this report, without its output files */
};

/** Fill in what the lists leave open, and name every result. */
bool rh_report_open(struct rh_report *report, struct rh_error *error);
void rh_report_close(struct rh_report *report);
/** Number of the point of a design and a stream in the sweep. */
uint64_t rh_report_point(const struct rh_report *report, unsigned design, unsigned stream);
const char *rh_report_stream(const struct rh_report *report, unsigned stream);
/** The designs that most charts show: those with the queue nearest to the published 32. */
unsigned rh_report_queue(const struct rh_report *report);
/** The design that charts of one size show; NULL: the report has no such controller. */
const struct rh_report_design *rh_report_shown(const struct rh_report *report, const char *controller);
/** "fr_fcfs", and behind it what it stores where that is not its queue: "banked_fifo (stores 64)". `size`: with the
 * queue before that. */
const char *rh_report_name(const struct rh_report_design *design, bool size, char name[RH_REPORT_NAME]);
/** " --controller fifo,fr_fcfs --queue 8 ...": all lists as they are typed, the queue that charts show alone where
 * `shown`. The caller frees it. */
char *rh_report_options(const struct rh_report *report, bool shown);

/** The same of the programs or of the shared streams, as `sweep` takes them. */
char *rh_report_sweep_options(const struct rh_sweep *sweep);

/** Jobs, in order: every measurement, every prediction, every co-simulation, every program, every shared stream. */
uint64_t rh_report_jobs(const struct rh_report *report);
bool rh_report_job_done(const struct rh_report *report, uint64_t job);
/** In a process of its own; its exit code. */
int rh_report_job_run(const struct rh_report *report, uint64_t job);
/** It failed, with this exit code (-1: by a signal), and this is what it said. Its result, if there is an older one, is
 * gone. True: it was a co-simulation that came to an end, and the report says which. */
bool rh_report_job_failed(struct rh_report *report, uint64_t job, int status, const char *text);
/** "simulate controller=fifo ..." */
void rh_report_job_text(const struct rh_report *report, uint64_t job, char *text, size_t size);

/** Read the results, the table of areas and the record of proofs; reckon the means. */
bool rh_report_read(struct rh_report *report, struct rh_error *error);

/** Did some RTL differ from its model? */
bool rh_report_differed(const struct rh_report *report);

extern const struct rh_form rh_form_report;
/** Fill a result of rh_form_report. False without memory. */
bool rh_report_fill(const struct rh_report *report, struct rh_table_result *result);
/** The page. Write errors stay with the file; false without memory. */
bool rh_report_page(const struct rh_report *report, const struct rh_table_result *result, FILE *to);

/** A line a design, for a terminal. False without memory. */
bool rh_report_print(const struct rh_report *report, FILE *to);

#endif
