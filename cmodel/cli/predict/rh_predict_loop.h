// SPDX-License-Identifier: Apache-2.0
/** One closed loop, predicted and measured. */
#ifndef RH_PREDICT_LOOP_H
#define RH_PREDICT_LOOP_H

#include "cmodel/cli/predict/rh_predict.h"

enum rh_predict_loop_kind { RH_PREDICT_LOOP_BOUNDS, RH_PREDICT_LOOP_LINES, RH_PREDICT_LOOPS };
/** "bounds", "lines". */
const char *rh_predict_loop_name(unsigned model);

struct rh_predict_loop_model {
    bool there;
    const char *binds; /**< of the bounds: the least one; else "" */
    double throughput, latency, seconds;
};

struct rh_predict_loop {
    const char *network, *load, *allocator, *hold;
    unsigned vcs;
    uint64_t requests;
    int64_t compared; /**< bits, by formula; -1: there is none */
    struct rh_predict_loop_model model[RH_PREDICT_LOOPS];
    bool measured;
    double throughput, latency, seconds;
};

/** Does what the options say of the loop fit? */
bool rh_predict_loop_check(const struct rh_predict_run *run, struct rh_error *error);
/** Results as of rh_predict_run; the configuration is that of `simulate`. */
int rh_predict_loop_run(const struct rh_predict_suite *suite, struct rh_predict_run *run,
                        struct rh_predict_loop *result, struct rh_error *error);

#endif
