// SPDX-License-Identifier: Apache-2.0
/** `predict --kernel`: models look at the requests that a GPU program makes by functional run, and are measured by the
 * closed loop that `simulate --kernel` runs. */
#ifndef RH_PREDICT_KERNEL_H
#define RH_PREDICT_KERNEL_H

#include "cmodel/cli/predict/rh_predict.h"

/** The program's requests. They name clusters, as the loop's cores do. NULL with an error. */
struct rh_stream *rh_predict_kernel_stream(const struct rh_predict_run *run, struct rh_error *error);
/** Opens the program in front of its loop, as the run's options have it, and says how many channels there are. */
bool rh_predict_kernel_open(struct rh_predict_run *run, struct rh_error *error);
/** Divides the program's requests among the loop's cores, which make them no sooner than the functional run does. */
bool rh_predict_kernel_divide(struct rh_predict_run *run, struct rh_error *error);

#endif
