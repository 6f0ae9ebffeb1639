// SPDX-License-Identifier: Apache-2.0
/** Fills in the defaults of a setup and refuses impossible values.
 *
 * Setups of this library are zeroed and then filled in: a member left at 0 has its default. rh_channel_open,
 * rh_system_open and rh_memory_open call these functions.
 */
#ifndef RH_DEFAULT_H
#define RH_DEFAULT_H

#include "rowhold/rh_controller.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_request.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Fills in each member of `geometry` that is 0 with the value of rh_preset_geometry for `preset` and the default queue
 * (source_bits, which may be 0, only where `queue` is 0, too), and, when all `constraints` are 0, those from the
 * preset's timing. Then checks the geometry's ranges, that banks and bank groups are the preset's, and that every
 * timing constraint fits the timers. False with an error "geometry: ..." or "constraints: ...". */
bool rh_default_fill(const struct rh_preset *preset, struct rh_geometry *geometry, struct rh_constraints *constraints,
                     struct rh_error *error);

/** The number of rows of a bank: the preset's (which need not be a power of two), or 2^row_bits of the geometry where
 * that is fewer. */
uint32_t rh_default_rows(const struct rh_preset *preset, const struct rh_geometry *geometry);

/** True when a request lies inside the geometry and its rows and has 1 to RH_MAX_COMMANDS column commands in one row;
 * otherwise false with an error "request: ...". */
bool rh_default_request(const struct rh_request *request, const struct rh_preset *preset,
                        const struct rh_geometry *geometry, struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
