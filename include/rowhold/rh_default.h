// SPDX-License-Identifier: Apache-2.0
/** What a setup that leaves something out stands for, and what no setup may ask for.
 *
 * Setups of this library are zeroed and then filled in: a member left at 0 is the usual one. rh_channel_open,
 * rh_system_open and rh_memory_open call this.
 */
#ifndef RH_DEFAULT_H
#define RH_DEFAULT_H

#include "rowhold/rh_controller.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_request.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Fill in each member of `geometry` that is 0 as rh_preset_geometry has it for `preset`, with the usual queue; and
 * `gaps`, when all of them are 0, from the preset's timing. Then check: the geometry's ranges, that banks and bank
 * groups are the preset's, that every gap fits the timers. False with "geometry: ..." or "gaps: ...". */
bool rh_default_fill(const struct rh_preset *preset, struct rh_geometry *geometry, struct rh_gaps *gaps,
                     struct rh_error *error);

/** Rows of a bank: the preset's, which need be no power of two, as far as the geometry's bits count them. */
uint32_t rh_default_rows(const struct rh_preset *preset, const struct rh_geometry *geometry);

/** Does a request lie inside a geometry and these rows, with 1 to RH_MAX_COMMANDS column commands of one row? Else
 * "request: ...". */
bool rh_default_request(const struct rh_request *request, const struct rh_preset *preset,
                        const struct rh_geometry *geometry, struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
