// SPDX-License-Identifier: Apache-2.0
/** Every model of what a controller does with a stream, on all channels: the rows of tables/predictions.def.
 *
 * A model is made of parts, each of which is a pass of its own over the requests, so that a caller can measure the cost
 * of each. The sliding window (rh_window_profile.h) covers the controllers that look for row hits, `fr_fcfs` and
 * `most_pending`. The time lines (rh_timeline.h, and rh_grain_lines.h where there are grains or shared subarrays) cover
 * what rh_timeline_covers and rh_grain_lines_covers say. For other controllers there is no prediction. */
#ifndef RH_PREDICTION_H
#define RH_PREDICTION_H

#include <stddef.h>

#include "rowhold/rh_grain_lines.h"
#include "rowhold/rh_timeline.h"
#include "rowhold/rh_window_profile.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rh_prediction_model {
#define RH_PREDICTION(name, heading, parts, meaning) RH_PREDICTION_##name,
#include "tables/predictions.def"
    RH_PREDICTIONS
};
/** The name of a model, NULL past the last; the name for a narrow column, with line ends; and its description. */
const char *rh_prediction_name(unsigned model);
const char *rh_prediction_heading(unsigned model);
const char *rh_prediction_meaning(unsigned model);

/** The first three are those of enum rh_profile_rule. */
enum rh_prediction_part {
    RH_PREDICTION_PART_NO_OVERLAP,
    RH_PREDICTION_PART_FULL_OVERLAP,
    RH_PREDICTION_PART_MOST_PENDING,
    RH_PREDICTION_PART_TIMELINE,
    RH_PREDICTION_PARTS
};
/** The parts that a model is made of: bit i is part i. */
unsigned rh_prediction_parts(unsigned model);

struct rh_prediction_setup {
    const char *controller; /**< its name */
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    struct rh_timing timing;
    unsigned channels; /**< at least one */
    bool timed;        /**< requests carry the clocks in which they arrive */
    unsigned models;   /**< wanted: bit i is model i */
};

struct rh_prediction;

/** NULL with an error without memory. */
struct rh_prediction *rh_prediction_open(const struct rh_prediction_setup *setup, struct rh_error *error);
void rh_prediction_close(struct rh_prediction *prediction); /**< NULL is harmless */

/** True when the part runs: a wanted model needs it, and there is a model of the controller. */
bool rh_prediction_runs(const struct rh_prediction *prediction, enum rh_prediction_part part);
/** Gives one part the next requests of the stream, in order; their channels are below `channels`. */
void rh_prediction_requests(struct rh_prediction *prediction, enum rh_prediction_part part,
                            const struct rh_request *requests, size_t count);
/** Ends the stream. */
void rh_prediction_end(struct rh_prediction *prediction);

/** After the end, of a channel, or with `channel` = `channels` of all together, whose clocks are summed before anything
 * is divided. Without a prediction: false; NULL. */
bool rh_prediction_efficiency(const struct rh_prediction *prediction, unsigned model, unsigned channel,
                              double *efficiency);
/** The sums of a part of the sliding window. */
const struct rh_profile_sums *rh_prediction_sums(const struct rh_prediction *prediction, enum rh_prediction_part part,
                                                 unsigned channel);
/** The statistics of the time lines. */
const struct rh_stats *rh_prediction_stats(const struct rh_prediction *prediction, unsigned channel);

#ifdef __cplusplus
}
#endif

#endif
