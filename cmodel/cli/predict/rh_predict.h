// SPDX-License-Identifier: Apache-2.0
/** Predictions of runs beside what the C model measures on the same requests, which are read once for all of them. */
#ifndef RH_PREDICT_H
#define RH_PREDICT_H

#include "cmodel/cli/rh_axis.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/rh_table.h"
#include "cmodel/cli/simulate/rh_run_network.h"
#include "rowhold/rh_agreement.h"
#include "rowhold/rh_prediction.h"

/** What both forms, of runs and of closed loops, have: the configuration, and the last columns of a row. `of` says what
 * the model's seconds are for. */
#define RH_PREDICT_CONFIGURATION                                                                                       \
    {                                                                                                                  \
        .name = "configuration",                                                                                       \
        .meaning = "all that the results of the run depend on, as of `simulate`; of several runs, the options that "   \
                   "were given, each with its values"                                                                  \
    }
#define RH_PREDICT_LAST_COLUMNS(of)                                                                                    \
    {.name = "predicted_latency_mean", .kind = RH_CELL_REAL, .hidden = true, .maybe = true},                           \
        {.name = "latency_mean", .kind = RH_CELL_REAL, .hidden = true, .maybe = true},                                 \
        {.name = "seconds",                                                                                            \
         .kind = RH_CELL_REAL,                                                                                         \
         .hidden = true,                                                                                               \
         .maybe = true,                                                                                                \
         .meaning = "of the processor, for the model" of "; only with --times"},                                       \
    {                                                                                                                  \
        .name = "measured_seconds", .kind = RH_CELL_REAL, .hidden = true, .maybe = true, .meaning = "for the C model"  \
    }

/** What the C model counts and the time lines predict. */
struct rh_predict_figures {
    bool there;
    double dram_efficiency, dram_utilization, latency_mean;
    uint64_t cycles, idle_cycles, active_cycles, data_bus_busy_cycles, stall_cycles[RH_CAUSES];
};

/** One channel, or all together. */
struct rh_predict_scope {
    uint64_t requests;
    struct rh_predict_figures measured, predicted;
    bool there[RH_PREDICTIONS]; /**< is there a prediction by the model? */
    double efficiency[RH_PREDICTIONS];
};

/** One run, over. */
struct rh_predict_run {
    struct rh_options options;
    struct rh_run_kernel_options kernel;
    struct rh_setup setup;
    struct rh_run_loop loop; /**< of --network or --kernel, while it runs */
    char *configuration;     /**< that of `simulate` */
    unsigned channels;
    struct rh_predict_scope *scope; /**< by channel, then of all */
    /** Of the processor: each model, the C model. */
    double seconds[RH_PREDICTIONS], measured_seconds;
    uint64_t percentile[RH_PERCENTILES_MOST]; /**< of the measured latencies: those of the suite */
};

struct rh_predict_suite {
    const struct rh_axes *axes;
    unsigned models; /**< asked for, bit i is model i */
    bool measured, times;
    struct rh_percentile_list percentiles; /**< asked for; where it is measured alone */
    struct rh_predict_run *run;
    unsigned count;
};

/** 0; 1 with an error when the C model does not come to its end, 2 when the input is at fault. `run` holds the options,
 * its files are settled, its setup is resolved. */
int rh_predict_run(const struct rh_predict_suite *suite, struct rh_predict_run *run, struct rh_error *error);
void rh_predict_close(struct rh_predict_suite *suite);

/** Is the model asked for? */
bool rh_predict_wants(const struct rh_predict_suite *suite, unsigned model);
/** All channels of a run. */
const struct rh_predict_scope *rh_predict_total(const struct rh_predict_run *run);
/** Predicted - measured DRAM efficiency in points. False without either. */
bool rh_predict_error(const struct rh_predict_scope *scope, unsigned model, double *points);
/** Of the runs with that controller (NULL: of all): the DRAM efficiency of each run, or of each of their channels, in
 * per cent. */
struct rh_agreement rh_predict_agreement(const struct rh_predict_suite *suite, unsigned model, const char *controller,
                                         bool by_channel);
/** Requests that the controller of a run stores; does one of them store another number than its queue is called? */
unsigned rh_predict_stored(const struct rh_predict_run *run);
bool rh_predict_stores_other(const struct rh_predict_suite *suite);
/** Seconds of all runs that a model predicts, with that controller (NULL: of all): of the model, of the C model. */
void rh_predict_seconds(const struct rh_predict_suite *suite, unsigned model, const char *controller, double sum[2]);
/** The controllers of the runs, each once; NULL past the last. */
const char *rh_predict_controller(const struct rh_predict_suite *suite, unsigned index);

/** Rows and agreement as tables, and the members of the JSON beside them. False without memory. */
bool rh_predict_fill(const struct rh_predict_suite *suite, struct rh_table_result *result);
/** A member of rh_table_result, its `user` the suite. */
struct json_t *rh_predict_json(const struct rh_table_result *result);
/** The run's percentiles, from what was measured; all runs' as a line each (`what` they are of, clocks), as a member of
 * the JSON, and its schema. */
void rh_predict_keep_percentiles(const struct rh_predict_suite *suite, struct rh_predict_run *run,
                                 const struct rh_latency *latency);
void rh_predict_print_percentiles(const struct rh_predict_suite *suite, const char *what, FILE *to);
void rh_predict_set_percentiles(struct json_t **object, const struct rh_predict_suite *suite);
void rh_predict_schema_percentiles(const char *what, FILE *to);
/** What people read. */
void rh_predict_print(const struct rh_predict_suite *suite, FILE *to);
/** Predicted over measured DRAM efficiency, a point for each run and model. */
bool rh_predict_plot(const struct rh_predict_suite *suite, const char *file, struct rh_error *error);

#endif
