// SPDX-License-Identifier: Apache-2.0
/** `predict --network`: closed loops predicted (rh_loop_bounds.h, rh_loop_lines.h) beside the loop that the C model
 * runs. */
#ifndef RH_PREDICT_NETWORK_H
#define RH_PREDICT_NETWORK_H

#include "cmodel/cli/predict/rh_predict.h"

/** Runs, files and what people read. 0; 1 with an error when the C model does not come to its end, 2 when options or
 * input are at fault, all of which are checked before the first run. The runs of `suite` are settled. */
int rh_predict_network(const struct rh_predict_suite *suite, const struct rh_table_options *table, bool quiet,
                       struct rh_error *error);

#endif
